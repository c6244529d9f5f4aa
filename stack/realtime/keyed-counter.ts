/** Counts what comes and goes by a key (a user, an address), up to so many of each. */
export class KeyedCounter {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more; returns what takes it back, or undefined when there are too many. */
  enter(key: string): (() => void) | undefined {
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#most) return undefined
    this.#counts.set(key, count + 1)
    let gone = false
    return () => {
      if (gone) return
      gone = true
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
    }
  }
}
