// Where the items of a shortened list stood before: references name items by their numbers.
import type { JsonValue } from '../types.ts'

const shortened = new WeakMap<JsonValue[], (JsonValue | undefined)[]>()

/** The list of what is left of `places`, whose items are still found by the numbers they had. */
export function keepPlaces(places: (JsonValue | undefined)[]): JsonValue[] {
  const list = places.filter((item) => item !== undefined)
  if (list.length < places.length) shortened.set(list, places)
  return list
}

/** The item that a reference means by a number. */
export function itemAt(list: JsonValue[], index: number): JsonValue | undefined {
  return (shortened.get(list) ?? list)[index]
}
