import { Description } from '../description.ts'
import { valuesOf } from '../parts/values.ts'
import { Composition } from '../splice/compose.ts'
import { applyChanges, sourceOf, tidied } from '../text/changes.ts'
import { overlaid } from '../text/overlay.ts'
import type { Change, Edit, Format } from '../types.ts'
import { changesBetween, mergedLines } from './lines.ts'
import { type Conflict, mergeValues } from './values.ts'

export interface MergedTexts {
  readonly text: string
  /** From ours to it. */
  readonly changes: readonly Change[]
  /** By what they say, or by their lines: then the text may not parse. */
  readonly by: 'values' | 'lines'
  /** With a path where the texts were merged by what they say, with a range of the merged text where by their lines. */
  readonly conflicts: readonly Conflict[]
}

/**
 * Merges what two made of one text. Descriptions by what they say, written into ours so that all else of it stays; where
 * one of the three does not parse, theirs cannot be written safely or is more than 200 edits, and for any other text, by
 * lines.
 */
export function mergeTexts(format: Format | 'text', base: string, ours: string, theirs: string): MergedTexts {
  if (base === theirs || ours === theirs) return { text: ours, changes: [], by: 'values', conflicts: [] }
  if (base === ours)
    return { text: theirs, changes: changesBetween(ours, theirs), by: 'values', conflicts: [] }
  return (
    (format === 'text' ? null : mergeDescriptions(format, base, ours, theirs)) ?? byLines(base, ours, theirs)
  )
}

/** Merges descriptions by what they say; null where one does not parse, or theirs cannot be written safely. */
export function mergeDescriptions(
  format: Format,
  base: string,
  ours: string,
  theirs: string,
): MergedTexts | null {
  const values = valuesOf([base, ours, theirs].map(sourceOf), format)
  if (!values) return null
  const { edits, conflicts } = mergeValues(values[0], values[1], values[2])
  const changes = changesOf(format, ours, edits)
  if (!changes) return null
  return { text: applyChanges(ours, changes), changes, by: 'values', conflicts }
}

// Each edit reads its part once more: of hundreds in one part that takes longer than anybody waits.
const MOST_EDITS = 200

/** The changes of a text for edits one after the other; null where one is refused, or there are too many of them. */
function changesOf(format: Format, text: string, edits: readonly Edit[]): Change[] | null {
  if (edits.length > MOST_EDITS) return null
  const source = sourceOf(text)
  const description = new Description(source, format)
  const composition = new Composition(text.length)
  for (const edit of edits) {
    const edited = description.edit(edit)
    if ('refused' in edited) return null
    composition.add(edited.changes)
    description.changed(edited.changes, overlaid(source, composition.changes()))
  }
  return tidied(text, composition.changes())
}

function byLines(base: string, ours: string, theirs: string): MergedTexts {
  const { text, conflicts } = mergedLines(base, ours, theirs)
  return {
    text,
    changes: changesBetween(ours, text),
    by: 'lines',
    conflicts: conflicts.map((conflict): Conflict => ({ path: [], ...conflict })),
  }
}
