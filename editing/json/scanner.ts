import { Characters } from '../text/characters.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { TextSource } from '../types.ts'

export const QUOTE = 34
export const COMMA = 44
export const COLON = 58
export const OPEN_BRACKET = 91
export const CLOSE_BRACKET = 93
export const OPEN_BRACE = 123
export const CLOSE_BRACE = 125
const BACKSLASH = 92
const SLASH = 47
const STAR = 42
const LF = 10
// Anything longer is no number, name or key that somebody wrote by hand.
const LONGEST_WORD = 2_000

/**
 * Steps over the parts of JSON (RFC 8259), of which it holds a window only. Comments and commas before a closing bracket
 * are stepped over too: they are reported, but keep nobody from editing.
 */
export class JsonScanner {
  readonly characters: Characters
  at: number
  readonly end: number
  /** Called with each comment. */
  onComment: ((from: number, to: number) => void) | undefined

  constructor(text: TextSource, from = 0, to = text.length) {
    this.characters = new Characters(text)
    this.at = from
    this.end = Math.min(to, text.length)
  }

  /** The next character that counts, NaN at the end. */
  peek(): number {
    const { characters } = this
    for (;;) {
      const code = this.at < this.end ? characters.at(this.at) : Number.NaN
      if (code === 32 || code === LF || code === 13 || code === 9) this.at++
      else if (code !== SLASH) return code
      else this.comment()
    }
  }

  /** Steps over one character that must stand here. */
  take(code: number, meant: string): void {
    if (this.peek() !== code) throw this.problem(`Expected ${meant}.`)
    this.at++
  }

  /** Steps over a string; answers whether anything in it is escaped. */
  string(): boolean {
    const { characters } = this
    const start = this.at
    let escaped = false
    for (this.at++; this.at < this.end; this.at++) {
      const code = characters.at(this.at)
      if (code === QUOTE) {
        this.at++
        return escaped
      }
      if (code === BACKSLASH) {
        escaped = true
        this.at++
      } else if (code < 32) throw this.problem('A string does not go over the end of a line.', start)
    }
    this.at = this.end
    throw this.problem('The string is not closed.', start)
  }

  /** Steps over a number, `true`, `false` or `null`, and answers it. */
  word(): string {
    const start = this.at
    const { characters } = this
    for (; this.at < this.end; this.at++) if (!isOfWord(characters.at(this.at))) break
    if (this.at === start) throw this.problem('Expected a value.')
    if (this.at - start > LONGEST_WORD) throw this.problem('This is no value of JSON.', start)
    return characters.slice(start, this.at)
  }

  /** Steps over a value and all in it, without a look at its grammar. */
  skip(): void {
    let depth = 0
    do {
      depth = this.step(depth)
      if (depth > 0) depth = this.rush(depth)
    } while (depth > 0)
    if (depth < 0) throw this.problem('Expected a value.')
  }

  /** Steps over the next thing, and answers how deep one is behind it. */
  private step(depth: number): number {
    const code = this.peek()
    if (Number.isNaN(code)) throw this.problem('Something is not closed.')
    const by = bracket(code)
    if (by !== 0 || (depth > 0 && (code === COMMA || code === COLON))) this.at++
    else if (code === QUOTE) this.string()
    else this.word()
    return depth + by
  }

  /**
   * The same for all that is whole within the window and needs no second look, until the value ends. Files of 13 MB are read
   * like this: one call for each character would take four times as long.
   */
  private rush(depth: number): number {
    if (this.at >= this.end) return depth
    const { window, start } = this.characters.around(this.at)
    const end = Math.min(window.length, this.end - start)
    let at = this.at - start
    while (at < end && depth > 0) {
      const code = window.charCodeAt(at)
      if (code <= 32) {
        if (code !== 32 && code !== LF && code !== 13 && code !== 9) break
        at++
      } else if (code === COMMA || code === COLON) at++
      else if (code === QUOTE) {
        const to = stringEnd(window, at + 1, end)
        if (to === -1) break
        at = to
      } else {
        const by = bracket(code)
        const to = by === 0 ? wordEnd(window, at, end) : at + 1
        if (to === -1) break
        depth += by
        at = to
      }
    }
    this.at = start + at
    return depth
  }

  problem(message: string, from = this.at): SyntaxProblem {
    return new SyntaxProblem(
      message,
      Math.min(from, this.characters.length),
      Math.max(from, Math.min(this.at + 1, this.end)),
    )
  }

  private comment(): void {
    const start = this.at
    const next = this.at + 1 < this.end ? this.characters.at(this.at + 1) : Number.NaN
    if (next !== SLASH && next !== STAR) throw this.problem('Expected a value.')
    if (next === SLASH) {
      const end = this.characters.find('\n', this.at, this.end)
      this.at = end === -1 ? this.end : end
    } else this.at = this.endOfBlock()
    this.onComment?.(start, this.at)
  }

  private endOfBlock(): number {
    for (let from = this.at + 2; ; ) {
      const star = this.characters.find('*', from, this.end)
      if (star === -1) throw this.problem('The comment is not closed.')
      if (star + 1 < this.end && this.characters.at(star + 1) === SLASH) return star + 2
      from = star + 1
    }
  }
}

/** By how much a character leads deeper. */
function bracket(code: number): number {
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return 1
  return code === CLOSE_BRACE || code === CLOSE_BRACKET ? -1 : 0
}

/** Behind the quote that closes a string; -1 where it is not whole, or broken. */
function stringEnd(window: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const code = window.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code === BACKSLASH) at++
    else if (code < 32) return -1
  }
  return -1
}

/** Behind a word; -1 where it may go on behind the window, or is none. */
function wordEnd(window: string, from: number, end: number): number {
  let at = from
  while (at < end && isOfWord(window.charCodeAt(at))) at++
  return at === from || at === end || at - from > LONGEST_WORD ? -1 : at
}

function isOfWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 43 ||
    code === 45 ||
    code === 46
  )
}
