// The Deno process of one function: started on first use, ended when idle, when it hangs or when told to.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

export interface FunctionProcessOptions {
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Lines the function prints, and why its process ended. */
  log(level: 'info' | 'error', message: string): void
  /** The process now running, or undefined: recorded so that the next start can end an orphan. */
  onPid(pid: number | undefined): void
  bootMs?: number
  idleMs?: number
  /** A function that does not answer the watchdog for this long is blocked and gets killed. */
  hangMs?: number
}

const HANG = 10_000

interface Running {
  child: ChildProcess
  port: number
}

export class FunctionProcess {
  readonly #options: FunctionProcessOptions
  #running: Promise<Running> | undefined
  /** Whose id was told last: one that ends after its successor began takes nothing back. */
  #newest: ChildProcess | undefined
  #inFlight = 0
  #listening = false
  #asleep = false
  #idle: NodeJS.Timeout | undefined
  #watchdog: NodeJS.Timeout | undefined

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
    const answer = await fetch(`http://127.0.0.1:${port ?? (await this.#wake())}${path}`, {
      signal: AbortSignal.timeout(ms),
    })
    await answer.body?.cancel()
    return answer.status
  }

  async #wake(): Promise<number> {
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

  /** Ends the process; the next request starts a new one, which reads the sources again. */
  async stop(patienceMs = 2_000): Promise<void> {
    clearTimeout(this.#idle)
    const running = this.#running
    this.#running = undefined
    const child = (await running?.catch(() => undefined))?.child
    if (!child || ended(child)) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    const insist = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await exit
    clearTimeout(insist)
  }

  /**
   * Gives up a process that does not answer: a crashed one whose end was not noticed yet, or a blocked one
   * (an endless loop would hold every later request too).
   */
  async check(): Promise<void> {
    const running = await this.#running?.catch(() => undefined)
    if (!running) return
    const signal = AbortSignal.timeout(this.#options.hangMs ?? HANG)
    try {
      await fetch(`http://127.0.0.1:${running.port}/.waymark/ping`, { signal })
    } catch {
      if (!ended(running.child))
        this.#options.log('error', 'gave no sign of life: killed, started anew on the next request')
      this.#forget(running.child)
      running.child.kill('SIGKILL')
    }
  }

  async #start(): Promise<Running> {
    const { command, args, env, onPid, log, bootMs = 30_000 } = this.#options
    this.#listening = false
    this.#asleep = false
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    child.stdin?.on('error', () => undefined)
    this.#newest = child
    onPid(child.pid)
    child.once('exit', (code, signal) => {
      if (this.#newest === child) onPid(undefined)
      this.#forget(child)
      if (code !== 0 && signal !== 'SIGTERM') log('error', `process ended (${signal ?? `code ${code}`})`)
    })
    const errors: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (errors.length < 5) errors.push(line)
      log('error', line)
    })
    const running = new Promise<Running>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => reject(new Error(errors.join(' ') || 'it ended before it listened')))
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, port] = /^WAYMARK_PORT (\d+)$/.exec(line) ?? []
        if (port) resolve({ child, port: Number(port) })
        else log('info', line)
      })
    })
    try {
      const started = await within(running, bootMs, `it did not listen within ${bootMs / 1000} s`)
      this.#listening = true
      return started
    } catch (error) {
      child.kill('SIGKILL')
      this.#running = undefined
      throw new Error(`The function "${this.#options.name}" did not start: ${(error as Error).message}`)
    }
  }

  #forget(child: ChildProcess): void {
    const running = this.#running
    running?.then(
      (current) => {
        if (current.child === child && this.#running === running) this.#running = undefined
      },
      () => undefined,
    )
  }
}

function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function within<T>(promise: Promise<T>, ms: number, message: string): Promise<T> {
  const controller = new AbortController()
  const late = delay(ms, undefined, { signal: controller.signal }).then(() => {
    throw new Error(message)
  })
  late.catch(() => undefined)
  return Promise.race([promise, late]).finally(() => controller.abort())
}
