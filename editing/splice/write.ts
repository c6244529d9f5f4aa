// Values as text: in flow style (JSON, and YAML between brackets) and in block style (YAML by lines).
import type { ListNode, MapNode, Node, ScalarNode, ScalarStyle } from '../tree/node.ts'
import { Refusal } from '../tree/node.ts'
import { digitsOf } from '../tree/value.ts'
import { doubleQuoted, isPlain, isUnprintable, plainValue, singleQuoted } from '../yaml/plain.ts'
import type { Style } from './style.ts'

// YAML reads a key on one line up to here (1.2.2, 7.4.2).
const LONGEST_KEY = 1_000

/** A key, written as its neighbours are where that serves. */
export function keyText(key: string, style: Style, like: ScalarStyle | undefined, inFlow: boolean): string {
  if (style.format === 'json') return JSON.stringify(key)
  if (key.length > LONGEST_KEY) throw new Refusal('not_safe', 'The name is too long for YAML.')
  // A status code without quotes is a number to YAML, and the same name.
  if (like === 'plain' && /^[1-9]\d{0,8}$/.test(key)) return key
  if ((like === 'single' || like === 'double') && !isUnprintable(key) && !key.includes('\n'))
    return quoted(key, like)
  return textOf(key, style, inFlow)
}

/** A scalar on one line. */
export function scalarText(node: ScalarNode, style: Style, inFlow: boolean, like?: ScalarStyle): string {
  const { value } = node
  const digits = digitsOf(value)
  if (digits !== null) return digits
  if (typeof value === 'number') throw new Refusal('not_safe', 'The value is none that JSON or YAML can say.')
  if (typeof value !== 'string') return String(value)
  if (style.format === 'json') return JSON.stringify(value)
  if ((like === 'single' || like === 'double') && !isUnprintable(value) && !value.includes('\n'))
    return quoted(value, like)
  return textOf(value, style, inFlow)
}

function textOf(text: string, style: Style, inFlow: boolean): string {
  if (isPlain(text, inFlow) && plainValue(text) === text) return text
  if (isUnprintable(text) || /[\n\t]/.test(text)) return doubleQuoted(text)
  return quoted(text, style.quote)
}

// Who writes in double quotes still does not want to read backslashes.
function quoted(text: string, quote: 'single' | 'double'): string {
  return quote === 'single' || (/["\\]/.test(text) && !text.includes("'"))
    ? singleQuoted(text)
    : doubleQuoted(text)
}

/** A value in flow style. `indentation` is that of the line it begins on; null keeps it on one line. */
export function flowText(node: Node, style: Style, indentation: string | null): string {
  if (node.kind === 'scalar') return scalarText(node, style, true)
  if (node.kind === 'alias') return `*${node.name}`
  const parts =
    node.kind === 'list'
      ? node.items.map((item) => flowText(item, style, deeper(indentation, style)))
      : node.members.map(
          ({ key, value }) =>
            keyText(key, style, undefined, true) +
            style.colon +
            flowText(value, style, deeper(indentation, style)),
        )
  const [open, close] = node.kind === 'list' ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  if (indentation !== null) {
    const separator = `${style.lineBreak}${deeper(indentation, style)}`
    return `${open}${separator}${parts.join(`,${separator}`)}${style.lineBreak}${indentation}${close}`
  }
  const space = style.minified || node.kind === 'list' ? '' : ' '
  return `${open}${space}${parts.join(style.minified ? ',' : ', ')}${space}${close}`
}

export function deeper(indentation: string | null, style: Style): string | null {
  return indentation === null ? null : indentation + style.unit
}

/** `key: value` in block style, whose further lines are indented for a key at `column`. */
export function memberText(
  key: string,
  value: Node,
  column: number,
  style: Style,
  like?: ScalarStyle,
): string {
  return `${keyText(key, style, like, false)}:${behindKey(value, column, style)}`
}

/** What stands behind the colon of a key at `column`: a space and a value, or the lines of one. */
export function behindKey(value: Node, column: number, style: Style): string {
  if (isInline(value)) return ` ${inlineText(value, column, style)}`
  return style.lineBreak + linesOf(value, childColumn(value, column, style), style)
}

/** The column of what lies under a key at `column`. */
export function childColumn(value: Node, column: number, style: Style): number {
  return value.kind === 'list' && !style.deepDashes ? column : column + style.unit.length
}

/** The lines of an object or list that is not empty, each with its indentation, without a break at the end. */
export function linesOf(value: MapNode | ListNode, column: number, style: Style): string {
  const pad = ' '.repeat(column)
  const lines =
    value.kind === 'list'
      ? value.items.map((item) => itemText(item, column, style))
      : value.members.map((member) => memberText(member.key, member.value, column, style))
  return lines.map((line) => pad + line).join(style.lineBreak)
}

/** `- value`, whose further lines are indented for a dash at `column`. */
export function itemText(value: Node, column: number, style: Style): string {
  if (isInline(value)) return `- ${inlineText(value, column, style)}`
  // A list in a list begins on a line of its own, an object behind the dash.
  if (value.kind === 'list') return `-${style.lineBreak}${linesOf(value, column + 2, style)}`
  return `- ${linesOf(value, column + 2, style).slice(column + 2)}`
}

/** Whether a value begins on the line of its key: a scalar, or something empty. */
export function isInline(
  value: Node,
): value is Exclude<Node, MapNode | ListNode> | ((MapNode | ListNode) & { empty: true }) {
  if (value.kind === 'map') return value.members.length === 0
  return value.kind !== 'list' || value.items.length === 0
}

function inlineText(value: Node, column: number, style: Style): string {
  if (value.kind === 'scalar') return blockText(value, column, style) ?? scalarText(value, style, false)
  return flowText(value, style, null)
}

/** A text of several lines as a literal block under a key at `column`, null for one that needs quotes. */
export function blockText(node: ScalarNode, column: number, style: Style): string | null {
  const { value } = node
  if (typeof value !== 'string' || digitsOf(value) !== null || isUnprintable(value)) return null
  if (!/[^\n]\n/.test(value) || /^\s|\n\n$|[ \t]$/.test(value)) return null
  const ends = value.endsWith('\n')
  const pad = ' '.repeat(column + style.unit.length)
  const lines = (ends ? value.slice(0, -1) : value).split('\n').map((line) => (line === '' ? '' : pad + line))
  return [ends ? '|' : '|-', ...lines].join(style.lineBreak)
}
