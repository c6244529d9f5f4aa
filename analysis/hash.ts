import { hash } from '@stoplight/http-spec/hash'

/** FNV-1a, 52 bits, as hex: how Stoplight's tools derive a stable id from a URI. Not for secrets. */
export function shortHash(text: string): string {
  return hash(text, false)
}
