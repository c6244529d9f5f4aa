import type { SourceDocument } from '../files/source-document.ts'
import { shortHash } from '../hash.ts'
import { isObject, ownString, pointerSegments } from '../json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { ConvertedSchema, FoundRef, SchemaConverter } from './converter.ts'
import { mapDiscriminator } from './normalize.ts'
import { mapSubschemas } from './subschemas.ts'

/** What a node may carry of other schemas, in characters of JSON. */
export const BUNDLE_BUDGET = 64 * 1024
// A schema that is no node cannot be loaded later, so it may overdraw; not without end, though.
const HARD_BUDGET = 4 * BUNDLE_BUDGET
/** How many schemas a node may carry, however small: thousands in a chain would each carry the thousands behind them. */
export const MOST_BUNDLED = 300

/** Rewrites one schema's references for the node that is being built. */
export type Rewrite = (schema: JsonValue) => JsonValue

/** Collects, for the nodes of one file, the schemas each of them needs. */
export class Bundler {
  private readonly document: SourceDocument
  private readonly converter: SchemaConverter
  private readonly isNode: (uri: string) => boolean
  private readonly home: string
  /** Schemas all of whose references are bundled look the same in every node: shared, not copied. */
  private readonly complete = new Map<string, JsonObject>()

  constructor(document: SourceDocument, converter: SchemaConverter, isNode: (uri: string) => boolean) {
    this.document = document
    this.home = `${document.uri}${schemaHome(document)}/`
    this.converter = converter
    this.isNode = isNode
  }

  /** Breadth first from `refs`: the node's `__bundled__` (undefined when empty) and how to rewrite its own schemas. */
  bundle(refs: FoundRef[]): { bundled: JsonObject | undefined; rewrite: Rewrite } {
    const included = this.choose(refs)
    const bundled: JsonObject = {}
    for (const [uri, schema] of included) bundled[this.key(uri)] = this.rewriteBundled(uri, schema, included)
    return {
      bundled: included.size > 0 ? bundled : undefined,
      rewrite: (schema) => (isObject(schema) ? this.rewrite(schema, included) : schema),
    }
  }

  private choose(refs: FoundRef[]): Map<string, ConvertedSchema> {
    const included = new Map<string, ConvertedSchema>()
    const seen = new Set<string>()
    let queue = refs.map((ref) => ref.to)
    let spent = 0
    while (queue.length > 0 && included.size < MOST_BUNDLED) {
      const next: string[] = []
      for (const uri of queue) {
        if (seen.has(uri) || included.size >= MOST_BUNDLED) continue
        seen.add(uri)
        const schema = this.converter.bundleable(uri)
        if (!schema || spent + schema.size > (this.isNode(uri) ? BUNDLE_BUDGET : HARD_BUDGET)) continue
        spent += schema.size
        included.set(uri, schema)
        for (const ref of schema.refs) next.push(ref.to)
      }
      queue = next
    }
    return included
  }

  private rewriteBundled(
    uri: string,
    schema: ConvertedSchema,
    included: Map<string, ConvertedSchema>,
  ): JsonObject {
    if (schema.refs.some((ref) => !included.has(ref.to))) return this.rewrite(schema.value, included)
    // Keys differ from file to file for what is named in the file itself.
    const isOurs = schema.refs.some((ref) => ref.file === this.document.uri)
    const complete = isOurs ? this.complete : this.converter.rewritten
    let shared = complete.get(uri)
    if (!shared) {
      shared = this.rewrite(schema.value, included)
      complete.set(uri, shared)
    }
    return shared
  }

  private rewrite(schema: JsonObject, included: Map<string, ConvertedSchema>): JsonObject {
    const point = (uri: string) => (included.has(uri) ? `#/__bundled__/${this.key(uri)}` : uri)
    const visit = (child: JsonObject): JsonObject => {
      const ref = ownString(child, '$ref')
      const own = ref && included.has(ref) ? { ...child, $ref: point(ref) } : child
      return mapSubschemas(mapDiscriminator(own, point), visit)
    }
    return visit(schema)
  }

  /** A schema of the node's own file keeps its name; any other name carries a hash of its URI. Needs no decoding. */
  private key(uri: string): string {
    const name = uri.startsWith(this.home) ? uri.slice(this.home.length) : ''
    if (/^[\w.-]+$/.test(name)) return name
    const { keys } = this.converter
    let key = keys.get(uri)
    if (key === undefined) {
      key = hashedKey(uri)
      keys.set(uri, key)
    }
    return key
  }
}

function hashedKey(uri: string): string {
  const last = pointerSegments(uri).at(-1) ?? ''
  const readable = last.replace(/\.(json|ya?ml)$/i, '').replace(/[^\w.-]+/g, '_')
  return `${readable}-${shortHash(uri).slice(0, 8)}`
}

/** Where a file of this kind keeps its named schemas. */
export function schemaHome({ kind }: SourceDocument): string {
  if (kind === 'openapi2') return '/definitions'
  return kind === 'json_schema' ? '/$defs' : '/components/schemas'
}
