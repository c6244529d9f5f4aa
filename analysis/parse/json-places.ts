import { escapeSegment, pointerSegments } from '../json.ts'
import { stringEnd } from './json-text.ts'
import type { Position } from './position.ts'

const QUOTE = 34
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const COMMA = 44
const COLON = 58

interface Wanted {
  pointer: string
  below: Map<string, Wanted>
  found: boolean
}

interface Scope {
  wanted: Wanted | undefined
  list: boolean
  /** Of the item in a list. */
  index: number
  expectsKey: boolean
  /** What of `wanted` the next value is. */
  next: Wanted | undefined
}

/** Finds places in JSON text that JSON.parse accepted, in one pass over it. */
export class JsonPlaces {
  private readonly text: string
  private readonly root: Wanted = { pointer: '', below: new Map(), found: true }
  private readonly offsets: [string, number][] = []
  private left = 0

  constructor(text: string, pointers: Set<string>) {
    this.text = text
    for (const pointer of pointers) this.want(pointer)
  }

  /** Line and column of every pointer that was found; undefined when the text is no JSON after all. */
  find(): Map<string, Position> | undefined {
    if (!this.scan()) return undefined
    return this.positions()
  }

  private want(pointer: string): void {
    let node = this.root
    let at = ''
    for (const segment of pointerSegments(pointer)) {
      at += `/${escapeSegment(segment)}`
      let next = node.below.get(segment)
      if (!next) {
        next = { pointer: at, below: new Map(), found: false }
        node.below.set(segment, next)
        this.left += 1
      }
      node = next
    }
  }

  private scan(): boolean {
    const { text } = this
    const scopes: Scope[] = []
    let scope: Scope = { wanted: undefined, list: false, index: -1, expectsKey: false, next: this.root }
    for (let at = 0; at < text.length && this.left > 0; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        const end = stringEnd(text, at)
        if (end < 0) return false
        if (scope.expectsKey && scope.wanted) this.key(scope, at, end)
        at = end
      } else if (code === COLON) scope.expectsKey = false
      else if (code === COMMA) {
        scope.next = undefined
        if (scope.list) this.item(scope, at + 1)
        else scope.expectsKey = true
      } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        const list = code === OPEN_BRACKET
        scopes.push(scope)
        scope = { wanted: scope.next, list, index: -1, expectsKey: !list, next: undefined }
        if (list) this.item(scope, at + 1)
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        const outer = scopes.pop()
        if (!outer) return false
        scope = outer
        if (scopes.length === 0) return true
      }
    }
    return this.left === 0
  }

  private key(scope: Scope, start: number, end: number): void {
    const raw = this.text.slice(start + 1, end)
    const name = raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
    scope.next = scope.wanted?.below.get(name)
    if (scope.next) this.note(scope.next, start)
  }

  private item(scope: Scope, after: number): void {
    scope.index += 1
    scope.next = scope.wanted?.below.get(String(scope.index))
    if (!scope.next) return
    let at = after
    while (this.text.charCodeAt(at) <= 32) at++
    this.note(scope.next, at)
  }

  private note(wanted: Wanted, offset: number): void {
    this.offsets.push([wanted.pointer, offset])
    if (!wanted.found) this.left -= 1
    wanted.found = true
  }

  private positions(): Map<string, Position> {
    const found = new Map<string, Position>()
    let line = 1
    let lineStart = 0
    for (const [pointer, offset] of this.offsets) {
      for (let end = this.text.indexOf('\n', lineStart); end !== -1 && end < offset; ) {
        line += 1
        lineStart = end + 1
        end = this.text.indexOf('\n', lineStart)
      }
      found.set(pointer, { line, column: offset - lineStart + 1 })
    }
    return found
  }
}
