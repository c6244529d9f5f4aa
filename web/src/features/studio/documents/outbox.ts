// What was written in a document and waits to be sent: first together for a moment, then one update after the other.
import * as Y from 'yjs'
import { randomId } from './ids.ts'
import type { Keep, KeptBase, Unsent } from './keep.ts'
import type { KeyedUpdate } from './server.ts'
import { piecesAtMost, splitUpdate } from './split-update.ts'

/** Keys that follow each other this closely are sent as one update; the first after a pause goes at once, ms. */
export const togetherMs = 75
/** Bodies of callers end at 1 MiB, and these go as base64 text: four bytes for three. */
const most = { update: 350_000, call: 700_000, count: 100, pieces: 4_000 }

export class Outbox {
  readonly #documentId: string
  readonly #keep: Keep
  readonly #onChange: () => void
  #fresh: Uint8Array[] = []
  #epoch = 0
  #queue: Unsent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushedAt = Number.NEGATIVE_INFINITY
  /** Whether the state that these updates go onto is kept as well. */
  hasBase = false

  constructor(documentId: string, keep: Keep, onChange: () => void) {
    this.#documentId = documentId
    this.#keep = keep
    this.#onChange = onChange
  }

  /** How many updates wait. */
  get size(): number {
    return this.#queue.length + (this.#fresh.length > 0 ? 1 : 0)
  }

  /** What waits, oldest first. */
  get waiting(): readonly Uint8Array[] {
    return [...this.#queue.map(({ update }) => update), ...this.#fresh]
  }

  /** Whether something can be sent: what is typed this moment is not yet. */
  get isReady(): boolean {
    return this.#queue.length > 0
  }

  /** Takes an update that was just written. */
  write(update: Uint8Array, epoch: number): void {
    if (this.#fresh.length > 0 && this.#epoch !== epoch) this.flush()
    this.#epoch = epoch
    this.#fresh.push(update)
    this.#timer ??= setTimeout(this.flush, Math.max(0, this.#flushedAt + togetherMs - performance.now()))
    if (this.#fresh.length === 1 && this.#queue.length === 0) this.#onChange()
  }

  /** Makes one update of what was just written, and keeps it. */
  flush = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#fresh.length === 0) return
    this.#flushedAt = performance.now()
    const whole = this.#fresh.length === 1 ? this.#fresh[0] : Y.mergeUpdates(this.#fresh)
    this.#fresh = []
    for (const update of whole ? splitUpdate(whole, most.update) : []) {
      const record = {
        key: randomId(),
        documentId: this.#documentId,
        epoch: this.#epoch,
        update,
        at: Date.now(),
      }
      this.#queue.push(record)
      // Without storage it is kept as long as the page is open.
      void this.#keep.add(record).catch(() => undefined)
    }
    this.#onChange()
  }

  /** What is sent next in one call. */
  next(epoch: number): KeyedUpdate[] {
    let size = 0
    let pieces = 0
    const batch: KeyedUpdate[] = []
    for (const { key, update, epoch: of } of this.#queue) {
      if (of !== epoch) continue
      size += update.length
      pieces += piecesAtMost(update)
      const isFull = size > most.call || batch.length >= most.count || pieces > most.pieces
      if (batch.length > 0 && isFull) break
      batch.push({ key, update })
    }
    return batch
  }

  /** The server has these; those of them that waited here. */
  took(keys: readonly string[]): Set<string> {
    const waiting = new Set(this.#queue.map(({ key }) => key))
    const taken = new Set(keys.filter((key) => waiting.has(key)))
    if (taken.size === 0) return taken
    this.#queue = this.#queue.filter(({ key }) => !taken.has(key))
    void this.#keep.drop(this.#documentId, [...taken]).catch(() => undefined)
    if (this.size === 0 && this.hasBase) {
      this.hasBase = false
      void this.#keep.dropBase(this.#documentId).catch(() => undefined)
    }
    return taken
  }

  /**
   * What this browser kept, written here before or in another tab: of this epoch, which is sent, and of former ones; and
   * the state that it goes onto.
   */
  async restore(epoch: number): Promise<{ present: Unsent[]; former: Unsent[]; base: KeptBase | null }> {
    this.flush()
    const [kept, base] = await Promise.all([
      this.#keep.unsent(this.#documentId).catch(() => []),
      this.#keep.base(this.#documentId).catch(() => null),
    ])
    const known = new Set(this.#queue.map(({ key }) => key))
    this.#queue.push(...kept.filter(({ key }) => !known.has(key)))
    const former = this.#queue.filter((record) => record.epoch !== epoch)
    this.#queue = this.#queue.filter((record) => record.epoch === epoch)
    const isUsed = this.#queue.length > 0 || former.length > 0
    this.hasBase = this.#queue.length > 0 && base?.epoch === epoch
    // A page that ended as all was sent left it behind: what is written next goes onto another state.
    if (base && !isUsed) await this.#keep.dropBase(this.#documentId).catch(() => undefined)
    return { present: this.#queue, former, base: isUsed ? base : null }
  }

  /** Forgets what belongs to other epochs. */
  async dropOthers(epoch: number): Promise<void> {
    const kept = await this.#keep.unsent(this.#documentId).catch(() => [])
    const others = kept.filter((record) => record.epoch !== epoch).map(({ key }) => key)
    await this.#keep.drop(this.#documentId, others).catch(() => undefined)
    this.hasBase = false
  }

  async clear(): Promise<void> {
    this.close()
    const kept = await this.#keep.unsent(this.#documentId).catch(() => [])
    await this.#keep.drop(
      this.#documentId,
      kept.map(({ key }) => key),
    )
    this.#queue = []
    this.#fresh = []
    this.hasBase = false
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
