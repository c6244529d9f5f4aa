import type { Diagnostic } from '../types.ts'
import { LINES, type LineCode, type LineRule } from './catalogue.ts'

/** Where a line belongs: a file, and in it a pointer or a position. */
export type LinePlace = Pick<Diagnostic, 'file' | 'line' | 'column' | 'pointer'>

// Words of strangers go into sentences, and a sentence has an end.
const MAX_WORD = 200

/** A line of the catalogue with its words filled in. */
export function diagnostic(
  code: LineCode,
  place: LinePlace,
  words: Record<string, string | number> = {},
): Diagnostic {
  const [severity, sentence]: LineRule = LINES[code]
  // A sentence that consists of one word is a reason from elsewhere, and whole.
  const whole = sentence === '{reason}'
  const message = sentence.replace(/\{(\w+)\}/g, (all, name: string) => {
    const word = words[name]
    if (word === undefined) return all
    return whole ? String(word) : cut(String(word))
  })
  return { severity, code, message, ...place }
}

function cut(word: string): string {
  return word.length > MAX_WORD ? `${word.slice(0, MAX_WORD).toWellFormed()}…` : word
}
