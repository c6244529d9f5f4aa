// The worker as its own process, so that it can be killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const MAIN = resolve(import.meta.dirname, '../../../worker/main.ts')

export interface WorkerProcess {
  pid: number
  /** What it printed so far. */
  output(): string
  /** Its exit code, once it has ended by itself. */
  ended(): Promise<number | null>
  /** Ends it by a signal; the exit code, or null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts it and waits for "worker ready"; rejects with what it printed when it ends before. */
export async function startWorker(env: Record<string, string>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  await new Promise<void>((ready, reject) => {
    const onData = (chunk: Buffer) => {
      printed += chunk
      if (printed.includes('worker ready')) ready()
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The worker ended with code ${code}:\n${printed}`)))
  })
  const exited = once(child, 'exit').then(([code]): number | null => code)
  return {
    pid: child.pid ?? 0,
    output: () => printed,
    ended: () => exited,
    end: (signal) => end(child, signal),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = await exit
  return code
}
