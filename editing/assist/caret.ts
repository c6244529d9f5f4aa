// Where the caret is in a description, also while what is typed is not one yet.
import { decodeScalar, type ScalarStyle, type ScanEvents } from '../references/events.ts'
import { scan } from '../references/scan.ts'
import type { Format, Key } from '../types.ts'
import { blockCaret } from './block-caret.ts'
import type { Caret } from './caret-types.ts'

/** What the caret is at; null in comments and in texts of several lines. */
export function caretAt(text: string, format: Format, offset: number): Caret | null {
  const search = new CaretScan(text, offset)
  scan(text, format, search)
  search.finish()
  const found = search.found
  if (found === 'nothing') return null
  if (format === 'json' || found?.inFlow) return found
  return isComment(text, offset) ? null : blockCaret(text, offset)
}

function isComment(text: string, offset: number): boolean {
  return /(^|\s)#/.test(
    text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/"[^"]*"|'[^']*'/g, ''),
  )
}

interface Scope {
  readonly list: boolean
  readonly flow: boolean
  index: number
  key: string | null
  /** Behind the key whose value is still to come. */
  waits: number | null
  readonly keys: string[]
}

class CaretScan implements ScanEvents {
  found: Caret | 'nothing' | null = null
  private readonly text: string
  private readonly offset: number
  private readonly scopes: Scope[] = []
  private depth = -1
  private keysHere: string[] | null = null

  constructor(text: string, offset: number) {
    this.text = text
    this.offset = offset
  }

  open(list: boolean, from: number): boolean {
    if (from >= this.offset) this.finish()
    if (this.isDone) return false
    this.value()
    const char = this.text[from]
    this.scopes.push({ list, flow: char === '{' || char === '[', index: 0, key: null, waits: null, keys: [] })
    return true
  }

  close(to: number): void {
    // A text that breaks off closes all at its end.
    if (to > this.offset || (to === this.text.length && !/[\]}]$/.test(this.text.slice(-1)))) this.finish()
    if (this.scopes.length - 1 === this.depth) this.keysHere = null
    this.scopes.pop()
  }

  key(from: number, to: number, style: ScalarStyle): void {
    if (from >= this.offset) this.finish()
    const scope = this.scopes.at(-1)
    if (!scope) return
    const name = decodeScalar(this.text.slice(from, to), style)
    if (this.isDone) {
      this.keysHere?.push(name)
      return
    }
    if (this.offset <= to) {
      this.answer('key', from, to)
      return
    }
    scope.key = name
    scope.keys.push(name)
    scope.waits = to
  }

  scalar(from: number, to: number, style: ScalarStyle): void {
    if (from > this.offset) this.finish()
    if (this.isDone) return
    if (from <= this.offset && this.offset <= to && to > from) {
      if (style === 'block') this.found = 'nothing'
      else this.answer('value', from, to)
      return
    }
    this.value()
  }

  /** The caret is between tokens, before what comes next. */
  finish(): void {
    if (this.isDone) return
    const scope = this.scopes.at(-1)
    const word = /[\w$./-]*$/.exec(this.text.slice(Math.max(0, this.offset - 200), this.offset))?.[0] ?? ''
    const from = this.offset - word.length
    const isValue =
      scope?.list ||
      (scope && scope.waits !== null && this.text.slice(scope.waits, this.offset).includes(':'))
    this.answer(isValue ? 'value' : 'key', from, this.offset)
  }

  private get isDone(): boolean {
    return this.found !== null
  }

  private value(): void {
    const scope = this.scopes.at(-1)
    if (!scope) return
    if (scope.list) scope.index += 1
    scope.waits = null
  }

  private answer(at: 'key' | 'value', from: number, to: number): void {
    const scope = this.scopes.at(-1)
    this.depth = this.scopes.length - 1
    this.keysHere = scope?.keys ?? []
    const way = this.scopes.slice(0, -1).map(({ list, index, key }): Key => (list ? index - 1 : (key ?? '')))
    const key = at === 'key' || !scope ? null : scope.list ? scope.index : scope.key
    this.found = {
      path: key === null ? way : [...way, key],
      at,
      key,
      keys: this.keysHere,
      from,
      to,
      word: this.text.slice(from, this.offset).replace(/^["']/, ''),
      inFlow: scope?.flow ?? false,
      hasColon: /^\s*:/.test(this.text.slice(to, to + 100)),
    }
  }
}
