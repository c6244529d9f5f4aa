// What a read compiles to follows from the catalog and the words of the request, never from the caller (row-level
// security is Postgres's): what screens ask again and again is compiled once.

import { header } from '../../data-api/request.ts'
import { Recent } from '../../recent.ts'
import type { Catalog } from '../../sql/catalog/catalog.ts'
import { compilePlannedCount, compileRead, type Statement } from '../../sql/compile/compile.ts'
import { type Exchange, findRelation } from '../handler.ts'
import { handlersFor } from '../handlers-for.ts'
import { type Accepted, negotiate } from '../media.ts'
import { type PageRange, rootPage } from '../page-range.ts'
import { parseQuery } from '../parse/query-parameters.ts'
import { planRead } from './read.ts'

/** A compiled read, shared by all requests that ask for the same: nobody changes it. */
export interface ReadPlan {
  page: PageRange
  accepted: Accepted
  /** The read itself and, where the planner's count is wanted, the statement that asks for it. */
  statements: Statement[]
  /** The value of `Content-Location`. */
  location: string
}

const PLANS = 500
const LONGEST_KEY = 4000

const known = new WeakMap<Catalog, Recent<ReadPlan>>()

/** The plan of GET or HEAD on the relation `name`; throws PostgREST's errors for what it cannot be. */
export function readPlan(exchange: Exchange, name: string): ReadPlan {
  const { catalog, request, preferences, schema } = exchange
  const plans = known.get(catalog) ?? new Recent<ReadPlan>(PLANS, LONGEST_KEY)
  known.set(catalog, plans)
  // None of these holds a line break as it comes from the wire.
  const words = [request.method, schema, request.path, request.query, header(request, 'accept')]
  const key = [...words, header(request, 'range'), preferences.count].join('\n')
  return plans.get(key, () => compile(exchange, name))
}

function compile(exchange: Exchange, name: string): ReadPlan {
  const { catalog, limits, request, schema, preferences } = exchange
  const relation = findRelation(catalog, schema, name)
  const parameters = parseQuery(request.search, false)
  const accepted = negotiate(header(request, 'accept'), handlersFor(catalog, relation, parameters.select))
  const page = rootPage(exchange, parameters.pages)
  const query = { ...planRead({ ...limits, catalog, schema }, relation, parameters, page), relation }
  const statement = compileRead(query, {
    format: request.method === 'HEAD' && accepted.format !== 'object' ? 'none' : accepted.format,
    stripNulls: accepted.stripNulls,
    handler: accepted.handler,
    count: preferences.count === 'exact' || preferences.count === 'estimated',
    // One more than a page holds tells that there are more.
    ...(preferences.count === 'estimated' && { countLimit: limits.maxRows + 1 }),
  })
  const planned = preferences.count === 'planned' || preferences.count === 'estimated'
  const statements = planned ? [statement, compilePlannedCount(query)] : [statement]
  return { page, accepted, statements, location: contentLocation(name, request.search) }
}

function contentLocation(name: string, search: URLSearchParams): string {
  const sorted = [...search].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const query = sorted.map((pair) => pair.map(percentEncoded).join('=')).join('&')
  return `/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`
}

/** Everything but RFC 3986's unreserved characters. */
function percentEncoded(text: string): string {
  const rest = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replace(/[!'()*]/g, rest)
}
