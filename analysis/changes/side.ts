import type { Located } from '../files/source-document.ts'
import { isObject, own } from '../json.ts'
import { Log } from '../log/log.ts'
import { childOf } from '../openapi/inline.ts'
import { type DocumentSource, RefResolver } from '../refs.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** One of the two states that are compared, and what the references in its documents name. */
export class Side {
  readonly name: 'old' | 'new'
  readonly resolver: RefResolver

  constructor(name: 'old' | 'new', documents: DocumentSource) {
    this.name = name
    // References that lead nowhere are the analysis' to report; here they describe nothing.
    this.resolver = new RefResolver(documents, new Log())
  }

  /** The object below `parent` under a key, its reference followed; undefined when there is none. */
  child(parent: Located, ...keys: string[]): ObjectAt | undefined {
    let current: ObjectAt | undefined = asObject(parent)
    for (const key of keys) {
      const value: JsonValue | undefined = current && own(current.value, key)
      if (!current || value === undefined) return undefined
      const found: Located | null = this.resolver.follow(childOf(current, value, key))
      current = found ? asObject(found) : undefined
    }
    return current
  }

  /** The entries of a map below `parent`, references followed; extensions and what is no object are left out. */
  entries(parent: Located, ...keys: string[]): [string, ObjectAt][] {
    const map = this.child(parent, ...keys)
    if (!map) return []
    return Object.keys(map.value).flatMap((key): [string, ObjectAt][] => {
      const entry = key.startsWith('x-') ? undefined : this.child(map, key)
      return entry ? [[key, entry]] : []
    })
  }

  /** The objects of a list below `parent`, references followed. */
  items(parent: ObjectAt, key: string): ObjectAt[] {
    const list = own(parent.value, key)
    if (!Array.isArray(list)) return []
    return list.flatMap((item, index) => {
      const found = this.resolver.follow(childOf(parent, item, key, String(index)))
      const object = found && asObject(found)
      return object ? [object] : []
    })
  }
}

/** An object and where it stands. */
export interface ObjectAt extends Located {
  value: JsonObject
}

/** Narrows a located value to an object. */
export function asObject(located: Located): ObjectAt | undefined {
  return isObject(located.value) ? (located as ObjectAt) : undefined
}
