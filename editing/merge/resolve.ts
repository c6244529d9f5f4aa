import { Description } from '../description.ts'
import { applyChanges, sourceOf } from '../text/changes.ts'
import type { Change, Edit, Format, Key } from '../types.ts'
import { isEqual, isMap } from './equal.ts'
import type { MergedTexts } from './texts.ts'
import { type Conflict, mergeValues } from './values.ts'

/**
 * The merged text with theirs in the places of the conflicts that were decided so; null where one of them cannot be
 * written safely. Of the others ours stay, as the merge left them.
 */
export function resolved(
  format: Format | 'text',
  merged: Pick<MergedTexts, 'text' | 'conflicts'>,
  takesTheirs: (conflict: Conflict, index: number) => boolean,
): string | null {
  const taken = merged.conflicts.filter(takesTheirs)
  const lines = taken.filter(({ range }) => range !== undefined)
  if (lines.length > 0) return applyChanges(merged.text, lines.map(lineChange))
  if (taken.length === 0 || format === 'text') return merged.text
  let text = merged.text
  // From the end: what is taken out of a list moves what comes behind it.
  for (const { path, ours, theirs } of taken.toReversed()) {
    const description = new Description(sourceOf(text), format)
    const edit = editOf(path, ours, theirs)
    const edited = edit && description.edit(edit)
    if (!edited || 'refused' in edited) return null
    text = applyChanges(text, edited.changes)
  }
  return text
}

function lineChange({ range, theirs }: Conflict): Change {
  return { from: range?.from ?? 0, to: range?.to ?? 0, insert: String(theirs) }
}

/** The edit that puts theirs in the place of ours; null for the whole of a text. Undefined is what is not there. */
export function editOf(path: Conflict['path'], ours: unknown, theirs: unknown): Edit | null {
  if (theirs === undefined) return { type: 'delete', path }
  if (ours !== undefined) return { type: 'set', path, value: theirs }
  const key = path.at(-1)
  if (key === undefined) return null
  const parent = path.slice(0, -1)
  return typeof key === 'number'
    ? { type: 'insert', path: parent, index: key, value: theirs }
    : { type: 'add', path: parent, key, value: theirs }
}

/** What holds both sides of a dispute: texts behind each other, lists and objects united; undefined where nothing does. */
export function bothOf({ path, ours, theirs }: Pick<Conflict, 'path' | 'ours' | 'theirs'>): unknown {
  if (typeof ours === 'string' && typeof theirs === 'string') {
    if (ours.trim() === '' || theirs.trim() === '' || !isProse(path.at(-1))) return undefined
    const isLong = ours.includes('\n') || theirs.includes('\n')
    return isLong ? `${ours.trimEnd()}\n\n${theirs}` : `${ours} ${theirs}`
  }
  if (Array.isArray(ours) && Array.isArray(theirs))
    return [...ours, ...theirs.filter((item) => !ours.some((own) => isEqual(own, item)))]
  return isMap(ours) && isMap(theirs) ? mergeValues({}, ours, theirs).value : undefined
}

// A name, a type, an address that says two things says nothing.
function isProse(key: Key | undefined): boolean {
  return key === 'description' || key === 'summary'
}
