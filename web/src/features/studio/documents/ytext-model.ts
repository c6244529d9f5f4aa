import { ChangeSet, Text } from '@codemirror/state'
import * as Y from 'yjs'
import { sourceOf as sourceOfWhole } from '../../../../../editing/text/changes.ts'
import type { Change, TextSource } from '../../../../../editing/types.ts'
import type { Listen, Mark, Origin, Source, TextModel } from './text-model.ts'

/** The name of the text in its Y.Doc; the server makes it. */
export const textName = 't'
/** Typing within this runs together to one step of undo, ms. */
const stepMs = 500

const own: ReadonlySet<string> = new Set<Origin>(['code', 'form', 'tree', 'repair'])

/**
 * A text that several write: the letters are a Y.Text, and beside it stands a rope of the same text, which is read.
 * Y.Text's own `toString` takes as long as the file is, the rope's slices do not.
 */
export class YTextModel implements TextModel {
  readonly #doc: Y.Doc
  readonly #letters: Y.Text
  readonly #undo: Y.UndoManager
  readonly #listeners = new Set<Listen>()
  readonly #observe: (event: Y.YTextEvent, transaction: Y.Transaction) => void
  #rope: Text
  #text: TextSource

  constructor(doc: Y.Doc) {
    this.#doc = doc
    this.#letters = doc.getText(textName)
    const whole = lettersOf(this.#letters.toDelta())
    this.#rope = ropeOf(whole)
    // Until somebody writes there is nothing to put together: all of a large file is read while it is being opened.
    this.#text = sourceOfWhole(whole)
    this.#undo = new Y.UndoManager(this.#letters, {
      captureTimeout: stepMs,
      trackedOrigins: new Set<Origin>(['code', 'form', 'tree']),
    })
    this.#observe = (event, transaction) => this.#onLetters(event, transaction)
    this.#letters.observe(this.#observe)
  }

  get text(): TextSource {
    return this.#text
  }

  get rope(): Text {
    return this.#rope
  }

  get canUndo(): boolean {
    return this.#undo.canUndo()
  }

  get canRedo(): boolean {
    return this.#undo.canRedo()
  }

  apply(changes: readonly Change[], origin: Origin): void {
    const real = changes.map((change) => trimmed(this.#text, change)).filter(isChange)
    if (real.length === 0) return
    const isStep = origin === 'form' || origin === 'tree'
    if (isStep) this.#undo.stopCapturing()
    // Last first: the offsets of all count in the text before.
    this.#doc.transact(() => {
      for (const { from, to, insert } of real.toReversed()) {
        if (to > from) this.#letters.delete(from, to - from)
        if (insert) this.#letters.insert(from, insert)
      }
    }, origin)
    if (isStep) this.#undo.stopCapturing()
  }

  subscribe(listen: Listen): () => void {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  undo(): void {
    this.#undo.undo()
  }

  redo(): void {
    this.#undo.redo()
  }

  mark(offset: number, side: 'behind' | 'before' = 'behind'): Mark {
    const place = Y.createRelativePositionFromTypeIndex(this.#letters, offset, side === 'before' ? -1 : 0)
    return Y.relativePositionToJSON(place)
  }

  find(mark: Mark): number | null {
    try {
      const place = Y.createRelativePositionFromJSON(mark)
      const found = Y.createAbsolutePositionFromRelativePosition(place, this.#doc)
      return found?.type === this.#letters ? Math.min(found.index, this.#text.length) : null
    } catch {
      // What others send of their caret may be anything.
      return null
    }
  }

  /** Lets go of the text; the document itself stays. */
  destroy(): void {
    this.#letters.unobserve(this.#observe)
    this.#undo.destroy()
    this.#listeners.clear()
  }

  #onLetters({ delta }: Y.YTextEvent, { origin }: Y.Transaction): void {
    const changes = changesOf(delta)
    if (changes.length === 0) return
    this.#rope = ChangeSet.of(changes, this.#rope.length, '\n').apply(this.#rope)
    this.#text = sourceOf(this.#rope)
    const source = this.#sourceOf(origin)
    for (const listen of [...this.#listeners]) listen(changes, source)
  }

  #sourceOf(origin: unknown): Source {
    if (origin === this.#undo) return 'undo'
    return typeof origin === 'string' && own.has(origin) ? (origin as Origin) : 'remote'
  }
}

/** A rope of a text whose lines end with '\n' only: a '\r' is a letter like others. */
export function ropeOf(text: string): Text {
  return Text.of(text.split('\n'))
}

/** What is read of a rope. */
export function sourceOf(rope: Text): TextSource {
  return { length: rope.length, slice: (from, to) => rope.sliceString(from, to, '\n') }
}

/** What is no text counts as a letter all the same: no client of ours writes it, but others may. */
function lettersOf(delta: readonly { insert?: unknown }[]): string {
  return delta.map(({ insert }) => (typeof insert === 'string' ? insert : '\ufffc')).join('')
}

/** What the letters say happened to them, as changes that count in the text before. */
function changesOf(delta: Y.YTextEvent['delta']): Change[] {
  const changes: Change[] = []
  let at = 0
  let joins = false
  for (const { retain, delete: removed, insert } of delta) {
    if (retain !== undefined) {
      at += retain
      joins = false
      continue
    }
    const last = joins ? changes.pop() : undefined
    const from = last?.from ?? at
    if (removed !== undefined) at += removed
    const text = (last?.insert ?? '') + (insert === undefined ? '' : lettersOf([{ insert }]))
    changes.push({ from, to: at, insert: text })
    joins = true
  }
  return changes
}

/** Without what it replaces by the same: carets and comments stay in place there, and fewer people collide. */
function trimmed(text: TextSource, { from, to, insert }: Change): Change {
  const old = text.slice(from, to)
  const most = Math.min(old.length, insert.length)
  let start = 0
  while (start < most && old[start] === insert[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === insert.at(-1 - end)) end++
  // A surrogate pair is one letter: Yjs would write its halves as unknown letters.
  if (start > 0 && isHigh(old.charCodeAt(start - 1))) start--
  if (end > 0 && isLow(old.charCodeAt(old.length - end))) end--
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) }
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

function isChange({ from, to, insert }: Change): boolean {
  return to > from || insert !== ''
}
