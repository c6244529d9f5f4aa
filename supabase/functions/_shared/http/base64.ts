/** Bytes in Base64, of whatever length. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  // Divisible by three, so that the parts join without padding between them.
  for (let at = 0; at < bytes.length; at += 30_000)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 30_000))))
  return parts.join('')
}

/** The bytes of Base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
