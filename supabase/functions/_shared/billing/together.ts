// What is asked while the same is being answered is answered together next.

interface Waiting<Ask, Result> {
  asks: Ask[]
  result: Promise<Result>
}

/**
 * Work of which a key has one at a time: whoever asks meanwhile waits for the next one, and shares it with all who asked until
 * it began. So what they get was always begun after they had asked. A failure is told to all who shared it, to nobody else.
 */
export class Together<Ask, Result> {
  readonly #work: (asks: readonly Ask[]) => Promise<Result>
  readonly #waiting = new Map<string, Waiting<Ask, Result>>()
  readonly #last = new Map<string, Promise<Result>>()

  constructor(work: (asks: readonly Ask[]) => Promise<Result>) {
    this.#work = work
  }

  /** The result of the next work of `key`, which has `ask` among its asks. */
  join(key: string, ask: Ask): Promise<Result> {
    const waiting = this.#waiting.get(key)
    if (waiting) {
      waiting.asks.push(ask)
      return waiting.result
    }
    const asks = [ask]
    const result = this.#after(this.#last.get(key), key, asks)
    this.#waiting.set(key, { asks, result })
    this.#last.set(key, result)
    return result
  }

  async #after(before: Promise<Result> | undefined, key: string, asks: Ask[]): Promise<Result> {
    // What became of the one before is told to those who shared it.
    await before?.catch(() => undefined)
    this.#waiting.delete(key)
    try {
      return await this.#work(asks)
    } finally {
      if (!this.#waiting.has(key)) this.#last.delete(key)
    }
  }
}
