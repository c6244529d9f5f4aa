import { compileRead } from '../sql/compile.ts'
import { answerOf } from '../sql/session.ts'
import { requestContext } from './context.ts'
import { notSingular, rangeOutOfBounds } from './errors.ts'
import { type Exchange, execute } from './handler.ts'
import { contentRange } from './page-range.ts'
import { preferenceApplied } from './preferences.ts'
import { type ReadPlan, readPlan } from './read-plans.ts'
import { bodyOf, type Reply, withOverrides } from './reply.ts'

/** GET and HEAD on a table or view. */
export async function read(exchange: Exchange, name: string): Promise<Reply> {
  const { preferences } = exchange
  const { query, page, accepted, statements, location } = readPlan(exchange, name)
  const context = requestContext({ ...exchange, readOnly: true })
  const [rows, plan] = await execute(exchange, context, statements)
  const answer = answerOf(rows)
  const found = Number(answer.rows)
  if (accepted.format === 'object' && found !== 1) throw notSingular(found)
  const total =
    preferences.count === 'estimated'
      ? await estimatedTotal(exchange, query, plannedRows(plan))
      : answer.total !== null
        ? Number(answer.total)
        : plannedRows(plan)
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

/** Exact while the planner expects few rows, the planner's number above `maxRows`. */
async function estimatedTotal(
  exchange: Exchange,
  query: ReadPlan['query'],
  planned: number | undefined,
): Promise<number | undefined> {
  if (planned !== undefined && planned > exchange.limits.maxRows) return planned
  const counting = compileRead(
    { ...query, fields: [], order: [], page: { limit: 0 } },
    { format: 'none', count: true },
  )
  const [rows] = await execute(exchange, requestContext({ ...exchange, readOnly: true }), [counting])
  return Number(answerOf(rows).total)
}
