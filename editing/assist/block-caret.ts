import type { Key } from '../types.ts'
import type { Caret } from './caret-types.ts'

// A line of a block: its indentation, its dashes, and a key if there is one. Longer lines are no keys.
const LINE =
  /^( *)((?:-(?: +|$))*)(?:(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'[\]{}&*!|>%@`,-][^#]*?|-[^\s#][^#]*?))\s*:(?=\s|$))?/
const MOST = 500

interface Line {
  readonly from: number
  readonly indent: number
  /** Columns of the dashes. */
  readonly dashes: readonly number[]
  /** The column where its key or value begins. */
  readonly column: number
  readonly key: string | null
  /** The column behind the colon of its key, behind the dashes where there is no key. */
  readonly colon: number
  readonly isBlank: boolean
}

/** The caret among YAML's blocks, by the indentation of the lines above. */
export function blockCaret(text: string, offset: number): Caret | null {
  const line = lineAt(text, offset)
  const lineEnd = endOf(text, offset)
  const behindColon = text.slice(line.from + line.colon, offset)
  const value = behindColon.trimStart()
  const isInValue = value.length < behindColon.length && /^["']?[^"']*$/.test(value)
  const column = line.isBlank ? offset - line.from : line.column
  if (offset - line.from < line.column && !line.isBlank) return null
  const { path, keys } = surroundings(text, line, column)
  if (isInValue && line.key !== null) {
    const from = offset - value.length
    const rest = /^[^\s#]*/.exec(text.slice(offset, lineEnd))?.[0].length ?? 0
    return {
      ...base(text, from, offset + rest, offset),
      path: [...path, line.key],
      at: 'value',
      key: line.key,
      keys,
    }
  }
  const from = line.from + column
  const token = /^["']?[^\s:"']*["']?/.exec(text.slice(from, lineEnd))?.[0].length ?? 0
  const to = Math.max(offset, from + token)
  const others = keys.filter((key) => key !== line.key)
  const isItem = typeof path.at(-1) === 'number' && others.length === 0
  return { ...base(text, from, to, offset), path, at: isItem ? 'item' : 'key', key: null, keys: others }
}

function base(text: string, from: number, to: number, offset: number) {
  return {
    from,
    to,
    word: text.slice(from, offset).replace(/^["']/, ''),
    inFlow: false,
    hasColon: /^ *:/.test(text.slice(to, to + 100)),
  }
}

function surroundings(text: string, own: Line, column: number): { path: Key[]; keys: string[] } {
  const above = new Climb(column)
  for (const dash of [...own.dashes].reverse()) above.dash(dash)
  for (let line = previous(text, own); line && !above.isAtRoot; line = previous(text, line)) above.line(line)
  const keys = [...above.keys]
  if (own.key !== null) keys.push(own.key)
  for (let line = next(text, own); line; line = next(text, line)) {
    if (line.isBlank) continue
    const first = line.dashes[0] ?? line.column
    if (first < column || (line.dashes.length > 0 && first <= column)) break
    if (line.column === column && line.key !== null) keys.push(line.key)
    if (keys.length > MOST) break
  }
  return { path: above.path, keys }
}

/** Goes up the lines, and collects what they are in. */
class Climb {
  readonly keys: string[] = []
  private readonly way: Key[] = []
  private readonly column: number
  private limit: number
  private list: { column: number; index: number } | null = null

  constructor(column: number) {
    this.column = column
    this.limit = column
  }

  get isAtRoot(): boolean {
    return this.limit <= 0 && this.list === null
  }

  get path(): Key[] {
    return [...(this.list ? [this.list.index] : []), ...this.way]
  }

  line({ isBlank, dashes, column, key }: Line): void {
    if (isBlank) return
    if (key !== null) this.member(column, key, dashes.length > 0)
    for (const dash of [...dashes].reverse()) this.dash(dash)
  }

  dash(column: number): void {
    if (this.list?.column === column) this.list.index += 1
    else if (column < this.limit) {
      if (this.list) this.way.unshift(this.list.index)
      this.list = { column, index: 0 }
      this.limit = column
    }
  }

  private member(column: number, key: string, behindDash: boolean): void {
    const isParent = column < this.limit || (this.list?.column === column && !behindDash)
    if (isParent) {
      if (this.list) this.way.unshift(this.list.index)
      this.list = null
      this.way.unshift(key)
      this.limit = column
    } else if (column === this.column && this.limit === this.column && this.keys.length < MOST)
      this.keys.push(key)
  }
}

function lineAt(text: string, offset: number): Line {
  const from = text.lastIndexOf('\n', offset - 1) + 1
  const written = text.slice(from, Math.min(endOf(text, from), from + MOST))
  const [keyed = '', indent = '', marks = '', double, single, plain] = LINE.exec(written) ?? []
  const dashes = [...marks].flatMap((char, index) => (char === '-' ? [indent.length + index] : []))
  const rest = written.slice(indent.length + marks.length)
  const isBlank = (rest.trim() === '' && dashes.length === 0) || rest.startsWith('#')
  const key = double ?? single?.replaceAll("''", "'") ?? plain ?? null
  return {
    from,
    indent: indent.length,
    dashes,
    column: indent.length + marks.length,
    key,
    colon: keyed.length,
    isBlank,
  }
}

function previous(text: string, { from }: Line): Line | null {
  return from === 0 ? null : lineAt(text, from - 1)
}

function next(text: string, { from }: Line): Line | null {
  const end = text.indexOf('\n', from)
  return end === -1 ? null : lineAt(text, end + 1)
}

function endOf(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
