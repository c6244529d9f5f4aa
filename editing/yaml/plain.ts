import { load } from 'js-yaml'
import { YAML_SCHEMA } from '../../analysis/parse/yaml-schema.ts'
import type { ScalarValue } from '../tree/node.ts'

// Only what looks like this can be anything but a text; the analysis's own reader then says what it is.
const MAY_BE_MORE =
  /^(?:[-+]?(?:0[xob][\da-fA-F]+|\d[\d.]*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)|~|null|Null|NULL|true|True|TRUE|false|False|FALSE)$/
// What readers of YAML 1.1 take for something else than a text, so that quotes keep it one everywhere.
const ELSEWHERE =
  /^(?:y|n|yes|no|on|off|null|true|false|~|=|<<|[-+]?[\d_,]+(?::[\d_]+)*(?:\.[\d_]*)?|[-+]?0[xob][\da-f_]+|[-+]?[\d_]*\.?[\d_]+(?:e[-+]?\d+)?|[-+]?\.(?:inf|nan)|\d{4}-\d\d?-\d\d?(?:[Tt ].*)?)$/i
// Control characters, what may not stand in a file unescaped, and what looks like a space or a line end but is none.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const UNPRINTABLE = /[\x00-\x08\x0b-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/

/** What a plain scalar means, as the analysis reads it. */
export function plainValue(source: string): ScalarValue {
  return MAY_BE_MORE.test(source) ? (load(source, { schema: YAML_SCHEMA }) as ScalarValue) : source
}

/** Whether a text may be written without quotes, and stays that text for every reader. */
export function isPlain(text: string, inFlow: boolean): boolean {
  if (text === '' || text.length > 2_000 || text.trim() !== text || isUnprintable(text)) return false
  if (/[\n\t]/.test(text) || ELSEWHERE.test(text) || MAY_BE_MORE.test(text)) return false
  if (/^(?:[,[\]{}#&*!|>'"%@`]|[-?:](?:\s|$)|---|\.\.\.)/.test(text)) return false
  if (/:(?:\s|$)|\s#/.test(text)) return false
  return !inFlow || !/[,[\]{}]|:|^[-?]/.test(text)
}

/** Whether only a double-quoted scalar can say a text. */
export function isUnprintable(text: string): boolean {
  return UNPRINTABLE.test(text) || !text.isWellFormed()
}

/** A text in double quotes. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A text in single quotes, which know no escapes. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
