import { placesOf } from '../parse/places.ts'
import type { Position } from '../parse/position.ts'
import type { SourceFile } from '../types.ts'
import type { ChangeList, FoundChange } from './change-list.ts'
import type { Change, ChangeReport, Level } from './types.ts'

/** The changes with line and column, counted. */
export function reportOf(changes: ChangeList, before: SourceFile[], after: SourceFile[]): ChangeReport {
  const places = { old: placesIn(changes.found, 'old', before), new: placesIn(changes.found, 'new', after) }
  const listed = changes.found.map(({ at, ...change }): Change => {
    const { line, column } = places[change.side].get(at.document.path)?.get(at.pointer) ?? {
      line: 1,
      column: 1,
    }
    return { ...change, place: { file: at.document.path, pointer: at.pointer, line, column } }
  })
  const counts: Record<Level, number> = { major: 0, minor: 0, patch: 0 }
  for (const { level } of listed) counts[level] += 1
  const level = (['major', 'minor', 'patch'] as const).find((one) => counts[one] > 0) ?? null
  return { level, counts, changes: listed, truncated: changes.truncated }
}

function placesIn(
  found: FoundChange[],
  side: 'old' | 'new',
  files: SourceFile[],
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
    files.flatMap(({ path, content }) => {
      const wanted = pointers.get(path)
      return wanted ? [[path, placesOf(content, wanted)] as const] : []
    }),
  )
}
