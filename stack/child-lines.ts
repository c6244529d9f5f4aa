// What a child prints, as entries of the log: the product's own programs print a JSON object a line.
import type { Level, Log } from './log.ts'

const LEVELS: unknown[] = ['info', 'warn', 'error'] satisfies Level[]
const PLAIN_LEVEL = { debug: 'info', warning: 'warn', fatal: 'error' } as Record<string, Level>

// What Deno says to programmers, on the same stream as its errors.
const WARNING = /^(Warning\b|Deno\.\w+: )/

// Longer ones would push what happened before out of the few files that are kept.
const LONGEST = 8 * 1024

/**
 * Logs one line; a JSON object keeps its own level, message and fields, any other text gets `otherwise`, and a warning of
 * Deno's is never an error. Of a line that is too long its beginning is the message.
 */
export function logChildLine(log: Log, service: string, line: string, otherwise: Level): void {
  const parsed = jsonObject(line)
  const { time: _time, level: own, message, service: _service, ...fields } = parsed ?? {}
  const level = LEVELS.includes(own) ? (own as Level) : (PLAIN_LEVEL[String(own)] ?? levelOf(line, otherwise))
  if (!parsed || line.length > LONGEST) {
    log(level, { service, message: line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line })
    return
  }
  log(level, { service, ...(message === undefined ? {} : { message: String(message) }), ...fields })
}

function levelOf(line: string, otherwise: Level): Level {
  return otherwise === 'error' && WARNING.test(line) ? 'warn' : otherwise
}

function jsonObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}
