// Mends what letters made of several people's edits in one moment, by what each of them meant.
import { ChangeSet, type Text } from '@codemirror/state'
import type * as Y from 'yjs'
import type { Repair } from '../../../../../editing/merge/repair.ts'
import type { Path } from '../../../../../editing/types.ts'
import type { Merger } from './merger.ts'
import { formatOf } from './open-document.ts'
import { type Author, Overlap, type Overlapped } from './overlap.ts'
import { textName, type YTextModel } from './ytext-model.ts'

/** After the last of it was sent, until it is looked at, ms: who wrote last does, another one where that one is gone. */
const waitMs = { first: 150, later: 1_500, spread: 1_000, again: 5_000 }

/** What two made different of one value. One's own stays until somebody decides. Undefined is what is not there. */
export interface Dispute {
  id: string
  path: Path
  base: unknown
  ours: unknown
  theirs: unknown
  /** Accounts of the others, as far as they are known. */
  authors: readonly number[]
}

export type NewDispute = Omit<Dispute, 'id'>

interface Options {
  doc: Y.Doc
  model: YTextModel
  path: () => string
  merger: Merger
  onDisputes: (disputes: NewDispute[]) => void
}

export class Mender {
  readonly #options: Options
  readonly #overlap: Overlap
  /** Keys of updates of one's own: what is told of them once more is nobody else's. */
  readonly #sent = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** For whose turn the timer runs. */
  #turn: Overlap['turn'] = 'none'
  #isAtWork = false
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#overlap = new Overlap(options.doc.getText(textName))
  }

  /** Notes what was written here; `before` is the text of which the server has all. */
  wrote(transaction: Y.Transaction, before: Text): void {
    this.#overlap.wrote(transaction, before)
  }

  /** Notes what another wrote, once it stands in the document. */
  heard(update: Uint8Array, key: string, author: Author, seq: number): void {
    if (!this.#sent.has(key)) this.#overlap.heard(update, author, seq)
  }

  caughtUp(transaction: Y.Transaction, from: number, to: number): void {
    this.#overlap.caughtUp(transaction, from, to)
  }

  sent(key: string, seq: number): void {
    if (!this.#overlap.isOpen) return
    this.#sent.add(key)
    this.#overlap.sent(seq)
  }

  /** Looks whether there is something to mend; `hasAll`: the server has what was written here, and nothing is missing. */
  settle(hasAll: boolean): void {
    if (!this.#overlap.isOpen || this.#isAtWork) return
    const { turn } = this.#overlap
    if (!hasAll) this.#stop()
    else if (turn === 'none') this.#done()
    else this.#wait(turn)
  }

  #wait(turn: 'first' | 'later'): void {
    // Whoever came after that sees more: they see to it, and one waits whether they do.
    if (turn !== this.#turn) this.#stop()
    this.#turn = turn
    this.#soon(turn === 'first' ? waitMs.first : waitMs.later + (this.#options.doc.clientID % waitMs.spread))
  }

  /** Mends what came about where a day's work met what others had written meanwhile; `now` is the text of both. */
  async resume(texts: Overlapped): Promise<void> {
    const { model } = this.#options
    const { rope } = model
    let since = ChangeSet.empty(rope.length)
    const stop = model.subscribe((changes) => {
      since = since.compose(ChangeSet.of([...changes], since.newLength, '\n'))
    })
    const repaired = await this.#ask(texts, rope, false).catch(() => null)
    stop()
    if (!repaired || this.#isClosed) return
    const changes: { from: number; to: number; insert: string }[] = []
    ChangeSet.of([...repaired.changes], rope.length, '\n')
      .map(since)
      .iterChanges((from, to, _fromAfter, _toAfter, insert) => {
        changes.push({ from, to, insert: insert.sliceString(0, insert.length, '\n') })
      })
    this.#apply({ changes, conflicts: repaired.conflicts }, texts.authors)
  }

  close(): void {
    this.#isClosed = true
    this.#done()
  }

  #soon(wait: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#mend()
    }, wait)
  }

  async #mend(): Promise<void> {
    const { model } = this.#options
    const { rope } = model
    const isFirst = this.#turn === 'first'
    const texts = this.#overlap.texts()
    if (!texts || texts.ours === texts.base || texts.theirs === texts.base) return this.#done()
    this.#isAtWork = true
    const repaired = await this.#ask(texts, rope, !isFirst).catch(() => undefined)
    this.#isAtWork = false
    if (this.#isClosed) return
    // Nobody merges at the moment; or somebody went on writing, and it is another text.
    if (repaired === undefined) return this.#soon(waitMs.again)
    if (model.rope !== rope) return this.#soon(waitMs.first)
    this.#done()
    if (repaired) this.#apply(repaired, texts.authors)
  }

  #ask(texts: Overlapped, rope: Text, onlyBroken: boolean): Promise<Repair | null> {
    const format = formatOf(this.#options.path())
    if (format !== 'json' && format !== 'yaml') return Promise.resolve(null)
    const { base, ours, theirs, apart } = texts
    const now = rope.sliceString(0, rope.length, '\n')
    return this.#options.merger.repair({ format, base, ours, theirs, apart, now, onlyBroken })
  }

  #apply({ changes, conflicts }: Repair, authors: readonly number[]): void {
    this.#options.model.apply(changes, 'repair')
    if (conflicts.length === 0) return
    this.#options.onDisputes(
      conflicts.map(({ path, base, ours, theirs }) => ({ path, base, ours, theirs, authors })),
    )
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #done(): void {
    this.#stop()
    this.#overlap.close()
    this.#sent.clear()
  }
}
