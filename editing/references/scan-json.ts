import { MAX_SCAN_DEPTH, type ScanEvents } from './events.ts'

const QUOTE = 34
const SLASH = 47
const COLON = 58
const COMMA = 44
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** Walks JSON; comments, as some clients write them, are passed over. */
export function scanJson(text: string, events: ScanEvents): void {
  new JsonScan(text, events).run()
}

/** Behind the closing quotation mark of the string that opens at `open`; the end of the text where there is none. */
export function stringEnd(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

class JsonScan {
  private readonly text: string
  private readonly events: ScanEvents
  /** Of each open object or list, whether it is a list. */
  private readonly lists: boolean[] = []
  private expectsKey = false
  private at = 0

  constructor(text: string, events: ScanEvents) {
    this.text = text
    this.events = events
  }

  run(): void {
    while (this.at < this.text.length && this.step()) {}
    while (this.lists.pop() !== undefined) this.events.close(this.text.length)
  }

  /** Takes one token; false where the walk ends. */
  private step(): boolean {
    const { at } = this
    const code = this.text.charCodeAt(at)
    if (code <= 32 || code === 0xfeff) this.at = at + 1
    else if (code === QUOTE) this.string(at)
    else if (code === COLON || code === COMMA) this.separator(code)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) return this.open(code === OPEN_BRACKET)
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return this.close()
    else if (code === SLASH) this.at = afterComment(this.text, at)
    else this.bare(at)
    return true
  }

  private string(at: number): void {
    this.at = stringEnd(this.text, at)
    if (this.expectsKey) this.events.key(at, this.at, 'double')
    else this.events.scalar(at, this.at, 'double')
    this.expectsKey = false
  }

  private separator(code: number): void {
    this.at += 1
    this.expectsKey = code === COMMA && this.lists.at(-1) === false
  }

  private open(list: boolean): boolean {
    if (this.lists.length >= MAX_SCAN_DEPTH) return false
    const from = this.at
    if (!this.events.open(list, from)) {
      this.at = this.afterClosing(from)
      this.events.skipped?.(this.at)
      return this.lists.length > 0
    }
    this.lists.push(list)
    this.expectsKey = !list
    this.at = from + 1
    return true
  }

  private close(): boolean {
    this.at += 1
    if (this.lists.pop() === undefined) return false
    this.expectsKey = false
    this.events.close(this.at)
    return this.lists.length > 0
  }

  private bare(from: number): void {
    let at = from
    while (at < this.text.length && !endsBare(this.text.charCodeAt(at))) at += 1
    this.at = Math.max(at, from + 1)
    if (!this.expectsKey) this.events.scalar(from, this.at, 'plain')
  }

  private afterClosing(from: number): number {
    const { text } = this
    let depth = 0
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) at = stringEnd(text, at) - 1
      else if (code === SLASH) at = afterComment(text, at) - 1
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        depth -= 1
        if (depth === 0) return at + 1
      }
    }
    return text.length
  }
}

function endsBare(code: number): boolean {
  return (
    code <= 32 ||
    code === COMMA ||
    code === CLOSE_BRACE ||
    code === CLOSE_BRACKET ||
    code === COLON ||
    code === QUOTE ||
    code === OPEN_BRACE ||
    code === OPEN_BRACKET
  )
}

function afterComment(text: string, at: number): number {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at)
    return end === -1 ? text.length : end
  }
  if (!text.startsWith('/*', at)) return at + 1
  const end = text.indexOf('*/', at + 2)
  return end === -1 ? text.length : end + 2
}
