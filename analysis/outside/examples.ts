// Examples show values of internal properties too: they are read along with their schema.
import type { SourceDocument } from '../files/source-document.ts'
import { isObject, own, ownItems, ownObject, ownString } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Cuts } from './cuts.ts'

const VALUES = ['example', 'x-example', 'default', 'const']
const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const
// Schemas are put together of one another: beyond this examples are left out, all of a branch counted.
const MOST_STEPS = 500_000
const MOST_LEVELS = 400

/** Takes values of what is cut out from examples. */
export class ExampleCutter {
  private readonly cuts: Cuts
  private left = MOST_STEPS
  /** By value and schema, what is left of the value; while that is found out, the value. */
  private results = new Map<object, Map<JsonObject, JsonValue | undefined>>()

  constructor(cuts: Cuts) {
    this.cuts = cuts
  }

  /** Trims, in place, the examples of `copy`: `whole` is the same schema, parameter or content as it is written. */
  trim(whole: JsonObject, copy: JsonObject, document: SourceDocument): void {
    const described = own(whole, 'schema') ?? own(whole, 'itemSchema')
    const schema = described === undefined ? whole : described
    if (described !== undefined && isObject(described) && this.cuts.has(described, document, 'schema')) {
      for (const keyword of [...VALUES, 'examples', 'x-examples']) Reflect.deleteProperty(copy, keyword)
      return
    }
    if (!isObject(schema)) return
    for (const keyword of VALUES) {
      const value = own(copy, keyword)
      if (value !== undefined) put(copy, keyword, this.trimmed(value, schema, document))
    }
    for (const keyword of ['enum', 'examples', 'x-examples']) {
      const values = own(copy, keyword)
      if (Array.isArray(values)) put(copy, keyword, this.trimmedList(values, schema, document))
      else if (isObject(values)) put(copy, keyword, this.trimmedMap(values, schema, document))
    }
  }

  private trimmedList(values: JsonValue[], schema: JsonObject, document: SourceDocument): JsonValue[] {
    const left = values.map((value) => this.trimmed(value, schema, document))
    return left.every((value, index) => value === values[index])
      ? values
      : left.filter((value) => value !== undefined)
  }

  // By name, as objects with a value or a reference; in OpenAPI 2.0 by media type, as they are.
  private trimmedMap(examples: JsonObject, schema: JsonObject, document: SourceDocument): JsonObject {
    const copy = { ...examples }
    for (const [name, given] of Object.entries(examples)) {
      const example = this.followed(given, document)
      const value = isObject(example) ? own(example, 'value') : undefined
      if (!isObject(example) || value === undefined) put(copy, name, this.trimmed(given, schema, document))
      else {
        const left = this.trimmed(value, schema, document)
        if (left !== value) put(copy, name, left === undefined ? undefined : { ...example, value: left })
      }
    }
    return Object.keys(copy).every((name) => copy[name] === examples[name]) &&
      Object.keys(copy).length === Object.keys(examples).length
      ? examples
      : copy
  }

  private followed(example: JsonValue, document: SourceDocument): JsonValue {
    const ref = isObject(example) ? ownString(example, '$ref') : undefined
    return (ref && this.cuts.resolver.resolve(ref, { document, value: null, pointer: '' })?.value) || example
  }

  private trimmed(value: JsonValue, schema: JsonObject, document: SourceDocument): JsonValue | undefined {
    if (typeof value === 'string' && this.isTelling(value)) return undefined
    this.results = new Map()
    return this.within(value, schema, document, 0)
  }

  // XML, forms and JSON as text are not read along with their schema: the name alone is looked for.
  private isTelling(text: string): boolean {
    if (!/[{<&=\n]/.test(text)) return false
    const words = text.match(/[\p{L}\p{N}_$-]+/gu) ?? []
    return words.some((word) => this.cuts.isCutName('property', word))
  }

  /** A value without what its schema says is internal; undefined where nothing of it may be shown. */
  private within(
    value: JsonValue,
    schema: JsonValue,
    document: SourceDocument,
    level: number,
  ): JsonValue | undefined {
    if (typeof value !== 'object' || value === null || !isObject(schema)) return value
    const results = this.results.get(value) ?? new Map<JsonObject, JsonValue | undefined>()
    if (results.has(schema)) return results.get(schema)
    this.results.set(value, results.set(schema, value))
    this.left -= 1
    const left =
      this.left < 0 || level > MOST_LEVELS ? undefined : this.parted(value, schema, document, level)
    results.set(schema, left)
    return left
  }

  private parted(
    value: JsonValue[] | JsonObject,
    schema: JsonObject,
    document: SourceDocument,
    level: number,
  ): JsonValue | undefined {
    let left: JsonValue | undefined = value
    for (const { part, at } of this.partsOf(schema, document)) {
      if (this.cuts.has(part, at, '')) return undefined
      left = left === undefined ? undefined : this.within(left, part, at, level + 1)
    }
    if (Array.isArray(left)) return this.items(left, schema, document, level)
    return isObject(left) ? this.members(left, schema, document, level) : left
  }

  /** What a schema is put together of, by references and compositions. */
  private partsOf(schema: JsonObject, document: SourceDocument) {
    const ref = ownString(schema, '$ref')
    const target = ref ? this.cuts.resolver.resolve(ref, { document, value: null, pointer: '' }) : null
    const parts = COMPOSITIONS.flatMap((keyword) => ownItems(schema, keyword))
    return [
      ...(target ? [{ part: target.value, at: target.document }] : []),
      ...parts.map((part) => ({ part, at: document })),
    ].flatMap(({ part, at }) => (isObject(part) ? [{ part, at }] : []))
  }

  private items(
    list: JsonValue[],
    schema: JsonObject,
    document: SourceDocument,
    level: number,
  ): JsonValue[] | undefined {
    const items = own(schema, 'items')
    const first = Array.isArray(items) ? items : ownItems(schema, 'prefixItems')
    const left = list.map((value, index) => {
      const item = first[index] ?? items
      return isObject(item) ? this.child(value, item, document, level) : value
    })
    return left.every((value, index) => value === list[index])
      ? list
      : left.filter((value) => value !== undefined)
  }

  private members(
    object: JsonObject,
    schema: JsonObject,
    document: SourceDocument,
    level: number,
  ): JsonObject {
    const properties = ownObject(schema, 'properties') ?? {}
    const isHidden = this.cuts.has(properties, document, 'properties')
    // Which of the patterns a name fits is not asked: an author's expressions are not run here.
    const others = [
      ...Object.values(ownObject(schema, 'patternProperties') ?? {}),
      own(schema, 'additionalProperties'),
    ]
    const copy: JsonObject = {}
    for (const [name, value] of Object.entries(object)) {
      const isNamed = Object.hasOwn(properties, name)
      let left: JsonValue | undefined = isHidden && isNamed ? undefined : value
      for (const property of isNamed ? [properties[name]] : others) {
        if (left !== undefined && isObject(property)) left = this.child(left, property, document, level)
      }
      put(copy, name, left)
    }
    const names = Object.keys(object)
    return names.every((name) => copy[name] === object[name]) ? object : copy
  }

  private child(
    value: JsonValue,
    schema: JsonObject,
    document: SourceDocument,
    level: number,
  ): JsonValue | undefined {
    return this.cuts.has(schema, document, '') ? undefined : this.within(value, schema, document, level + 1)
  }
}

function put(object: JsonObject, key: string, value: JsonValue | undefined): void {
  if (value === undefined) Reflect.deleteProperty(object, key)
  else object[key] = value
}
