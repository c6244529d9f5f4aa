// Content in another notation. Numbers that JavaScript would round stay as their author wrote them.
import { dump } from 'js-yaml'
import { isObject, own } from '../../analysis/json.ts'
import { parseExact, withoutMarks, writeExactNumbers } from '../../analysis/parse/exact-number.ts'
import { parseText } from '../../analysis/parse/parse-text.ts'
import type { JsonValue } from '../../analysis/types.ts'

export type DataFormat = 'json' | 'yaml'

/** A file of JSON or YAML in one of the two. Throws DescriptionError for what is neither. */
export function inFormat(text: string, path: string, format: DataFormat): string {
  return written(parseText(text, path).value, format)
}

/** The content of a node, of the server's answer about it. */
export function nodeData(answer: string, format: DataFormat): string {
  const node = parseExact(answer)
  return written((isObject(node) ? own(node, 'data') : null) ?? null, format)
}

function written(value: JsonValue, format: DataFormat): string {
  return format === 'json'
    ? `${writeExactNumbers(JSON.stringify(value, null, 2))}\n`
    : withoutMarks(dump(value, { lineWidth: -1, noRefs: true }))
}
