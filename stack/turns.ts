/** Nobody's turn came in time, or too many wait for one already. */
export class NoTurn extends Error {
  override name = 'NoTurn'
}

interface Line {
  running: number
  waiting: Set<() => void>
  /** Whether it stands for many people at once, say the product's own functions. */
  isMany: boolean
}

interface TurnsOptions {
  /** How many turns there are at a time. */
  places: number
  /** How many of one caller may wait. */
  waiting: number
  waitMs: number
}

// The last free place is for somebody who has none yet.
const KEPT_FREE = 1

/**
 * Turns at a number of places, shared by callers. Alone a caller has half of them, beside others a quarter; who has
 * none gets the next one that is free, and those who wait come in turns, whoever asked first or most often.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #half: number
  readonly #quarter: number
  readonly #lines = new Map<string | undefined, Line>()
  /** Lines in which somebody waits; the first has waited longest for one of its own. */
  readonly #ring = new Set<Line>()
  #free: number

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#free = options.places
    this.#half = Math.ceil(options.places / 2)
    this.#quarter = Math.max(1, Math.floor(options.places / 4))
  }

  /** Waits for a turn and returns what ends it; throws NoTurn. Nobody in particular (undefined) stands for many. */
  async take(key: string | undefined): Promise<() => void> {
    let line = this.#lines.get(key)
    if (!line) {
      line = { running: 0, waiting: new Set(), isMany: key === undefined }
      this.#lines.set(key, line)
    }
    if (this.#mayRun(line)) this.#start(line)
    else await this.#wait(line)
    let over = false
    return () => {
      if (over) return
      over = true
      this.#end(key, line)
    }
  }

  /** Turns that are free, for tests. */
  get free(): number {
    return this.#free
  }

  #mayRun({ running, isMany }: Line): boolean {
    if (this.#free === 0) return false
    if (running === 0) return true
    if (isMany) return this.#free > this.#quarter
    if (running < this.#quarter) return this.#free > KEPT_FREE
    return running < this.#half && this.#options.places - this.#free < this.#half
  }

  #start(line: Line): void {
    line.running++
    this.#free--
  }

  #end(key: string | undefined, line: Line): void {
    line.running--
    this.#free++
    if (line.running === 0 && line.waiting.size === 0) this.#lines.delete(key)
    this.#callNext()
  }

  /** The place is taken in the same moment, so that nobody who comes later gets between. */
  #callNext(): void {
    for (const line of this.#ring) {
      const [first] = line.waiting
      if (!first || !this.#mayRun(line)) continue
      this.#start(line)
      this.#leave(line, first)
      if (this.#ring.delete(line)) this.#ring.add(line)
      first()
      return
    }
  }

  #leave(line: Line, one: () => void): void {
    line.waiting.delete(one)
    if (line.waiting.size === 0) this.#ring.delete(line)
  }

  #wait(line: Line): Promise<void> {
    if (line.waiting.size >= this.#options.waiting) throw new NoTurn('too many are waiting')
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#leave(line, go)
        reject(new NoTurn('no turn came in time'))
      }, this.#options.waitMs)
      line.waiting.add(go)
      this.#ring.add(line)
    })
  }
}
