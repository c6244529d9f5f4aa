import { readJson, type Tolerated } from './json/read.ts'
import { styleOf } from './splice/style.ts'
import { treeOf, type Verified, verified } from './splice/verified.ts'
import { keysOf, type Member, memberOf, type Node, nodeAt, Refusal } from './tree/node.ts'
import { anchorsOf, plainValueOf } from './tree/plain-value.ts'
import { SyntaxProblem } from './tree/syntax.ts'
import type { Change, Edit, Edited, Format, Key, Path, Range, Refused, TextSource } from './types.ts'

export interface Found {
  /** As JSON has it; numbers that JavaScript would round are the marked texts of decision 39. */
  readonly value: unknown
  readonly range: Range
  readonly keyRange?: Range
}

export interface Problem {
  readonly message: string
  readonly range: Range
}

/** A description's text, seen as what it says. */
export class Description {
  private text: TextSource
  private readonly format: Format
  private state: { root: Node | null; problem: Problem | null } | undefined
  private revision = 0

  constructor(text: TextSource, format: Format) {
    this.text = text
    this.format = format
  }

  /** The members of an object, the positions of a list; null for anything else, and for what does not parse. */
  keys(path: Path): readonly Key[] | null {
    const node = this.at(path)
    return node ? keysOf(node) : null
  }

  /** What stands at a path. */
  read(path: Path): Found | Refused {
    return answered(() => {
      const root = this.tree()
      const node = nodeAt(root, path)
      if (!node) throw new Refusal('not_found', 'There is nothing here.')
      const anchors = anchorsOf(root)
      const value = plainValueOf(node, (name) => anchors.get(name))
      const member = this.member(path)
      return {
        value,
        range: rangeOf(node),
        ...(member && { keyRange: { from: member.keyFrom, to: member.keyTo } }),
      }
    })
  }

  /** Where the value at a path stands. */
  range(path: Path): Range | null {
    const node = this.at(path)
    return node ? rangeOf(node) : null
  }

  /** The way to the innermost value that an offset is in, or is in the name of. */
  pathAt(offset: number): Path {
    const path: Key[] = []
    let node = this.at([])
    while (node) {
      const next = entryAt(node, offset)
      if (!next) break
      path.push(next.key)
      node = next.value
    }
    return path
  }

  /** The smallest changes of the text for an edit, verified; the text itself is changed by who asks. */
  edit(edit: Edit): Edited {
    return answered(() => {
      const { changes }: Verified = verified(
        this.whole(),
        this.tree(),
        edit,
        styleOf(this.whole(), this.format),
      )
      return { changes }
    })
  }

  /** Tells that the text has changed, by whoever. */
  changed(changes: readonly Change[], text: TextSource): void {
    this.text = text
    if (changes.length === 0) return
    this.state = undefined
    this.revision += 1
  }

  /** Where the text breaks the rules of its format. */
  errors(): readonly Problem[] {
    const { problem } = this.parsed()
    if (problem || this.format === 'yaml') return problem ? [problem] : []
    const tolerated: Tolerated[] = []
    readJson(this.whole(), tolerated)
    return tolerated.map(({ message, from, to }) => ({ message, range: { from, to } }))
  }

  /** A mark that stays alike as long as nothing under a path has changed. */
  version(path: Path): number | string {
    const range = this.range(path)
    return range ? `${range.to - range.from}:${hashOf(this.text.slice(range.from, range.to))}` : 'none'
  }

  private at(path: Path): Node | undefined {
    const { root } = this.parsed()
    return root ? nodeAt(root, path) : undefined
  }

  private member(path: Path): Member | undefined {
    const parent = path.length > 0 ? this.at(path.slice(0, -1)) : undefined
    return parent && memberOf(parent, path.at(-1) ?? '')
  }

  private tree(): Node {
    const { root, problem } = this.parsed()
    if (problem) throw new Refusal('not_parsed', problem.message, problem.range)
    if (!root) throw new Refusal('not_found', 'The file is empty.')
    return root
  }

  private parsed(): { root: Node | null; problem: Problem | null } {
    this.state ??= this.parse()
    return this.state
  }

  private parse(): { root: Node | null; problem: Problem | null } {
    try {
      return { root: treeOf(this.whole(), this.format), problem: null }
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error
      return { root: null, problem: { message: error.message, range: error.range } }
    }
  }

  private whole(): string {
    return this.text.slice(0, this.text.length)
  }
}

function rangeOf({ from, to }: Range): Range {
  return { from, to }
}

function answered<T>(work: () => T): T | Refused {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    throw error
  }
}

function entryAt(node: Node, offset: number): { key: Key; value: Node } | undefined {
  if (node.kind === 'map') {
    const member = node.members.find(({ keyFrom, value }) => keyFrom <= offset && offset <= value.to)
    return member && { key: member.key, value: member.value }
  }
  if (node.kind !== 'list') return undefined
  const key = node.items.findIndex(({ from, to }) => from <= offset && offset <= to)
  const value = node.items[key]
  return value && { key, value }
}

/** FNV-1a over the UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv/): tells apart, proves nothing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
