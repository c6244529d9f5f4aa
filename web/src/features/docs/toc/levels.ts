// Long contents come by level: the groups on the way to the page first, others when they are opened.
import { isGroup, isLeftOut, isNode, type TocEntry } from './types.ts'

/** Whether entries of some group are still to come. */
export function hasMore(toc: readonly TocEntry[]): boolean {
  return toc.some((entry) => isGroup(entry) && (isLeftOut(entry) || hasMore(entry.items)))
}

/**
 * The contents with what a later answer has of them besides. Where the two are not of the same contents, the later one
 * stands.
 */
export function withLevels(known: readonly TocEntry[], later: readonly TocEntry[]): TocEntry[] {
  return later.map((entry, index) => {
    const before = known[index]
    if (!isGroup(entry) || !before || !isGroup(before) || before.title !== entry.title) return entry
    if (isLeftOut(entry)) return before
    return isLeftOut(before) ? entry : { ...entry, items: withLevels(before.items, entry.items) }
  })
}

/** The places of groups that are still to come and stand right before or after a page in reading order. */
export function groupsBeside(toc: readonly TocEntry[], slug: string): string[] {
  const places: ({ slug: string } | { leftOutAt: string })[] = []
  const walk = (entries: readonly TocEntry[], above: string): void => {
    for (const [index, entry] of entries.entries()) {
      if (isNode(entry)) places.push({ slug: entry.slug })
      if (!isGroup(entry)) continue
      if (isLeftOut(entry)) places.push({ leftOutAt: `${above}${index}` })
      else walk(entry.items, `${above}${index}/`)
    }
  }
  walk(toc, '')
  const at = places.findIndex((place) => 'slug' in place && place.slug === slug)
  const beside = at < 0 ? [] : [places[at - 1], places[at + 1]]
  return beside.flatMap((place) => (place && 'leftOutAt' in place ? [place.leftOutAt] : []))
}
