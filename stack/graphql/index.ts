// What pg_graphql answers at /graphql/v1 on a real Supabase, on the SQL compiler. There it is a function behind
// PostgREST; so tokens, bodies and broken connections are refused as PostgREST refuses them, and everything about
// the document itself comes as 200 with `errors`.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../data-api/body.ts'
import { configurationOf } from '../data-api/configuration.ts'
import type { Caller } from '../data-api/context.ts'
import { invalidPath, RestError, unsupportedMethod } from '../data-api/errors.ts'
import { identify } from '../data-api/identify.ts'
import { fromDatabase } from '../data-api/pg-errors.ts'
import type { RestRequest } from '../data-api/request.ts'
import { serving } from '../data-api/serving.ts'
import { bodyBound } from '../http/body-bounds.ts'
import type { Reply } from '../http/reply.ts'
import type { Service } from '../http/service.ts'
import type { TokenVerifier } from '../jwt.ts'
import type { Log } from '../log.ts'
import type { Catalog } from '../sql/catalog/catalog.ts'
import type { Engine } from '../sql/engine.ts'
import { isReadTooMuch } from '../sql/read-bound.ts'
import { refusedBefore } from '../sql/session.ts'
import { type GraphAnswer, type GraphRequest, missesName, plan, run } from './answer.ts'
import { requestSettings } from './context.ts'
import { GraphError } from './errors.ts'
import { LIMITS } from './limits.ts'
import type { Planned } from './plan/planned.ts'
import { readGraphRequest } from './request.ts'
import { roleSchema } from './role-schema.ts'

export interface GraphOptions {
  /** REST's, shared. */
  engine: Engine
  verify: TokenVerifier
  /** Those of the engine's catalog unless fewer are to be shown. */
  schemas?: string[]
  /** Hears of what nobody foresaw. */
  log?: Log
}

/** Starts the GraphQL service; the engine stays its owner's to close. */
export function createGraphql(options: GraphOptions): Service {
  return {
    handle: serving({
      service: 'graphql',
      log: options.log,
      answer: (request, req, res) => answer(options, request, req, res),
    }),
    check: () => options.engine.check(),
    close: async () => undefined,
  }
}

/** Answers a request, or undefined when the client has gone and nobody waits for one. */
async function answer(
  { engine, verify, schemas }: GraphOptions,
  request: RestRequest,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Reply | undefined> {
  if (request.segments.length > 0) throw invalidPath()
  if (request.method !== 'POST') throw unsupportedMethod(request.method)
  const caller = await identify(verify, request, configurationOf(engine.catalog.current))
  const most = Math.min(LIMITS.body, bodyBound(caller.role))
  const graph = readGraphRequest(await readBody(req, most))
  if (res.destroyed) return undefined
  const exchange: Exchange = {
    engine,
    caller,
    request,
    graph,
    schemas: schemas ?? engine.catalog.current.schemas,
  }
  return reply(await withCurrentCatalog(exchange))
}

interface Exchange {
  engine: Engine
  caller: Caller
  request: RestRequest
  graph: GraphRequest
  schemas: string[]
}

/** A name that is unknown may be newer than the catalog: once more when there is a newer one. */
async function withCurrentCatalog(exchange: Exchange): Promise<GraphAnswer | { errors: string[] }> {
  const { catalog } = exchange.engine
  const seen = catalog.current
  const first = tryPlan(exchange, seen)
  if (!('parts' in first) || !missesName(first)) return settle(exchange, seen, first)
  if (!(await catalog.refreshAfter(seen))) return settle(exchange, seen, first)
  return settle(exchange, catalog.current, tryPlan(exchange, catalog.current))
}

function tryPlan({ caller, graph, schemas }: Exchange, catalog: Catalog): Planned | { errors: string[] } {
  // Upstream's graph is a function that REST calls, so the refusal of a role is REST's.
  if (!catalog.graph.roles.includes(caller.role))
    throw new RestError(403, '42501', `permission denied to set role "${caller.role}"`)
  try {
    return plan(roleSchema(catalog, caller.role, schemas), graph)
  } catch (error) {
    if (error instanceof GraphError) return { errors: [error.message] }
    throw error
  }
}

async function settle(
  exchange: Exchange,
  catalog: Catalog,
  planned: Planned | { errors: string[] },
): Promise<GraphAnswer | { errors: string[] }> {
  const { caller, request, engine } = exchange
  const readOnly = 'parts' in planned ? planned.readOnly : true
  const context = requestSettings({ request, caller, catalog, readOnly })
  try {
    if ('parts' in planned) return await run(engine.sessions, context, planned)
    if (context.before) await engine.sessions.run(context, [])
    return planned
  } catch (error) {
    // What runs before every request refuses it as PostgREST says it: pg_graphql is not even asked.
    if (refusedBefore(error)) throw fromDatabase(error, caller.role !== 'anon')
    if (error instanceof GraphError) return { data: null, errors: [error.message] }
    if (isReadTooMuch(error)) return { data: null, errors: [TOO_MUCH] }
    return { data: null, errors: [databaseMessage(error)] }
  }
}

const TOO_MUCH =
  'Query reads more than one request may. Ask for smaller pages with "first" or "last", or for fewer lists in lists'

/** What Postgres said; throws PostgREST's answer when it could say nothing, or nothing for now. */
function databaseMessage(error: unknown): string {
  const { severity, code, message } = error as { severity?: string; code?: string; message?: string }
  const refused = fromDatabase(error, true)
  if (severity === undefined || code === undefined || refused.status === 503) throw refused
  return message ?? 'unknown error'
}

function reply(given: GraphAnswer | { errors: string[] }): Reply {
  const parts = [
    ...('data' in given ? [`"data":${given.data}`] : []),
    ...(given.errors.length > 0
      ? [`"errors":${JSON.stringify(given.errors.map((message) => ({ message })))}`]
      : []),
  ]
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: `{${parts.join(',')}}`,
  }
}
