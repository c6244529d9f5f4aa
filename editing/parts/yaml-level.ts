// The members of an object, or the elements of a list, in YAML's block style: the lines that begin in its column.
import { LineReader } from '../text/line-reader.ts'
import type { TextSource } from '../types.ts'
import { type LineKey, LineLexer } from '../yaml/line-lexer.ts'
import { plainValue } from '../yaml/plain.ts'
import { type Level, MOST_CHILDREN, newPart, type Part } from './part.ts'

interface Wanted {
  /** Where keys or dashes have to stand; null for wherever the first of them does. */
  column: number | null
  kind: Part['kind'] | null
  /** Deeper than this, or a list as deep; -1 for a whole file. */
  below: number
  first: number
}

/** What is in the lines from `from` to `to`, below a key at a column (-1: a whole file); null where that is no block. */
export function yamlLevel(text: TextSource, from: number, to: number, below: number): Level {
  const wanted: Wanted = { column: null, kind: null, below, first: 0 }
  const children = new LevelReader(text, from, to, wanted).read()
  return children && wanted.kind ? { kind: wanted.kind, children } : null
}

/** The members or elements of which these lines consist, which have to begin at a column. */
export function yamlElements(
  text: TextSource,
  from: number,
  to: number,
  kind: Part['kind'],
  column: number,
  first: number,
): Part[] | null {
  return new LevelReader(text, from, to, { column, kind, below: -1, first }).read()
}

class LevelReader {
  private readonly text: TextSource
  private readonly from: number
  private readonly to: number
  private readonly wanted: Wanted
  private readonly children: Part[] = []
  private readonly lexer = new LineLexer()
  private isMarked = false

  constructor(text: TextSource, from: number, to: number, wanted: Wanted) {
    this.text = text
    this.from = from
    this.to = to
    this.wanted = wanted
  }

  read(): Part[] | null {
    const lines = new LineReader(this.text, this.from, this.to)
    for (let line = lines.read(); line !== null; line = lines.read()) {
      const indentation = indentationOf(line)
      const rest = line[indentation]
      const blank = rest === undefined || rest === '\r'
      if (this.lexer.continues(line, indentation, blank) || blank || rest === '#') continue
      if (!this.line(line, indentation, lines.start) || this.children.length > MOST_CHILDREN) return null
    }
    return this.closed()
  }

  // What stands in front of the first one belongs to the container, what stands behind one to the piece of it.
  private closed(): Part[] {
    this.children.forEach((child, index) => {
      child.to = this.children[index + 1]?.start ?? this.to
    })
    return this.children
  }

  private line(line: string, indentation: number, start: number): boolean {
    const { wanted, lexer } = this
    if (indentation === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(line)) return this.marker(line)
    if (indentation === 0 && line.startsWith('%') && wanted.below === -1 && this.children.length === 0)
      return true
    // Below a member it is no line that may stand here, and goes with that member.
    if (line[indentation] === '\t') return this.children.length > 0
    const isDash = /^-(?:\s|$)/.test(line.slice(indentation, indentation + 2))
    if (wanted.column === null) {
      if (indentation < wanted.below || (indentation === wanted.below && !isDash)) return false
      wanted.column = indentation
      wanted.kind = isDash ? 'list' : 'map'
    }
    if (indentation > wanted.column && this.children.length > 0) {
      lexer.begin(line, indentation)
      return true
    }
    const key = lexer.begin(line, indentation)
    if (this.isStray(line, indentation, key)) return true
    if (indentation !== wanted.column || isDash !== (wanted.kind === 'list')) return false
    const part = isDash ? this.item(start, indentation) : this.member(line, key, start)
    if (part) this.children.push(part)
    return part !== null
  }

  /**
   * Whether a line is nothing that may stand here: a name without its colon yet, a line that begins too far left. What is
   * above takes it along, and is what cannot be read; the others can.
   */
  private isStray(line: string, indentation: number, key: LineKey | null): boolean {
    const { column, below, kind } = this.wanted
    if (this.children.length === 0 || column === null) return false
    if (indentation < column) return below !== -1 && indentation > below
    return kind === 'map' && !key && !/^(?:[?:-](?:\s|$)|[[{])/.test(line.slice(indentation, indentation + 2))
  }

  // One marker may open a file; a second one, or an end, makes several documents of it.
  private marker(line: string): boolean {
    if (this.wanted.below !== -1 || this.wanted.column !== null || this.isMarked) return false
    this.isMarked = true
    return /^---\s*(?:#.*)?$/.test(line)
  }

  private item(start: number, column: number): Part {
    const keyFrom = start + column
    const index = this.wanted.first + this.children.length
    return newPart({
      key: index,
      keyStyle: 'none',
      start,
      keyFrom,
      keyTo: keyFrom + 1,
      from: keyFrom + 1,
      to: this.to,
    })
  }

  private member(line: string, key: LineKey | null, start: number): Part | null {
    if (!key) return null
    const source = line.slice(key.from, key.to)
    const name = nameOf(source)
    if (name === null) return null
    const keyStyle = source[0] === '"' ? 'double' : source[0] === "'" ? 'single' : 'plain'
    return newPart({
      key: name,
      keyStyle,
      start,
      keyFrom: start + key.from,
      keyTo: start + key.to,
      from: start + key.behind,
      to: this.to,
    })
  }
}

/** What a key says, null for one that scanning does not understand. */
function nameOf(source: string): string | null {
  if (source.startsWith("'")) return source.slice(1, -1).replaceAll("''", "'")
  if (source.startsWith('"')) {
    try {
      return JSON.parse(source) as string
    } catch {
      return null
    }
  }
  return source === '' || source === '<<' || /^[&*!?,\]}]/.test(source) ? null : String(plainValue(source))
}

function indentationOf(line: string): number {
  let at = 0
  while (line.charCodeAt(at) === 32) at++
  return at
}
