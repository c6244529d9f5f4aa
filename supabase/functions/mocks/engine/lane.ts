// One worker with the engine: a request at a time, each with an end.
import type { Job, MockResult } from './types.ts'

/** Worker with the permissions that Deno lets it have; the type is not in its stable library. */
type Confined = WorkerOptions & { deno: { permissions: Record<string, boolean | 'inherit'> } }

const none = { env: false, ffi: false, import: false, net: false, run: false, sys: false, write: false }
const confined: Confined = { type: 'module', deno: { permissions: { ...none, read: 'inherit' } } }

/** Loading the engine takes some seconds on a busy machine. */
const bootMs = 60_000

export class Lane {
  readonly #worker: Worker
  readonly #ready: Promise<void>
  /** Operations it has prepared: compiled validators are never forgotten by their library. */
  prepared = 0
  isReady = false
  isBusy = false
  isGone = false

  constructor() {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), confined)
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
  async run(job: Job, patienceMs: number): Promise<MockResult> {
    this.isBusy = true
    try {
      await this.#ready
      const answer = this.#next(patienceMs)
      this.#worker.postMessage(job)
      this.prepared++
      return (await answer) as MockResult
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
      const late = setTimeout(() => reject(new Error('The engine took too long.')), patienceMs)
      this.#worker.onmessage = ({ data }) => {
        clearTimeout(late)
        resolve(data)
      }
      this.#worker.onerror = (event) => {
        event.preventDefault()
        clearTimeout(late)
        reject(new Error(`The engine ended: ${event.message}`))
      }
    })
  }
}
