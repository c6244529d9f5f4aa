// Many operations in one request (RFC 7644 §3.7). Each is all or nothing by itself; what refers to what another makes waits for it.
import type { Json } from '../../_shared/domain/database.gen.ts'
import { errorBody, invalid, ScimError, scimErrorOf } from './errors.ts'
import { etagOf } from './present.ts'
import { type Asker, groups, type Store, users } from './store.ts'
import { isObject, type Resource } from './values.ts'

export const mostBulkOperations = 1_000
export const mostBulkBytes = 1024 * 1024

export interface BulkRequest {
  operations: Resource[]
  failOnErrors: number
}

/** A bulk request as it was sent. Throws 413 and invalidSyntax. */
export function readBulk(body: unknown): BulkRequest {
  if (!isObject(body) || !Array.isArray(body.Operations))
    throw invalid('invalidSyntax', 'Operations are missing.')
  if (body.Operations.length > mostBulkOperations)
    throw new ScimError(413, `At most ${mostBulkOperations} operations are taken at once.`)
  const failOnErrors = Number(body.failOnErrors ?? 0)
  return {
    operations: body.Operations.map((one) => {
      if (!isObject(one)) throw invalid('invalidSyntax', 'An operation is an object.')
      return one
    }),
    failOnErrors: failOnErrors >= 1 ? failOnErrors : Number.POSITIVE_INFINITY,
  }
}

/** Does the operations, and answers of each how it went, in the order in which they were done. */
export async function bulk(asker: Asker, base: string, { operations, failOnErrors }: BulkRequest) {
  const made = new Map<string, string>()
  const told: Json[] = []
  let failed = 0
  let waiting = operations
  const references = new Map(operations.map((operation) => [operation, refersTo(operation)]))
  while (waiting.length > 0 && failed < failOnErrors) {
    const later: Resource[] = []
    const announced = new Set(waiting.map(({ bulkId }) => bulkId))
    for (const operation of waiting) {
      if (failed >= failOnErrors) break
      const missing = (references.get(operation) ?? []).filter((name) => !made.has(name))
      if (missing.some((name) => announced.has(name) && name !== operation.bulkId) && waiting.length > 1) {
        later.push(operation)
        continue
      }
      const answer = await done(asker, base, operation, made, missing)
      if (Number(answer.status) >= 400) failed++
      announced.delete(operation.bulkId)
      told.push(answer)
    }
    // Those that wait for one another wait for ever.
    if (later.length === waiting.length) {
      for (const operation of later) {
        if (failed++ >= failOnErrors) break
        told.push(refused(operation, new ScimError(409, 'These operations refer to one another.')))
      }
      break
    }
    waiting = later
  }
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'], Operations: told }
}

async function done(
  asker: Asker,
  base: string,
  operation: Resource,
  made: Map<string, string>,
  missing: string[],
): Promise<Resource> {
  try {
    if (missing.length > 0) throw invalid('invalidValue', `Nothing was made as ${missing[0]}.`)
    const method = String(operation.method ?? '').toUpperCase()
    const { store, id } = target(resolved(String(operation.path ?? ''), made))
    const data = resolvedIn(operation.data ?? null, made)
    const expected =
      typeof operation.version === 'string'
        ? [operation.version.replace(/^W\//, '').replaceAll('"', '')]
        : null
    const location = (of: string) => `${base}${store.kind.path}/${of}`
    const common = { method, ...(operation.bulkId === undefined ? {} : { bulkId: operation.bulkId }) }
    if (method === 'POST' && id === null) {
      const resource = await store.create(asker, data)
      if (typeof operation.bulkId === 'string') made.set(operation.bulkId, resource.id)
      return { ...common, location: location(resource.id), version: etagOf(resource), status: '201' }
    }
    if (id === null) throw invalid('invalidSyntax', 'The path names no resource.')
    if (method === 'DELETE') {
      await store.remove(asker, id, expected)
      return { ...common, location: location(id), status: '204' }
    }
    if (method !== 'PUT' && method !== 'PATCH')
      throw invalid('invalidSyntax', 'The method is POST, PUT, PATCH or DELETE.')
    const resource = await store[method === 'PUT' ? 'replace' : 'patch'](asker, id, data, expected)
    return { ...common, location: location(id), version: etagOf(resource), status: '200' }
  } catch (error) {
    const refusal = scimErrorOf(error)
    if (!refusal || refusal.status >= 500) throw error
    return refused(operation, refusal)
  }
}

function refused({ method = null, bulkId }: Resource, error: ScimError): Resource {
  return {
    method,
    ...(bulkId === undefined ? {} : { bulkId }),
    status: String(error.status),
    response: errorBody(error),
  }
}

function target(path: string): { store: Store; id: string | null } {
  const [, kind = '', id, ...more] = path.split('/')
  const store = [users, groups].find((one) => one.kind.path.toLowerCase() === `/${kind.toLowerCase()}`)
  if (!store || more.length > 0) throw invalid('invalidSyntax', 'The path is /Users or /Groups, and an id.')
  return { store, id: id || null }
}

const reference = /bulkId:([^"/\s\]]+)/g

function refersTo({ path = '', data = null }: Resource): string[] {
  return [...`${path} ${JSON.stringify(data)}`.matchAll(reference)].map(([, name = '']) => name)
}

function resolved(text: string, made: Map<string, string>): string {
  return text.replace(reference, (whole, name: string) => made.get(name) ?? whole)
}

function resolvedIn(value: Json, made: Map<string, string>): Json {
  if (typeof value === 'string') return resolved(value, made)
  if (Array.isArray(value)) return value.map((one) => resolvedIn(one, made))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolvedIn(one ?? null, made)]))
}
