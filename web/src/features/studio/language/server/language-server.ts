import { FileCheck } from '../../../../../../editing/validity/file-check.ts'
import type { FromWorker, Method, Problem, ToWorker } from '../protocol.ts'
import { handlersOf } from './handlers.ts'
import { Texts } from './texts.ts'

/** How long one piece of work may take, ms: in between, messages are heard. */
const SLICE = 10
/** After the last change, ms, until what is wrong is looked for. */
const PAUSE = 250

/** The language worker's inside: keeps the texts, answers questions, and says what is wrong. */
export class LanguageServer {
  private readonly texts = new Texts()
  private readonly check = new FileCheck(this.texts.references)
  private readonly post: (message: FromWorker) => void
  /** Questions that take more than one slice. */
  private readonly asked = new Map<number, Generator<void, unknown>>()
  /** Files whose problems are to be looked for anew, in this order. */
  private readonly stale = new Set<string>()
  private checking: { path: string; work: Generator<void, unknown> } | null = null
  private front: string | null = null
  private isScheduled = false
  private resumeAt = 0

  private readonly handlers = handlersOf(this.texts)

  constructor(post: (message: FromWorker) => void) {
    this.post = post
  }

  receive(message: ToWorker): void {
    switch (message.type) {
      case 'text':
        this.texts.set(message.path, message.text)
        this.changed(message.path)
        break
      case 'change':
        this.texts.change(message.path, message.changes)
        this.changed(message.path)
        break
      case 'gone':
        this.texts.delete(message.path)
        this.check.forget(message.path)
        this.post({ type: 'problems', path: message.path, problems: [] })
        this.changed(null)
        break
      case 'others':
        this.texts.others = new Set(message.paths)
        this.changed(null)
        break
      case 'front':
        this.front = message.path
        break
      case 'ask':
        this.answer(message.id, message.method, message.ask)
        break
      case 'cancel':
        this.asked.delete(message.id)
    }
  }

  private changed(path: string | null): void {
    this.checking = null
    const paths = this.texts.references.paths
    const first = [path, this.front].filter((one) => one !== null)
    this.stale.clear()
    // What one file says is wrong or right in those that refer to it as well.
    for (const one of [...first, ...paths]) if (this.texts.references.has(one)) this.stale.add(one)
    this.resumeAt = performance.now() + PAUSE
    this.schedule()
  }

  private answer(id: number, method: Method, ask: unknown): void {
    try {
      const handler = this.handlers[method] as (ask: unknown) => unknown
      const answer = handler(ask)
      if (isWork(answer)) {
        this.asked.set(id, answer)
        this.schedule()
      } else this.post({ type: 'answer', id, answer })
    } catch (error) {
      this.failed(id, error)
    }
  }

  private failed(id: number, error: unknown): void {
    this.post({ type: 'failed', id, message: error instanceof Error ? error.message : 'It did not work.' })
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    const wait = this.asked.size > 0 ? 0 : Math.max(0, this.resumeAt - performance.now())
    setTimeout(() => {
      this.isScheduled = false
      this.work()
    }, wait)
  }

  private work(): void {
    const end = performance.now() + SLICE
    while (performance.now() < end) if (!this.step()) return
    this.schedule()
  }

  /** One piece of work: questions first. False where there is nothing to do now. */
  private step(): boolean {
    const [next] = this.asked
    if (next) {
      this.advance(...next)
      return true
    }
    if (performance.now() < this.resumeAt) {
      if (this.stale.size > 0) this.schedule()
      return false
    }
    this.checking ??= this.nextCheck()
    if (!this.checking) return false
    const { path, work } = this.checking
    try {
      const step = work.next()
      if (step.done) {
        this.checking = null
        this.stale.delete(path)
      }
    } catch (error) {
      // What is odd in one file leaves the others.
      console.error(error)
      this.checking = null
      this.stale.delete(path)
    }
    return true
  }

  private advance(id: number, work: Generator<void, unknown>): void {
    try {
      const step = work.next()
      if (!step.done) return
      this.asked.delete(id)
      this.post({ type: 'answer', id, answer: step.value })
    } catch (error) {
      this.asked.delete(id)
      this.failed(id, error)
    }
  }

  private nextCheck(): LanguageServer['checking'] {
    const [path] = this.stale
    return path === undefined ? null : { path, work: this.checkOf(path) }
  }

  private *checkOf(path: string): Generator<void> {
    const found = yield* this.check.check(path, this.texts.others)
    const lines = this.texts.linesOf(path)
    const problems = found.map((one): Problem => ({ ...one, ...lines.at(one.range.from) }))
    this.post({ type: 'problems', path, problems })
  }
}

function isWork(answer: unknown): answer is Generator<void, unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.iterator in answer && 'next' in answer
}
