// A bundled file without references: what they lead to stands in their place. Where something contains itself, the
// reference stays, and leads into the file.
import type { SourceDocument } from '../files/source-document.ts'
import { isObject, ownString, pointer } from '../json.ts'
import type { RefResolver } from '../refs.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Budget } from './budget.ts'
import { isMap, type Place, placeInList, placeUnder } from './grammar.ts'

// Deeper than this a reference stays, so that whoever reads the file is not overwhelmed, nor the one that writes it.
const MOST_LEVELS = 250
/** Words on what is referred to; those beside the reference count. */
const ANNOTATIONS = [
  'title',
  'summary',
  'description',
  'deprecated',
  'example',
  'examples',
  'default',
  'readOnly',
  'writeOnly',
]

/** Where the copy is: a pointer into the file, behind the places of the references that led there. */
interface Way {
  at: string
  before: readonly string[]
  depth: number
}

/** One dereferencing of a file whose references all lead into itself. */
export class Dereferencer {
  private readonly document: SourceDocument
  private readonly resolver: RefResolver
  private readonly budget: Budget

  constructor(document: SourceDocument, resolver: RefResolver, budget: Budget) {
    this.document = document
    this.resolver = resolver
    this.budget = budget
  }

  /** The file, whole. */
  dereferenced(): JsonValue {
    const start: Place = this.document.kind === 'json_schema' ? 'schema' : 'root'
    return this.copy(this.document.root, start, { at: '', before: [], depth: 0 })
  }

  private copy(value: JsonValue, place: Place, way: Way): JsonValue {
    if (Array.isArray(value)) {
      this.budget.spend(2, way.depth)
      return value.map((item, index) => this.copy(item, placeInList(place), under(way, index)))
    }
    if (!isObject(value)) {
      this.budget.spend(typeof value === 'string' ? value.length + 2 : 6, way.depth)
      return value
    }
    const isReferable = place !== 'opaque' && place !== 'discriminator' && !isMap(place)
    const ref = isReferable ? ownString(value, '$ref') : undefined
    return ref === undefined ? this.object(value, place, way) : this.reference(value, ref, place, way)
  }

  private object(value: JsonObject, place: Place, way: Way): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        this.budget.spend(key.length + 4, way.depth)
        return [key, this.copy(inner, placeUnder(place, key), under(way, key))]
      }),
    )
  }

  private reference(value: JsonObject, ref: string, place: Place, way: Way): JsonValue {
    const target = this.resolver.resolve(ref, { document: this.document, value, pointer: way.at })
    const isCircle = target && [way.at, ...way.before].some((at) => `${at}/`.startsWith(`${target.pointer}/`))
    if (!target || isCircle || way.depth > MOST_LEVELS) return this.object(value, place, way)
    const content = this.copy(target.value, place, {
      at: target.pointer,
      before: [way.at, ...way.before],
      depth: way.depth,
    })
    const { $ref: _, ...beside } = this.object(value, place, way)
    return isObject(content) ? this.together(content, beside, place) : content
  }

  // Up to OpenAPI 3.0 nothing but words counts beside a reference; JSON Schema means both.
  private together(content: JsonObject, beside: JsonObject, place: Place): JsonObject {
    const words = Object.entries(beside).filter(([key]) => ANNOTATIONS.includes(key))
    const rest = Object.entries(beside).filter(([key]) => !ANNOTATIONS.includes(key))
    const meansBoth = place === 'schema' && ['openapi3.1', 'json_schema'].includes(this.document.kind)
    if (!meansBoth || rest.length === 0) return { ...content, ...Object.fromEntries(words) }
    const collides = rest.some(([key]) => Object.hasOwn(content, key))
    return collides ? { ...beside, allOf: [content, ...listOf(beside.allOf)] } : { ...content, ...beside }
  }
}

function under({ at, before, depth }: Way, key: string | number): Way {
  return { at: at + pointer(key), before, depth: depth + 1 }
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
