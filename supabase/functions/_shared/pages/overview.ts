// What an API offers, by the table of contents: its own page lists it.
import { type Fields, listOf, oneLine, textOf } from './read.ts'

/** A page of an API, as its overview lists it. */
export interface ListedPage {
  name: string
  /** Of an operation. */
  method: string | null
  /** Where its Markdown is read. */
  address: string
}

const mostPages = 5_000
const mostDepth = 20

/** The pages beside that of an API, by the titles of their groups; its own come first. `addressOf`: of a slug. */
export function pagesBeside(
  contents: unknown,
  slug: string,
  addressOf: (slug: string) => string,
): Map<string, ListedPage[]> {
  const pages = new Map<string, ListedPage[]>()
  let left = mostPages
  const list = (title: string, entries: Fields[]) => {
    const listed = entries.flatMap((entry): ListedPage[] => {
      const own = textOf(entry.slug)
      if (own === '' || own === slug || left-- <= 0) return []
      return [{ name: oneLine(entry.title), method: textOf(entry.meta) || null, address: addressOf(own) }]
    })
    if (listed.length > 0) pages.set(title, [...(pages.get(title) ?? []), ...listed])
  }
  const around = siblingsOf(listOf(contents), slug, 0)
  list('Operations', around)
  for (const entry of around) list(oneLine(entry.title), listOf(entry.items))
  return pages
}

/** The entries of the group that a page stands in; none where it stands in no group. */
function siblingsOf(entries: Fields[], slug: string, depth: number): Fields[] {
  if (depth > mostDepth) return []
  for (const entry of entries) {
    const items = listOf(entry.items)
    if (items.some((item) => item.slug === slug)) return items
    const inside = siblingsOf(items, slug, depth + 1)
    if (inside.length > 0) return inside
  }
  return []
}
