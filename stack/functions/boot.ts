// Starting the Deno process of a function: it is up once it has said which port it listens on.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

export interface BootOptions {
  name: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Lines the function prints, and why its process ended. */
  log(level: 'info' | 'error', message: string): void
  bootMs?: number
}

export interface Running {
  child: ChildProcess
  port: number
}

/** Starts a process; `up` rejects, and it is killed, where it does not listen in time. */
export function boot({ name, command, args, env, log, bootMs = 30_000 }: BootOptions): {
  child: ChildProcess
  up: Promise<Running>
} {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  child.stdin?.on('error', () => undefined)
  child.once('exit', (code, signal) => {
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
  const up = within(running, bootMs, `it did not listen within ${bootMs / 1000} s`).catch((error) => {
    child.kill('SIGKILL')
    throw new Error(`The function "${name}" did not start: ${(error as Error).message}`)
  })
  return { child, up }
}

/** Whether a process has ended. */
export function hasEnded(child: ChildProcess): boolean {
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
