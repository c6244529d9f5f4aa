// The state that ties a provider's answer to the tab that asked: a nonce, as JSON.

const noncePattern = /^(?:[0-9a-f]{32}|[0-9a-f]{128})$/

/** 32 random hex characters. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A state with a fresh nonce. */
export function newState(): string {
  return JSON.stringify({ nonce: newNonce() })
}

/** Whether a text is a state: JSON with a hex nonce and perhaps a non-negative integer `pr`, or a bare hex nonce. */
export function isState(text: string): boolean {
  if (noncePattern.test(text)) return true
  try {
    const { nonce, pr } = JSON.parse(text) as { nonce?: unknown; pr?: unknown }
    const goodPr = pr === undefined || (Number.isSafeInteger(pr) && Number(pr) >= 0)
    return typeof nonce === 'string' && noncePattern.test(nonce) && goodPr
  } catch {
    return false
  }
}
