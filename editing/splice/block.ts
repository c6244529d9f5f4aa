// Edits of YAML by lines.
import { columnOf, isFirstOfLine, lineEnd, lineStart, nextLine } from '../text/lines.ts'
import { type ListNode, type Node, Refusal, type ScalarNode } from '../tree/node.ts'
import type { Change, TextSource } from '../types.ts'
import { type Container, elementsOf } from './flow.ts'
import type { Style } from './style.ts'
import {
  blockText,
  childColumn,
  flowText,
  isInline,
  itemText,
  linesOf,
  memberText,
  scalarText,
} from './write.ts'

const LONGEST_GAP = 1_000

/** Where a value hangs: behind the colon of the key at `column`, or behind the dash. */
export interface Hook {
  readonly behind: number
  readonly column: number
  readonly dash: boolean
}

/** Something new as the element at `index`; the container has at least one. */
export function insertInBlock(
  text: TextSource,
  node: Container,
  index: number,
  key: string | null,
  value: Node,
  style: Style,
): Change[] {
  const elements = elementsOf(node)
  const [first, last, next] = [elements[0], elements.at(-1), elements[index]]
  if (!first || !last) return []
  const column = columnOf(text, first.from)
  const pad = ' '.repeat(column)
  const likeness = node.kind === 'map' ? node.members.at(-1)?.keyStyle : undefined
  const written =
    key === null ? itemText(value, column, style) : memberText(key, value, column, style, likeness)
  if (!next) {
    const at = lineEnd(text, last.to)
    return [{ from: at, to: at, insert: style.lineBreak + pad + written }]
  }
  if (!isFirstOfLine(text, next.from))
    return [{ from: next.from, to: next.from, insert: `${written}${style.lineBreak}${pad}` }]
  const at = withComments(text, next.from)
  return [{ from: at, to: at, insert: `${pad}${written}${style.lineBreak}` }]
}

/** Without the element at `index`, of several; comments above it stay. */
export function deleteInBlock(text: TextSource, node: Container, index: number): Change[] {
  const elements = elementsOf(node)
  const one = elements[index]
  if (!one) return []
  const end = lineEnd(text, one.to)
  if (isFirstOfLine(text, one.from)) return [lines(text, lineStart(text, one.from), end)]
  // The first of an element of a list: the next one moves up, behind the dash.
  const next = elements[index + 1]
  const between = next ? text.slice(end, next.from) : ''
  return [{ from: one.from, to: end + (between.length - between.trimStart().length), insert: '' }]
}

/** The element at `index` as the one at `to`; the comments right above it come along. */
export function moveInBlock(
  text: TextSource,
  node: Container,
  index: number,
  to: number,
  style: Style,
): Change[] {
  const elements = elementsOf(node)
  const one = elements[index]
  const [first, last] = [elements[0], elements.at(-1)]
  if (!one || !first || !last || index === to) return []
  if (!isFirstOfLine(text, first.from) && Math.min(index, to) === 0)
    return permuted(text, elements, index, to)
  const from = withComments(text, one.from)
  const end = lineEnd(text, one.to)
  const cut = lines(text, from, end)
  const target = elements[to < index ? to : to + 1]
  if (!target) {
    const at = lineEnd(text, last.to)
    return [cut, { from: at, to: at, insert: style.lineBreak + text.slice(from, end) }]
  }
  const at = withComments(text, target.from)
  return [cut, { from: at, to: at, insert: text.slice(from, end) + style.lineBreak }]
}

function permuted(
  text: TextSource,
  elements: { from: number; to: number }[],
  index: number,
  to: number,
): Change[] {
  const order = elements.toSpliced(index, 1).toSpliced(to, 0, ...elements.slice(index, index + 1))
  return elements.map((slot, position) => {
    const { from, to } = order[position] ?? slot
    return { from: slot.from, to: slot.to, insert: text.slice(from, to) }
  })
}

/** Whole lines out, with the break in front where there is none behind. */
function lines(text: TextSource, from: number, end: number): Change {
  const next = nextLine(text, end)
  if (next > end && text.slice(next - 1, next) === '\n') return { from, to: next, insert: '' }
  return { from: from > 0 ? lineEnd(text, from - 1) : 0, to: text.length, insert: '' }
}

/** The beginning of the line, or of the comments right above it that stand as deep. */
function withComments(text: TextSource, at: number): number {
  const column = columnOf(text, at)
  let start = lineStart(text, at)
  while (start > 0) {
    const above = lineStart(text, start - 1)
    const found = /^( *)#/.exec(text.slice(above, start))
    if (found?.[1]?.length !== column) break
    start = above
  }
  return start
}

/** Another value at a place, the comment behind it kept. */
export function setInBlock(text: TextSource, old: Node, value: Node, hook: Hook, style: Style): Change[] {
  return isInline(value) ? setInline(text, old, value, hook, style) : setLines(text, old, value, hook, style)
}

function setInline(text: TextSource, old: Node, value: Node, hook: Hook, style: Style): Change[] {
  const written = inlineText(text, old, value, hook, style)
  if (isBlock(old) && !sameLine(text, hook.behind, old.from))
    return [
      { from: hook.behind, to: hook.behind, insert: ` ${written}` },
      { from: lineEnd(text, lineStart(text, old.from) - 1), to: lineEnd(text, old.to), insert: '' },
    ]
  const from = old.from === old.to ? ` ${written}` : written
  return [
    {
      from: old.from,
      to: isBlock(old) ? lineEnd(text, old.to) : old.to,
      insert: from + commentOfHeader(text, old, written),
    },
  ]
}

function inlineText(text: TextSource, old: Node, value: Node, hook: Hook, style: Style): string {
  if (value.kind !== 'scalar') return flowText(value, style, null)
  // The first line of a literal block may be followed by nothing but a comment of its own, which would be read as text.
  const free = lineEnd(text, old.to) === old.to || isBlock(old) || isLiteral(old)
  const block = free ? blockText(value, hook.column, style) : null
  return block ?? scalarText(value, style, false, old.kind === 'scalar' ? old.style : undefined)
}

function commentOfHeader(text: TextSource, old: Node, written: string): string {
  if (!isLiteral(old) || written.includes('\n')) return ''
  return /^[|>][-+\d]*([ \t]+#[^\n\r]*)/.exec(text.slice(old.from, lineEnd(text, old.from)))?.[1] ?? ''
}

function setLines(
  text: TextSource,
  old: Node,
  value: Extract<Node, { kind: 'map' | 'list' }>,
  hook: Hook,
  style: Style,
): Change[] {
  const column = hook.dash ? hook.column + 2 : childColumn(value, hook.column, style)
  const written = linesOf(value, column, style)
  if (isBlock(old)) {
    if (!sameLine(text, hook.behind, old.from))
      return [{ from: lineStart(text, old.from), to: lineEnd(text, old.to), insert: written }]
    return [{ from: old.from, to: lineEnd(text, old.to), insert: compact(value, column, style) }]
  }
  const end = lineEnd(text, old.to)
  if (hook.dash && end === old.to)
    return [{ from: hook.behind, to: end, insert: ` ${compact(value, column, style)}` }]
  const comment = isLiteral(old) ? commentOfHeader(text, old, '') : ''
  return [
    { from: hook.behind, to: old.to, insert: comment },
    { from: end, to: end, insert: style.lineBreak + written },
  ]
}

// An object may begin behind the dash; a list in a list would be read as one too, but hardly by people.
function compact(value: Extract<Node, { kind: 'map' | 'list' }>, column: number, style: Style): string {
  return linesOf(value, column, style).slice(column)
}

function sameLine(text: TextSource, a: number, b: number): boolean {
  return lineStart(text, a) === lineStart(text, b)
}

function isBlock(node: Node): boolean {
  return (node.kind === 'map' || node.kind === 'list') && !node.flow
}

function isLiteral(node: Node): node is ScalarNode {
  return node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')
}

/** The root of a file, or of a part, in block style written anew. */
export function setRoot(text: TextSource, old: Node, value: Node, style: Style): Change[] {
  const written = isInline(value)
    ? value.kind === 'scalar'
      ? scalarText(value, style, false)
      : flowText(value, style, null)
    : linesOf(value, 0, style)
  return [{ from: old.from, to: isBlock(old) ? lineEnd(text, old.to) : old.to, insert: written }]
}

/** Where the value of an element hangs. */
export function hookOf(text: TextSource, parent: Container, index: number): Hook {
  if (parent.kind === 'list') return dashHook(text, parent, index)
  const member = parent.members[index]
  if (!member) throw new Refusal('not_found', 'What was to be changed is no longer there.')
  // A quoted key may have spaces behind it.
  const rest = text.slice(member.keyTo, member.keyTo + LONGEST_GAP)
  const behind = member.keyTo + rest.indexOf(':') + 1
  return { behind, column: columnOf(text, member.keyFrom), dash: false }
}

function dashHook(text: TextSource, parent: ListNode, index: number): Hook {
  const dash = parent.dashes[index] ?? 0
  return { behind: dash + 1, column: columnOf(text, dash), dash: true }
}
