import { Logger } from 'graphile-worker'

export type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, message: string, fields?: Record<string, unknown>) => void

/** One JSON line an event. Callers name ids and counts only: no address, token, code or content. */
export const log: Log = (level, message, fields = {}) => {
  console.log(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }))
}

/** graphile-worker's own messages in the same form; its job payloads and chatter stay out. */
export const graphileLogger = new Logger(() => (level, message, meta) => {
  if (level === 'warning') log('warn', message)
  // A failed job is logged by the job itself, which knows more.
  if (level === 'error' && !meta?.failure) log('error', message)
})

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
