import type { Located } from '../files/source-document.ts'
import { isObject, ownEntries, ownObject } from '../json.ts'
import { childOf } from './inline.ts'

/** Inside a path, operations are read in this order. QUERY came with OpenAPI 3.2. */
const METHODS = ['get', 'query', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
// A method is a token (RFC 9110, 9.1 and 5.6.2).
const TOKEN = /^[!#$%&'*+.^_`|~\w-]{1,40}$/

/** An operation of a path item: its method in lower case, and where it stands in the item. */
export interface FoundOperation {
  method: string
  at: string[]
  operation: Located
}

/** The operations of a path item in reading order, last those of other methods (`additionalOperations` of 3.2). */
export function operationsOf(item: Located): FoundOperation[] {
  if (!isObject(item.value)) return []
  const value = item.value
  const usual = METHODS.map((method) => ({ method, at: [method], source: ownObject(value, method) }))
  const others = ownEntries(value, 'additionalOperations').map(([name, source]) => ({
    method: name.toLowerCase(),
    at: ['additionalOperations', name],
    source: isObject(source) && TOKEN.test(name) ? source : undefined,
  }))
  const seen = new Set<string>()
  return [...usual, ...others].flatMap(({ method, at, source }) => {
    if (!source || seen.has(method)) return []
    seen.add(method)
    return [{ method, at, operation: childOf(item, source, ...at) }]
  })
}
