// The names that JSON Schema gives to places and files beside their paths: `$anchor`, `$dynamicAnchor` and `$id`.
import { isObject, ownString, pointer } from '../json.ts'
import type { JsonValue } from '../types.ts'
import type { SourceDocument } from './source-document.ts'

const known = new WeakMap<SourceDocument, Map<string, string>>()

/** The pointer of a `$anchor` in a document; undefined when it has none of this name. */
export function anchorIn(given: SourceDocument, name: string): string | undefined {
  // Places are those of the document as it is written (list-places.ts).
  const document = given.whole ?? given
  let anchors = known.get(document)
  if (!anchors) {
    anchors = anchorsOf(document.root)
    known.set(document, anchors)
  }
  return anchors.get(name)
}

/** What a document calls itself, without an empty fragment; undefined when it does not, or names a place in another. */
export function ownIdOf({ root }: SourceDocument): string | undefined {
  const id = isObject(root) ? ownString(root, '$id') : undefined
  return id && /^[a-z][a-z0-9+.-]*:/i.test(id) && !/#./.test(id) ? id.replace(/#$/, '') : undefined
}

function anchorsOf(root: JsonValue): Map<string, string> {
  const found = new Map<string, string>()
  const seen = new Set<object>()
  const waiting: [JsonValue, string][] = [[root, '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, at] = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (isObject(value)) {
      // Draft 6 and 7 name a place by "$id": "#name", draft 4 by "id".
      const byId = /^#(.+)$/.exec(ownString(value, '$id') ?? ownString(value, 'id') ?? '')?.[1]
      for (const name of [ownString(value, '$anchor'), ownString(value, '$dynamicAnchor'), byId]) {
        if (name !== undefined && !found.has(name)) found.set(name, at)
      }
    }
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'object' && item !== null) waiting.push([item, at + pointer(key)])
    }
  }
  return found
}
