// Secrets of webhooks, in the form that GitLab wants of a signing key (Standard Webhooks: 32 bytes); all others take any text.

const prefix = 'whsec_'

/** A new secret. */
export function newWebhookSecret(): string {
  return spelled(crypto.getRandomValues(new Uint8Array(32)))
}

/** The secret of one owner, derived from a common one: it tells nothing of that, or of another owner's (RFC 2104). */
export async function secretFor(common: string, owner: string): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encode(common), algorithm, false, ['sign'])
  return spelled(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(`webhook of project ${owner}`))))
}

/** The key that a secret spells. */
export function keyIn(secret: string): Uint8Array<ArrayBuffer> | null {
  return secret.startsWith(prefix) ? bytesIn(secret.slice(prefix.length)) : new TextEncoder().encode(secret)
}

/** The bytes of a text in base64; null where it is none. */
export function bytesIn(base64: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return null
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function spelled(key: Uint8Array): string {
  return `${prefix}${btoa(String.fromCharCode(...key))}`
}
