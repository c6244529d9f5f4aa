import { anchorIn } from './files/anchors.ts'
import { itemAt } from './files/list-places.ts'
import type { Located, SourceDocument } from './files/source-document.ts'
import { isObject, own, ownString, pointer, pointerSegments } from './json.ts'
import type { LineCode } from './log/catalogue.ts'
import type { Log } from './log/log.ts'
import { decodedPath, pathFrom } from './paths.ts'
import type { JsonObject, JsonValue } from './types.ts'

const MAX_HOPS = 50

/** The documents of a branch, by path. */
export interface DocumentSource {
  get(path: string): SourceDocument | undefined
  /** The document that calls itself so (`$id`), where that is known. */
  byId?(id: string): SourceDocument | undefined
}

/** Resolves `$ref`s inside a set of files; what cannot be resolved becomes a line in the log, once a place. */
export class RefResolver {
  private readonly documents: DocumentSource
  private readonly log: Log
  private readonly resolved = new Map<string, Located | null>()
  private readonly reported = new Set<string>()

  constructor(documents: DocumentSource, log: Log) {
    this.documents = documents
    this.log = log
  }

  /** What a reference names, one hop; null, and a line in the log, when there is nothing. */
  resolve(ref: string, from: Located): Located | null {
    const cacheKey = `${from.document.path}\n${ref}`
    let target = this.resolved.get(cacheKey)
    if (target === undefined) {
      target = this.find(ref, from.document)
      this.resolved.set(cacheKey, target)
    }
    if (!target) this.report(ref, from)
    return target
  }

  /** Follows references until something that is none; the texts beside a `$ref` win. Null when it leads nowhere. */
  follow(located: Located): Located | null {
    let current = located
    let texts: JsonObject = {}
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const { value } = current
      const ref = isObject(value) ? ownString(value, '$ref') : undefined
      if (!isObject(value) || !ref) return withTexts(current, texts)
      texts = { ...textsOf(value), ...texts }
      const next = this.resolve(ref, current)
      if (!next) return null
      current = next
    }
    this.report(ownRef(located.value), located, true)
    return null
  }

  private find(ref: string, from: SourceDocument, hops = 0): Located | null {
    const hash = ref.indexOf('#')
    const file = hash === -1 ? ref : ref.slice(0, hash)
    const fragment = decodedPath(hash === -1 ? '' : ref.slice(hash + 1))
    const document = file === '' ? from : this.document(decodedPath(file), from)
    if (!document) return null
    const place = fragment === '' || fragment.startsWith('/') ? fragment : anchorIn(document, fragment)
    return place === undefined ? null : this.at(document, pointerSegments(place), hops)
  }

  private document(file: string, from: SourceDocument): SourceDocument | undefined {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(file)) return this.documents.byId?.(file)
    const path = pathFrom(from.path, file)
    return path === null ? undefined : this.documents.get(path)
  }

  private at(document: SourceDocument, segments: string[], hops: number): Located | null {
    let value: JsonValue = document.root
    for (const [index, segment] of segments.entries()) {
      const next = child(value, segment)
      if (next !== undefined) {
        value = next
        continue
      }
      const ref = ownRef(value)
      const target = ref && hops < MAX_HOPS ? this.find(ref, document, hops + 1) : null
      if (!target) return null
      return this.at(
        target.document,
        [...pointerSegments(target.pointer), ...segments.slice(index)],
        hops + 1,
      )
    }
    return { value, document, pointer: pointer(...segments) }
  }

  private report(ref: string, { document, pointer: at }: Located, isCircle = false): void {
    const key = `${document.path}\n${at}\n${ref}`
    if (this.reported.has(key)) return
    this.reported.add(key)
    const code = isCircle ? 'circular-ref' : this.reasonOf(ref, document)
    this.log.add(code, { file: document.path, pointer: at }, { ref })
  }

  private reasonOf(ref: string, from: SourceDocument): LineCode {
    if (/^(https?:)?\/\//i.test(ref)) return 'remote-ref'
    if (/^[a-z][a-z0-9+.-]*:/i.test(ref)) return 'outside-ref'
    const file = decodedPath(ref.replace(/#.*$/s, ''))
    return file !== '' && pathFrom(from.path, file) === null ? 'outside-ref' : 'unresolved-ref'
  }
}

/** The URI of a place: its file's URI, then the JSON pointer. */
export function uriOf({ document, pointer: at }: Located): string {
  return document.uri + at
}

function child(value: JsonValue, segment: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(segment) ? itemAt(value, Number(segment)) : undefined
  return isObject(value) ? own(value, segment) : undefined
}

function ownRef(value: JsonValue): string {
  return (isObject(value) && ownString(value, '$ref')) || ''
}

function textsOf(reference: JsonObject): JsonObject {
  const texts: JsonObject = {}
  for (const key of ['summary', 'description']) {
    const text = ownString(reference, key)
    if (text !== undefined) texts[key] = text
  }
  return texts
}

function withTexts(located: Located, texts: JsonObject): Located {
  if (Object.keys(texts).length === 0 || !isObject(located.value)) return located
  return { ...located, value: { ...located.value, ...texts } }
}
