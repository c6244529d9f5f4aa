// How far the messages of the database have been read, in transaction numbers. Transactions end in another order
// than they begin, so "further" means: everything older than the oldest one that still ran at some moment.

// A moment is only believed when it is this old: what was committed then has certainly been announced by now.
const SETTLED_MS = 10_000
// Enough for what one lost connection may bring twice; beyond it a message could be delivered a second time.
const MOST = 20_000

interface Moment {
  oldest: bigint
  at: number
}

export class Position {
  /** Delivered messages whose transaction is not older than `#settled`. */
  #delivered = new Map<string, bigint>()
  #settled: Moment | undefined
  #next: Moment | undefined

  get started(): boolean {
    return this.#settled !== undefined
  }

  /** The transaction from which on messages may not have been delivered yet. */
  get from(): string {
    return String(this.#settled?.oldest ?? 0)
  }

  /** Whether the message was not delivered before; it counts as delivered from now on. */
  isNew(id: string, xid: string): boolean {
    if (this.#delivered.has(id)) return false
    if (this.#delivered.size >= MOST) this.#delivered.delete(this.#delivered.keys().next().value ?? '')
    this.#delivered.set(id, BigInt(xid))
    return true
  }

  /** A snapshot was taken just now; `oldest` is the oldest transaction that ran then. */
  advance(oldest: string | undefined): void {
    if (oldest === undefined) return
    const now: Moment = { oldest: BigInt(oldest), at: Date.now() }
    this.#settled ??= now
    this.#next ??= now
    if (now.at - this.#next.at < SETTLED_MS) return
    this.#settled = this.#next
    this.#next = now
    for (const [id, xid] of this.#delivered) {
      if (isOlder(xid, this.#settled.oldest)) this.#delivered.delete(id)
    }
  }
}

// Rows carry the lower 32 bits of the number.
function isOlder(xid: bigint, than: bigint): boolean {
  return BigInt.asUintN(32, xid - than) >= 2n ** 31n
}
