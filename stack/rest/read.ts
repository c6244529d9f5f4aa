import { requestContext } from '../data-api/context.ts'
import { notSingular, rangeOutOfBounds } from '../data-api/errors.ts'
import { preferenceApplied } from '../data-api/preferences.ts'
import type { Reply } from '../http/reply.ts'
import { answerOf } from '../sql/session.ts'
import { type Exchange, execute } from './handler.ts'
import { contentRange } from './page-range.ts'
import { readPlan } from './plan/read-plans.ts'
import { bodyOf, withOverrides } from './reply.ts'

/** GET and HEAD on a table or view. */
export async function read(exchange: Exchange, name: string): Promise<Reply> {
  const { preferences } = exchange
  const { page, accepted, statements, location } = readPlan(exchange, name)
  const context = requestContext({ ...exchange, readOnly: true })
  const [rows, plan] = await execute(exchange, context, statements)
  const answer = answerOf(rows)
  const found = Number(answer.rows)
  if (accepted.format === 'object' && found !== 1) throw notSingular(found)
  const total = totalOf(answer.total, plannedRows(plan), exchange.limits.maxRows)
  return withOverrides(
    {
      status: pageStatus(page.offset, found, total),
      headers: {
        'Content-Range': contentRange(page.offset, page.offset + found - 1, total),
        'Content-Location': location,
        'Content-Type': accepted.contentType,
        ...exchange.profileHeader,
        ...preferenceApplied(preferences, ['count', 'handling', 'timezone']),
      },
      body: bodyOf(answer, accepted),
    },
    answer,
  )
}

/** 206 for a part of a known whole; throws PGRST103 for a page behind its end. */
export function pageStatus(offset: number, found: number, total: number | undefined): 200 | 206 {
  if (total === undefined) return 200
  if (offset > total) throw rangeOutOfBounds(offset, total)
  return found < total ? 206 : 200
}

function plannedRows(rows: (string | null)[][] | undefined): number | undefined {
  const text = rows?.map((row) => row[0]).join('')
  if (!text) return undefined
  const [explained] = JSON.parse(text) as [{ Plan: { 'Plan Rows': number } }]
  return explained.Plan['Plan Rows']
}

/** What was counted; where it was counted only until it was too much, the planner's number when that is greater. */
function totalOf(text: string | null, planned: number | undefined, maxRows: number): number | undefined {
  if (text === null) return planned
  const counted = Number(text)
  return counted > maxRows ? Math.max(counted, planned ?? 0) : counted
}
