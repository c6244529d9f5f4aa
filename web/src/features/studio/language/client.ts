import type { Change, TextSource } from '../../../../../editing/types.ts'
import { movedBy, together } from './found.ts'
import type { FromWorker, Method, Problem, Requests, ToWorker } from './protocol.ts'

/** What of a worker is used: a double is one too. */
export interface WorkerLike {
  postMessage(message: ToWorker): void
  terminate(): void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

/** `restarted`: it broke down and began anew; `down`: it broke down again and again and is left alone. */
export type LanguageState = 'working' | 'restarted' | 'down'

/** The question was taken back, or the worker broke down over it. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}

interface Waiting {
  resolve: (answer: never) => void
  reject: (error: Error) => void
}

/** How often the worker may break down within a minute. */
const MOST_CRASHES = 3
const MINUTE = 60_000

const NONE: readonly Problem[] = []

/** The Studio's side of the language worker. */
export class LanguageClient {
  readonly #start: () => WorkerLike
  readonly #texts = new Map<string, TextSource>()
  readonly #waiting = new Map<number, Waiting>()
  readonly #problems = new Map<string, readonly Problem[]>()
  /** What rules find, which is told from elsewhere. */
  readonly #found = new Map<string, readonly Problem[]>()
  #watch: ((path: string, changes: readonly Change[] | null) => void) | null = null
  readonly #listeners = new Set<() => void>()
  #worker: WorkerLike | null = null
  #state: LanguageState = 'working'
  #others: readonly string[] = []
  #front: string | null = null
  #crashes: number[] = []
  #lastId = 0
  #snapshot: ReadonlyMap<string, readonly Problem[]> = new Map()

  constructor(start: () => WorkerLike) {
    this.#start = start
  }

  get state(): LanguageState {
    return this.#state
  }

  /** What is wrong, by path; another map after each change. */
  get problems(): ReadonlyMap<string, readonly Problem[]> {
    return this.#snapshot
  }

  problemsOf(path: string): readonly Problem[] {
    return this.#snapshot.get(path) ?? NONE
  }

  /** Says what rules find in a file, beside what is wrong in it by itself. */
  setFound(path: string, found: readonly Problem[]): void {
    this.#keep(this.#found, path, found)
  }

  /** What rules found last, where it stands now. */
  foundIn(path: string): readonly Problem[] {
    return this.#found.get(path) ?? NONE
  }

  /** Calls with each change of a text; null for changes where the text is another as a whole, or gone. */
  watch(listen: ((path: string, changes: readonly Change[] | null) => void) | null): void {
    this.#watch = listen
  }

  /** Calls when what is wrong, or the state, is another; returns the way to stop. */
  subscribe = (listen: () => void): (() => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  has(path: string): boolean {
    return this.#texts.has(path)
  }

  /** Adds a file, or gives it another text as a whole. The source is read again where the worker begins anew. */
  open(path: string, text: TextSource): void {
    this.#texts.set(path, text)
    this.#post({ type: 'text', path, text: text.slice(0, text.length) })
    this.#watch?.(path, null)
  }

  /** Tells how a text has changed; `text` is what it is now. */
  change(path: string, changes: readonly Change[], text: TextSource): void {
    if (!this.#texts.has(path)) {
      this.open(path, text)
      return
    }
    this.#texts.set(path, text)
    this.#post({ type: 'change', path, changes })
    const found = this.#found.get(path)
    if (found) this.#found.set(path, movedBy(changes, found))
    this.#watch?.(path, changes)
  }

  close(path: string): void {
    if (!this.#texts.delete(path)) return
    this.#post({ type: 'gone', path })
    this.#keep(this.#problems, path, NONE)
    this.#keep(this.#found, path, NONE)
    this.#watch?.(path, null)
  }

  /** Says which files there are without a text here. */
  setOthers(paths: readonly string[]): void {
    this.#others = paths
    this.#post({ type: 'others', paths })
  }

  setFront(path: string | null): void {
    this.#front = path
    this.#post({ type: 'front', path })
  }

  /** Asks. Rejects with Unanswered when it is taken back, or cannot be answered. */
  ask<Name extends Method>(
    method: Name,
    ask: Requests[Name]['ask'],
    signal?: AbortSignal,
  ): Promise<Requests[Name]['answer']> {
    if (this.#state === 'down') return Promise.reject(new Unanswered('The language service is not running.'))
    if (signal?.aborted) return Promise.reject(new Unanswered('It was taken back.'))
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return
        this.#post({ type: 'cancel', id })
        reject(new Unanswered('It was taken back.'))
      })
      this.#post({ type: 'ask', id, method, ask })
    })
  }

  /** Begins anew after it was left alone. */
  restart(): void {
    this.#crashes = []
    this.#state = 'restarted'
    this.#begin()
    this.#notify()
  }

  stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#rejectAll()
    this.#listeners.clear()
    this.#state = 'down'
  }

  #post(message: ToWorker): void {
    if (this.#state === 'down') return
    if (!this.#worker) {
      this.#begin()
      // Beginning tells all texts as they are.
      if (message.type !== 'ask') return
    }
    this.#worker?.postMessage(message)
  }

  #begin(): void {
    this.#worker?.terminate()
    const worker = this.#start()
    this.#worker = worker
    worker.onmessage = ({ data }) => this.#receive(data)
    worker.onerror = () => this.#crashed(worker)
    for (const [path, text] of this.#texts)
      worker.postMessage({ type: 'text', path, text: text.slice(0, text.length) })
    worker.postMessage({ type: 'others', paths: this.#others })
    worker.postMessage({ type: 'front', path: this.#front })
  }

  #receive(message: FromWorker): void {
    if (message.type === 'problems') {
      if (this.#texts.has(message.path)) this.#keep(this.#problems, message.path, message.problems)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.type === 'answer') waiting?.resolve(message.answer as never)
    else waiting?.reject(new Unanswered(message.message))
  }

  #crashed(worker: WorkerLike): void {
    if (worker !== this.#worker) return
    const now = Date.now()
    this.#crashes = [...this.#crashes.filter((at) => now - at < MINUTE), now]
    this.#rejectAll()
    if (this.#crashes.length > MOST_CRASHES) {
      worker.terminate()
      this.#worker = null
      this.#state = 'down'
    } else {
      this.#state = 'restarted'
      this.#begin()
    }
    this.#notify()
  }

  #rejectAll(): void {
    for (const { reject } of this.#waiting.values())
      reject(new Unanswered('The language service broke down.'))
    this.#waiting.clear()
  }

  #keep(kept: Map<string, readonly Problem[]>, path: string, problems: readonly Problem[]): void {
    if (problems.length === 0 && !kept.has(path)) return
    if (problems.length === 0) kept.delete(path)
    else kept.set(path, problems)
    const all = together(this.#problems.get(path) ?? NONE, this.#found.get(path) ?? NONE)
    const snapshot = new Map(this.#snapshot)
    if (all.length === 0) snapshot.delete(path)
    else snapshot.set(path, all)
    this.#snapshot = snapshot
    this.#notify()
  }

  #notify(): void {
    for (const listen of [...this.#listeners]) listen()
  }
}

/** The client on a worker of its own. */
export function startLanguage(): LanguageClient {
  return new LanguageClient(
    () => new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module' }) as WorkerLike,
  )
}
