import { anchorsFor } from './parts/anchors.ts'
import { editChildren } from './parts/container-edit.ts'
import { hashOf } from './parts/hash.ts'
import type { Leaf } from './parts/leaf.ts'
import type { Part } from './parts/part.ts'
import { type Descent, PartIndex } from './parts/part-index.ts'
import { type Problem, problemsOf } from './parts/problems.ts'
import { fillEmpty, isEmpty } from './splice/empty.ts'
import { changesFor } from './splice/steps.ts'
import { type Style, styleOf } from './splice/style.ts'
import { offsetBy } from './text/changes.ts'
import { notFound } from './tree/expect.ts'
import { keysOf, memberOf, type Node, nodeAt, Refusal } from './tree/node.ts'
import { plainValueOf } from './tree/plain-value.ts'
import { SyntaxProblem } from './tree/syntax.ts'
import { put } from './tree/value.ts'
import type { Change, Edit, Edited, Format, Key, Path, Range, Refused, TextSource } from './types.ts'

export interface Found {
  /** As JSON has it; numbers that JavaScript would round are the marked texts of decision 39. */
  readonly value: unknown
  readonly range: Range
  readonly keyRange?: Range
}

/** What cannot be read within something that can. */
export interface Broken {
  readonly path: Path
  readonly refused: Refused
}

export interface FoundAround {
  readonly value: unknown
  readonly broken: readonly Broken[]
}

const NONE: readonly Broken[] = []

/** A place in a leaf. */
interface Spot {
  readonly leaf: Leaf
  /** Where the leaf's text begins. */
  readonly begin: number
  /** The way from the leaf's root. */
  readonly path: Path
}

const SAMPLE = 20_000

/**
 * A description's text, seen as what it says: where its values stand, what they are, and the smallest changes of the text
 * that make other values of them. It finds parts (a path, a schema) by scanning, parses the one that is asked for, and
 * never holds the whole text; whoever changes the text tells it by `changed`.
 */
export class Description {
  private readonly index: PartIndex
  private known: Style | undefined

  constructor(text: TextSource, format: Format) {
    this.index = new PartIndex(text, format)
  }

  /** The names of an object's members, the positions of a list's elements; null for anything else, or what does not parse. */
  keys(path: Path): readonly Key[] | null {
    const descent = this.descentTo(path, true)
    if (!descent) return null
    const children = descent.rest.length === 0 ? this.index.childrenOf(descent.last, path) : null
    if (children) return [...new Set(children.map(({ key }) => key))]
    const node = orNull(() => this.nodeAt(descent))
    return node ? keysOf(node) : null
  }

  /** What stands at a path. */
  read(path: Path): Found | Refused {
    return answered(() => {
      this.index.settle(false)
      const descent = this.descentTo(path)
      if (!descent) throw notThere()
      const spot = this.spotOf(descent)
      const node = nodeAt(spot.leaf.root, spot.path)
      if (!node) throw notThere()
      const value = plainValueOf(node, anchorsFor(this.index, spot.leaf))
      const keyRange = this.keyRange(descent, spot)
      return { value, range: rangeOf(node, spot.begin), ...(keyRange && { keyRange }) }
    })
  }

  /**
   * What stands at a path, as far as it can be read: parts of it that cannot be are named, and stand in it as undefined.
   * Refused where nothing of it can be.
   */
  readAround(path: Path): FoundAround | Refused {
    const whole = this.read(path)
    if (!('refused' in whole)) return { value: whole.value, broken: NONE }
    if (whole.refused !== 'not_parsed') return whole
    const descent = this.descentTo(path, true)
    if (!descent?.last.children || descent.rest.length > 0) return whole
    const { last } = descent
    const value: Record<Key, unknown> | unknown[] = last.kind === 'list' ? [] : {}
    const broken: Broken[] = []
    for (const { key } of last.children ?? []) {
      const inner = this.readAround([...path, key])
      const isBroken = 'refused' in inner
      if (isBroken) broken.push({ path: [...path, key], refused: inner })
      else broken.push(...inner.broken)
      if (Array.isArray(value)) value.push(isBroken ? undefined : inner.value)
      else put(value as Record<string, unknown>, String(key), isBroken ? undefined : inner.value)
    }
    // Between its parts something is missing, or too much.
    return { value, broken: broken.length > 0 ? broken : [{ path, refused: whole }] }
  }

  /** Where the value at a path stands, also of one that is broken; null where there is none. */
  range(path: Path): Range | null {
    const descent = this.descentTo(path)
    if (!descent) return null
    const { last, rest } = descent
    const roughly = { from: this.beginOf(last), to: last.to }
    try {
      if (rest.length === 0 && (this.index.format === 'json' || last.children))
        return { from: roughly.from, to: this.index.endOf(last, path) }
      const spot = this.spotOf(descent)
      const node = nodeAt(spot.leaf.root, spot.path)
      return node ? rangeOf(node, spot.begin) : null
    } catch (error) {
      if (error instanceof SyntaxProblem)
        return rest.length === 0 && last !== this.index.root ? roughly : null
      if (error instanceof Refusal) return null
      throw error
    }
  }

  /** The way to the innermost value that an offset is in, or is in the name of. */
  pathAt(offset: number): Path {
    const { parts, path } = this.index.pathTo(offset)
    const last = parts.at(-1)
    if (!last || last.children) return path
    const spot = orNull(() => this.spotOf({ parts, last, rest: [] }))
    const node = spot && nodeAt(spot.leaf.root, spot.path)
    return node ? [...path, ...pathWithin(node, offset - spot.begin)] : path
  }

  /**
   * The smallest changes of the text for an edit, or why there are none. They were applied to the part and read again:
   * the text then says what the edit means, and all other bytes are as they were. Who asked changes the text.
   */
  edit(edit: Edit): Edited {
    return answered(() => {
      this.index.settle(true)
      return { changes: this.changesFor(edit) }
    })
  }

  /** Tells that the text has changed, by whoever; the changes count in the text before. */
  changed(changes: readonly Change[], text: TextSource): void {
    this.index.changed(changes, text)
  }

  /** Where the text breaks the rules of its format, by the first problem of each part. Of a large file this takes seconds. */
  errors(): readonly Problem[] {
    this.index.settle(true)
    return problemsOf(this.index)
  }

  /** A mark that stays alike as long as nothing under a path has changed; what is not there has one too. */
  version(path: Path): number | string {
    const descent = this.descentTo(path)
    if (!descent) return 'none'
    if (descent.rest.length === 0) return descent.last.stamp
    const range = this.range(path)
    return range ? hashOf(this.index.text.slice(range.from, range.to)) : `${descent.last.stamp} none`
  }

  private changesFor(edit: Edit): readonly Change[] {
    const { text, format } = this.index
    if (text.length <= SAMPLE && isEmpty(text.slice(0, text.length), format))
      return fillEmpty(text.slice(0, text.length), edit, this.style())
    const grows = edit.type === 'add' || edit.type === 'insert'
    const descent = this.descentTo(edit.path, grows)
    if (!descent) throw notFound()
    const { parts, last, rest } = descent
    mustBeSingle(parts)
    const outer = parts.at(-2)
    if (edit.type === 'set' && rest.length === 0 && last.children && outer && this.index.isTooLarge(last))
      return this.changesAmong(outer, edit)
    if (rest.length > 0 || edit.type === 'set') return this.changesWithin(descent, edit)
    if (grows) return last.children ? this.changesAmong(last, edit) : this.changesWithin(descent, edit)
    if (!outer?.children) throw notFound()
    // What is left without any is written as an empty object or list, in the place of all that was in it.
    if (edit.type === 'delete' && outer.children.length === 1)
      return this.changesWithin({ parts: parts.slice(0, -1), last: outer, rest: [last.key] }, edit)
    return this.changesAmong(outer, edit)
  }

  /** As far as parts lead on the way to a place; what is broken on it, `also` at its end, is divided into smaller ones. */
  private descentTo(path: Path, also = false): Descent | null {
    for (;;) {
      const descent = this.index.descend(path)
      if (!descent || (descent.rest.length === 0 && !also)) return descent
      const here = path.slice(0, path.length - descent.rest.length)
      if (!orNull(() => this.index.split(descent.last, here))) return descent
    }
  }

  private changesAmong(part: Part, edit: Edit): readonly Change[] {
    return editChildren(this.index, part, edit, this.style())
  }

  private changesWithin(descent: Descent, edit: Edit): readonly Change[] {
    const { leaf, begin, path } = this.spotOf(descent)
    const style = styleOf(leaf.text, this.index.format, this.style())
    return offsetBy(changesFor(leaf, { ...edit, path }, style), begin)
  }

  private style(): Style {
    const { text, format } = this.index
    this.known ??= styleOf(text.slice(0, Math.min(SAMPLE, text.length)), format)
    return this.known
  }

  private spotOf({ last, rest }: Descent): Spot {
    const leaf = this.index.leafOf(last)
    return { leaf, begin: last.start - leaf.lead, path: [...leaf.path, ...rest] }
  }

  private nodeAt(descent: Descent): Node | undefined {
    const { leaf, path } = this.spotOf(descent)
    return nodeAt(leaf.root, path)
  }

  private beginOf(part: Part): number {
    const first = this.index.format === 'yaml' ? part.children?.[0] : undefined
    return first ? first.keyFrom : part.from
  }

  private keyRange({ parts, last, rest }: Descent, { leaf, begin, path }: Spot): Range | undefined {
    const key = path.at(-1)
    if (rest.length === 0)
      return parts.length > 1 && typeof last.key === 'string'
        ? { from: last.keyFrom, to: last.keyTo }
        : undefined
    const parent = nodeAt(leaf.root, path.slice(0, -1))
    const member = parent && key !== undefined ? memberOf(parent, key) : undefined
    return member && { from: member.keyFrom + begin, to: member.keyTo + begin }
  }
}

function rangeOf({ from, to }: Range, begin: number): Range {
  return { from: from + begin, to: to + begin }
}

function notThere(): Refusal {
  return new Refusal('not_found', 'There is nothing here.')
}

function mustBeSingle(parts: readonly Part[]): void {
  for (const [depth, part] of parts.entries()) {
    const same = parts[depth - 1]?.children?.filter(({ key }) => key === part.key) ?? []
    if (same.length > 1)
      throw new Refusal('not_safe', `“${String(part.key).slice(0, 100)}” stands here more than once.`, part)
  }
}

function answered<T>(work: () => T): T | Refused {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    if (error instanceof SyntaxProblem)
      return { refused: 'not_parsed', reason: error.message, at: error.range }
    throw error
  }
}

function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxProblem) return null
    throw error
  }
}

function pathWithin(node: Node, offset: number): Key[] {
  if (node.kind === 'map') {
    const member = node.members.find(({ keyFrom, value }) => keyFrom <= offset && offset <= value.to)
    return member ? [member.key, ...pathWithin(member.value, offset)] : []
  }
  if (node.kind !== 'list') return []
  const index = node.items.findIndex(({ from, to }) => from <= offset && offset <= to)
  const item = node.items[index]
  return item ? [index, ...pathWithin(item, offset)] : []
}
