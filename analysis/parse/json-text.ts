import { diagnostic } from '../log/diagnostic.ts'
import type { Diagnostic } from '../types.ts'
import { type Position, positionOf } from './position.ts'

const MAX_REPORTED = 20
const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const COMMA = 44
const COLON = 58

/** Where and why JSON.parse gave up, from the message of V8 or Firefox; the start where an engine does not say. */
export function jsonErrorPosition(text: string, error: unknown): Position & { reason: string } {
  const message = error instanceof Error ? error.message : String(error)
  const reason = `${message.replace(/(,? \.\.\..*)?( in JSON)? at (position|line).*$/s, '').replace(/^JSON\.parse: /, '')}.`
  const offset = /at position (\d+)/.exec(message)?.[1]
  if (offset) return { reason, ...positionOf(text, Number(offset)) }
  const inFirefox = /at line (\d+) column (\d+)/.exec(message)
  if (inFirefox) return { reason, line: Number(inFirefox[1]), column: Number(inFirefox[2]) }
  if (/end of JSON/i.test(message)) return { reason, ...positionOf(text, text.length) }
  return { reason, line: 1, column: 1 }
}

/**
 * Keys written twice in one object, which JSON.parse hides. Expects text that JSON.parse accepted, and so need not
 * check its grammar: 13 MB take about 0.2 s.
 */
export function findDuplicateKeys(text: string, file: string): Diagnostic[] {
  const found: Diagnostic[] = []
  const scopes: (Set<string> | null)[] = []
  let expectsKey = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = stringEnd(text, at)
      const keys = expectsKey ? scopes.at(-1) : null
      if (keys) {
        const key = text.slice(at + 1, end)
        if (keys.has(key)) found.push(duplicate(text, at, key, file))
        if (found.length === MAX_REPORTED) return found
        keys.add(key)
      }
      at = end
    } else if (code === COLON) expectsKey = false
    else if (code === COMMA) expectsKey = scopes.at(-1) !== null
    else if (code === OPEN_BRACE) {
      scopes.push(new Set())
      expectsKey = true
    } else if (code === OPEN_BRACKET) {
      scopes.push(null)
      expectsKey = false
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) scopes.pop()
  }
  return found
}

/** Where the string that begins at a quotation mark ends; -1 when it does not. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}

function duplicate(text: string, at: number, key: string, file: string): Diagnostic {
  return diagnostic('duplicate-key', { file, ...positionOf(text, at) }, { key })
}
