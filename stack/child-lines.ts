// What a child prints, as entries of the log: the product's own programs print a JSON object a line.
import type { Level, Log } from './log.ts'

const LEVELS: unknown[] = ['info', 'warn', 'error'] satisfies Level[]
const PLAIN_LEVEL = { debug: 'info', warning: 'warn', fatal: 'error' } as Record<string, Level>

/** Logs one line; a JSON object keeps its own level, message and fields, any other text gets `otherwise`. */
export function logChildLine(log: Log, service: string, line: string, otherwise: Level): void {
  const told = jsonObject(line)
  if (!told) {
    log(otherwise, { service, message: line })
    return
  }
  const { time: _time, level: own, message, service: _service, ...fields } = told
  const level = LEVELS.includes(own) ? (own as Level) : (PLAIN_LEVEL[String(own)] ?? otherwise)
  log(level, { service, ...(message === undefined ? {} : { message: String(message) }), ...fields })
}

function jsonObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}
