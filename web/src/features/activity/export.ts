// Activity as files for other programs.
import {
  type ActivityColumn,
  activityColumns,
} from '../../../../supabase/functions/_shared/domain/activity-columns.ts'
import { csvLine } from '../../../../supabase/functions/_shared/domain/csv.ts'
import type { ActivityEvent } from './queries.ts'
import { actorOf, textOf } from './sentences.ts'

export type ExportFormat = 'csv' | 'json' | 'ndjson'

const cells: Record<ActivityColumn, (event: ActivityEvent) => string> = {
  id: ({ id }) => String(id),
  created_at: ({ created_at }) => created_at,
  type: ({ type }) => type,
  event: (event) => `${actorOf(event)} ${textOf(event)}`,
  actor_name: ({ actor_name }) => actor_name,
  actor_email: ({ actor_email }) => actor_email,
  ip_address: ({ ip_address }) => ip_address ?? '',
  metadata: ({ metadata }) => JSON.stringify(metadata),
}

/** Events as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export function csvOf(events: readonly ActivityEvent[]): string {
  const head = csvLine(activityColumns)
  const rows = events.map((event) => csvLine(activityColumns.map((name) => cells[name](event))))
  return `\uFEFF${[head, ...rows].join('')}`
}

/** Events as JSON, as the database tells them. */
export function jsonOf(events: readonly ActivityEvent[]): string {
  return `${JSON.stringify(events, null, 2)}\n`
}

/** Events as JSON, one a line. */
export function linesOf(events: readonly ActivityEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('')
}
