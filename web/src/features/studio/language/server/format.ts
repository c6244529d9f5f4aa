import { formatJson } from '../../../../../../editing/json/format.ts'
import { scan } from '../../../../../../editing/references/scan.ts'
import { treeOf } from '../../../../../../editing/splice/verified.ts'
import { applyChanges } from '../../../../../../editing/text/changes.ts'
import { isAlike } from '../../../../../../editing/tree/node.ts'
import { SyntaxProblem } from '../../../../../../editing/tree/syntax.ts'
import type { Change, Format } from '../../../../../../editing/types.ts'

/**
 * The changes that put a text in order: JSON with an indentation of two, YAML without blanks at the ends of lines and
 * with one blank behind colons. What it says stays the same, which is checked; comments stay.
 */
export function formatted(
  text: string,
  format: Format,
): { changes: readonly Change[] } | { refused: string } {
  try {
    const changes = format === 'json' ? formatJson(text) : yaml(text)
    const [before, after] = [treeOf(text, format), treeOf(applyChanges(text, changes), format)]
    const isSame = before === null || after === null ? before === after : isAlike(before, after)
    return isSame
      ? { changes }
      : { refused: 'This file cannot be put in order without changing what it says.' }
  } catch (error) {
    if (error instanceof SyntaxProblem) return { refused: `The file cannot be read: ${error.message}` }
    throw error
  }
}

function yaml(text: string): Change[] {
  const changes: Change[] = []
  /** Behind the last text of several lines. */
  let behind = 0
  let value = -1
  scan(text, 'yaml', {
    open: () => true,
    close: () => {},
    key: (_from, to) => {
      value = to
    },
    scalar: (from, to, style) => {
      // More than one blank between a colon and a value on its line.
      const gap = value >= 0 ? /^:( {2,})(?=\S)/.exec(text.slice(value, from + 1)) : null
      if (gap?.[1] && value + 1 + gap[1].length === from)
        changes.push({ from: value + 2, to: from, insert: '' })
      value = -1
      if (style !== 'block' && !text.slice(from, to).includes('\n')) return
      ends(text, behind, from, changes)
      behind = to
    },
  })
  ends(text, behind, text.length, changes)
  if (text !== '' && !text.endsWith('\n')) changes.push({ from: text.length, to: text.length, insert: '\n' })
  return changes.sort((a, b) => a.from - b.from)
}

// Blanks at the ends of lines, where no text of several lines has them.
function ends(text: string, from: number, to: number, changes: Change[]): void {
  for (const { index, 0: blanks } of text.slice(from, to).matchAll(/[ \t]+(?=\n|$)/g)) {
    const at = from + index
    if (at + blanks.length === to && to !== text.length && text[to] !== '\n') continue
    changes.push({ from: at, to: at + blanks.length, insert: '' })
  }
}
