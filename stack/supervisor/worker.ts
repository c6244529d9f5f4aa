// The worker, and what else is a child as it is: restarted when it ends, later and later while it cannot take up its work.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { logChildLine } from '../child-lines.ts'
import type { Log } from '../log.ts'

export interface Worker {
  /** `late`: it has been on its way up for longer than it should. */
  state(): 'ok' | 'starting' | 'late' | 'restarting' | 'stopped'
  /** Resolves when it first said "worker ready" (before, nothing can be queued), or after `patienceMs`. */
  ready(patienceMs: number): Promise<void>
  stop(): Promise<void>
}

interface WorkerOptions {
  /** What it is called in the log; it says "NAME ready" when it takes up its work. */
  name?: string
  program: string
  cwd: string
  env: NodeJS.ProcessEnv
  log: Log
  onPid(pid: number | undefined): void
  /** From when on one that is not ready is called late, and from when on it is killed and begun again. */
  lateMs?: number
  hopelessMs?: number
}

const LATE_MS = 60_000
// A busy machine takes a minute and more; what hangs on its way up would else hang for ever.
const HOPELESS_MS = 10 * 60_000
const FIRST_PAUSE = 500
// Short enough that nobody misses it for long when Postgres took its time to recover.
const LONGEST_PAUSE = 3_000

/** Keeps the program running until `stop`. */
export function startWorker(o: WorkerOptions): Worker {
  let child: ChildProcess | undefined
  let pause = FIRST_PAUSE
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let ready = false
  const firstReady = Promise.withResolvers<void>()

  let begunAt = 0
  let hopeless: NodeJS.Timeout | undefined

  const { name = 'worker', lateMs = LATE_MS, hopelessMs = HOPELESS_MS } = o
  const start = () => {
    const begun = spawnNode(o.program, o.cwd, o.env)
    child = begun
    begunAt = performance.now()
    hopeless = setTimeout(() => {
      o.log('error', { service: name, message: `not ready within ${hopelessMs / 1000} s, killed` })
      begun.kill('SIGKILL')
    }, hopelessMs)
    o.onPid(child.pid)
    logLines(child, name, o.log, (line) => {
      if (line !== `${name} ready`) return
      clearTimeout(hopeless)
      firstReady.resolve()
      ready = true
      // What takes up its work is not one that cannot start: when it dies, it is missed at once.
      pause = FIRST_PAUSE
    })
    child.once('exit', (code, signal) => {
      clearTimeout(hopeless)
      child = undefined
      ready = false
      o.onPid(undefined)
      if (stopped) return
      o.log('error', { service: name, message: `ended (${signal ?? code}), restart in ${pause} ms` })
      timer = setTimeout(start, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    })
  }
  start()

  return {
    state() {
      if (ready) return 'ok'
      if (child) return performance.now() - begunAt > lateMs ? 'late' : 'starting'
      return stopped ? 'stopped' : 'restarting'
    },
    async ready(patienceMs) {
      const patience = setTimeout(firstReady.resolve, patienceMs)
      await firstReady.promise
      clearTimeout(patience)
    },
    async stop() {
      stopped = true
      firstReady.resolve()
      clearTimeout(timer)
      clearTimeout(hopeless)
      if (child) await endChild(child, 2_500)
    },
  }
}

/** A Node child that ends with the supervisor; its output is piped. */
export function spawnNode(
  program: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): ChildProcess {
  const watch = join(import.meta.dirname, 'parent-watch.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', watch, program, ...args],
    {
      cwd,
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  )
  child.stdin.on('error', () => undefined)
  return child
}

/** Asks the child to end and insists after `patienceMs`. */
export async function endChild(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await exit
  clearTimeout(insist)
}

function logLines(child: ChildProcess, name: string, log: Log, onLine: (line: string) => void): void {
  for (const [stream, level] of [
    [child.stdout, 'info'],
    [child.stderr, 'error'],
  ] as const) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (message) => {
      logChildLine(log, name, message, level)
      onLine(message)
    })
  }
}
