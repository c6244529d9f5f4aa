import { Worker } from 'node:worker_threads'
import type { Done, Job } from './bcrypt-worker.ts'
import { AuthError, badRequest } from './errors.ts'

export const MIN_LENGTH = 6
// bcrypt reads no further; two passwords that differ only beyond would be the same.
export const MAX_BYTES = 72
const COST = 10
const IDLE_MS = 30_000
const MAX_QUEUE = 200
// Nobody's password: compared against when there is none, so that both refusals cost the same.
const DECOY = `$2b$${COST}$${'.'.repeat(53)}`

type Task = { password: string } & ({ cost: number } | { hash: string })

export interface Passwords {
  /** The bcrypt hash of a password, after GoTrue's length rules (weak_password, validation_failed). */
  hash(password: string): Promise<string>
  /** Whether the password fits; takes the same time when there is no hash to compare with. */
  matches(password: string, hash: string | null): Promise<boolean>
  close(): Promise<void>
}

/** bcrypt on one worker thread, started when needed and ended when idle to keep memory small. */
export function createPasswords(): Passwords {
  const waiting = new Map<number, { resolve(result: string | boolean): void; reject(error: Error): void }>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./bcrypt-worker.ts', import.meta.url))
    started.unref()
    started.on('message', ({ id, result }: Done) => {
      waiting.get(id)?.resolve(result)
      waiting.delete(id)
      if (waiting.size === 0) idle = setTimeout(stop, IDLE_MS).unref()
    })
    started.on('error', (error) => {
      if (worker === started) worker = undefined
      for (const task of waiting.values()) task.reject(error)
      waiting.clear()
    })
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  function run(task: Task): Promise<string | boolean> {
    if (waiting.size >= MAX_QUEUE) {
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    }
    clearTimeout(idle)
    worker ??= start()
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      worker?.postMessage({ id, ...task } satisfies Job)
    })
  }

  return {
    async hash(password) {
      checkLength(password)
      return String(await run({ password, cost: COST }))
    },
    async matches(password, hash) {
      const fits = Buffer.byteLength(password) <= MAX_BYTES
      const equal = await run({ password, hash: hash || DECOY })
      return equal === true && fits && Boolean(hash)
    },
    async close() {
      await stop()
      for (const task of waiting.values()) task.reject(new Error('auth is closing'))
      waiting.clear()
    },
  }
}

/** GoTrue's rules for a new password: at least 6 characters, at most 72 bytes. */
export function checkLength(password: string): void {
  if ([...password].length < MIN_LENGTH) {
    const message = `Password should be at least ${MIN_LENGTH} characters.`
    throw new AuthError(422, 'weak_password', message, ['length'])
  }
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw badRequest(`Password cannot be longer than ${MAX_BYTES} characters`)
  }
}
