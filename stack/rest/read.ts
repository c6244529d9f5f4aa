import type { Relation } from '../sql/catalog-types.ts'
import { compilePlannedCount, compileRead, type Output } from '../sql/compile.ts'
import { answerOf } from '../sql/session.ts'
import type { ReadQuery } from '../sql/tree.ts'
import { requestContext } from './context.ts'
import { notSingular, rangeOutOfBounds } from './errors.ts'
import { type Exchange, execute, findRelation } from './handler.ts'
import { negotiate } from './media.ts'
import { contentRange, pageRange } from './page-range.ts'
import { planRead } from './plan-read.ts'
import { preferenceApplied } from './preferences.ts'
import { parseQuery } from './query-parameters.ts'
import { type Reply, withOverrides } from './reply.ts'
import { header } from './request.ts'

/** GET and HEAD on a table or view. */
export async function read(exchange: Exchange, name: string): Promise<Reply> {
  const { catalog, limits, request, schema, preferences } = exchange
  const relation = findRelation(catalog, schema, name)
  const parameters = parseQuery(request.search, false)
  const accepted = negotiate(header(request, 'accept'))
  const page = rootPage(exchange, parameters.pages)
  const query = { ...planRead({ ...limits, catalog, schema }, relation, parameters, page), relation }
  const output: Output = {
    format: request.method === 'HEAD' && accepted.format !== 'object' ? 'none' : accepted.format,
    stripNulls: accepted.stripNulls,
    count: preferences.count === 'exact',
  }
  const statements = [compileRead(query, output)]
  if (wantsPlan(exchange)) statements.push(compilePlannedCount(query))
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
        'Content-Location': contentLocation(name, request.search),
        'Content-Type': accepted.contentType,
        ...exchange.profileHeader,
        ...preferenceApplied(preferences, ['count', 'handling', 'timezone']),
      },
      body: answer.body ?? '',
    },
    answer,
  )
}

/** The page of the root: `Range` counts for reads only. */
export function rootPage(
  exchange: Exchange,
  pages: { path: string[]; value: { limit?: number | undefined; offset?: number | undefined } }[],
) {
  const own = pages.find(({ path }) => path.length === 0)?.value ?? {}
  const range = exchange.request.method === 'GET' ? header(exchange.request, 'range') : undefined
  return pageRange(own, range, exchange.limits.maxRows)
}

/** 206 for a part of a known whole; throws PGRST103 for a page behind its end. */
export function pageStatus(offset: number, found: number, total: number | undefined): 200 | 206 {
  if (total === undefined) return 200
  if (offset > total) throw rangeOutOfBounds(offset, String(total))
  return found < total ? 206 : 200
}

function wantsPlan({ preferences }: Exchange): boolean {
  return preferences.count === 'planned' || preferences.count === 'estimated'
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
  query: ReadQuery & { relation: Relation },
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

function contentLocation(name: string, search: URLSearchParams): string {
  const sorted = new URLSearchParams([...search].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return `/${encodeURIComponent(name)}${sorted.size > 0 ? `?${sorted}` : ''}`
}
