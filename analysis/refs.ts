import type { Located, SourceDocument } from './files/source-document.ts'
import { isObject, own, ownString, pointer, pointerSegments } from './json.ts'
import type { Diagnostic, JsonValue } from './types.ts'

const MAX_HOPS = 50

/** Resolves `$ref`s inside a set of files; what cannot be resolved becomes a diagnostic, once a place. */
export class RefResolver {
  private readonly documents: Map<string, SourceDocument>
  private readonly diagnostics: Diagnostic[]
  private readonly resolved = new Map<string, Located | null>()
  private readonly reported = new Set<string>()

  constructor(documents: Iterable<SourceDocument>, diagnostics: Diagnostic[]) {
    this.documents = new Map([...documents].map((document) => [document.path, document]))
    this.diagnostics = diagnostics
  }

  /** What a reference names, one hop; null, and a diagnostic, when there is nothing. */
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

  /** Follows references until something that is none; a description beside a `$ref` wins. Null when it leads nowhere. */
  follow(located: Located): Located | null {
    let current = located
    let description: string | undefined
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const { value } = current
      const ref = isObject(value) ? ownString(value, '$ref') : undefined
      if (!isObject(value) || !ref) return withDescription(current, description)
      description ??= ownString(value, 'description')
      const next = this.resolve(ref, current)
      if (!next) return null
      current = next
    }
    this.report(ownRef(located.value), located)
    return null
  }

  private find(ref: string, from: SourceDocument, hops = 0): Located | null {
    const hash = ref.indexOf('#')
    const file = hash === -1 ? ref : ref.slice(0, hash)
    const fragment = decode(hash === -1 ? '' : ref.slice(hash + 1))
    const document = file === '' ? from : this.document(decode(file), from)
    if (!document || (fragment !== '' && !fragment.startsWith('/'))) return null
    return this.at(document, pointerSegments(fragment), hops)
  }

  private document(file: string, from: SourceDocument): SourceDocument | undefined {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(file)) return undefined
    const folder = file.startsWith('/') ? '' : from.path.slice(0, from.path.lastIndexOf('/') + 1)
    return this.documents.get(normalizePath(folder + file))
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

  private report(ref: string, { document, pointer: at }: Located): void {
    const key = `${document.path}\n${at}\n${ref}`
    if (this.reported.has(key)) return
    this.reported.add(key)
    const remote = /^https?:/i.test(ref)
    this.diagnostics.push({
      severity: 'warning',
      code: remote ? 'remote-ref' : 'unresolved-ref',
      message: remote
        ? `The reference "${ref}" leads to another server and is not followed.`
        : `The reference "${ref}" leads nowhere.`,
      file: document.path,
      pointer: at,
    })
  }
}

/** The URI of a place: its file's URI, then the JSON pointer. */
export function uriOf({ document, pointer: at }: Located): string {
  return document.uri + at
}

/** Joins and cleans a relative path: 'a/./b/../c' → 'a/c'. Climbing above the root stops there. */
export function normalizePath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function child(value: JsonValue, segment: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(segment) ? value[Number(segment)] : undefined
  return isObject(value) ? own(value, segment) : undefined
}

function ownRef(value: JsonValue): string {
  return (isObject(value) && ownString(value, '$ref')) || ''
}

function withDescription(located: Located, description: string | undefined): Located {
  if (description === undefined || !isObject(located.value)) return located
  return { ...located, value: { ...located.value, description } }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
