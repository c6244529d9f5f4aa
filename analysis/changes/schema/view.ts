import type { Located } from '../../files/source-document.ts'
import { isObject, own, ownItems, ownString } from '../../json.ts'
import { childOf } from '../../openapi/inline.ts'
import type { JsonObject, JsonValue } from '../../types.ts'
import type { ObjectAt, Side } from '../side.ts'

const MAX_HOPS = 50
const ANNOTATIONS =
  /^(title|description|summary|default|examples?|deprecated|externalDocs|xml|readOnly|writeOnly|\$comment|\$id|\$schema|\$anchor|x-.*)$/

/** A schema as the rules see it: references followed, and "or null" apart from the rest, however it was written. */
export interface SchemaView {
  /** Where it stands, references followed. */
  at: ObjectAt
  /** What identifies it: the same object for everybody who refers to it. */
  identity: object
  /** Its keywords, those beside its references included. */
  value: JsonObject
  nullable: boolean
  /** The types without null; null when any type will do. */
  types: string[] | null
  /** Whether the types are written as alternatives (`oneOf: [{type: string}, {type: integer}]`). */
  listed: boolean
  /** Where each property stands, when it is not where the schema does. */
  places?: ReadonlyMap<string, ObjectAt>
}

/** The view of a schema; undefined for what is none. */
export function viewOf(located: Located, side: Side): SchemaView | undefined {
  const followed = followRefs(located, side)
  return followed && unwrapNull(followed, side, 0)
}

/** Whether a schema only describes and restricts no value. */
export function isAnnotation(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => ANNOTATIONS.test(key))
}

interface Followed {
  at: ObjectAt
  identity: object
  value: JsonObject
}

// A boolean is a schema too: everything, or nothing.
const EVERYTHING: JsonObject = {}
const NOTHING: JsonObject = { not: {} }

function followRefs(located: Located, side: Side): Followed | undefined {
  let current = located
  let beside: JsonObject | undefined
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const { value } = current
    if (typeof value === 'boolean') {
      const schema = value ? EVERYTHING : NOTHING
      return { at: { ...current, value: schema }, identity: schema, value: { ...schema, ...beside } }
    }
    if (!isObject(value)) return undefined
    const ref = ownString(value, '$ref')
    if (!ref) {
      const at = current as ObjectAt
      if (!beside) return { at, identity: value, value }
      return { at, identity: located.value as object, value: { ...value, ...beside } }
    }
    const { $ref: _, ...others } = value
    if (Object.keys(others).length > 0) beside = { ...others, ...beside }
    const next = side.resolver.resolve(ref, current)
    if (!next) return undefined
    current = next
  }
  return undefined
}

function unwrapNull(followed: Followed, side: Side, depth: number): SchemaView {
  const { value } = followed
  const types = typesOf(value)
  const nullable =
    own(value, 'nullable') === true || own(value, 'x-nullable') === true || types?.includes('null') === true
  const view: SchemaView = {
    ...followed,
    nullable,
    types: types?.filter((type) => type !== 'null') ?? null,
    listed: false,
  }
  if (types?.length === 1 && types[0] === 'null') view.types = ['null']
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = own(value, keyword)
    if (Array.isArray(list) && !view.types) return unwrapList(view, keyword, list, side, depth)
  }
  return view
}

function unwrapList(
  view: SchemaView,
  keyword: string,
  list: JsonValue[],
  side: Side,
  depth: number,
): SchemaView {
  const rest = list.filter((item) => !isNull(item))
  const nullable = view.nullable || rest.length < list.length
  const only = rest.length === 1 && rest.length < list.length ? rest[0] : undefined
  if (only !== undefined && depth < MAX_HOPS) {
    const { [keyword]: _, ...beside } = view.value
    const at = childOf(view.at, only, keyword, String(list.indexOf(only)))
    const inner = followRefs(at, side)
    if (inner && isAnnotation(beside)) {
      const unwrapped = unwrapNull({ ...inner, value: { ...inner.value, ...beside } }, side, depth + 1)
      return { ...unwrapped, nullable: true }
    }
  }
  const value = rest.length < list.length ? { ...view.value, [keyword]: rest } : view.value
  const types = listedTypes(rest)
  return types ? { ...view, value, nullable, types, listed: true } : { ...view, value, nullable }
}

function isNull(item: JsonValue): boolean {
  return isObject(item) && own(item, 'type') === 'null'
}

// Alternatives that say nothing but their type.
function listedTypes(items: JsonValue[]): string[] | undefined {
  const types = items.map((item) => {
    const type = isObject(item) ? own(item, 'type') : undefined
    const plain = isObject(item) && Object.keys(item).every((key) => key === 'type' || ANNOTATIONS.test(key))
    return plain && typeof type === 'string' && type !== 'object' && type !== 'array' ? type : undefined
  })
  const known = types.filter((type) => type !== undefined)
  return known.length > 0 && known.length === items.length ? [...new Set(known)] : undefined
}

function typesOf(value: JsonObject): string[] | undefined {
  const type = own(value, 'type')
  if (typeof type === 'string') return [type]
  if (!Array.isArray(type)) return undefined
  const types = ownItems(value, 'type').filter((item): item is string => typeof item === 'string')
  return types.length > 0 ? [...new Set(types)] : undefined
}
