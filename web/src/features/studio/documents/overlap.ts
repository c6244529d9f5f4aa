// What is written here while somebody else writes: told apart in the letters that came of both, so that both sides can be
// merged by what they say where the letters alone make nonsense of them.
import type { Text } from '@codemirror/state'
import * as Y from 'yjs'

/** Somebody else's part in it: of one person, or of one window of whom nobody knows who it is. */
interface Side {
  clients: Set<number>
  deleted: Spans
}

/** The texts of a moment in which several wrote. */
export interface Overlapped {
  base: string
  ours: string
  /** All that others wrote, together. */
  theirs: string
  /** Each of them alone, where there are several. */
  apart: string[]
  /** Accounts of the others, as far as they are known. */
  authors: number[]
}

/** Who wrote an update: the account, or null where nobody says. */
export type Author = number | null

/**
 * From the first letter that the server does not have until it has all of them, and nothing of others is missing. Costs
 * nothing but the noting of updates until somebody else's come in between.
 */
export class Overlap {
  readonly #letters: Y.Text
  #since: Map<number, number> | null = null
  #base: Text | null = null
  #own = nobody()
  /** What came as a state of the whole document: nobody knows of whom. */
  #unknown = nobody()
  #others = new Map<string, Side>()
  #authors = new Set<number>()
  #seqs = { own: 0, first: Number.POSITIVE_INFINITY, last: 0 }

  constructor(letters: Y.Text) {
    this.#letters = letters
  }

  get isOpen(): boolean {
    return this.#since !== null
  }

  /** Whether others wrote as well. */
  get hasOthers(): boolean {
    return this.#seqs.last > 0
  }

  /**
   * What to do once all has arrived: `first` where one's own came last in the sequence, for then this is who sees both;
   * `later` where others' came in between and after it, and one of them sees to it first; `none` where they knew.
   */
  get turn(): 'first' | 'later' | 'none' {
    const { own, first, last } = this.#seqs
    if (!this.hasOthers || own < first) return 'none'
    return own > last ? 'first' : 'later'
  }

  /** Notes what was written here; `before` is the text of which the server has all. */
  wrote(transaction: Y.Transaction, before: Text): void {
    if (!this.#since) {
      this.#since = new Map(transaction.beforeState)
      this.#base = before
    }
    this.#own.clients.add(transaction.doc.clientID)
    note(this.#own.deleted, transaction.deleteSet)
  }

  /** Notes what somebody else wrote. */
  heard(update: Uint8Array, author: Author, seq: number): void {
    if (!this.#since) return
    const { structs, ds } = Y.decodeUpdate(update)
    const clients = new Set(structs.map(({ id }) => id.client))
    const name = author === null ? `window ${[...clients][0] ?? ''}` : `account ${author}`
    const side = this.#others.get(name) ?? nobody()
    this.#others.set(name, side)
    for (const client of clients) side.clients.add(client)
    note(side.deleted, ds)
    if (author !== null) this.#authors.add(author)
    this.#came(seq, seq)
  }

  /** Notes that a state of the document brought what others wrote, from one place in the sequence to another. */
  caughtUp({ deleteSet }: Y.Transaction, from: number, to: number): void {
    if (!this.#since || to < from) return
    note(this.#unknown.deleted, deleteSet)
    this.#came(from, to)
  }

  /** The server has what was written here. */
  sent(seq: number): void {
    this.#seqs.own = Math.max(this.#seqs.own, seq)
  }

  #came(from: number, to: number): void {
    this.#seqs.first = Math.min(this.#seqs.first, from)
    this.#seqs.last = Math.max(this.#seqs.last, to)
  }

  close(): void {
    this.#since = null
    this.#base = null
    this.#own = nobody()
    this.#unknown = nobody()
    this.#others.clear()
    this.#authors.clear()
    this.#seqs = { own: 0, first: Number.POSITIVE_INFINITY, last: 0 }
  }

  /** The texts; null where they cannot be told apart. */
  texts(): Overlapped | null {
    if (!this.#since || !this.#base) return null
    const sides = [this.#own, this.#unknown, ...this.#others.values()]
    const spans = sides.map(({ deleted }) => sorted(deleted))
    const written = sides.map(() => new Writer())
    const all = new Writer()
    let at = 0
    const base = this.#base
    for (let item = this.#letters._start; item; item = item.right) {
      if (!item.countable) continue
      const { client, clock } = item.id
      const ends = cuts(item, this.#since.get(client) ?? 0, spans)
      let from = clock
      for (const to of ends) {
        const length = to - from
        const gone = spans.map((side) => isIn(side, client, from))
        if (from < (this.#since.get(client) ?? 0)) {
          // What was gone before is no part of the text that all began with.
          if (item.deleted && !gone.some(Boolean)) {
            from = to
            continue
          }
          const text = base.sliceString(at, at + length, '\n')
          at += length
          for (const [side, writer] of written.entries()) if (!gone[side]) writer.add(text)
          if (!gone.some((isGone, side) => isGone && side > 0)) all.add(text)
        } else if (!item.deleted) {
          const text =
            item.content instanceof Y.ContentString
              ? item.content.str.slice(from - clock, to - clock)
              : '\ufffc'.repeat(length)
          const side = sides.findIndex(({ clients }) => clients.has(client))
          written[side]?.add(text)
          if (side !== 0) all.add(text)
        }
        from = to
      }
    }
    if (at !== base.length) return null
    const [ours = '', , ...apart] = written.map((writer) => writer.text)
    return {
      base: base.sliceString(0, base.length, '\n'),
      ours,
      theirs: all.text,
      apart: apart.length > 1 ? apart : [],
      authors: [...this.#authors],
    }
  }
}

const nobody = (): Side => ({ clients: new Set(), deleted: new Map() })

/** Stretches of clocks by client. */
type Spans = Map<number, { from: number; to: number }[]>

interface Deleted {
  clients: Map<number, { clock: number; len: number }[]>
}

function note(spans: Spans, { clients }: Deleted): void {
  for (const [client, list] of clients) {
    const known = spans.get(client) ?? []
    spans.set(client, known)
    for (const { clock, len } of list) known.push({ from: clock, to: clock + len })
  }
}

/** In order, those that touch made one. */
function sorted(spans: Spans): Spans {
  return new Map(
    [...spans].map(([client, list]) => {
      const joined: { from: number; to: number }[] = []
      for (const span of list.toSorted((a, b) => a.from - b.from)) {
        const last = joined.at(-1)
        if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
        else joined.push({ ...span })
      }
      return [client, joined]
    }),
  )
}

/** The first stretch that ends behind a clock. */
function spanAt(spans: Spans, client: number, clock: number): { from: number; to: number } | undefined {
  const list = spans.get(client)
  if (!list) return undefined
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.to ?? 0) > clock) high = middle
    else low = middle + 1
  }
  return list[low]
}

function isIn(spans: Spans, client: number, clock: number): boolean {
  const span = spanAt(spans, client, clock)
  return span !== undefined && span.from <= clock
}

/** Where the letters of an item begin to have another fate; the last one is its end. */
function cuts(item: Y.Item, since: number, sides: readonly Spans[]): number[] {
  const { client, clock } = item.id
  const end = clock + item.length
  const found = new Set([end])
  if (since > clock && since < end) found.add(since)
  for (const side of sides) {
    for (let at = clock; at < end; ) {
      const span = spanAt(side, client, at)
      if (!span || span.from >= end) break
      if (span.from > clock) found.add(span.from)
      if (span.to < end) found.add(span.to)
      at = span.to
    }
  }
  return [...found].sort((a, b) => a - b)
}

class Writer {
  readonly #pieces: string[] = []

  add(text: string): void {
    this.#pieces.push(text)
  }

  get text(): string {
    return this.#pieces.join('')
  }
}
