import { isGroup, isLeftOut, isLink, isNode, type TocEntry, type TocNode } from './types.ts'

export type TocRow =
  | { kind: 'divider'; key: string; title: string }
  | {
      kind: 'group'
      key: string
      title: string
      depth: number
      open: boolean
      /** Its place from the outermost group in, where its entries are still to come. */
      leftOutAt?: string
      pos: number
      size: number
    }
  | { kind: 'node'; key: string; depth: number; node: TocNode; pos: number; size: number }
  | { kind: 'link'; key: string; depth: number; title: string; url: string; pos: number; size: number }

/** Every node of the table of contents in reading order, each slug once. */
export function tocNodes(toc: readonly TocEntry[]): TocNode[] {
  const seen = new Set<string>()
  const nodes: TocNode[] = []
  const walk = (entries: readonly TocEntry[]): void => {
    for (const entry of entries) {
      if (isNode(entry) && !seen.has(entry.slug)) {
        seen.add(entry.slug)
        nodes.push(entry)
      }
      if (isGroup(entry)) walk(entry.items)
    }
  }
  walk(toc)
  return nodes
}

/** The entries before and after a slug in reading order. */
export function neighbours(nodes: readonly TocNode[], slug: string): { previous?: TocNode; next?: TocNode } {
  const at = nodes.findIndex((node) => node.slug === slug)
  if (at < 0) return {}
  const previous = nodes[at - 1]
  const next = nodes[at + 1]
  return { ...(previous && { previous }), ...(next && { next }) }
}

/** Keys of the groups on the way to a slug, outermost first; empty when the slug is not listed in a group. */
export function groupsAround(toc: readonly TocEntry[], slug: string): string[] {
  const walk = (entries: readonly TocEntry[], prefix: string): string[] | undefined => {
    for (const [index, entry] of entries.entries()) {
      if (isNode(entry) && entry.slug === slug) return []
      if (!isGroup(entry)) continue
      const key = groupKey(prefix, entry.title, index)
      const inside = walk(entry.items, key)
      if (inside) return [key, ...inside]
    }
  }
  return walk(toc, '') ?? []
}

/**
 * The visible rows of the tree, top to bottom: what is inside a closed group is left out.
 * `pos` and `size` are the row's place among its siblings, for assistive technology.
 */
export function tocRows(
  toc: readonly TocEntry[],
  isOpen: (groupKey: string, depth: number) => boolean,
): TocRow[] {
  const rows: TocRow[] = []
  const walk = (entries: readonly TocEntry[], prefix: string, depth: number, above: string): void => {
    const size = entries.filter((entry) => isGroup(entry) || isNode(entry) || isLink(entry)).length
    let pos = 0
    for (const [index, entry] of entries.entries()) {
      const key = `${prefix}/${index}`
      if (isGroup(entry)) {
        const group = groupKey(prefix, entry.title, index)
        const open = isOpen(group, depth)
        rows.push({
          kind: 'group',
          key: group,
          title: entry.title,
          depth,
          open,
          ...(isLeftOut(entry) && { leftOutAt: `${above}${index}` }),
          pos: ++pos,
          size,
        })
        if (open) walk(entry.items, group, depth + 1, `${above}${index}/`)
      } else if (isNode(entry)) {
        rows.push({ kind: 'node', key, depth, node: entry, pos: ++pos, size })
      } else if (isLink(entry)) {
        rows.push({ kind: 'link', key, depth, title: entry.title, url: entry.url, pos: ++pos, size })
      } else {
        rows.push({ kind: 'divider', key, title: entry.title })
      }
    }
  }
  walk(toc, '', 0, '')
  return rows
}

/** The part of the table of contents whose titles or methods contain every word of the query. */
export function filterToc(toc: readonly TocEntry[], query: string): TocEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word))
  const walk = (entries: readonly TocEntry[]): TocEntry[] =>
    entries.flatMap((entry): TocEntry[] => {
      if (isGroup(entry)) {
        if (matches(entry.title)) return [entry]
        const items = walk(entry.items)
        return items.length > 0 ? [{ ...entry, items }] : []
      }
      if (isNode(entry)) return matches(`${entry.meta ?? ''} ${entry.title}`) ? [entry] : []
      return isLink(entry) && matches(entry.title) ? [entry] : []
    })
  return words.length === 0 ? [...toc] : walk(toc)
}

// The index tells groups of one title apart; the title keeps a remembered state from landing on another group.
function groupKey(prefix: string, title: string, index: number): string {
  return `${prefix}/${title}~${index}`
}

/** The entries of the group that holds a slug, the slug itself included: an API's overview stands beside its operations. */
export function siblingsOf(toc: readonly TocEntry[], slug: string): TocEntry[] {
  for (const entry of toc) {
    if (!isGroup(entry)) continue
    if (entry.items.some((item) => isNode(item) && item.slug === slug)) return entry.items
    const inside = siblingsOf(entry.items, slug)
    if (inside.length > 0) return inside
  }
  return []
}
