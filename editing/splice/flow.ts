// Edits between brackets: JSON, and YAML in flow style.
import { isFirstOfLine, lineEnd, lineStart, nextLine } from '../text/lines.ts'
import type { ListNode, MapNode, Node } from '../tree/node.ts'
import type { Change, Range, TextSource } from '../types.ts'
import type { Style } from './style.ts'
import { deeper, flowText, keyText } from './write.ts'

// What stands behind an element in its line, if it is one.
const LONGEST_COMMENT = 2_000

export type Container = MapNode | ListNode

/** Where the elements of an object or list stand, a member with its key. */
export function elementsOf(node: Container): Range[] {
  // Where one ends is asked only of the few that it matters of: a part has to be parsed for it.
  const range = (from: number, value: Range): Range => ({
    from,
    get to() {
      return value.to
    },
  })
  if (node.kind === 'map') return node.members.map(({ keyFrom, value }) => range(keyFrom, value))
  return node.items.map((item, index) => range(node.dashes[index] ?? item.from, item))
}

/** Something new as the element at `index`. */
export function insertInFlow(
  text: TextSource,
  node: Container,
  index: number,
  key: string | null,
  value: Node,
  style: Style,
): Change[] {
  const lines = hasLines(text, node, style)
  const indentation = lines ? indentationWithin(text, node, style) : null
  const likeness = node.kind === 'map' ? node.members.at(-1)?.keyStyle : undefined
  const name = key === null ? '' : keyText(key, style, likeness, true) + style.colon
  return insertText(text, node, index, name + flowText(value, style, indentation), style)
}

function insertText(
  text: TextSource,
  node: Container,
  index: number,
  written: string,
  style: Style,
): Change[] {
  const elements = elementsOf(node)
  const separator = hasLines(text, node, style)
    ? style.lineBreak + indentationWithin(text, node, style)
    : style.minified
      ? ''
      : ' '
  const next = elements[index]
  if (next) return [{ from: next.from, to: next.from, insert: `${written},${separator}` }]
  const last = elements.at(-1)
  if (!last) return intoEmpty(text, node, written, style)
  const comma = commaBehind(text, last.to, node.to)
  const end = comma === -1 ? last.to : comma + 1
  // What is said behind the last element stays behind it.
  const comment = /^[ \t]*(?:\/\/|#|\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*\r?\n)/.test(
    text.slice(end, end + LONGEST_COMMENT),
  )
  const at = separator.includes('\n') && comment ? lineEnd(text, end) : end
  if (comma !== -1) return [{ from: at, to: at, insert: `${separator}${written},` }]
  if (at === end) return [{ from: at, to: at, insert: `,${separator}${written}` }]
  return [
    { from: end, to: end, insert: ',' },
    { from: at, to: at, insert: separator + written },
  ]
}

function intoEmpty(text: TextSource, node: Container, written: string, style: Style): Change[] {
  const inside = text.slice(node.from + 1, node.to - 1)
  const from = node.from + 1 + inside.trimEnd().length
  const to = node.to - 1
  if (!hasLines(text, node, style)) {
    const space = style.minified || node.kind === 'list' ? '' : ' '
    return [{ from, to, insert: space + written + space }]
  }
  const outer = indentationAt(text, node.from)
  return [
    { from, to, insert: `${style.lineBreak}${deeper(outer, style)}${written}${style.lineBreak}${outer}` },
  ]
}

/** Without the element at `index`. */
export function deleteInFlow(text: TextSource, node: Container, index: number): Change[] {
  const elements = elementsOf(node)
  const one = elements[index]
  if (!one) return []
  const comma = commaBehind(text, one.to, node.to)
  const before = elements[index - 1]
  const next = elements[index + 1]
  if (!before && !next) {
    const inside = text.slice(node.from + 1, one.from) + text.slice(Math.max(one.to, comma + 1), node.to - 1)
    if (inside.trim() === '') return [{ from: node.from + 1, to: node.to - 1, insert: '' }]
    return [{ from: one.from, to: Math.max(one.to, comma + 1), insert: '' }]
  }
  const end = Math.max(one.to, comma + 1)
  const changes: Change[] = []
  // The last one takes the comma in front of it along, unless it had one behind it.
  if (before && !next && comma === -1) {
    const comma = commaBehind(text, before.to, node.to)
    if (!ownLines(text, one, end) || comma === -1) return [{ from: before.to, to: one.to, insert: '' }]
    changes.push({ from: comma, to: comma + 1, insert: '' })
  }
  if (ownLines(text, one, end))
    changes.push({ from: lineStart(text, one.from), to: nextLine(text, end), insert: '' })
  else if (next) changes.push({ from: one.from, to: next.from, insert: '' })
  else if (before) changes.push({ from: before.to, to: end, insert: text.slice(before.to, before.to) })
  return changes
}

/** The element at `index` as the one at `to`. */
export function moveInFlow(
  text: TextSource,
  node: Container,
  index: number,
  to: number,
  style: Style,
): Change[] {
  const one = elementsOf(node)[index]
  if (!one || index === to) return []
  const target = to < index ? to : to + 1
  return [
    ...deleteInFlow(text, node, index),
    ...insertText(text, node, target, text.slice(one.from, one.to), style),
  ]
}

/** Whether each element has a line of its own; for one without elements, whether it would. */
function hasLines(text: TextSource, node: Container, style: Style): boolean {
  const [first] = elementsOf(node)
  if (first) return text.slice(node.from, first.from).includes('\n')
  return text.slice(node.from, node.to).includes('\n') || (style.format === 'json' && !style.minified)
}

function indentationWithin(text: TextSource, node: Container, style: Style): string {
  const [first] = elementsOf(node)
  if (first && /^[ \t]*$/.test(text.slice(lineStart(text, first.from), first.from)))
    return indentationAt(text, first.from)
  return indentationAt(text, node.from) + style.unit
}

/** The white space that the line of an offset begins with. */
export function indentationAt(text: TextSource, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? ''
}

function ownLines(text: TextSource, one: Range, end: number): boolean {
  const before =
    isFirstOfLine(text, one.from) || /^[ \t]*$/.test(text.slice(lineStart(text, one.from), one.from))
  return (
    before &&
    nextLine(text, end) > end &&
    /^[ \t]*(?:(?:\/\/|#)[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)?\r?$/.test(restOfLine(text, end))
  )
}

/** The rest of a line with its end, or what cannot be one. */
function restOfLine(text: TextSource, at: number): string {
  const rest = text.slice(at, Math.min(text.length, at + LONGEST_COMMENT))
  const end = rest.indexOf('\n')
  return end === -1 ? 'no line end' : rest.slice(0, end)
}

/** The comma behind an element, with comments in between; -1 where the bracket comes first. */
function commaBehind(text: TextSource, from: number, end: number): number {
  let at = from
  while (at < end) {
    const next = text.slice(at, at + 2)
    if (next.startsWith(',')) return at
    if (next.startsWith('#') || next === '//') at = lineEnd(text, at)
    else if (next === '/*') at = blockEnd(text, at, end)
    else if (/^\s/.test(next)) at++
    else return -1
  }
  return -1
}

function blockEnd(text: TextSource, from: number, end: number): number {
  const found = text.slice(from, end).indexOf('*/')
  return found === -1 ? end : from + found + 2
}
