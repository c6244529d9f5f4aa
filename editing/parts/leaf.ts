import { readJson } from '../json/read.ts'
import type { Readable } from '../splice/verified.ts'
import { columnOf } from '../text/lines.ts'
import { Refusal } from '../tree/node.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Format, Key, TextSource } from '../types.ts'
import { readYaml } from '../yaml/read.ts'
import type { Part } from './part.ts'

/** The text of a leaf, read. */
export interface Leaf extends Readable {
  /** How far in front of the part its text begins. */
  readonly lead: number
  /** The way to the part's value in the tree. */
  readonly path: readonly Key[]
}

// What takes longer than some hundred milliseconds to read is no part of a form.
const LONGEST: Record<Format, number> = { json: 4_000_000, yaml: 1_000_000 }
// Farther back nobody looks for the indentation of a line.
const LONGEST_LEAD = 1_000

/** Where the text of a leaf begins. */
function beginOf(text: TextSource, part: Part, format: Format): number {
  if (format === 'yaml') return part.start
  const column = columnOf(text, part.from)
  return column > LONGEST_LEAD ? part.from : part.from - column
}

export function isTooLarge(part: Part, format: Format): boolean {
  return part.to - part.start > LONGEST[format]
}

/** Reads a leaf; `isRoot`: it is the whole file. Throws Refusal where that is too long, Unread as a SyntaxProblem. */
export function readLeaf(text: TextSource, part: Part, format: Format, isRoot: boolean): Leaf {
  if (isTooLarge(part, format))
    throw new Refusal('not_safe', 'This part of the file is too large to be edited in a form.', part)
  const begin = isRoot ? 0 : beginOf(text, part, format)
  const piece = text.slice(begin, part.to)
  const lead = part.start - begin
  const skipped = format === 'json' ? part.from - begin : 0
  const read = (source: string) => (format === 'json' ? readJson(source, [], skipped) : readYaml(source))
  const root = within(begin, () => read(piece))
  if (!root) throw new Refusal('not_found', 'The file is empty.')
  const path = isRoot || format === 'json' ? [] : [typeof part.key === 'number' ? 0 : part.key]
  return { text: piece, root, read, lead, path }
}

function within<T>(begin: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    throw new SyntaxProblem(error.message, error.range.from + begin, error.range.to + begin)
  }
}

/** The leaves that were read lately. */
export class LeafCache {
  private readonly leaves = new Map<Part, Leaf | SyntaxProblem>()
  private size = 0

  get(part: Part): Leaf | SyntaxProblem | undefined {
    const found = this.leaves.get(part)
    if (found) {
      this.leaves.delete(part)
      this.leaves.set(part, found)
    }
    return found
  }

  set(part: Part, leaf: Leaf | SyntaxProblem): void {
    this.delete(part)
    this.leaves.set(part, leaf)
    this.size += weight(leaf)
    for (const oldest of this.leaves.keys()) {
      if (this.size <= MOST_KEPT || oldest === part) break
      this.delete(oldest)
    }
  }

  delete(part: Part): void {
    const leaf = this.leaves.get(part)
    if (!leaf) return
    this.leaves.delete(part)
    this.size -= weight(leaf)
  }
}

// UTF-16 units of text; a tree takes some ten times as many bytes.
const MOST_KEPT = 500_000

function weight(leaf: Leaf | SyntaxProblem): number {
  return leaf instanceof SyntaxProblem ? 100 : leaf.text.length + 100
}
