import { parseError } from '../../data-api/errors.ts'

// The longest run: a dash that begins an arrow ends it.
const NAME = /(?:[\p{L}\p{N}_ $]|-(?!>))*/uy

/** Reads one query parameter from left to right; throws PGRST100 with the position where it does not fit. */
export class Scanner {
  readonly #subject: string
  readonly #shown: string
  readonly #text: string
  #at = 0

  /** `subject` and `shown` name the parameter in errors, e.g. "select parameter" and its value. */
  constructor(subject: string, text: string, shown = text) {
    this.#subject = subject
    this.#text = text
    this.#shown = shown
    // Postgres has no place for it, neither in names nor in values.
    if (text.includes('\0')) this.fail('no zero byte')
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  get position(): number {
    return this.#at
  }

  rewind(position: number): void {
    this.#at = position
  }

  looksAt(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  /** Consumes `text` when it is next. */
  take(text: string): boolean {
    if (!this.looksAt(text)) return false
    this.#at += text.length
    return true
  }

  /** Consumes `text`, called `name` in the refusal of anything else. */
  expect(text: string, name = `"${text}"`): void {
    if (!this.take(text)) this.fail(name)
  }

  /** Consumes what a sticky expression matches. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found) this.#at += found[0].length
    return found
  }

  skipSpace(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++
  }

  rest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    return rest
  }

  /** Reads up to one of `stops` or the end. */
  until(stops: string): string {
    const start = this.#at
    while (!this.done && !stops.includes(this.#text[this.#at] ?? '')) this.#at++
    return this.#text.slice(start, this.#at)
  }

  /** A name: quoted, or letters, digits, `_`, `$`, spaces inside and dashes that begin no arrow. */
  name(): string {
    if (this.looksAt('"')) return this.quoted()
    const start = this.#at
    const name = this.match(NAME)?.[0].trim() ?? ''
    if (name === '') {
      this.#at = start
      this.fail('field name (* or [a..z0..9_$])')
    }
    return name
  }

  /** A double-quoted text with backslash escapes. */
  quoted(): string {
    this.expect('"')
    let value = ''
    while (!this.done) {
      const char = this.#text[this.#at++] ?? ''
      if (char === '"') return value
      value += char === '\\' ? (this.#text[this.#at++] ?? '') : char
    }
    return this.fail('"\\""')
  }

  /** Refuses what is next; `at` is where the character stands that the message shows. */
  fail(expected: string, at = this.#at): never {
    // As Parsec, PostgREST's parser library: single quotes where the text might also have ended.
    const quote = expected.includes('end of input') ? "'" : '"'
    const found =
      at >= this.#text.length
        ? 'end of input'
        : quote + String.fromCodePoint(this.#text.codePointAt(at) ?? 0) + quote
    throw parseError(this.#subject, this.#shown, this.#at + 1, `unexpected ${found} expecting ${expected}`)
  }

  /** Refuses what is next, showing its first character that departs from `word`. */
  failUnlike(word: string, expected: string): never {
    return this.fail(expected, this.#at + this.likeness(word))
  }

  /** How many letters of `word` are next, in either case. */
  likeness(word: string): number {
    let length = 0
    while (length < word.length && this.#text[this.#at + length]?.toLowerCase() === word[length]) length++
    return length
  }
}
