/** Address of the picture that Gravatar keeps for an e-mail address: its SHA-256 in hex (docs.gravatar.com). */
export async function gravatarUrl(email: string): Promise<string> {
  const bytes = new TextEncoder().encode(email.trim().toLowerCase())
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `https://www.gravatar.com/avatar/${hex}?s=250&d=identicon`
}
