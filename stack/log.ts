// One JSON line an event. Nothing that could be a secret is ever put in: callers pass named fields.
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'

export type Level = 'info' | 'warn' | 'error'
export type Log = (
  level: Level,
  entry: { service: string; message?: string } & Record<string, unknown>,
) => void

const MAX_BYTES = 10 * 1024 * 1024

/** Appends to `file` (one older file is kept); `echo` also prints each line. */
export function createLog(file: string, echo: boolean): { log: Log; close(): Promise<void> } {
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, `${file}.1`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  stream.on('error', () => undefined)
  return {
    log(level, entry) {
      const line = JSON.stringify({ time: new Date().toISOString(), level, ...entry })
      stream.write(`${line}\n`)
      if (echo) console.log(line)
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  }
}
