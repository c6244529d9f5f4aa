// How far the values of YAML reach over lines: enough to know which lines begin a member, and no more (YAML 1.2.2, 7, 8).

type Open =
  | { readonly what: 'nothing' }
  | { readonly what: 'quote'; readonly quote: string; readonly column: number }
  | { readonly what: 'flow'; depth: number; quote: string; readonly column: number }

const NOTHING: Open = { what: 'nothing' }

/** A key at the beginning of a line, or behind dashes. */
export interface LineKey {
  /** Columns of the line. */
  readonly from: number
  readonly to: number
  readonly behind: number
}

/** Reads lines in turn and knows what each of them leaves open. */
export class LineLexer {
  private open: Open = NOTHING
  /** Lines that are indented more than this go on with the scalar above. */
  private deeper: number | null = null

  /**
   * Whether a line goes on with what a line above began; it is then read. A quote or a bracket that is not closed ends
   * where a line is not indented any more than what it belongs to: what is broken stays in its block.
   */
  continues(line: string, indentation: number, blank: boolean): boolean {
    if (this.open.what !== 'nothing') {
      if (blank || this.reaches(line, indentation)) {
        this.resume(line)
        return true
      }
      this.open = NOTHING
    }
    if (this.deeper === null || blank) return false
    if (indentation > this.deeper) return true
    this.deeper = null
    return false
  }

  /** Reads a line that begins something; answers its first key, if it has one behind `dashes` dashes at most. */
  begin(line: string, indentation: number): LineKey | null {
    let at = indentation
    let column = indentation
    let dashes = 0
    for (; /^[-?:](?:[ \t]|$)/.test(line.slice(at, at + 2)); dashes++) {
      column = at
      at++
      while (line[at] === ' ' || line[at] === '\t') at++
    }
    const key = keyAt(line, at)
    this.value(line, key ? key.behind : at, key ? at : column)
    return dashes === 0 ? key : null
  }

  /** Whether what is open goes on in a line, by its indentation (YAML 1.2.2, 6.1). */
  private reaches(line: string, indentation: number): boolean {
    if (this.open.what === 'nothing') return false
    const { open } = this
    if (indentation > open.column) return true
    if (open.what === 'quote' || open.quote !== '') return false
    // A bracket may be closed in the column of its key, which everybody writes and no rule allows.
    const first = line[indentation]
    return (
      first === '#' || (indentation === open.column && open.depth === 1 && (first === ']' || first === '}'))
    )
  }

  private value(line: string, from: number, column: number): void {
    const properties = /(?:[&!]\S*[ \t]+)*/y
    properties.lastIndex = from + (/^[ \t]*/.exec(line.slice(from, from + 1_000))?.[0].length ?? 0)
    properties.exec(line)
    const at = Math.max(properties.lastIndex, from)
    const first = line[at]
    if (first === undefined || first === '\r' || first === '#') return
    if (first === '"' || first === "'") {
      if (quoteEnd(line, at + 1, first) === -1) this.open = { what: 'quote', quote: first, column }
    } else if (first === '[' || first === '{')
      this.flow(line, at, { what: 'flow', depth: 0, quote: '', column })
    else if (!/^[&!]/.test(first)) this.deeper = column
  }

  private resume(line: string): void {
    if (this.open.what === 'quote') {
      if (quoteEnd(line, 0, this.open.quote) !== -1) this.open = NOTHING
    } else if (this.open.what === 'flow') this.flow(line, 0, this.open)
  }

  private flow(line: string, from: number, open: Extract<Open, { what: 'flow' }>): void {
    this.open = open
    // A quotation mark opens a text only where one may begin.
    let mayBegin = true
    for (let at = from; at < line.length; at++) {
      const character = line[at] ?? ''
      if (open.quote !== '') {
        const end = quoteEnd(line, at, open.quote)
        if (end === -1) return
        at = end
        open.quote = ''
        mayBegin = false
      } else if (character === '[' || character === '{') {
        open.depth++
        mayBegin = true
      } else if (character === ']' || character === '}') {
        open.depth--
        mayBegin = false
        if (open.depth === 0) {
          this.open = NOTHING
          return
        }
      } else if ((character === '"' || character === "'") && mayBegin) open.quote = character
      else if (character === '#' && (at === 0 || /\s/.test(line[at - 1] ?? ''))) return
      else if (character === ',' || character === ':') mayBegin = true
      else if (!/\s/.test(character)) mayBegin = false
    }
  }
}

/** Where a quoted text ends, -1 where not in this line. */
function quoteEnd(line: string, from: number, quote: string): number {
  for (let at = line.indexOf(quote, from); at !== -1; at = line.indexOf(quote, at + 1)) {
    if (quote === "'") {
      if (line[at + 1] !== "'") return at
      at++
    } else if (!isEscaped(line, at, from)) return at
  }
  return -1
}

function isEscaped(line: string, at: number, from: number): boolean {
  let count = 0
  while (at - 1 - count >= from && line[at - 1 - count] === '\\') count++
  return count % 2 === 1
}

/** The key that stands at a place of a line. */
function keyAt(line: string, from: number): LineKey | null {
  const first = line[from]
  if (first === '"' || first === "'") {
    const end = quoteEnd(line, from + 1, first)
    if (end === -1) return null
    let colon = end + 1
    while (line[colon] === ' ' || line[colon] === '\t') colon++
    return isColon(line, colon) ? { from, to: end + 1, behind: colon + 1 } : null
  }
  if (first === undefined || '[{#|>%@`'.includes(first)) return null
  for (let at = from; at < line.length; at++) {
    if (isColon(line, at)) return { from, to: trimmedEnd(line, from, at), behind: at + 1 }
    if (line[at] === '#' && /\s/.test(line[at - 1] ?? '')) return null
  }
  return null
}

function trimmedEnd(line: string, from: number, end: number): number {
  let to = end
  while (to > from && /\s/.test(line[to - 1] ?? '')) to--
  return to
}

function isColon(line: string, at: number): boolean {
  return line[at] === ':' && (at + 1 >= line.length || /\s/.test(line[at + 1] ?? ''))
}
