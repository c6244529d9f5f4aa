import type { Found, FromLint, GuideTexts, LintedText, ToLint } from './protocol.ts'

/** What of a worker is used: a double is one too. */
export interface LintWorkerLike {
  postMessage(message: ToLint): void
  terminate(): void
  onmessage: ((event: MessageEvent<FromLint>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

/** A lint that takes longer is given up, ms. Rules are strangers': a pattern can be made to take for ever. */
const PATIENCE = 10_000
/** After so many that were given up, the rules are left alone until they are others. */
const MOST_GIVEN_UP = 2

/** The Studio's side of the lint worker, which begins with the first text. */
export class Linter {
  readonly #start: () => LintWorkerLike
  readonly #patience: number
  #worker: LintWorkerLike | null = null
  #guides: readonly GuideTexts[] = []
  #givenUp = 0
  #lastId = 0
  #end: (() => void) | null = null

  constructor(start: () => LintWorkerLike = startWorker, patience: number = PATIENCE) {
    this.#start = start
    this.#patience = patience
  }

  /** Whether the rules took too long again and again. */
  get isGivenUp(): boolean {
    return this.#givenUp >= MOST_GIVEN_UP
  }

  setGuides(guides: readonly GuideTexts[]): void {
    this.#guides = guides
    this.#givenUp = 0
    this.#worker?.postMessage({ type: 'guides', guides })
  }

  /** What is found in a text, one at a time; null where that cannot be said. */
  lint(linted: LintedText): Promise<readonly Found[] | null> {
    if (this.isGivenUp) return Promise.resolve(null)
    const id = ++this.#lastId
    this.#worker ??= this.#begin()
    const worker = this.#worker
    return new Promise((resolve) => {
      const end = (found: readonly Found[] | null) => {
        clearTimeout(timer)
        this.#end = null
        resolve(found)
      }
      const giveUp = () => {
        this.#givenUp += 1
        this.#stopWorker()
        end(null)
      }
      const timer = setTimeout(giveUp, this.#patience)
      worker.onerror = giveUp
      worker.onmessage = ({ data }) => {
        if (data.id === id) end('found' in data ? data.found : null)
      }
      this.#end = () => end(null)
      worker.postMessage({ type: 'lint', id, linted })
    })
  }

  stop(): void {
    this.#stopWorker()
    this.#end?.()
  }

  #begin(): LintWorkerLike {
    const worker = this.#start()
    worker.postMessage({ type: 'guides', guides: this.#guides })
    return worker
  }

  #stopWorker(): void {
    this.#worker?.terminate()
    this.#worker = null
  }
}

function startWorker(): LintWorkerLike {
  return new Worker(new URL('./lint.worker.ts', import.meta.url), { type: 'module' }) as LintWorkerLike
}
