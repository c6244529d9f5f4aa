// Copies a document without what is cut out of it. What has nothing internal in it is shared, not copied.
import { keepPlaces } from '../files/list-places.ts'
import type { SourceDocument } from '../files/source-document.ts'
import { isObject, own, ownObject, ownString } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Cuts } from './cuts.ts'
import { ExampleCutter } from './examples.ts'
import { isNameMap, keywordBelow } from './marks.ts'

/** Lists that say something else when they are empty than when they are not there. */
const NEVER_EMPTY = /^(allOf|anyOf|oneOf|prefixItems|items|security|required|enum)$/
const TAGS = /^(x-)?tags$/
const DEPENDENCIES = ['dependentRequired', 'dependencies']

/** Takes what is cut out from documents, after all of them were looked through. */
export class Pruner {
  private readonly cuts: Cuts
  private readonly examples: ExampleCutter
  private readonly copies = new Map<object, JsonValue>()

  constructor(cuts: Cuts) {
    this.cuts = cuts
    this.examples = new ExampleCutter(cuts)
  }

  /** The root of a document as outside readers see it; undefined where nothing of it is theirs. */
  root(document: SourceDocument): JsonValue | undefined {
    const { root } = document
    return isObject(root) && this.cuts.has(root, document, '') ? undefined : this.copy(root, document, '')
  }

  private copy(value: JsonValue, document: SourceDocument, key: string): JsonValue {
    if (typeof value !== 'object' || value === null) return value
    const known = this.copies.get(value)
    if (known !== undefined) return known
    const copy = Array.isArray(value) ? this.list(value, document, key) : this.object(value, document, key)
    this.copies.set(value, copy)
    return copy
  }

  private list(list: JsonValue[], document: SourceDocument, key: string): JsonValue[] {
    const places = list.map((item) =>
      this.isCut(item, document, key, '') ? undefined : this.copy(item, document, ''),
    )
    if (places.every((item, index) => item === list[index])) return list
    return keepPlaces(places)
  }

  private object(object: JsonObject, document: SourceDocument, key: string): JsonObject {
    const copy: JsonObject = {}
    for (const [name, child] of Object.entries(object)) {
      if (this.isCut(child, document, key, name)) continue
      const keyword = keywordBelow(object, key, name)
      const made = this.copy(child, document, keyword)
      if (NEVER_EMPTY.test(keyword) && isEmpty(made) && !isEmpty(child)) continue
      copy[name] = made
    }
    if (!isNameMap(key)) {
      this.dropNames(copy, document)
      this.examples.trim(object, copy, document)
    }
    const names = Object.keys(object)
    const isSame =
      names.length === Object.keys(copy).length && names.every((name) => copy[name] === object[name])
    return isSame ? object : copy
  }

  /** `holder` is the keyword of the list or the object that the value stands in, `name` its own key in the latter. */
  private isCut(value: JsonValue, document: SourceDocument, holder: string, name: string): boolean {
    if (typeof value === 'string')
      return TAGS.test(holder) && name === '' && this.cuts.isCutName('tag', value)
    if (!isObject(value)) return false
    if (this.cuts.has(value, document, isNameMap(holder) ? '' : name)) return true
    if (holder === 'links') return this.cuts.isCutName('operation', ownString(value, 'operationId') ?? '')
    if (holder === 'encoding') return this.cuts.isCutName('property', name)
    return (
      holder === 'security' &&
      name === '' &&
      Object.keys(value).some((scheme) => this.cuts.isCutName('security scheme', scheme))
    )
  }

  // What a schema says of properties by their names alone.
  private dropNames(schema: JsonObject, document: SourceDocument): void {
    const properties = ownObject(schema, 'properties') ?? {}
    const isKept = (name: JsonValue) =>
      typeof name !== 'string' || Object.hasOwn(properties, name) || !this.cuts.isCutName('property', name)
    const kept = (names: JsonValue[]) => (names.every(isKept) ? names : names.filter(isKept))

    const required = own(schema, 'required')
    if (Array.isArray(required)) {
      const left = kept(required)
      if (left.length > 0 || required.length === 0) schema.required = left
      else Reflect.deleteProperty(schema, 'required')
    }
    for (const keyword of DEPENDENCIES) {
      const dependencies = ownObject(schema, keyword)
      if (!dependencies) continue
      const entries = Object.entries(dependencies)
        .filter(([name]) => isKept(name))
        .map(([name, value]) => [name, Array.isArray(value) ? kept(value) : value] as const)
      if (entries.some(([name, value]) => value !== dependencies[name]) || isShorter(entries, dependencies))
        schema[keyword] = Object.fromEntries(entries)
    }
    this.dropDiscriminator(schema, document, isKept)
  }

  private dropDiscriminator(
    schema: JsonObject,
    document: SourceDocument,
    isKept: (name: JsonValue) => boolean,
  ): void {
    const discriminator = own(schema, 'discriminator')
    if (discriminator === undefined) return
    const name = isObject(discriminator) ? own(discriminator, 'propertyName') : discriminator
    if (!isKept(name ?? null)) {
      Reflect.deleteProperty(schema, 'discriminator')
      return
    }
    const mapping = isObject(discriminator) ? ownObject(discriminator, 'mapping') : undefined
    if (!isObject(discriminator) || !mapping) return
    const entries = Object.entries(mapping).filter(([, to]) => !this.isCutTarget(to, document))
    if (isShorter(entries, mapping))
      schema.discriminator = { ...discriminator, mapping: Object.fromEntries(entries) }
  }

  // A mapping names a schema by a reference or by its bare name.
  private isCutTarget(to: JsonValue, document: SourceDocument): boolean {
    if (typeof to !== 'string') return false
    return /[#/.]/.test(to) ? this.cuts.leadsInside(to, document) : this.cuts.isCutName('schema', to)
  }
}

function isEmpty(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0
}

function isShorter(entries: readonly unknown[], map: JsonObject): boolean {
  return entries.length < Object.keys(map).length
}
