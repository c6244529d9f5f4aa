// The members of a JSON object, or the elements of an array, by skipping strings and brackets.
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  JsonScanner,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../json/scanner.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { TextSource } from '../types.ts'
import { jsonLines } from './json-lines.ts'
import { type Level, MOST_CHILDREN, newPart, type Part } from './part.ts'

/** What is in the container that stands from `from` to `to`; where it is broken, as far as its lines tell. */
export function jsonLevel(text: TextSource, from: number, to: number): Level {
  return wholeLevel(text, from, to) ?? jsonLines(text, from, to)
}

function wholeLevel(text: TextSource, from: number, to: number): Level {
  return tried(() => {
    const scanner = new JsonScanner(text, from, to)
    const open = scanner.peek()
    if (open !== OPEN_BRACE && open !== OPEN_BRACKET) return null
    scanner.at++
    const kind = open === OPEN_BRACE ? 'map' : 'list'
    const children: Part[] = []
    const close = kind === 'map' ? CLOSE_BRACE : CLOSE_BRACKET
    while (scanner.peek() !== close) {
      if (children.length > 0) scanner.take(COMMA, 'a comma')
      // A comma in front of the closing bracket is no JSON, and does no harm.
      if (children.length > 0 && scanner.peek() === close) break
      if (children.length === MOST_CHILDREN) return null
      children.push(element(scanner, kind, children.length))
    }
    scanner.at++
    return Number.isNaN(scanner.peek()) ? { kind, children } : null
  })
}

/** The members or elements that stand from `from` to `to`, with commas between them and nothing around. */
export function jsonElements(
  text: TextSource,
  from: number,
  to: number,
  kind: Part['kind'],
  first: number,
): Part[] | null {
  return tried(() => {
    const scanner = new JsonScanner(text, from, to)
    const children: Part[] = []
    while (!Number.isNaN(scanner.peek())) {
      if (children.length > 0) scanner.take(COMMA, 'a comma')
      children.push(element(scanner, kind, first + children.length))
    }
    return children
  })
}

/** The member whose name and colon stand from `from` to `to`, and whose value ends at `end`; null for anything else. */
export function jsonHead(text: TextSource, from: number, to: number, end: number): Part | null {
  return tried(() => {
    const scanner = new JsonScanner(text, from, to)
    if (scanner.peek() !== QUOTE || scanner.at !== from) return null
    scanner.string()
    const keyTo = scanner.at
    const key = nameOf(scanner, from, keyTo)
    scanner.take(COLON, 'a colon')
    if (!Number.isNaN(scanner.peek())) return null
    return newPart({ key, keyStyle: 'double', start: from, keyFrom: from, keyTo, from: to, to: end })
  })
}

function element(scanner: JsonScanner, kind: Part['kind'], index: number): Part {
  const code = scanner.peek()
  const start = scanner.at
  if (kind === 'list') {
    scanner.skip()
    return newPart({
      key: index,
      keyStyle: 'none',
      start,
      keyFrom: start,
      keyTo: start,
      from: start,
      to: scanner.at,
    })
  }
  if (code !== QUOTE) throw scanner.problem('Expected a name in double quotes.')
  scanner.string()
  const keyTo = scanner.at
  const key = nameOf(scanner, start, keyTo)
  scanner.take(COLON, 'a colon')
  scanner.peek()
  const from = scanner.at
  scanner.skip()
  return newPart({ key, keyStyle: 'double', start, keyFrom: start, keyTo, from, to: scanner.at })
}

export function nameOf(scanner: JsonScanner, from: number, to: number): string {
  try {
    return JSON.parse(scanner.characters.slice(from, to)) as string
  } catch {
    throw scanner.problem('The name is no text of JSON.', from)
  }
}

function tried<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof SyntaxProblem) return null
    throw error
  }
}
