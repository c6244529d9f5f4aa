// Activity as files for other programs.
import type { ActivityEvent } from './queries.ts'
import { actorOf, textOf } from './sentences.ts'

export type ExportFormat = 'csv' | 'json'

const columns: [string, (event: ActivityEvent) => string][] = [
  ['id', ({ id }) => String(id)],
  ['created_at', ({ created_at }) => created_at],
  ['type', ({ type }) => type],
  ['event', (event) => `${actorOf(event)} ${textOf(event)}`],
  ['actor_name', ({ actor_name }) => actor_name],
  ['actor_email', ({ actor_email }) => actor_email],
  ['ip_address', ({ ip_address }) => ip_address ?? ''],
  ['metadata', ({ metadata }) => JSON.stringify(metadata)],
]

// A spreadsheet runs a cell that begins like this as a formula, also after blanks and in its full-width forms.
const formula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A value as a cell that no spreadsheet takes for a formula, whoever named the project. */
export function cellOf(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Events as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export function csvOf(events: readonly ActivityEvent[]): string {
  const head = columns.map(([name]) => cellOf(name)).join(',')
  const rows = events.map((event) => columns.map(([, value]) => cellOf(value(event))).join(','))
  return `\uFEFF${[head, ...rows].join('\r\n')}\r\n`
}

/** Events as JSON, as the database tells them. */
export function jsonOf(events: readonly ActivityEvent[]): string {
  return `${JSON.stringify(events, null, 2)}\n`
}

/** Hands a text to the reader as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
