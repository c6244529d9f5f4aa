import { writeExactNumbers } from './parse/exact-number.ts'
import type { JsonObject } from './types.ts'

/**
 * The bytes that stand for a node's data: equal text, equal snapshot. Key order is part of it, since the order of
 * properties is content; analysis always writes keys in the same order.
 */
export function snapshotText(data: JsonObject): string {
  return writeExactNumbers(JSON.stringify(data))
}
