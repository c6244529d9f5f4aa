// Files above 1 MB: only what is in sight is coloured, and folding goes by indentation. A grammar would work on all of
// the text after each key (measured: 45 ms of computing at 13 MB instead of 9).
import { foldService } from '@codemirror/language'
import type { Extension, Line, Text } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { DocumentFormat } from '../documents/open-document.ts'

/** From this length on, in UTF-16 units. */
export const liteFrom = 1_000_000
/** How far the end of a fold is looked for, in lines. */
const mostLines = 20_000

const mark = (name: string) => Decoration.mark({ class: `cm-lite-${name}` })
const marks = {
  key: mark('key'),
  string: mark('string'),
  number: mark('number'),
  atom: mark('atom'),
  comment: mark('comment'),
}

const patterns: Record<DocumentFormat, RegExp> = {
  json: /(?<key>"(?:[^"\\]|\\.){0,400}"(?=\s*:))|(?<string>"(?:[^"\\]|\\.){0,4000}")|(?<atom>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.eE+-]*)/g,
  yaml: /(?<comment>(?:^|(?<=\s))#.*)|(?<key>(?:[\w$./{}~*-]+|"[^"]{0,400}"|'[^']{0,400}')(?=:(?:\s|$)))|(?<string>"(?:[^"\\]|\\.){0,4000}"|'[^']{0,4000}')|(?<atom>\b(?:true|false|null)\b)|(?<number>(?<=[\s[,])-?\d[\d.eE+-]*(?=\s*(?:$|[,\]}#])))/g,
  markdown: /(?<key>^#{1,6} .*)|(?<string>`[^`]{1,400}`)|(?<atom>\*\*[^*]{1,400}\*\*)/g,
  text: /(?!)/g,
}

/** Colours and folds for a large text. */
export function lite(format: DocumentFormat): Extension {
  const decorator = new MatchDecorator({
    regexp: patterns[format],
    decoration: ({ groups }) => {
      const name = (Object.keys(marks) as (keyof typeof marks)[]).find((name) => groups?.[name] !== undefined)
      return name ? marks[name] : null
    },
    maxLength: 500,
  })
  const colours = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorator.createDeco(view)
      }
      update(update: ViewUpdate) {
        this.decorations = decorator.updateDeco(update, this.decorations)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
  return [colours, byIndentation]
}

const byIndentation = foldService.of((state, from) => {
  const line = state.doc.lineAt(from)
  const depth = depthOf(line.text)
  if (depth === null) return null
  for (const next of linesAfter(state.doc, line)) {
    const its = depthOf(next.text)
    if (its === null) continue
    if (its <= depth) return null
    return fold(state.doc, line, depth)
  }
  return null
})

/** Whether something folds is asked of all lines in sight with each key; where it ends, once somebody folds it. */
function fold(doc: Text, line: Line, depth: number): { from: number; to: number } {
  let to: number | undefined
  return {
    from: line.to,
    get to() {
      to ??= endOf(doc, line, depth)
      return to
    },
  }
}

function endOf(doc: Text, line: Line, depth: number): number {
  let end = line.to
  for (const next of linesAfter(doc, line)) {
    const its = depthOf(next.text)
    if (its !== null && its <= depth) break
    if (its !== null) end = next.to
  }
  return end
}

function* linesAfter(doc: Text, line: Line): Generator<Line> {
  const last = Math.min(doc.lines, line.number + mostLines)
  for (let number = line.number + 1; number <= last; number++) yield doc.line(number)
}

/** How far a line is indented; null for an empty one. */
function depthOf(text: string): number | null {
  const depth = text.slice(0, 400).search(/\S/)
  return depth < 0 ? null : depth
}
