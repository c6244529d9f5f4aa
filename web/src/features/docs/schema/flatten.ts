// A schema with its reference followed and its allOf merged: one level, nothing below it is touched. What cannot be
// followed here (a schema that lives in another node) is named in `externals`, to be loaded when a reader opens it.
import { unescapeSegment } from '../../../../../analysis/json.ts'
import type { Bundle, JsonSchema, SchemaLike } from '../model/types.ts'

export interface SchemaDoc {
  bundle: Bundle
  /** What `#` points to. */
  root?: SchemaLike
  /** What the root is called where others refer to it. */
  name?: string
}

export interface FlatSchema {
  schema: JsonSchema
  /** Name of the outermost schema that was referred to. */
  refName?: string
  /** Every reference followed on the way, to notice cycles. */
  refs: readonly string[]
  /** Node URIs (or unresolvable references) whose keywords are missing here. */
  externals: readonly string[]
  /** What only one of several parts can say in one schema: the alternatives and conditions beyond the first. */
  more: readonly JsonSchema[]
}

const MAX_CHAIN = 64

// On the stack of references: what is followed below is a part, not the whole.
const inAllOf = 'allOf'

interface Collected {
  refName: string | undefined
  refs: string[]
  externals: string[]
  more: JsonSchema[]
  steps: number
}

/** Follows `$ref` and merges `allOf`; cycles and over-long chains end quietly. */
export function flatten(schema: SchemaLike, doc: SchemaDoc): FlatSchema {
  const into: Collected = { refName: undefined, refs: [], externals: [], more: [], steps: 0 }
  const merged = collect(schema, doc, into, [])
  const { refName, refs, externals, more } = into
  return { schema: merged, refs, externals, more, ...(refName !== undefined && { refName }) }
}

/** The last part of a reference, decoded: `#/__bundled__/Pet` and `/x.yaml/components/schemas/Pet` are both Pet. */
export function refName(ref: string): string {
  const last = ref.split(/[#/]/).filter(Boolean).at(-1) ?? ref
  const plain = unescapeSegment(last)
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isSchemaLike(value: unknown): value is SchemaLike {
  return typeof value === 'boolean' || isSchema(value)
}

function collect(schema: SchemaLike, doc: SchemaDoc, into: Collected, stack: readonly string[]): JsonSchema {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  if (!isSchema(schema) || ++into.steps > MAX_CHAIN) return {}
  const { $ref, allOf, ...own } = schema
  // Fields stand in the order in which the author wrote the parts.
  const isFirst = (keyword: string): boolean => comesBefore(schema, keyword, 'properties')
  let merged: JsonSchema = own
  if (typeof $ref === 'string') merged = merge(own, follow($ref, doc, into, stack), into, isFirst('$ref'))
  if (!Array.isArray(allOf)) return merged
  const members = allOf.filter(isSchemaLike)
  const parts = members.map((member) => {
    const { title, ...rest } = collect(member, doc, into, members.length === 1 ? stack : [...stack, inAllOf])
    // One of several parts does not name the whole.
    return members.length === 1 && title !== undefined ? { title, ...rest } : rest
  })
  return merge(
    merged,
    parts.reduce((whole, part) => merge(whole, part, into), {}),
    into,
    isFirst('allOf'),
  )
}

function comesBefore(schema: JsonSchema, first: string, second: string): boolean {
  const keys = Object.keys(schema)
  return keys.indexOf(first) < keys.indexOf(second)
}

function follow(ref: string, doc: SchemaDoc, into: Collected, stack: readonly string[]): JsonSchema {
  if (stack.includes(ref)) return {}
  if (stack.length === 0) into.refName ??= refName(ref)
  const target = lookup(ref, doc)
  if (target === undefined) {
    into.externals.push(ref)
    return {}
  }
  into.refs.push(ref)
  return collect(target, doc, into, [...stack, ref])
}

function lookup(ref: string, doc: SchemaDoc): SchemaLike | undefined {
  if (!ref.startsWith('#')) return undefined
  const steps = ref.slice(1).split('/').filter(Boolean)
  if (steps[0] === '__bundled__') {
    const key = steps.slice(1).join('/')
    return Object.hasOwn(doc.bundle, key) ? doc.bundle[key] : undefined
  }
  let at: unknown = doc.root
  for (const step of steps) {
    const key = unescapeSegment(step)
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined
  }
  return isSchemaLike(at) ? at : undefined
}

// Keywords that make sense only together, and of which one schema holds one group.
const units = [
  ['oneOf'],
  ['anyOf'],
  ['if', 'then', 'else'],
  ['not'],
  ['contains', 'minContains', 'maxContains'],
]

/** Both schemas hold. What `base` says of the place (title, description, default …) wins. */
function merge(base: JsonSchema, added: JsonSchema, into: Collected, addedFirst = false): JsonSchema {
  const out: Record<string, unknown> = { ...added, ...base }
  for (const key of Object.keys(added)) {
    if (!Object.hasOwn(base, key)) continue
    const combined = combine(key, base[key], added[key], addedFirst)
    if (combined !== undefined) out[key] = combined
  }
  for (const unit of units) {
    const [key = ''] = unit
    if (base[key] === undefined || added[key] === undefined) continue
    const said = unit.filter((part) => added[part] !== undefined)
    into.more.push(Object.fromEntries(said.map((part) => [part, added[part]])))
    for (const part of said) if (base[part] === undefined) Reflect.deleteProperty(out, part)
  }
  return out
}

function combine(key: string, a: unknown, b: unknown, bFirst: boolean): unknown {
  switch (key) {
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      return isSchema(a) && isSchema(b) ? bothProperties(a, b, bFirst) : undefined
    case 'dependentRequired':
      return isSchema(a) && isSchema(b) ? { ...b, ...a } : undefined
    case 'required':
      return Array.isArray(a) && Array.isArray(b) ? [...new Set([...a, ...b])] : undefined
    case 'type':
      return bothTypes(a, b)
    case 'items':
    case 'additionalProperties':
    case 'propertyNames':
      return isSchema(a) && isSchema(b) ? { allOf: [a, b] } : undefined
    case 'readOnly':
    case 'writeOnly':
    case 'deprecated':
      return a === true || b === true
    default:
      return undefined
  }
}

function bothProperties(a: JsonSchema, b: JsonSchema, bFirst: boolean): JsonSchema {
  const names = bFirst ? { ...b, ...a } : { ...a, ...b }
  const both = ([name, schema]: [string, unknown]): [string, unknown] => {
    const [left, right] = [a[name], b[name]]
    if (isSchema(left) && isSchema(right)) return [name, { allOf: [left, right] }]
    return [name, Object.hasOwn(a, name) ? left : schema]
  }
  return Object.fromEntries(Object.entries(names).map(both))
}

function bothTypes(a: unknown, b: unknown): unknown {
  const left = [a].flat()
  const right = [b].flat()
  const shared = left.filter((type) => right.includes(type))
  return shared.length > 0 ? shared : left
}
