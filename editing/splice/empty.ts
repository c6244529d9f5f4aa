import { isAlike, type Node } from '../tree/node.ts'
import { nodeOf } from '../tree/value.ts'
import type { Change, Edit } from '../types.ts'
import type { Style } from './style.ts'
import { notSafe, treeOf } from './verified.ts'
import { flowText, isInline, linesOf, scalarText } from './write.ts'

/** Whether a text says nothing yet: white space, in YAML comments too. */
export function isEmpty(text: string, format: Style['format']): boolean {
  return (format === 'json' ? /^\s*$/ : /^(?:\s|#[^\n]*(?:\n|$))*$/).test(text)
}

/** The first thing that a text says. Throws Refusal. */
export function fillEmpty(text: string, edit: Edit, style: Style): Change[] {
  const value = firstOf(edit)
  if (!value || edit.path.length > 0) throw notSafe()
  const start = text === '' || text.endsWith('\n') ? '' : style.lineBreak
  const written = start + wholeText(value, { ...style, minified: false }) + style.lineBreak
  const actual = treeOf(text + written, style.format)
  if (!actual || !isAlike(actual, value)) throw notSafe()
  return [{ from: text.length, to: text.length, insert: written }]
}

function firstOf(edit: Edit): Node | null {
  if (edit.type === 'set') return nodeOf(edit.value)
  if (edit.type === 'add') return nodeOf(Object.fromEntries([[edit.key, edit.value]]))
  return edit.type === 'insert' ? nodeOf([edit.value]) : null
}

function wholeText(value: Node, style: Style): string {
  if (style.format === 'json') return flowText(value, style, '')
  if (!isInline(value)) return linesOf(value, 0, style)
  return value.kind === 'scalar' ? scalarText(value, style, false) : flowText(value, style, null)
}
