// One JSON line an event. Nothing that could be a secret is ever put in: callers pass named fields.
import { appendFile, rename, rm, stat, truncate } from 'node:fs/promises'

export type Level = 'info' | 'warn' | 'error'
export type Log = (
  level: Level,
  entry: { service: string; message?: string } & Record<string, unknown>,
) => void

export interface LogFile {
  log: Log
  /** Writes what waits; resolves when it is in the file or known to be lost. */
  close(): Promise<void>
}

export interface LogLimits {
  /** A longer file is renamed to `.1`, that one to `.2`, and so on. */
  fileBytes: number
  /** Older files that are kept. */
  kept: number
  /** Lines that wait while the file cannot be written; more are dropped and counted. */
  waitingBytes: number
}

const LIMITS: LogLimits = { fileBytes: 10 * 1024 * 1024, kept: 4, waitingBytes: 1024 * 1024 }
const GATHER_MS = 50
const RETRY_MS = 1_000

/**
 * Appends to `file`; `echo` also prints each line. Lines of the same moment are written together; a warning or an
 * error is written at once, with what came before it. While the disk is full lines are dropped; when there is room
 * again the log goes on, with a line that says how many are missing.
 */
export function createLog(file: string, echo: boolean, limits: LogLimits = LIMITS): LogFile {
  const writer = new Writer(file, limits)
  return {
    log(level, entry) {
      const line = lineOf(level, entry)
      writer.add(line, level !== 'info')
      if (echo) process.stdout.write(line)
    },
    close: () => writer.close(),
  }
}

/** Prints each line, where whoever runs a process keeps what it says. */
export const printLog: Log = (level, entry) => {
  process.stdout.write(lineOf(level, entry))
}

function lineOf(level: Level, entry: object): string {
  return `${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`
}

class Writer {
  readonly #file: string
  readonly #limits: LogLimits
  #waiting: string[] = []
  #bytes = 0
  #lost = 0
  #reason = ''
  /** Of the file; unknown before the first write and after a failure. */
  #size: number | undefined
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(file: string, limits: LogLimits) {
    this.#file = file
    this.#limits = limits
  }

  add(line: string, urgent: boolean): void {
    if (this.#bytes + line.length > this.#limits.waitingBytes) {
      this.#lost++
      return
    }
    this.#waiting.push(line)
    this.#bytes += line.length
    // After a failure even what is urgent waits: a full disk is not asked for each line.
    if (urgent && !this.#reason) this.#writeSoon(0)
    else this.#timer ??= this.#after(this.#reason ? RETRY_MS : GATHER_MS)
  }

  async close(): Promise<void> {
    await this.#writing
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#write()
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#writeSoon(ms), ms)
  }

  #writeSoon(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing) {
      this.#timer = this.#after(ms || GATHER_MS)
      return
    }
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined
    })
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0 && this.#lost === 0) return
    const [lines, lost] = [this.#waiting, this.#lost]
    this.#waiting = []
    this.#bytes = 0
    const text = (lost > 0 ? this.#gap(lost) : '') + lines.join('')
    try {
      await this.#rotate()
      await appendFile(this.#file, text, { mode: 0o600 })
      this.#size = (this.#size ?? 0) + Buffer.byteLength(text)
      this.#lost -= lost
      this.#reason = ''
    } catch (error) {
      this.#lost += lines.length
      // Of the last line only a part may have found room.
      if (this.#size !== undefined) await truncate(this.#file, this.#size).catch(() => undefined)
      this.#size = undefined
      this.#reason = (error as Error).message
      this.#timer ??= this.#after(RETRY_MS).unref()
    }
  }

  #gap(lost: number): string {
    return lineOf('warn', { service: 'log', message: `${lost} lines could not be written: ${this.#reason}` })
  }

  async #rotate(): Promise<void> {
    this.#size ??= await stat(this.#file).then(
      ({ size }) => size,
      () => 0,
    )
    if (this.#size < this.#limits.fileBytes) return
    await rm(`${this.#file}.${this.#limits.kept}`, { force: true })
    for (let age = this.#limits.kept - 1; age >= 1; age--) await moveIfThere(this.#file, age)
    await rename(this.#file, `${this.#file}.1`)
    this.#size = 0
  }
}

async function moveIfThere(file: string, age: number): Promise<void> {
  await rename(`${file}.${age}`, `${file}.${age + 1}`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
