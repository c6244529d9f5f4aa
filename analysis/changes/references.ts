import { isObject, ownString } from '../json.ts'
import type { JsonValue } from '../types.ts'

/** Every different `$ref` in a value. `step` may end the search early. */
export function referencesIn(root: JsonValue, step: () => boolean = () => true): Set<string> {
  const found = new Set<string>()
  const waiting: JsonValue[] = [root]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (!step()) return found
    if (isObject(value)) {
      const ref = ownString(value, '$ref')
      if (ref) found.add(ref)
    }
    for (const item of Object.values(value)) if (typeof item === 'object') waiting.push(item)
  }
  return found
}
