// Lists (RFC 7644 §3.4.2): filter, order, pages and which attributes.
import type { StoredQuery } from '../../_shared/db/service-scim.ts'
import { invalid } from './errors.ts'
import { parseFilter } from './filter.ts'
import { compileFilter, sortPath } from './jsonpath.ts'
import { presented, type Shown, showsMembers } from './present.ts'
import { placeOf, type ResourceKind } from './schema.ts'
import type { Asker, Store } from './store.ts'

export const mostResults = 200
const usualResults = 100

export interface ListRequest extends Shown {
  filter?: string | undefined
  sortBy?: string | undefined
  sortOrder?: string | undefined
  startIndex?: unknown
  count?: unknown
}

/** A page of what a request asks for. */
export async function listed(store: Store, asker: Asker, base: string, request: ListRequest) {
  const startIndex = Math.max(1, whole(request.startIndex, 1))
  const count = Math.min(mostResults, Math.max(0, whole(request.count, usualResults)))
  const { total, resources } = await store.list(asker, {
    ...queryOf(store.kind, request),
    offset: startIndex - 1,
    count,
  })
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((resource) => presented(store.kind, base, resource, request)),
  }
}

/** What a list counts as: twenty operations, where every resource of the workspace is looked at. */
export function weightOf(kind: ResourceKind, request: ListRequest): number {
  try {
    const { path, sort, exact = {} } = queryOf(kind, request)
    return sort || (path && Object.keys(exact).length === 0) ? 20 : 1
  } catch {
    return 1
  }
}

function queryOf(kind: ResourceKind, request: ListRequest): Omit<StoredQuery, 'offset' | 'count'> {
  const filter = request.filter ? compileFilter(parseFilter(kind, request.filter)) : null
  const place = request.sortBy ? placeOf(kind, request.sortBy) : null
  if (request.sortBy && (place === null || place === 'extension'))
    throw invalid('invalidPath', `There is no attribute ${request.sortBy.slice(0, 100)} to sort by.`)
  return {
    ...(filter ? { exact: filter.exact, vars: filter.vars } : {}),
    ...(filter && !(filter.isExact && kind.name === 'User') ? { path: filter.path } : {}),
    ...(place && place !== 'extension' ? { sort: sortPath(place) } : {}),
    descending: request.sortOrder?.toLowerCase() === 'descending',
    about_members: filter?.asks('members') ?? false,
    with_members: showsMembers(request),
  }
}

function whole(given: unknown, usual: number): number {
  if (given === undefined || given === null || given === '') return usual
  const number = Number(given)
  if (!Number.isSafeInteger(number)) throw invalid('invalidValue', 'startIndex and count are whole numbers.')
  return Math.min(number, 2 ** 31 - 1)
}
