import type { Located } from '../files/source-document.ts'
import { isObject, ownString, pointer } from '../json.ts'
import { type RefResolver, uriOf } from '../refs.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { mapDiscriminator, normalizeKeywords } from './normalize.ts'
import { mapSubschemas } from './subschemas.ts'

/** A reference met on the way: the target's URI, and the pointer of the place it stands at. */
export interface FoundRef {
  to: string
  /** The URI of the file that the target stands in. */
  file: string
  path: string
}

/** A schema that can be bundled: its references are node URIs. */
export interface ConvertedSchema {
  value: JsonObject
  refs: FoundRef[]
  /** Length of the JSON text. */
  size: number
}

/** Turns schemas of any dialect into JSON Schema whose references are absolute URIs. */
export class SchemaConverter {
  /** By URI, schemas as they look in the nodes of every file but their own. */
  readonly rewritten = new Map<string, JsonObject>()
  /** By URI, what schemas are called in the nodes of every file but their own. */
  readonly keys = new Map<string, string>()
  private readonly resolver: RefResolver
  private readonly targets = new Map<string, Located>()
  private readonly converted = new Map<string, ConvertedSchema>()

  constructor(resolver: RefResolver) {
    this.resolver = resolver
  }

  /** Converts one schema, adding what it refers to to `refs`. Not a schema: undefined. */
  convert(located: Located, refs: FoundRef[]): JsonValue | undefined {
    if (typeof located.value === 'boolean') return located.value
    return isObject(located.value) ? this.convertObject(located, located.value, refs) : undefined
  }

  /** The schema at a URI that a conversion has met before; converted once. */
  bundleable(uri: string): ConvertedSchema | undefined {
    const known = this.converted.get(uri)
    if (known) return known
    const target = this.targets.get(uri)
    if (!target) return undefined
    const refs: FoundRef[] = []
    const value = this.convert(target, refs)
    const schema = isObject(value) ? value : {}
    const result = { value: schema, refs, size: JSON.stringify(schema).length }
    this.converted.set(uri, result)
    return result
  }

  private convertObject(located: Located, schema: JsonObject, refs: FoundRef[]): JsonObject {
    const own = this.absolute(normalizeKeywords(schema), located, refs)
    const mapped = mapDiscriminator(own, (ref) => this.mappingTarget(ref, located, refs))
    return mapSubschemas(mapped, (child, ...at) => {
      const place = { ...located, value: child, pointer: located.pointer + pointer(...at) }
      return this.convertObject(place, child, refs)
    })
  }

  private absolute(schema: JsonObject, located: Located, refs: FoundRef[]): JsonObject {
    const ref = ownString(schema, '$ref')
    const target = ref && this.resolver.resolve(ref, located)
    if (!target) return schema
    const uri = uriOf(target)
    this.targets.set(uri, target)
    refs.push({ to: uri, file: target.document.uri, path: located.pointer })
    return { ...schema, $ref: uri }
  }

  // A mapping's value may also be the bare name of a schema; that needs no resolving.
  private mappingTarget(ref: string, located: Located, refs: FoundRef[]): string {
    if (!/[#/.]/.test(ref)) return ref
    const target = this.resolver.resolve(ref, located)
    if (!target) return ref
    const uri = uriOf(target)
    this.targets.set(uri, target)
    refs.push({ to: uri, file: target.document.uri, path: `${located.pointer}/discriminator` })
    return uri
  }
}
