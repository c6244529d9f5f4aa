import { requestContext } from '../data-api/context.ts'
import {
  invalidRpcMethod,
  maxAffectedOnScalar,
  notSingular,
  slowFilterOfCall,
  tooManyAffected,
} from '../data-api/errors.ts'
import { countsRows, preferenceApplied } from '../data-api/preferences.ts'
import { header } from '../data-api/request.ts'
import type { Reply } from '../http/reply.ts'
import type { Routine } from '../sql/catalog/types.ts'
import { type BodyFormat, compileSource } from '../sql/compile/compile.ts'
import { answerOf } from '../sql/session.ts'
import type { Call, ReadQuery } from '../sql/tree.ts'
import { type Exchange, execute } from './handler.ts'
import { handlersFor } from './handlers-for.ts'
import { type Accepted, bodyType, negotiate } from './media.ts'
import { contentRange, rootPage } from './page-range.ts'
import type { QueryParameters } from './parse/ast.ts'
import { searchesText } from './parse/filter.ts'
import { parseQuery } from './parse/query-parameters.ts'
import { callPayload } from './payload.ts'
import { callWithBody, callWithJson, callWithTexts, findRoutine, isBareBody } from './plan/call.ts'
import { planRead } from './plan/read.ts'
import { pageStatus } from './read.ts'
import { bodyOf, withOverrides } from './reply.ts'

/** GET, HEAD and POST on `/rpc/name`. */
export async function call(exchange: Exchange, name: string): Promise<Reply> {
  const { catalog, limits, request, schema, preferences } = exchange
  const isPost = request.method === 'POST'
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') throw invalidRpcMethod(request.method)
  const parameters = parseQuery(request.search, !isPost)
  const planned = isPost ? planPost(exchange, name, parameters) : planGet(exchange, name, parameters)
  const { routine } = planned
  const handlers = handlersFor(catalog, routine.row, parameters.select, routine.media)
  const accepted = negotiate(header(request, 'accept'), handlers)
  const page = rootPage(exchange, parameters.pages)
  if (routine.volatility === 'volatile' && searchesText(parameters)) throw slowFilterOfCall()
  const query = planAnswer(routine, parameters, page, { ...limits, catalog, schema })
  const check = checkFor(exchange, routine, accepted)
  const context = requestContext({
    ...exchange,
    routine,
    readOnly: !isPost || routine.volatility !== 'volatile',
  })
  const output = {
    format: request.method === 'HEAD' ? ('none' as const) : formatOf(routine, accepted),
    stripNulls: accepted.stripNulls,
    handler: accepted.handler,
    bare: routine.returns !== 'composite',
    count: countsRows(preferences),
  }
  const [rows] = await execute(
    exchange,
    context,
    [compileSource(planned, query, output)],
    check && (([answered]) => check(Number(answerOf(answered).rows))),
  )
  const answer = answerOf(rows)
  const found = Number(answer.rows)
  const total = answer.total === null ? undefined : Number(answer.total)
  const isVoid = routine.returns === 'void' && !routine.returnsSet
  const status = pageStatus(page.offset, found, total)
  return withOverrides(
    {
      status: isVoid ? 204 : status,
      headers: {
        'Content-Range': contentRange(page.offset, page.offset + found - 1, total),
        ...(isVoid ? {} : { 'Content-Type': accepted.contentType, ...exchange.profileHeader }),
        ...preferenceApplied(preferences, ['count', 'handling', 'timezone', 'max-affected']),
      },
      body: bodyOf(answer, accepted),
    },
    answer,
  )
}

function planGet(exchange: Exchange, name: string, { args }: QueryParameters): Call {
  const keys = [...new Set(args.map(([key]) => key))]
  const routine = findRoutine({ ...exchange, name, keys, isPost: false, contentType: 'application/json' })
  return callWithTexts(routine, args)
}

function planPost(exchange: Exchange, name: string, { columns }: QueryParameters): Call {
  const contentType = bodyType(header(exchange.request, 'content-type'))
  const find = (keys: string[]) => findRoutine({ ...exchange, name, keys, isPost: true, contentType })
  if (isBareBody(contentType)) return callWithBody(find([]), exchange.body)
  if (contentType === 'application/x-www-form-urlencoded') {
    const pairs = [...new URLSearchParams(exchange.body)]
    return callWithTexts(find([...new Set(pairs.map(([key]) => key))]), pairs)
  }
  const payload = callPayload(exchange.body, header(exchange.request, 'content-type'), columns)
  return callWithJson(find(payload.keys), payload)
}

type Scope = Parameters<typeof planRead>[0]
type Page = ReturnType<typeof rootPage>

/** Rows can be selected, filtered and embedded like a table's; single values only as they are. */
function planAnswer(routine: Routine, parameters: QueryParameters, page: Page, scope: Scope): ReadQuery {
  if (routine.returns === 'composite') return planRead(scope, routine.row, parameters, page)
  return { relation: undefined, fields: [], embeds: [], where: [], order: [], page: {} }
}

function formatOf({ returns, returnsSet }: Routine, accepted: Accepted): BodyFormat {
  if (returns === 'void' && !returnsSet) return 'none'
  if (accepted.format === 'handled') return 'handled'
  if (returns === 'composite') return accepted.format === 'array' && !returnsSet ? 'object' : accepted.format
  if (accepted.format === 'csv') return 'csv'
  return returnsSet && accepted.format === 'array' ? 'values' : 'value'
}

/** What the number of returned rows must satisfy for the transaction to be committed. */
function checkFor(
  { preferences }: Exchange,
  routine: Routine,
  accepted: Accepted,
): ((rows: number) => void) | undefined {
  const { maxAffected } = preferences
  if (maxAffected !== undefined && !routine.returnsSet) throw maxAffectedOnScalar()
  const isObject = accepted.format === 'object' && routine.returns !== 'void'
  if (maxAffected === undefined && !isObject) return undefined
  return (rows) => {
    if (isObject && rows !== 1) throw notSingular(rows)
    if (maxAffected !== undefined && rows > maxAffected) throw tooManyAffected(rows)
  }
}
