// What of the documents of a branch is for members alone: what is marked, and what refers to it.
import type { SourceDocument } from '../files/source-document.ts'
import { isObject, own, ownString, pointerSegments } from '../json.ts'
import type { RefResolver } from '../refs.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { isMarked, keywordBelow } from './marks.ts'

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef', 'operationRef']
// A chain of references as long as this is nobody's; what lies behind it is kept from visitors.
const MOST_HOPS = 200

/** The kinds of things that others name without a reference. */
export type NamedKind = 'property' | 'schema' | 'security scheme' | 'tag' | 'operation'

const KINDS: Readonly<Record<string, NamedKind>> = {
  properties: 'property',
  schemas: 'schema',
  definitions: 'schema',
  $defs: 'schema',
  securitySchemes: 'security scheme',
  securityDefinitions: 'security scheme',
}

/** Finds what is cut out for readers who see nothing internal. */
export class Cuts {
  readonly resolver: RefResolver
  private readonly known = new Map<JsonObject, boolean>()
  private readonly names = new Map<NamedKind, Set<string>>()
  private readonly seen = new Set<object>()
  private hops = 0

  /** `resolver` looks things up in the documents as they are written. */
  constructor(resolver: RefResolver) {
    this.resolver = resolver
  }

  /** Whether an object that stands under `key` is marked, or refers to what is cut out. */
  has(object: JsonObject, document: SourceDocument, key: string): boolean {
    const known = this.known.get(object)
    if (known !== undefined) return known
    // What refers to itself is no more internal for that.
    this.known.set(object, false)
    const isCut =
      isMarked(object, key) ||
      REFERENCES.some((keyword) => {
        const ref = ownString(object, keyword)
        return ref !== undefined && this.leadsInside(ref, document)
      })
    this.known.set(object, isCut)
    return isCut
  }

  /** Whether a reference names what is cut out, or something within it. */
  leadsInside(ref: string, document: SourceDocument): boolean {
    if (this.hops >= MOST_HOPS) return true
    this.hops += 1
    try {
      const target = this.resolver.resolve(ref, { document, value: null, pointer: '' })
      return target !== null && this.isInside(target.document, pointerSegments(target.pointer))
    } finally {
      this.hops -= 1
    }
  }

  /** Whether something that is cut out has this name. */
  isCutName(kind: NamedKind, name: string): boolean {
    return this.names.get(kind)?.has(name) ?? false
  }

  /** Looks through a document for the names of what is cut out in it. */
  lookThrough(document: SourceDocument): void {
    const { root } = document
    if (isObject(root) && this.has(root, document, '')) this.note('', '', '', root)
    else this.look(root, document, '')
  }

  private isInside(document: SourceDocument, segments: string[]): boolean {
    let value: JsonValue | undefined = document.root
    let key = ''
    for (const segment of [...segments, null]) {
      if (isObject(value) && this.has(value, document, key)) return true
      if (segment === null || typeof value !== 'object' || value === null) return false
      const below: JsonValue | undefined = Array.isArray(value) ? value[Number(segment)] : own(value, segment)
      key = keywordBelow(value, key, segment)
      value = below
    }
    return false
  }

  private look(value: JsonValue, document: SourceDocument, key: string): void {
    if (typeof value !== 'object' || value === null || this.seen.has(value)) return
    this.seen.add(value)
    for (const [name, child] of Object.entries(value)) {
      const keyword = keywordBelow(value, key, name)
      if (isObject(child) && this.has(child, document, keyword)) this.note(key, keyword, name, child)
      else this.look(child, document, keyword)
    }
  }

  private note(holder: string, keyword: string, name: string, cut: JsonObject): void {
    const kind = KINDS[holder]
    if (kind) this.add(kind, name)
    const kindWithin = KINDS[keyword]
    if (kindWithin) for (const one of Object.keys(cut)) this.add(kindWithin, one)
    if (holder === 'tags') this.add('tag', ownString(cut, 'name'))
    this.noteOperations(cut)
  }

  private noteOperations(value: JsonValue): void {
    if (typeof value !== 'object' || value === null || this.seen.has(value)) return
    this.seen.add(value)
    if (isObject(value)) this.add('operation', ownString(value, 'operationId'))
    for (const child of Object.values(value)) this.noteOperations(child)
  }

  private add(kind: NamedKind, name: string | undefined): void {
    if (name === undefined) return
    const names = this.names.get(kind)
    if (names) names.add(name)
    else this.names.set(kind, new Set([name]))
  }
}
