/** FNV-1a over the UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv/), with the length: it tells texts apart, and proves nothing. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${hash >>> 0}`
}
