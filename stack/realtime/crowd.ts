/** Counts what comes and goes by whose it is, up to so many of each. */
export class Crowd {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more; returns what takes it back, or undefined when there are too many. */
  enter(whose: string): (() => void) | undefined {
    const count = this.#counts.get(whose) ?? 0
    if (count >= this.#most) return undefined
    this.#counts.set(whose, count + 1)
    let gone = false
    return () => {
      if (gone) return
      gone = true
      const left = (this.#counts.get(whose) ?? 1) - 1
      if (left > 0) this.#counts.set(whose, left)
      else this.#counts.delete(whose)
    }
  }
}
