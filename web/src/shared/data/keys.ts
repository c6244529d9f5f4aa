// One scheme for the keys of queries: [resource, scope, params]. A resource is what changes together; the scope keeps
// what was read for one person, or on the host of one workspace, from everybody else.
import type { QueryKey } from '@tanstack/react-query'

export interface Scope {
  /** The workspace of this host; null on the base host. */
  workspace: number | null
  /** Who is signed in; null for a visitor. */
  viewer: string | null
}

/** What tells the queries of one resource apart. */
export type Params = Readonly<Record<string, unknown>>

/** Which query is meant, whoever asks. */
export type Key = readonly [resource: string, params?: Params]

/** The key under which a query is cached; `anybody` for what is the same for everybody, signed in or not. */
export function keyOf([resource, params = {}]: Key, scope: Scope | 'anybody'): QueryKey {
  return [resource, scope, params]
}

/** What stands in a key beside resource and scope. */
export function paramsOf(key: QueryKey): Params {
  return (key[2] ?? {}) as Params
}
