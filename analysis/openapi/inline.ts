import type { Located } from '../files/source-document.ts'
import { isObject, own, ownItems, ownObject, pointer } from '../json.ts'
import type { RefResolver } from '../refs.ts'
import type { FoundRef, SchemaConverter } from '../schema/converter.ts'
import type { JsonObject, JsonValue } from '../types.ts'

// Headers hold media types and media types headers: shared ones multiply, and may contain themselves.
const MAX_VISITS = 20_000

type Visit = (located: Located) => JsonValue

/**
 * Puts everything an operation refers to in its place, except schemas: those are converted and keep their references
 * (as URIs), which are collected in `refs`. One instance an operation.
 */
export class Inliner {
  /** The schemas that are referred to. */
  readonly refs: FoundRef[] = []
  /** The other files that something was taken from. */
  readonly files: FoundRef[] = []
  private visits = 0
  private readonly resolver: RefResolver
  private readonly converter: SchemaConverter

  constructor(resolver: RefResolver, converter: SchemaConverter) {
    this.resolver = resolver
    this.converter = converter
  }

  /** An operation without its callbacks, and with `parameters` of the path item kept apart. */
  operation(located: Located): JsonObject {
    if (!isObject(located.value)) return {}
    const { callbacks: _, ...operation } = located.value
    return this.fields(
      { ...located, value: operation },
      {
        parameters: (at) => this.list(at, this.parameter),
        requestBody: this.withContent,
        responses: (at) => this.map(at, this.response),
      },
    )
  }

  /** The `parameters` of a path item. */
  parameters(pathItem: Located): JsonValue[] {
    if (!isObject(pathItem.value)) return []
    const value = ownItems(pathItem.value, 'parameters')
    return this.list(
      { ...pathItem, value, pointer: `${pathItem.pointer}/parameters` },
      this.parameter,
    ) as JsonValue[]
  }

  private readonly parameter: Visit = (located) =>
    this.followed(located, {
      schema: this.schema,
      content: (at) => this.map(at, this.media),
      examples: (at) => this.map(at, this.plain),
    })

  private readonly withContent: Visit = (located) =>
    this.followed(located, { content: (at) => this.map(at, this.media) })

  private readonly response: Visit = (located) =>
    this.followed(located, {
      schema: this.schema,
      headers: (at) => this.map(at, this.parameter),
      content: (at) => this.map(at, this.media),
      links: (at) => this.map(at, this.plain),
    })

  private readonly media: Visit = (located) =>
    itemsAsList(
      this.followed(located, {
        schema: this.schema,
        itemSchema: this.schema,
        examples: (at) => this.map(at, this.plain),
        encoding: (at) => this.map(at, this.encoding),
      }),
    )

  private readonly encoding: Visit = (located) =>
    withStyle(this.followed(located, { headers: (at) => this.map(at, this.parameter) }))

  /** What holds nothing that refers to something: examples, links. */
  private readonly plain: Visit = (located) => this.followed(located, {})

  private readonly schema: Visit = (located) => this.converter.convert(located, this.refs) ?? {}

  private followed(located: Located, visits: Record<string, Visit>): JsonValue {
    this.visits += 1
    if (this.visits > MAX_VISITS) throw new Error('it refers to too much, or to itself')
    const target = this.resolver.follow(located)
    if (target && target.document !== located.document) {
      const { uri } = target.document
      this.files.push({ to: uri, file: uri, path: located.pointer })
    }
    return target && isObject(target.value) ? this.fields(target, visits) : null
  }

  private fields(located: Located, visits: Record<string, Visit>): JsonObject {
    const copy = keepExample(fileAsString({ ...(located.value as JsonObject) }))
    for (const [field, visit] of Object.entries(visits)) {
      const value = own(copy, field)
      if (value == null) continue
      copy[field] = visit({ ...located, value, pointer: located.pointer + pointer(field) })
    }
    return copy
  }

  private list(located: Located, visit: Visit): JsonValue {
    if (!Array.isArray(located.value)) return []
    return located.value.map((value, index) =>
      visit({ ...located, value, pointer: located.pointer + pointer(index) }),
    )
  }

  private map(located: Located, visit: Visit): JsonValue {
    if (!isObject(located.value)) return {}
    const entries = Object.entries(located.value).map(([key, value]) => [
      key,
      visit({ ...located, value, pointer: located.pointer + pointer(key) }),
    ])
    return Object.fromEntries(entries)
  }
}

// OpenAPI 3.2: a stream (server-sent events, JSON lines) has a schema an item; the whole is a list of them.
function itemsAsList(media: JsonValue): JsonValue {
  if (!isObject(media) || media.itemSchema === undefined) return media
  const { itemSchema, ...rest } = media
  return rest.schema === undefined ? { ...rest, schema: { type: 'array', items: itemSchema } } : rest
}

// http-spec leaves out an encoding that does not say how lists are written; it is as in a query then.
function withStyle(encoding: JsonValue): JsonValue {
  return isObject(encoding) && encoding.style === undefined ? { ...encoding, style: 'form' } : encoding
}

// A parameter of 2.0 is its own schema, so the schemas' conversion never sees it.
function fileAsString(holder: JsonObject): JsonObject {
  return own(holder, 'type') === 'file' ? { ...holder, type: 'string', format: 'binary' } : holder
}

// http-spec would look for what an example's own "$ref" names; as a named example it leaves it alone.
function keepExample(holder: JsonObject): JsonObject {
  const example = own(holder, 'example')
  if (!isObject(example) || !Object.hasOwn(example, '$ref')) return holder
  const { example: _, ...rest } = holder
  return { ...rest, examples: { default: { value: example }, ...ownObject(holder, 'examples') } }
}

/** The callbacks of an operation, one entry each operation in them; callbacks of callbacks are left out. */
export function callbackOperations(operation: Located, resolver: RefResolver) {
  if (!isObject(operation.value)) return []
  const callbacks = Object.entries(ownObject(operation.value, 'callbacks') ?? {})
  return callbacks.flatMap(([key, value]) => {
    const callback = resolver.follow(childOf(operation, value, 'callbacks', key))
    return callback ? pathsOf(callback, resolver).map((place) => ({ key, ...place })) : []
  })
}

/** Every path item of a map of them, its reference followed. */
export function pathsOf(paths: Located, resolver: RefResolver): { path: string; item: Located }[] {
  if (!isObject(paths.value)) return []
  return Object.entries(paths.value).flatMap(([path, value]) => {
    if (!isObject(value) || path.startsWith('x-')) return []
    const item = resolver.follow(childOf(paths, value, path))
    return item && isObject(item.value) ? [{ path, item }] : []
  })
}

/** A value below another, located. */
export function childOf(parent: Located, value: JsonValue, ...segments: string[]): Located {
  return { document: parent.document, value, pointer: parent.pointer + pointer(...segments) }
}
