// One worker that is allowed nothing: a piece of work at a time, each with an end.

/** Worker with the permissions that Deno lets it have; the type is not in its stable library. */
type Confined = WorkerOptions & { deno: { permissions: Record<string, boolean | 'inherit'> } }

const none = { env: false, ffi: false, import: false, net: false, run: false, sys: false, write: false }
const confined: Confined = { type: 'module', deno: { permissions: { ...none, read: 'inherit' } } }

/** Loading what it needs takes some seconds on a busy machine. */
const bootMs = 60_000

/** Its file says 'ready' once, and then answers each message with one. */
export class Lane<Job, Result> {
  readonly #worker: Worker
  readonly #ready: Promise<void>
  /** How much it has answered: what its libraries keep stays as long as it does. */
  answered = 0
  isReady = false
  isBusy = false
  isGone = false

  constructor(file: URL) {
    this.#worker = new Worker(file, confined)
    this.#ready = this.#next(bootMs).then(
      () => {
        this.isReady = true
      },
      (error) => {
        this.end()
        throw error
      },
    )
    // Whoever waits for it hears of it; nobody may.
    this.#ready.catch(() => undefined)
  }

  /** Rejects, and is gone, when the answer takes longer than `patienceMs` or the worker dies of it. */
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

  end(): void {
    this.isGone = true
    this.#worker.terminate()
  }

  #next(patienceMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('It took too long.')), patienceMs)
      this.#worker.onmessage = ({ data }) => {
        clearTimeout(late)
        resolve(data)
      }
      this.#worker.onerror = (event) => {
        event.preventDefault()
        clearTimeout(late)
        reject(new Error(`The worker ended: ${event.message}`))
      }
    })
  }
}
