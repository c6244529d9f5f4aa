// One worker that is allowed nothing: a piece of work at a time, each with an end.

/** Worker with the permissions that Deno lets it have; the type is not in its stable library. */
type Confined = WorkerOptions & { deno: { permissions: Record<string, boolean | 'inherit'> } }

const none = { env: false, ffi: false, import: false, net: false, run: false, sys: false, write: false }
const confined: Confined = { type: 'module', deno: { permissions: { ...none, read: 'inherit' } } }

/** Loading what it needs takes some seconds on a busy machine. */
const bootMs = 60_000
/** How often its memory is looked at: it may grow by a gigabyte a second. */
const lookMs = 10

/** Its file says 'ready' once, and then answers each message with one. */
export class Lane<Job, Result> {
  readonly #worker: Worker
  readonly #ready: Promise<void>
  readonly #mostGrowth: number
  #atFirst = 0
  /** How much it has answered: what its libraries keep stays as long as it does. */
  answered = 0
  isReady = false
  isBusy = false
  isGone = false

  /**
   * @param mostGrowth bytes by which the process may grow from when the worker is ready: one whose heap is full takes the
   * whole process along, so one that may be made to fill it is ended before
   */
  constructor(file: URL, mostGrowth = Number.POSITIVE_INFINITY) {
    this.#mostGrowth = mostGrowth
    this.#worker = new Worker(file, confined)
    this.#ready = this.#next(bootMs).then(
      () => {
        this.isReady = true
        this.#atFirst = Deno.memoryUsage().rss
      },
      (error) => {
        this.end()
        throw error
      },
    )
    // Whoever waits for it hears of it; nobody may.
    this.#ready.catch(() => undefined)
  }

  /** Rejects, and is gone, when the answer takes longer than `patienceMs`, too much memory, or the worker dies of it. */
  async run(job: Job, patienceMs: number): Promise<Result> {
    this.isBusy = true
    try {
      await this.#ready
      const answer = this.#next(patienceMs)
      this.#worker.postMessage(job)
      this.answered++
      return (await answer) as Result
    } catch (error) {
      this.end()
      throw error
    } finally {
      this.isBusy = false
    }
  }

  /** Whether so much of its room is taken that other work begins better in another one. */
  get isWorn(): boolean {
    return this.isReady && this.#growth > this.#mostGrowth / 3
  }

  get #growth(): number {
    return Deno.memoryUsage().rss - this.#atFirst
  }

  end(): void {
    this.isGone = true
    this.#worker.terminate()
  }

  #next(patienceMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        stopLooking()
        reject(new Error('It took too long.'))
      }, patienceMs)
      const look = setInterval(() => {
        if (!this.isReady || this.#growth <= this.#mostGrowth) return
        stopLooking()
        this.end()
        reject(new Error('It took too much memory.'))
      }, lookMs)
      const stopLooking = () => {
        clearTimeout(late)
        clearInterval(look)
      }
      this.#worker.onmessage = ({ data }) => {
        stopLooking()
        resolve(data)
      }
      this.#worker.onerror = (event) => {
        event.preventDefault()
        stopLooking()
        reject(new Error(`The worker ended: ${event.message}`))
      }
    })
  }
}
