// One JSON line an event. Nothing that could be a secret is ever put in: callers pass named fields.
import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs'

export type Level = 'info' | 'warn' | 'error'
export type Log = (
  level: Level,
  entry: { service: string; message?: string } & Record<string, unknown>,
) => void

const MAX_BYTES = 10 * 1024 * 1024
const GATHER_MS = 50

/**
 * Appends to `file` (one older file is kept); `echo` also prints each line. Lines of the same moment are written
 * together; a warning or an error is written at once, with what came before it.
 */
export function createLog(file: string, echo: boolean): { log: Log; close(): Promise<void> } {
  if (existsSync(file) && statSync(file).size > MAX_BYTES) renameSync(file, `${file}.1`)
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 })
  stream.on('error', () => undefined)
  let gathering: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(gathering)
    gathering = undefined
    stream.uncork()
  }
  return {
    log(level, entry) {
      const line = JSON.stringify({ time: new Date().toISOString(), level, ...entry })
      if (gathering === undefined) {
        stream.cork()
        gathering = setTimeout(write, GATHER_MS)
      }
      stream.write(`${line}\n`)
      if (level !== 'info') write()
      if (echo) console.log(line)
    },
    close() {
      if (gathering !== undefined) write()
      return new Promise((resolve) => stream.end(resolve))
    },
  }
}
