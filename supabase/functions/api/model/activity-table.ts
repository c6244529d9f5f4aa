// Activity as a table: read in portions and sent as it is read, so that a long trail is never held whole.
import { type ActivityColumn, activityColumns } from '../../_shared/domain/activity-columns.ts'
import {
  type ActivityEventRow,
  type ActivityEventView,
  activityEventView,
} from '../../_shared/domain/activity-event.ts'
import { csvLine } from '../../_shared/domain/csv.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { readTrail, type Stretch } from './activity.ts'

const portion = 500

const cells: Record<Exclude<ActivityColumn, 'event'>, (event: ActivityEventView) => string> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  type: ({ type }) => type,
  actor_name: ({ actor }) => actor.name,
  actor_email: ({ actor }) => actor.email,
  ip_address: ({ ip_address }) => ip_address ?? '',
  metadata: ({ metadata }) => JSON.stringify(metadata),
}
const columns = activityColumns.filter((name) => name !== 'event')

/** The stretch as CSV, at most `limit` events; refuses before it begins to answer. */
export async function activityTable(c: AppContext, stretch: Stretch, limit = Infinity): Promise<Response> {
  let left = limit
  let range = stretch
  const read = () => readTrail(c, range, Math.min(portion, left))
  let next: ActivityEventRow[] | null = await read()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (table) => table.enqueue(encoder.encode(csvLine(columns))),
    async pull(table) {
      const rows = next ?? (await read())
      next = null
      left -= rows.length
      const oldest = rows.at(-1)
      if (oldest) {
        table.enqueue(encoder.encode(rows.map(line).join('')))
        range = { ...range, before: oldest.id }
      }
      if (rows.length < portion || left <= 0) table.close()
    },
  })
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="activity.csv"',
  })
}

function line(row: ActivityEventRow): string {
  const event = activityEventView(row)
  return csvLine(columns.map((name) => cells[name](event)))
}
