// PostgREST's HTTP interface on the SQL compiler, for a machine that has no PostgREST.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../data-api/body.ts'
import { type Configuration, configurationOf } from '../data-api/configuration.ts'
import { invalidPath, RestError, unsupportedMethod } from '../data-api/errors.ts'
import { identify } from '../data-api/identify.ts'
import { parsePreferences } from '../data-api/preferences.ts'
import { header, type RestRequest } from '../data-api/request.ts'
import { serving } from '../data-api/serving.ts'
import { BODY_BOUNDS, type BodyBounds, bodyBound } from '../http/body-bounds.ts'
import type { Reply } from '../http/reply.ts'
import type { Service } from '../http/service.ts'
import type { TokenVerifier } from '../jwt.ts'
import type { Log } from '../log.ts'
import type { Catalog } from '../sql/catalog/catalog.ts'
import { createEngine, type Engine } from '../sql/engine.ts'
import { call } from './call.ts'
import { change } from './change.ts'
import { chooseSchema, type Exchange } from './handler.ts'
import { info } from './info.ts'
import { configured, type Limits } from './limits.ts'
import { openApiReply } from './openapi/reply.ts'
import { read } from './read.ts'

export interface RestOptions {
  /** As the authenticator. */
  dbUrl: string
  /** For the catalog and `LISTEN pgrst`. */
  adminUrl: string
  /** The exposed schemas; the first is the default. */
  schemas: string[]
  verify: TokenVerifier
  maxRows?: number
  poolSize?: number
  visitorPoolSize?: number
  /** The largest request bodies, in bytes. */
  maxBody?: Partial<BodyBounds>
  /** Off as in PostgREST: an aggregate over a large table is expensive. */
  aggregates?: boolean
  /** Hears of what nobody foresaw. */
  log?: Log
}

const MAX_ROWS = 1000

export interface RestService extends Service {
  /** The compiler and connections, for other front ends on the same catalog. */
  engine: Engine
}

/** Starts the REST service; throws when the database does not answer. */
export async function createRest(options: RestOptions): Promise<RestService> {
  const engine = await createEngine(options)
  const limits: Limits = {
    maxRows: options.maxRows ?? MAX_ROWS,
    maxBody: { ...BODY_BOUNDS, ...options.maxBody },
    aggregates: options.aggregates ?? false,
  }
  return {
    engine,
    handle: serving({
      service: 'rest',
      log: options.log,
      answer: (request, req, res) => answer({ engine, limits, options }, request, req, res),
    }),
    check: () => engine.check(),
    close: () => engine.close(),
  }
}

interface Server {
  engine: Engine
  limits: Limits
  options: RestOptions
}

/** Answers a request, or undefined when the client has gone and nobody waits for one. */
async function answer(
  { engine, limits, options }: Server,
  request: RestRequest,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Reply | undefined> {
  const configuration = configurationOf(engine.catalog.current)
  const { schemas } = engine.catalog.current
  const caller = await identify(options.verify, request, configuration)
  repeatTraceHeader(request, res, configuration)
  const schema = chooseSchema(request, schemas)
  const hasBody = request.method === 'POST' || request.method === 'PATCH' || request.method === 'PUT'
  const body = hasBody
    ? await readBody(req, bodyBound(caller.role, limits.maxBody, configuration.anonRole))
    : ''
  if (res.destroyed) return undefined
  const exchange = {
    engine,
    request,
    caller,
    schema,
    body,
    preferences: parsePreferences(request.headers.prefer),
    profileHeader: schemas.length > 1 ? { 'Content-Profile': schema } : {},
  }
  return withCurrentCatalog(engine, (catalog) =>
    route({ ...exchange, catalog, limits: configured(limits, configurationOf(catalog)) }),
  )
}

const UNKNOWN_NAME = new Set([
  'PGRST200',
  'PGRST202',
  'PGRST204',
  'PGRST205',
  '42703',
  '42704',
  '42P01',
  '42883',
])

/** A name that is unknown may be newer than the catalog: once more when there is a newer one. */
async function withCurrentCatalog(engine: Engine, run: (catalog: Catalog) => Promise<Reply>): Promise<Reply> {
  const { catalog } = engine
  const seen = catalog.current
  try {
    return await run(seen)
  } catch (error) {
    if (!(error instanceof RestError) || !UNKNOWN_NAME.has(error.code)) throw error
    if (!(await catalog.refreshAfter(seen))) throw error
    return run(catalog.current)
  }
}

function repeatTraceHeader(request: RestRequest, res: ServerResponse, { traceHeader }: Configuration): void {
  const value = traceHeader === undefined ? undefined : header(request, traceHeader)
  if (traceHeader !== undefined && value !== undefined) res.setHeader(traceHeader, value)
}

/** The root is the description of what is exposed, or what the project's own function says. */
function rootReply(exchange: Exchange): Promise<Reply> {
  const { rootFunction } = configurationOf(exchange.catalog)
  if (!rootFunction) return openApiReply(exchange)
  return call({ ...exchange, schema: rootFunction.schema ?? exchange.schema }, rootFunction.name)
}

const CHANGES = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])

async function route(exchange: Exchange): Promise<Reply> {
  const { method, segments } = exchange.request
  const [first, second, ...more] = segments
  if (more.length > 0 || (second !== undefined && first !== 'rpc')) throw invalidPath()
  if (method === 'OPTIONS') return info(exchange.catalog, exchange.schema, segments)
  if (first === undefined) return rootReply(exchange)
  if (first === 'rpc' && second !== undefined) return call(exchange, second)
  if (method === 'GET' || method === 'HEAD') return read(exchange, first)
  if (CHANGES.has(method)) return change(exchange, first)
  throw unsupportedMethod(method)
}
