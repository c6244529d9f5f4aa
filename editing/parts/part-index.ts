import { lineEnd, nextLine } from '../text/lines.ts'
import { SyntaxProblem } from '../tree/syntax.ts'
import type { Change, Format, Key, Path, TextSource } from '../types.ts'
import { jsonElements, jsonHead, jsonLevel } from './json-level.ts'
import { isTooLarge, type Leaf, LeafCache, readLeaf } from './leaf.ts'
import { type Level, movePart, newPart, nextStamp, type Part } from './part.ts'
import { isHead, isPiece, MOST_RESCANNED, moveRest, pathOf } from './touch.ts'
import { yamlElements, yamlLevel } from './yaml-level.ts'

// Smaller ones are leaves, unless forms show their members one by one.
const LARGE = 16_000
const SMALL_FILE = 1_000_000
// Deeper, a part is large because it is strange.
const DEEPEST = 8
// What is broken is divided as long as there may be something in it that a form shows by itself.
const DEEPEST_SPLIT = 14

const SECTIONS = new Set([
  'paths',
  'webhooks',
  'components',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
])

/** The parts on the way to a place, the root first, and what of the way lies within the last. */
export interface Descent {
  readonly parts: readonly Part[]
  readonly last: Part
  readonly rest: Path
}

interface Touched {
  readonly chain: readonly Part[]
  lo: number
  hi: number
  /** Nothing changed but within the value of one child. */
  inside: boolean
}

/** Whether a part is what a step of a path names: `0` and `'0'` are one. */
function isNamed({ key }: Part, step: Key): boolean {
  return key === step || (typeof key !== typeof step && String(key) === String(step))
}

/**
 * Which parts a text has, found by scanning, level by level, when somebody asks. It moves along with the text; of what is
 * typed only the part around it is scanned anew, and what is broken there leaves all others as they are.
 */
export class PartIndex {
  text: TextSource
  readonly format: Format
  readonly root: Part
  private readonly leaves = new LeafCache()
  /** Parts that are not whole since somebody typed there. */
  private readonly broken = new Map<Part, { readonly path: Path; readonly inside: boolean }>()
  private hasTried = false
  /** Some parts are what lines say, until the text comes out even. */
  private hasGuessed = false

  constructor(text: TextSource, format: Format) {
    this.text = text
    this.format = format
    this.root = newPart({
      key: '',
      keyStyle: 'none',
      start: 0,
      keyFrom: 0,
      keyTo: 0,
      from: 0,
      to: text.length,
    })
  }

  /** The parts of a part, null for a leaf. */
  childrenOf(part: Part, path: Path): readonly Part[] | null {
    if (part.children === undefined && this.isContainer(part, path)) {
      this.divide(part)
    }
    return part.children ?? null
  }

  /**
   * Divides a leaf that cannot be read into the parts of which some can be; answers whether it did. `path` leads to it.
   */
  split(part: Part, path: Path): boolean {
    if (part.children || path.length > DEEPEST_SPLIT || this.isTooLarge(part)) return false
    try {
      this.leafOf(part)
      return false
    } catch (error) {
      if (!(error instanceof SyntaxProblem)) throw error
    }
    this.divide(part)
    return part.children !== null && part.children !== undefined
  }

  private divide(part: Part): void {
    const level = this.levelOf(part)
    part.children = level && level.children.length > 0 ? level.children : null
    part.kind = level?.kind ?? part.kind
    if (level?.isGuess) this.hasGuessed = true
  }

  /** As far as parts lead on the way to a place; null where a part is missing on it. */
  descend(path: Path): Descent | null {
    const parts = [this.root]
    let last = this.root
    for (let depth = 0; ; depth++) {
      const children = this.childrenOf(last, path.slice(0, depth))
      const key = path[depth]
      if (!children || key === undefined) return { parts, last, rest: path.slice(depth) }
      const child = children.findLast((part) => isNamed(part, key))
      if (!child) return null
      parts.push(child)
      last = child
    }
  }

  /** The tree of a leaf, or of anything taken for one. Throws SyntaxProblem, Refusal where it is too large. */
  leafOf(part: Part): Leaf {
    let leaf = this.leaves.get(part)
    if (!leaf) {
      leaf = this.readLeaf(part)
      this.leaves.set(part, leaf)
    }
    if (leaf instanceof SyntaxProblem) throw leaf
    if (this.broken.has(part))
      throw new SyntaxProblem(
        'Something here is not closed, or stands where it does not belong.',
        part.start,
        part.to,
      )
    return leaf
  }

  isTooLarge(part: Part): boolean {
    return isTooLarge(part, this.format)
  }

  /** Where a value really ends: in YAML, parts take what stands behind them along. */
  endOf(part: Part, path: Path): number {
    if (this.format === 'json') return part.to
    const last = this.childrenOf(part, path)?.at(-1)
    if (last) return this.endOf(last, [...path, last.key])
    const { root, lead } = this.leafOf(part)
    return part.start - lead + root.to
  }

  /** The text has changed; the changes count in the text before, in order. */
  changed(changes: readonly Change[], text: TextSource): void {
    const touched = new Map<Part, Touched>()
    for (const change of changes.toReversed()) this.touch(this.root, change, [this.root], touched)
    this.root.to = text.length
    this.text = text
    this.hasTried = false
    for (const one of touched.values()) if (!this.settleOne(one)) this.leave(one)
    if (text.length < SMALL_FILE || changes.some(isPiece)) this.settle(true)
  }

  /** Scans what was left as it was while somebody typed; `wholly`: the whole text, where something in it is not whole. */
  settle(wholly: boolean): void {
    for (const [part, { path, inside }] of this.broken)
      if (inside && this.childrenOf(part, path)) this.broken.delete(part)
    if ((this.broken.size === 0 && !this.hasGuessed) || this.hasTried || !wholly) return
    this.hasTried = true
    this.hasGuessed = false
    const before = this.root.children
    this.root.children = undefined
    if (this.childrenOf(this.root, []) || !before) this.broken.clear()
    else this.root.children = before
  }

  /** The parts of which a stretch consists that begins and ends with children of a part; null where it does not. */
  elements(part: Part, text: TextSource, from: number, to: number, first: number): Part[] | null {
    if (this.format === 'json') return jsonElements(text, from, to, part.kind, first)
    const one = part.children?.[0]
    return one ? yamlElements(text, from, to, part.kind, one.keyFrom - one.start, first) : null
  }

  /** Which children a change touches: from, to; null where it reaches beyond them. */
  range(part: Part, { from, to }: Change): [number, number] | null {
    const children = part.children ?? []
    let lo = children.findIndex((child) => child.to >= from)
    let hi = children.findLastIndex((child) => child.start <= to)
    if (lo === -1 || hi === -1) return null
    // Between two, both; in front of one, the one before it too.
    if (lo > hi) [lo, hi] = [hi, lo]
    if (from < (children[lo]?.start ?? 0)) lo--
    if (to > (children[hi]?.to ?? 0)) hi++
    return lo < 0 || hi >= children.length ? null : [lo, hi]
  }

  private isContainer(part: Part, path: Path): boolean {
    const [section] = path
    if (path.length === 0) return true
    if (part.to - part.from > LARGE) return path.length <= DEEPEST
    return path.length === 1 ? SECTIONS.has(String(section)) : path.length === 2 && section === 'components'
  }

  private levelOf(part: Part): Level {
    const { text } = this
    if (this.format === 'json') return jsonLevel(text, part.from, part.to)
    if (part === this.root) return yamlLevel(text, 0, text.length, -1)
    if (!/^[ \t]*(?:#.*)?$/.test(text.slice(part.from, Math.min(part.to, lineEnd(text, part.from)))))
      return null
    if (typeof part.key === 'number') return null
    return yamlLevel(text, nextLine(text, part.from), part.to, part.keyFrom - part.start)
  }

  private readLeaf(part: Part): Leaf | SyntaxProblem {
    try {
      return readLeaf(this.text, part, this.format, part === this.root)
    } catch (error) {
      if (error instanceof SyntaxProblem) return error
      throw error
    }
  }

  private touch(part: Part, change: Change, chain: Part[], touched: Map<Part, Touched>): void {
    this.forget(part)
    const by = change.insert.length - (change.to - change.from)
    const { children } = part
    if (!children) part.children = undefined
    else {
      const range = this.range(part, change)
      if (!range) {
        part.children = undefined
        if (part !== this.root) this.broken.set(part, { path: pathOf(chain), inside: true })
      } else this.touchChildren(part, range, change, chain, touched)
    }
    part.to += by
  }

  private touchChildren(
    part: Part,
    [lo, hi]: [number, number],
    change: Change,
    chain: Part[],
    touched: Map<Part, Touched>,
  ): void {
    const children = part.children ?? []
    const by = change.insert.length - (change.to - change.from)
    for (const child of children.slice(hi + 1)) movePart(child, by)
    const [first, last] = [children[lo], children[hi]]
    if (!first || !last) return
    const inner = first.children?.[0]
    // Behind the closing bracket of JSON one is outside.
    const end = this.format === 'json' ? first.to - 1 : first.to
    if (lo === hi && inner && inner.start <= change.from && change.to <= end) {
      this.touch(first, change, [...chain, first], touched)
      return
    }
    this.forget(first)
    const inside = lo === hi && first.from < change.from && change.to <= end
    if (lo === hi && isHead(first, change)) moveRest(first, by)
    if (lo === hi || last.start < change.to) last.to += by
    for (const child of children.slice(lo + 1, hi + 1)) if (child.start >= change.to) movePart(child, by)
    const before = touched.get(part)
    touched.set(part, {
      chain,
      lo: Math.min(lo, before?.lo ?? lo),
      hi: Math.max(hi, before?.hi ?? hi),
      inside: inside && (!before || (before.inside && before.lo === lo && before.hi === hi)),
    })
  }

  private forget(part: Part): void {
    part.stamp = nextStamp()
    this.leaves.delete(part)
  }

  // From the inside out: what does not come out even within a part may do so within the one around it.
  private settleOne({ chain, lo, hi, inside }: Touched): boolean {
    const part = chain.at(-1)
    const children = part?.children
    const [first, last] = [children?.[lo], children?.[hi]]
    // Nobody has asked for the parts, so there are none to keep.
    if (!part || !children || !first || !last) return true
    if (lo === hi && this.isRenamed(part, first)) return true
    const isLarge = inside && last.to - first.start > MOST_RESCANNED
    const found = isLarge ? null : this.elements(part, this.text, first.start, last.to, lo)
    if (found && found.length + children.length > hi - lo + 1) {
      for (const gone of children.splice(lo, hi - lo + 1, ...found)) this.broken.delete(gone)
      this.renumber(part, lo)
      return true
    }
    const outer = chain.at(-2)
    const index = outer?.children?.indexOf(part) ?? -1
    if (!outer || index === -1 || part.to - part.start > MOST_RESCANNED) return false
    return this.settleOne({ chain: chain.slice(0, -1), lo: index, hi: index, inside: true })
  }

  /** Reads the name of a large part anew, if the rest of it is as it was. */
  private isRenamed(part: Part, child: Part): boolean {
    if (!child.hasNewHead) return false
    child.hasNewHead = false
    const end = this.format === 'json' ? child.from : lineEnd(this.text, child.start)
    const head =
      this.format === 'json'
        ? jsonHead(this.text, child.start, end, child.to)
        : this.elements(part, this.text, child.start, end, 0)?.[0]
    if (head?.from !== child.from) return false
    child.key = part.kind === 'map' ? head.key : child.key
    child.keyStyle = head.keyStyle
    child.keyTo = head.keyTo
    return true
  }

  // One part stands for all that are broken together, until they are whole again.
  private leave({ chain, lo, hi, inside }: Touched): void {
    const children = chain.at(-1)?.children
    const [first, last] = [children?.[lo], children?.[hi]]
    if (!children || !first || !last) return
    first.to = last.to
    first.children = undefined
    this.forget(first)
    for (const gone of children.splice(lo + 1, hi - lo)) this.broken.delete(gone)
    this.broken.set(first, { path: pathOf([...chain, first]), inside })
  }

  private renumber(part: Part, from: number): void {
    if (part.kind !== 'list') return
    part.children?.forEach((child, index) => {
      if (index >= from) child.key = index
    })
  }

  /** The way to the leaf that an offset is in. */
  pathTo(offset: number): { parts: Part[]; path: Key[] } {
    const path: Key[] = []
    const parts = [this.root]
    for (let part = this.root; ; ) {
      const child = this.childrenOf(part, path)?.findLast(({ start, to }) => start <= offset && offset <= to)
      if (!child) return { parts, path }
      path.push(child.key)
      parts.push(child)
      part = child
    }
  }
}
