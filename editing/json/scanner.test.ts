import { describe, expect, it } from 'vitest'
import { sourceOf } from '../text/changes.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import { JsonScanner } from './scanner.ts'

/** What a scanner holds of a text at a time, UTF-16 units. */
const window = 65_536

const piece =
  '{"a\\"b": [1, -2.5e+3, true, null, {"": ""}], "\\\\": "}]{[,:/\\u00e9\\\\", "deep": [[[{"x": [ ]}]]] , "é🙂": "🙂"}'

/** Where a value ends, or what is wrong with it and where, counted from its begin. */
function skipped(text: string, from: number): number | string {
  const scanner = new JsonScanner(sourceOf(text), from)
  try {
    scanner.skip()
    return scanner.at - from
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    const { message, range } = error
    return `${message} ${range.from - from} ${range.to - from}`
  }
}

describe('stepping over a value', () => {
  it('ends where the value ends, wherever a window does', () => {
    expect(JSON.parse(piece)).toBeDefined()
    const ends = new Set<number | string>()
    for (let before = window - piece.length - 2; before <= window + 2; before++)
      ends.add(skipped(`${' '.repeat(before)}${piece} "more"`, before))
    expect([...ends]).toEqual([piece.length])
  })

  it('ends with the value around it where that is longer than a window', () => {
    const list = `[${Array.from({ length: 2_000 }, () => piece).join(', ')}]`
    expect(skipped(`${list},`, 0)).toBe(list.length)
  })

  it('says the same of what is broken, wherever a window ends', () => {
    for (let at = 0; at < piece.length; at++) {
      const broken = piece.slice(0, at) + piece.slice(at + 1)
      const [near, far] = [0, window - at - 1].map((before) => skipped(' '.repeat(before) + broken, before))
      expect([at, far]).toEqual([at, near])
    }
  })

  it.each([
    ['{"a": 1', 'Something is not closed.'],
    ['{"a', 'The string is not closed.'],
    ['["a\nb"]', 'A string does not go over the end of a line.'],
    ['[1, ~]', 'Expected a value.'],
    [']', 'Expected a value.'],
    [`[${'1'.repeat(2_001)}]`, 'This is no value of JSON.'],
  ])('refuses %s', (text, message) => {
    expect(String(skipped(text, 0))).toContain(message)
  })

  it('steps over comments', () => {
    const text = '[1, /* ] */ 2, // ]\n 3]'
    expect(skipped(text, 0)).toBe(text.length)
  })
})
