// Places of comments in a text that several write: marks that go along with its letters, and what the place is found by
// again where those are of another text.
import { type Anchor, anchorOfPart, anchorOfRange, readAnchor } from '../../../../../editing/places/anchor.ts'
import { findAnchor, type Place } from '../../../../../editing/places/find.ts'
import type { Range } from '../../../../../editing/types.ts'
import { type OpenDocument, wholeOf } from '../documents/open-document.ts'
import type { Mark, TextModel } from '../documents/text-model.ts'
import type { Target, Thread } from './model.ts'

type Text = Pick<OpenDocument, 'id' | 'model' | 'description'>

/** What is kept of a place. The marks are of one epoch of one document. */
interface Kept extends Anchor {
  epoch: number
  start: Mark
  end: Mark
}

/** What a target is found by again; null where there is no such part. */
export function keep({ model, description }: Text, epoch: number, target: Target): Kept | null {
  const { text } = model
  const anchor =
    target.kind === 'range'
      ? anchorOfRange(text, description, target.range)
      : description && anchorOfPart(text, description, target.path)
  const range = target.kind === 'range' ? target.range : description?.range(target.path)
  if (!anchor || !range) return null
  return { ...anchor, epoch, start: model.mark(range.from), end: model.mark(range.to, 'before') }
}

/** What stands at a target, to be shown once it has gone. */
export function quoteOf({ model, description }: Text, target: Target): string {
  const range = target.kind === 'range' ? target.range : description?.range(target.path)
  return range ? outdented(model.text.slice(range.from, Math.min(range.to, range.from + 500)).trim()) : ''
}

/** Lines after the first stand where their part of the file does: what all of them have in front says nothing here. */
function outdented(text: string): string {
  const [first = '', ...rest] = text.split('\n')
  const leads = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const lead = Math.min(...leads)
  return [first, ...rest.map((line) => line.slice(lead))].join('\n')
}

/** How many letters are searched when a text is opened, and after each change of it: a tenth of a second, and a hundredth. */
export const searched = { first: 200_000_000, after: 20_000_000 }

/** A longer part is cut from the whole text, which is put together once, in letters. */
const longPart = 100_000

/**
 * Finds threads in a text as it is now. The whole of it is put together at most once, and it and its parts are read through
 * for as many lost threads as `most` letters allow: a thousand of them must not keep anybody from writing.
 */
export function finder(
  document: Text,
  epoch: number,
  most = searched.first,
): (thread: Thread) => Place | null {
  const { model, description } = document
  let whole: string | undefined
  let left = most
  const source = {
    text: model.text,
    description,
    take: ({ from, to }: Range) => {
      // What is too much for one thread may be little enough for the next one.
      if (to - from > left) return ''
      left -= to - from
      if (to - from <= longPart) return model.text.slice(from, to)
      whole ??= wholeOf(model.text)
      return whole.slice(from, to)
    },
  }
  return (thread) => {
    const anchor = readAnchor(thread.anchor)
    if (!anchor) return null
    const isOwn = thread.document_id === document.id && epochOf(thread) === epoch
    return findAnchor(source, anchor, isOwn ? marked(model, thread.anchor) : null)
  }
}

/** Whether where a thread is found is worth keeping, so that it is found again after the next change as well. */
export function isStale(thread: Thread, document: Text, epoch: number, place: Place): boolean {
  if (place.kept === 'around') return false
  const anchor = readAnchor(thread.anchor)
  const hasMoved = anchor?.kind === 'part' && JSON.stringify(anchor.path) !== JSON.stringify(place.path)
  return (
    hasMoved || place.kept === 'changed' || epochOf(thread) !== epoch || thread.document_id !== document.id
  )
}

/** Whether a thread is about a part of a description, and not about words. */
export function isOfPart(thread: Thread): boolean {
  return readAnchor(thread.anchor)?.kind === 'part'
}

/** The target that a place is by now. */
export function targetAt(thread: Thread, place: Place): Target {
  return isOfPart(thread) && place.path
    ? { kind: 'part', path: place.path }
    : { kind: 'range', range: place.range }
}

function epochOf({ anchor }: Thread): unknown {
  return typeof anchor === 'object' && anchor !== null && 'epoch' in anchor ? anchor.epoch : null
}

/** What stands between the marks; null for nothing any more, or marks of another text. */
function marked(model: TextModel, kept: unknown): Range | null {
  const { start, end } = kept as Partial<Kept>
  const [from, to] = [model.find(start), model.find(end)]
  return from !== null && to !== null && from < to ? { from, to } : null
}
