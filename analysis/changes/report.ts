import { placesOf } from '../parse/places.ts'
import type { Position } from '../parse/position.ts'
import type { SourceFile } from '../types.ts'
import type { ChangeList, FoundChange } from './change-list.ts'
import { higher } from './levels.ts'
import type { Change, ChangeReport, Level } from './types.ts'

/** The text of a file of one of the two states; undefined when it cannot be read. */
export type TextOf = (side: 'old' | 'new', path: string) => string | undefined

/** The changes of two files with line and column, counted. */
export function reportOf(changes: ChangeList, before: SourceFile, after: SourceFile): ChangeReport {
  const texts = { old: before.content, new: after.content }
  const placed = located(changes.found, (side) => texts[side])
  const listed = placed.map(({ uri: _, ...change }): Change => change)
  return { ...summaryOf(listed), changes: listed, truncated: changes.truncated }
}

/** How many changes there are of each level, and the highest. */
export function summaryOf(changes: { level: Level }[]): Pick<ChangeReport, 'level' | 'counts'> {
  const counts: Record<Level, number> = { major: 0, minor: 0, patch: 0 }
  let level: Level | null = null
  for (const change of changes) {
    counts[change.level] += 1
    level = higher(level, change.level)
  }
  return { level, counts }
}

/** The changes with the line and column of where they stand. */
export function located(found: FoundChange[], textOf: TextOf): (Change & { uri: string })[] {
  const places = { old: placesIn(found, 'old', textOf), new: placesIn(found, 'new', textOf) }
  return found.map(({ at, ...change }) => {
    const position = places[change.side].get(at.document.path)?.get(at.pointer)
    const { line, column } = position ?? { line: 1, column: 1 }
    return { ...change, place: { file: at.document.path, pointer: at.pointer, line, column } }
  })
}

function placesIn(
  found: FoundChange[],
  side: 'old' | 'new',
  textOf: TextOf,
): Map<string, Map<string, Position>> {
  const pointers = new Map<string, Set<string>>()
  for (const change of found) {
    const { document, pointer } = change.at
    if (change.side !== side || document.kind === 'markdown') continue
    const known = pointers.get(document.path)
    if (known) known.add(pointer)
    else pointers.set(document.path, new Set([pointer]))
  }
  return new Map(
    [...pointers].flatMap(([path, wanted]) => {
      const text = textOf(side, path)
      return text === undefined ? [] : [[path, placesOf(text, wanted)] as const]
    }),
  )
}
