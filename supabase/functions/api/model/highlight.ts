import { escaped } from '../../_shared/http/escaped.ts'

/**
 * A text as HTML with the searched words marked. Clients put it into their page as it is, so everything
 * but our own marks is escaped.
 */
export function highlighted(text: string, search: string): string {
  const words = search.split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
  if (words.length === 0) return escaped(text)
  // Escaping first would let a search for "amp" match inside an entity.
  const pattern = new RegExp(`(${words.join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 1 ? `<em>${escaped(part)}</em>` : escaped(part)))
    .join('')
}
