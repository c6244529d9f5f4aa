/** Updates of a document in the order of their numbers: what comes too soon is held until what is missing before it is here. */
export class SeqWindow<Update> {
  #last = 0
  readonly #beyond = new Map<number, Update>()

  /** The last one before the first that is missing. */
  get last(): number {
    return this.#last
  }

  /** Whether one is missing before what is held: what merely waits for its turn leaves no gap. */
  get hasGap(): boolean {
    return this.#beyond.size > 0 && !this.#beyond.has(this.#last + 1)
  }

  /** What is held. */
  get held(): readonly Update[] {
    return [...this.#beyond.values()]
  }

  /** Begins anew: all up to this one are here, and nothing beyond. */
  start(last: number): void {
    this.#last = last
    this.#beyond.clear()
  }

  /** Takes one; those that were here before, or are held, are left out. */
  hold(seq: number, update: Update): void {
    if (seq > this.#last && !this.#beyond.has(seq)) this.#beyond.set(seq, update)
  }

  /** Those whose turn it is, each once. */
  *ready(): Generator<Update> {
    for (;;) {
      const update = this.#beyond.get(this.#last + 1)
      if (update === undefined) return
      this.#beyond.delete(++this.#last)
      yield update
    }
  }
}
