import { unknownFunction } from '../data-api/function-error.ts'
import type { Reply } from '../http/reply.ts'
import type { Catalog } from '../sql/catalog/catalog.ts'
import type { Relation, Routine } from '../sql/catalog/types.ts'
import { findRelation } from './handler.ts'
import { isCallable } from './plan/call.ts'

/** OPTIONS: the methods a path allows. */
export function info(catalog: Catalog, schema: string, segments: string[]): Reply {
  const [first, second] = segments
  if (first === undefined) return allow('OPTIONS,GET,HEAD')
  if (first === 'rpc' && second !== undefined) return allow(callMethods(findAny(catalog, schema, second)))
  return allow(relationMethods(findRelation(catalog, schema, first)))
}

function allow(methods: string): Reply {
  return { status: 200, headers: { Allow: methods }, body: '' }
}

function relationMethods(relation: Relation): string {
  const methods = ['OPTIONS', 'GET', 'HEAD']
  if (relation.insertable) methods.push('POST')
  if (relation.insertable && relation.updatable && relation.primaryKey.length > 0) methods.push('PUT')
  if (relation.updatable) methods.push('PATCH')
  if (relation.deletable) methods.push('DELETE')
  return methods.join(',')
}

function callMethods({ volatility }: Routine): string {
  return volatility === 'volatile' ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
}

function findAny(catalog: Catalog, schema: string, name: string): Routine {
  const routine = catalog.routines(schema, name).find(isCallable)
  if (routine) return routine
  throw unknownFunction({
    schema,
    name,
    keys: [],
    contentType: 'application/json',
    isPost: false,
    hint: null,
  })
}
