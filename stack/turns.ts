/** Nobody's turn came in time, or too many wait for one already. */
export class NoTurn extends Error {
  override name = 'NoTurn'
}

interface Line {
  running: number
  waiting: Set<() => void>
}

interface TurnsOptions {
  /** How many turns one key has at a time. */
  atOnce: number
  /** How many may wait behind them. */
  waiting: number
  waitMs: number
}

/** Turns for each key: what one caller asks for at once beyond its share waits in a line of its own. */
export class Turns {
  readonly #options: TurnsOptions
  readonly #lines = new Map<string, Line>()

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Waits for a turn and returns what ends it; throws NoTurn. */
  async take(key: string): Promise<() => void> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() }
    this.#lines.set(key, line)
    if (line.running >= this.#options.atOnce) await this.#wait(line)
    else line.running++
    let over = false
    return () => {
      if (over) return
      over = true
      this.#next(key, line)
    }
  }

  /** A turn is handed on, so that nobody who comes later gets between. */
  #next(key: string, line: Line): void {
    const [first] = line.waiting
    if (first) {
      line.waiting.delete(first)
      first()
      return
    }
    line.running--
    if (line.running === 0) this.#lines.delete(key)
  }

  #wait(line: Line): Promise<void> {
    if (line.waiting.size >= this.#options.waiting) throw new NoTurn('too many are waiting')
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.delete(go)
        reject(new NoTurn('no turn came in time'))
      }, this.#options.waitMs)
      line.waiting.add(go)
    })
  }
}
