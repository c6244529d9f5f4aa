/** Which updates of a document are here: all up to one, and some beyond it. */
export class SeqWindow {
  #last = 0
  readonly #beyond = new Set<number>()

  /** The last one before the first that is missing. */
  get last(): number {
    return this.#last
  }

  get hasGap(): boolean {
    return this.#beyond.size > 0
  }

  /** Begins anew: all up to this one are here. */
  start(last: number): void {
    this.#last = last
    this.#beyond.clear()
  }

  /** Notes one; whether one before it is missing now. */
  add(seq: number): boolean {
    if (seq <= this.#last) return this.hasGap
    this.#beyond.add(seq)
    while (this.#beyond.delete(this.#last + 1)) this.#last++
    return this.hasGap
  }
}
