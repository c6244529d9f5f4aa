import type { Caller } from '../data-api/context.ts'
import { unknownSchema, unknownTable } from '../data-api/errors.ts'
import { fromDatabase } from '../data-api/pg-errors.ts'
import type { Preferences } from '../data-api/preferences.ts'
import { header, type RestRequest } from '../data-api/request.ts'
import type { Catalog } from '../sql/catalog/catalog.ts'
import type { Relation } from '../sql/catalog/types.ts'
import type { Statement } from '../sql/compile/compile.ts'
import type { Engine } from '../sql/engine.ts'
import type { Context } from '../sql/session.ts'
import type { Limits } from './limits.ts'
import { mostSimilar, VERY_NEAR } from './similar.ts'

// Looking through more costs more than a hint is worth; PostgREST has the same bound.
const MOST_COMPARED = 500

/** One request on its way: what every handler needs to answer it. */
export interface Exchange {
  engine: Engine
  catalog: Catalog
  limits: Limits
  request: RestRequest
  caller: Caller
  preferences: Preferences
  schema: string
  /** The client chose the schema, or might have: the answer names it. */
  profileHeader: Record<string, string>
  body: string
}

/** The schema a request is about, from `Accept-Profile` or `Content-Profile`; throws PGRST106. */
export function chooseSchema(request: RestRequest, schemas: string[]): string {
  const reading = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
  const wanted = header(request, reading ? 'accept-profile' : 'content-profile') ?? schemas[0] ?? ''
  if (!schemas.includes(wanted)) throw unknownSchema(wanted, schemas)
  return wanted
}

/** The relation a path names; throws PGRST205 with the nearest name. */
export function findRelation(catalog: Catalog, schema: string, name: string): Relation {
  const relation = catalog.relation(schema, name)
  if (relation) return relation
  const names = catalog.relations(schema).map((one) => one.name)
  const near = names.length < MOST_COMPARED ? mostSimilar(name, names, VERY_NEAR) : undefined
  throw unknownTable(
    schema,
    name,
    near === undefined ? null : `Perhaps you meant the table '${schema}.${near}'`,
  )
}

type Rows = (string | null)[][]

/** Runs the statements of a request in the caller's role; database errors come out as PostgREST's. */
export async function execute(
  exchange: Exchange,
  context: Context,
  statements: Statement[],
  accept?: (rows: Rows[]) => void,
): Promise<Rows[]> {
  try {
    return await exchange.engine.sessions.run(context, statements, accept)
  } catch (error) {
    throw fromDatabase(error, exchange.caller.role !== 'anon')
  }
}
