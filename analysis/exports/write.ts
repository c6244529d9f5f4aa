// Content in another notation. Numbers that JavaScript would round stay as their author wrote them.
import { dump } from 'js-yaml'
import { withoutMarks, writeExactNumbers } from '../parse/exact-number.ts'
import type { JsonValue } from '../types.ts'

export type DataFormat = 'json' | 'yaml'

/** A value as the text of a file. */
export function written(value: JsonValue, format: DataFormat): string {
  return format === 'json'
    ? `${writeExactNumbers(JSON.stringify(value, null, 2))}\n`
    : withoutMarks(dump(value, { lineWidth: -1, noRefs: true }))
}
