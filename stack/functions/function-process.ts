// The Deno process of one function: started on first use, ended when idle, when it hangs or when told to.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type BootOptions, boot, hasEnded, type Running } from './boot.ts'

/** What a process is for: one takes the requests, and of a function that is much used another waits for its end. */
export type Role = 'serving' | 'spare'

export interface FunctionProcessOptions extends BootOptions {
  /** The process now in this role, or undefined: recorded so that the next start can end an orphan. */
  onPid(role: Role, pid: number | undefined): void
  idleMs?: number
  /** A function that does not answer the watchdog for this long is blocked and gets killed. */
  hangMs?: number
  /** After this long in use another process stands ready to take over at once; never where nothing is said. */
  spareMs?: number
  /** What such a process is asked for before it takes over: any answer will do. */
  probePath?: string
  /** What is sent to it besides, because whoever sends the like waits for no second answer. */
  rehearsedPath?: string | undefined
}

const HANG = 10_000
// The first request builds what a function finds its routes by, the next few what is compiled of them.
const WARM_CALLS = 5
const WARM_MS = 2_000

export class FunctionProcess {
  readonly #options: FunctionProcessOptions
  #running: Promise<Running> | undefined
  #spare: Promise<Running> | undefined
  /** Whose id was told last: one that ends after its successor began takes nothing back. */
  readonly #newest: Partial<Record<Role, ChildProcess | undefined>> = {}
  #inFlight = 0
  #listening = false
  #asleep = false
  #idle: NodeJS.Timeout | undefined
  #watchdog: NodeJS.Timeout | undefined
  #readying: NodeJS.Timeout | undefined

  constructor(options: FunctionProcessOptions) {
    this.#options = options
  }

  /** Whether its process takes requests now. */
  get listening(): boolean {
    return this.#listening && this.#running !== undefined
  }

  /** Whether it was ended because nobody called it: the next request starts it. */
  get asleep(): boolean {
    return this.#asleep && this.#running === undefined
  }

  /**
   * Calls it to see whether it answers; throws where it does not. Unlike a request this keeps no process from going to
   * sleep.
   */
  async probe(path: string, ms: number): Promise<number> {
    const port = this.listening ? (await this.#running)?.port : undefined
    const answer = await fetch(`http://127.0.0.1:${port ?? (await this.port())}${path}`, {
      signal: AbortSignal.timeout(ms),
    })
    await answer.body?.cancel()
    return answer.status
  }

  /** Where it answers now, for whoever has acquired it before; starts the process when there is none. */
  async port(): Promise<number> {
    const port = await this.acquire()
    this.release()
    return port
  }

  /** The port to send a request to; starts the process when there is none. Call `release` afterwards. */
  async acquire(): Promise<number> {
    clearTimeout(this.#idle)
    this.#inFlight++
    try {
      this.#running ??= this.#start()
      const { port } = await this.#running
      this.#watchdog ??= setInterval(() => void this.check(), (this.#options.hangMs ?? HANG) / 2).unref()
      this.#readySpare()
      return port
    } catch (error) {
      this.release()
      throw error
    }
  }

  release(): void {
    this.#inFlight--
    if (this.#inFlight > 0) return
    clearInterval(this.#watchdog)
    this.#watchdog = undefined
    clearTimeout(this.#idle)
    this.#idle = setTimeout(
      () => {
        this.#asleep = true
        void this.stop()
      },
      this.#options.idleMs ?? 15 * 60_000,
    ).unref()
  }

  /** Ends the process, and what waits for its end; the next request starts a new one, which reads the sources again. */
  async stop(patienceMs = 2_000): Promise<void> {
    clearTimeout(this.#idle)
    clearTimeout(this.#readying)
    this.#readying = undefined
    const started = [this.#running, this.#spare]
    this.#running = undefined
    this.#spare = undefined
    await Promise.all(started.map((one) => end(one, patienceMs)))
  }

  /**
   * Gives up a process that does not answer: a crashed one whose end was not noticed yet, or a blocked one
   * (an endless loop would hold every later request too).
   */
  async check(): Promise<void> {
    const serving = this.#running
    const running = await serving?.catch(() => undefined)
    if (!running) return
    const signal = AbortSignal.timeout(this.#options.hangMs ?? HANG)
    try {
      await fetch(`http://127.0.0.1:${running.port}/.waymark/ping`, { signal })
    } catch {
      if (!hasEnded(running.child))
        this.#options.log('error', 'gave no sign of life: killed, started anew on the next request')
      if (this.#running === serving) this.#running = undefined
      running.child.kill('SIGKILL')
    }
  }

  async #start(): Promise<Running> {
    this.#asleep = false
    this.#listening = false
    const spare = this.#spare
    this.#spare = undefined
    const ready = await spare?.catch(() => undefined)
    if (ready && !hasEnded(ready.child)) {
      this.#newest.spare = undefined
      this.#options.onPid('spare', undefined)
      this.#tell('serving', ready.child)
      this.#listening = true
      return ready
    }
    try {
      const started = await this.#boot('serving')
      this.#listening = true
      return started
    } catch (error) {
      this.#running = undefined
      throw error
    }
  }

  #boot(role: Role): Promise<Running> {
    const { child, up } = boot(this.#options)
    this.#tell(role, child)
    child.once('exit', () => {
      for (const one of ['serving', 'spare'] as const)
        if (this.#newest[one] === child) this.#options.onPid(one, undefined)
      this.#forget(child)
    })
    return up
  }

  #tell(role: Role, child: ChildProcess): void {
    this.#newest[role] = child
    this.#options.onPid(role, child.pid)
  }

  /** Not at once: whoever calls a function a single time, or while everything starts, needs no second process. */
  #readySpare(): void {
    const { spareMs } = this.#options
    if (spareMs === undefined || this.#spare || this.#readying) return
    this.#readying = setTimeout(() => {
      this.#readying = undefined
      if (!this.listening || this.#spare) return
      const spare = this.#boot('spare').then(async (ready) => {
        await this.#warm(ready)
        return ready
      })
      this.#spare = spare
      // The log says why; the next request asks for another.
      spare.catch(() => {
        if (this.#spare === spare) this.#spare = undefined
      })
    }, spareMs).unref()
  }

  /** Whoever waits for its first request must not wait for what only that one needs. */
  async #warm({ port }: Running): Promise<void> {
    const { probePath, rehearsedPath } = this.#options
    if (probePath === undefined) return
    const signal = AbortSignal.timeout(WARM_MS)
    try {
      for (let call = 0; call < WARM_CALLS; call++) {
        await (await fetch(`http://127.0.0.1:${port}${probePath}`, { signal })).body?.cancel()
        if (rehearsedPath === undefined) continue
        const sent = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' }, signal }
        await (await fetch(`http://127.0.0.1:${port}${rehearsedPath}`, sent)).body?.cancel()
      }
    } catch {
      // It takes over as it is.
    }
  }

  #forget(child: ChildProcess): void {
    const [running, spare] = [this.#running, this.#spare]
    const isOf = (one: Promise<Running> | undefined) =>
      one?.then(
        (current) => current.child === child,
        () => false,
      )
    void isOf(running)?.then((itself) => {
      if (itself && this.#running === running) this.#running = undefined
    })
    void isOf(spare)?.then((itself) => {
      if (itself && this.#spare === spare) this.#spare = undefined
    })
  }
}

async function end(started: Promise<Running> | undefined, patienceMs: number): Promise<void> {
  const child = (await started?.catch(() => undefined))?.child
  if (!child || hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await exit
  clearTimeout(insist)
}
