// A schema with its reference followed and its allOf merged: one level, nothing below it is touched. What cannot be
// followed here (a schema that lives in another node) is named in `externals`, to be loaded when a reader opens it.
import type { Bundle, JsonSchema, SchemaLike } from '../model/types.ts'

export interface SchemaDoc {
  bundle: Bundle
  /** What `#` points to. */
  root?: SchemaLike
}

export interface FlatSchema {
  schema: JsonSchema
  /** Name of the outermost schema that was referred to. */
  refName?: string
  /** Every reference followed on the way, to notice cycles. */
  refs: readonly string[]
  /** Node URIs (or unresolvable references) whose keywords are missing here. */
  externals: readonly string[]
  /** Groups of alternatives beyond the first: allOf of two oneOf has two. */
  moreChoices: readonly JsonSchema[]
}

const MAX_CHAIN = 64

// On the stack of references: what is followed below is a part, not the whole.
const inAllOf = 'allOf'

interface Collected {
  refName: string | undefined
  refs: string[]
  externals: string[]
  moreChoices: JsonSchema[]
  steps: number
}

/** Follows `$ref` and merges `allOf`; cycles and over-long chains end quietly. */
export function flatten(schema: SchemaLike, doc: SchemaDoc): FlatSchema {
  const into: Collected = { refName: undefined, refs: [], externals: [], moreChoices: [], steps: 0 }
  const merged = collect(schema, doc, into, [])
  const { refName, refs, externals, moreChoices } = into
  return { schema: merged, refs, externals, moreChoices, ...(refName !== undefined && { refName }) }
}

/** The last part of a reference, decoded: `#/__bundled__/Pet` and `/x.yaml/components/schemas/Pet` are both Pet. */
export function refName(ref: string): string {
  const last = ref.split(/[#/]/).filter(Boolean).at(-1) ?? ref
  const plain = last.replaceAll('~1', '/').replaceAll('~0', '~')
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
  let merged: JsonSchema = own
  if (typeof $ref === 'string') merged = merge(merged, follow($ref, doc, into, stack), into)
  if (!Array.isArray(allOf)) return merged
  const members = allOf.filter(isSchemaLike)
  for (const member of members) {
    const { title, ...rest } = collect(member, doc, into, members.length === 1 ? stack : [...stack, inAllOf])
    // One of several parts does not name the whole.
    merged = merge(merged, members.length === 1 && title !== undefined ? { title, ...rest } : rest, into)
  }
  return merged
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
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined
  }
  return isSchemaLike(at) ? at : undefined
}

/** Both schemas hold. What `base` says of the place (title, description, default …) wins. */
function merge(base: JsonSchema, added: JsonSchema, into: Collected): JsonSchema {
  const out: Record<string, unknown> = { ...added, ...base }
  for (const key of Object.keys(added)) {
    if (!Object.hasOwn(base, key)) continue
    const combined = combine(key, base[key], added[key])
    if (combined !== undefined) out[key] = combined
  }
  for (const key of ['oneOf', 'anyOf'] as const) {
    if (base[key] !== undefined && added[key] !== undefined) into.moreChoices.push({ [key]: added[key] })
  }
  return out
}

function combine(key: string, a: unknown, b: unknown): unknown {
  switch (key) {
    case 'properties':
    case 'patternProperties':
      return isSchema(a) && isSchema(b) ? bothProperties(a, b) : undefined
    case 'required':
      return Array.isArray(a) && Array.isArray(b) ? [...new Set([...a, ...b])] : undefined
    case 'type':
      return bothTypes(a, b)
    case 'items':
    case 'additionalProperties':
      return isSchema(a) && isSchema(b) ? { allOf: [a, b] } : undefined
    case 'readOnly':
    case 'writeOnly':
    case 'deprecated':
      return a === true || b === true
    default:
      return undefined
  }
}

function bothProperties(a: JsonSchema, b: JsonSchema): JsonSchema {
  const out: Record<string, unknown> = { ...b }
  for (const [name, schema] of Object.entries(a)) {
    out[name] = isSchema(schema) && isSchema(b[name]) ? { allOf: [schema, b[name]] } : schema
  }
  return out
}

function bothTypes(a: unknown, b: unknown): unknown {
  const left = [a].flat()
  const right = [b].flat()
  const shared = left.filter((type) => right.includes(type))
  return shared.length > 0 ? shared : left
}
