// Whether the reader of a workspace's documentation has allowed what others would load and keep; by device and host.

export type Consent = 'allowed' | 'refused'

const key = 'waymark-docs-tags'

export function keptConsent(): Consent | null {
  try {
    const kept = window.localStorage.getItem(key)
    return kept === 'allowed' || kept === 'refused' ? kept : null
  } catch {
    return null
  }
}

export function keepConsent(consent: Consent): void {
  try {
    window.localStorage.setItem(key, consent)
  } catch {
    // It is asked again next time.
  }
}
