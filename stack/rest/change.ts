import { requestContext } from '../data-api/context.ts'
import { notSingular, putMismatch, tooManyAffected } from '../data-api/errors.ts'
import { countsRows, type Preferences, preferenceApplied } from '../data-api/preferences.ts'
import { header } from '../data-api/request.ts'
import type { Reply } from '../http/reply.ts'
import type { Relation } from '../sql/catalog/types.ts'
import { type Answer, compileSource, type Output } from '../sql/compile/compile.ts'
import { answerOf } from '../sql/session.ts'
import type { Mutation } from '../sql/tree.ts'
import { type Exchange, execute, findRelation } from './handler.ts'
import { handlersFor } from './handlers-for.ts'
import { type Accepted, negotiate } from './media.ts'
import { contentRange, rootPage } from './page-range.ts'
import type { QueryParameters } from './parse/ast.ts'
import { parseQuery } from './parse/query-parameters.ts'
import { type Payload, rowsPayload } from './payload.ts'
import { type Change, planDelete, planInsert, planPut, planUpdate, returningFor } from './plan/mutation.ts'
import { planRead } from './plan/read.ts'
import { bodyOf, withOverrides } from './reply.ts'

/** POST, PATCH, PUT and DELETE on a table or view. */
export async function change(exchange: Exchange, name: string): Promise<Reply> {
  const { catalog, limits, request, schema, preferences } = exchange
  const relation = findRelation(catalog, schema, name)
  const parameters = parseQuery(request.search, false)
  const accepted = negotiate(header(request, 'accept'), handlersFor(catalog, relation, parameters.select))
  rootPage(exchange, parameters.pages)
  const query = planRead(
    { ...limits, catalog, schema, embedsOnly: true },
    relation,
    shownParameters(preferences, parameters),
    undefined,
  )
  const returning = returningFor(preferences, query, relation)
  const mutation = planChange(exchange, { relation, parameters, preferences, returning })
  const output: Output = {
    format: preferences.return === 'representation' ? accepted.format : 'none',
    stripNulls: accepted.stripNulls,
    handler: accepted.handler,
    ...(preferences.return === 'headers-only' &&
      request.method === 'POST' && { identify: keyColumns(relation) }),
  }
  const context = requestContext({ ...exchange, readOnly: false })
  const check = checkFor(exchange, accepted)
  const [rows] = await execute(
    exchange,
    context,
    [compileSource(mutation, query, output)],
    check && (([changed]) => check(Number(answerOf(changed).rows))),
  )
  const answer = answerOf(rows)
  return withOverrides(replyFor(exchange, relation, accepted, answer), answer)
}

/** Without a representation nobody asks for columns or order; what is no embed is refused all the same. */
function shownParameters(preferences: Preferences, parameters: QueryParameters): QueryParameters {
  if (preferences.return === 'representation') return parameters
  return { ...parameters, select: parameters.select.filter(({ kind }) => kind === 'relation'), order: [] }
}

function planChange(exchange: Exchange, change: Change): Mutation {
  switch (exchange.request.method) {
    case 'POST':
      return planInsert(change, payloadOf(exchange, change.parameters.columns))
    case 'PATCH':
      return planUpdate(change, payloadOf(exchange, change.parameters.columns))
    case 'PUT':
      return planPut(change, payloadOf(exchange, undefined))
    default:
      return planDelete(change)
  }
}

function payloadOf(exchange: Exchange, columns: string[] | undefined): Payload {
  return rowsPayload(exchange.body, header(exchange.request, 'content-type'), columns)
}

/** What the number of changed rows must satisfy for the transaction to be committed. */
function checkFor(
  { request, preferences }: Exchange,
  accepted: Accepted,
): ((rows: number) => void) | undefined {
  const { maxAffected } = preferences
  const limited = maxAffected !== undefined && (request.method === 'PATCH' || request.method === 'DELETE')
  const isPut = request.method === 'PUT'
  const isObject = accepted.format === 'object'
  if (!limited && !isPut && !isObject) return undefined
  return (rows) => {
    if (isPut && rows !== 1) throw putMismatch()
    if (isObject && rows !== 1) throw notSingular(rows)
    if (limited && rows > maxAffected) throw tooManyAffected(rows)
  }
}

function replyFor(exchange: Exchange, relation: Relation, accepted: Accepted, answer: Answer): Reply {
  const { request, preferences } = exchange
  const full = preferences.return === 'representation'
  const shared = full ? { 'Content-Type': accepted.contentType, ...exchange.profileHeader } : {}
  const body = full ? bodyOf(answer, accepted) : ''
  const changed = Number(answer.rows)
  const total = countsRows(preferences) ? changed : undefined
  switch (request.method) {
    case 'POST':
      return {
        status: preferences.resolution === 'merge-duplicates' && Number(answer.inserted) <= 0 ? 200 : 201,
        headers: {
          ...locationHeader(relation, answer),
          'Content-Range': contentRange(1, 0, total),
          ...shared,
          ...preferenceApplied(preferences, insertPreferences(exchange, relation)),
        },
        body,
      }
    case 'PUT':
      return {
        status: full ? (Number(answer.inserted) > 0 ? 201 : 200) : 204,
        headers: {
          ...shared,
          ...preferenceApplied(preferences, ['return', 'count', 'handling', 'timezone']),
        },
        body,
      }
    default:
      return {
        status: full ? 200 : 204,
        headers: {
          'Content-Range':
            request.method === 'PATCH' ? contentRange(0, changed - 1, total) : contentRange(1, 0, total),
          ...shared,
          ...preferenceApplied(preferences, [
            ...(request.method === 'PATCH' ? (['missing'] as const) : []),
            'return',
            'count',
            'handling',
            'timezone',
            'max-affected',
          ]),
        },
        body,
      }
  }
}

function insertPreferences(exchange: Exchange, relation: Relation) {
  const upserts = relation.primaryKey.length > 0 || exchange.request.search.has('on_conflict')
  const common = ['missing', 'return', 'count', 'handling', 'timezone'] as const
  return upserts ? (['resolution', ...common] as const) : common
}

/** The primary key in the order of the row's columns. */
function keyColumns({ columns, primaryKey }: Relation): string[] {
  return [...columns.keys()].filter((name) => primaryKey.includes(name))
}

function locationHeader(relation: Relation, { identity }: Answer): Record<string, string> {
  if (identity === null || relation.primaryKey.length === 0) return {}
  const values = JSON.parse(identity) as (string | null)[]
  const key = new URLSearchParams(
    keyColumns(relation).map((column, index): [string, string] => {
      const value = values[index] ?? null
      return [column, value === null ? 'is.null' : `eq.${value}`]
    }),
  )
  return { Location: `/${encodeURIComponent(relation.name)}?${key}` }
}
