import { ambiguousFunction } from '../../data-api/errors.ts'
import { unknownFunction } from '../../data-api/function-error.ts'
import type { Catalog } from '../../sql/catalog/catalog.ts'
import type { Routine } from '../../sql/catalog/types.ts'
import { arrayLiteral } from '../../sql/sql-text.ts'
import type { Call, CallArguments } from '../../sql/tree.ts'
import type { MediaName } from '../media.ts'
import type { Payload } from '../payload.ts'
import { mostSimilar, VERY_NEAR } from '../similar.ts'

export interface CallRequest {
  catalog: Catalog
  schema: string
  name: string
  isPost: boolean
  contentType: MediaName
  /** The names of the arguments given. */
  keys: string[]
}

const BARE_TYPES: Partial<Record<MediaName, readonly string[]>> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

/** The function that takes these arguments; throws PGRST202 for none and PGRST203 for several. */
export function findRoutine(request: CallRequest): Routine {
  const overloads = request.catalog.routines(request.schema, request.name).filter(isCallable)
  const named = overloads.filter((routine) => takesNamed(routine, request))
  const candidates = named.length > 0 ? named : overloads.filter((routine) => takesBody(routine, request))
  const [first] = candidates
  if (!first) throw unknownFunction({ ...request, hint: hintFor(request, overloads) })
  if (candidates.length > 1) throw ambiguousFunction(candidates.toSorted(bySignature))
  return first
}

const UNNAMED_TYPES = new Set(['bytea', 'json', 'jsonb', 'text', 'xml'])

/** An unnamed argument can only be the whole body: with others PostgREST does not know the function. */
export function isCallable({ args }: Routine): boolean {
  const unnamed = args.filter(({ name }) => name === '').length
  return unnamed === 0 || (unnamed === 1 && UNNAMED_TYPES.has(args[0]?.sqlType ?? ''))
}

function bySignature(a: Routine, b: Routine): number {
  const text = ({ args }: Routine) => args.map(({ name, sqlType }) => `${name}\0${sqlType}`).join('\0')
  return a.args.length - b.args.length || (text(a) < text(b) ? -1 : 1)
}

/** Whether a body of this type can only be a single unnamed argument. */
export function isBareBody(type: MediaName): boolean {
  return type === 'text/plain' || type === 'text/xml' || type === 'application/octet-stream'
}

function takesNamed({ args }: Routine, { keys, isPost, contentType }: CallRequest): boolean {
  if (isPost && isBareBody(contentType)) return false
  const given = new Set(keys)
  const names = new Set(args.map((arg) => arg.name))
  const takesUnnamed = isPost && args.length === 1
  return (
    keys.every((key) => names.has(key) && (key !== '' || takesUnnamed)) &&
    args.every((arg) => !arg.required || given.has(arg.name))
  )
}

function takesBody({ args }: Routine, { isPost, contentType }: CallRequest): boolean {
  const [only] = args
  if (!isPost || args.length !== 1 || !only || only.name !== '') return false
  return BARE_TYPES[contentType]?.includes(only.sqlType) ?? false
}

function hintFor({ catalog, schema, name, keys }: CallRequest, overloads: Routine[]): string | null {
  const list = (names: string[]) => `(${names.toSorted().join(', ')})`
  const near =
    overloads.length === 0
      ? mostSimilar(
          name,
          catalog.routineNames(schema).filter((other) => catalog.routines(schema, other).some(isCallable)),
          VERY_NEAR,
        )
      : mostSimilar(
          list(keys),
          overloads.map(({ args }) => list(args.map((arg) => arg.name))),
        )
  if (near === undefined) return null
  return `Perhaps you meant to call the function ${schema}.${overloads.length === 0 ? near : `${name}${near}`}`
}

/** A call with the arguments of a JSON body; of an array, the first element's. */
export function callWithJson(routine: Routine, { json, isArray, keys }: Payload): Call {
  const [only] = routine.args
  if (routine.args.length === 1 && only?.name === '') return callWithBody(routine, json)
  const given = new Set(keys)
  const args = routine.args.filter((arg) => given.has(arg.name))
  return {
    kind: 'call',
    routine,
    arguments: args.length > 0 ? { kind: 'json', payload: json, isArray, args } : { kind: 'none' },
  }
}

/** A call whose whole body is the function's one unnamed argument. */
export function callWithBody(routine: Routine, payload: string): Call {
  const [arg] = routine.args
  if (!arg) throw new TypeError('the function takes no body')
  return { kind: 'call', routine, arguments: { kind: 'body', payload, arg } }
}

/** A call with arguments from a query or form; a repeated key fills a variadic argument, else the last one counts. */
export function callWithTexts(routine: Routine, pairs: [string, string][]): Call {
  const values = routine.args.flatMap((arg) => {
    const texts = pairs.flatMap(([key, text]) => (key === arg.name ? [text] : []))
    const last = texts.at(-1)
    if (last === undefined) return []
    const isLiteral = texts.length === 1 && last.startsWith('{')
    return [{ arg, text: arg.variadic && !isLiteral ? arrayLiteral(texts) : last }]
  })
  const given: CallArguments = values.length > 0 ? { kind: 'texts', values } : { kind: 'none' }
  return { kind: 'call', routine, arguments: given }
}
