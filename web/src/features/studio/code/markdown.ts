// Articles in the code view: colours by line, sections that fold, lists that go on. A grammar (`lang-markdown`) would
// bring 15 KiB, and those of HTML, CSS and JavaScript with it 45 more.
import { foldService } from '@codemirror/language'
import { EditorSelection, type Extension, Prec, RangeSetBuilder, type Text } from '@codemirror/state'
import {
  type Command,
  Decoration,
  type DecorationSet,
  type EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

const mark = (name: string) => Decoration.mark({ class: `cm-md-${name}` })
const marks = {
  heading: mark('heading'),
  code: mark('code'),
  strong: mark('strong'),
  emphasis: mark('emphasis'),
  link: mark('link'),
  quiet: mark('quiet'),
}
type Style = keyof typeof marks

const fence = /^ {0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}(#{1,6})(?:\s|$)/
/** What a line begins with: a quote, the bullet or number of an item, the box of a task. */
const lead = /^(\s*(?:>\s?)*)((?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/
const inline =
  /(?<code>`[^`]{1,1000}`)|(?<quiet><!--.{0,2000}?-->|<\/?[a-zA-Z][^<>]{0,500}>)|(?<link>!?\[[^\][]{0,500}\](?:\([^()\s]{0,1000}\)|\[[^\][]{0,100}\])|https?:\/\/[^\s<>)]{1,1000})|(?<strong>\*\*(?=\S)[^*]{1,1000}\*\*|__(?=\S)[^_]{1,1000}__)|(?<emphasis>\*(?=[^\s*])[^*]{1,1000}\*|\b_(?=[^\s_])[^_]{1,1000}_\b)/g
/** No line is looked at further, in UTF-16 units. */
const longest = 20_000

/** Everything that Markdown has in the code view. */
export function markdown(): Extension {
  return [
    colours,
    sections,
    Prec.high(
      keymap.of([
        { key: 'Enter', run: continueItem },
        { key: 'Backspace', run: leaveItem },
      ]),
    ),
  ]
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = coloured(view)
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = coloured(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function coloured({ state, viewport }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const add = (from: number, to: number, style: Style) => to > from && builder.add(from, to, marks[style])
  const first = state.doc.lineAt(viewport.from).number
  let open = openFence(state.doc, first)
  for (let number = first; number <= state.doc.lines; number++) {
    const { from, to, text: whole } = state.doc.line(number)
    if (from > viewport.to) break
    const text = whole.slice(0, longest)
    const ticks = fence.exec(text)?.[1]
    if (open !== null || ticks !== undefined) {
      add(from, to, ticks === undefined ? 'code' : 'quiet')
      open = after(open, ticks, text)
    } else if (heading.test(text)) add(from, to, 'heading')
    else {
      const begun = lead.exec(text)?.[0].length ?? 0
      add(from, from + begun, 'quiet')
      for (const { index, 0: match, groups } of text.slice(begun).matchAll(inline)) {
        const style = (Object.keys(marks) as Style[]).find((name) => groups?.[name] !== undefined)
        if (style) add(from + begun + index, from + begun + index + match.length, style)
      }
    }
  }
  return builder.finish()
}

/** The fence that is open before a line. */
function openFence(doc: Text, before: number): string | null {
  let open: string | null = null
  let number = 0
  for (const line of doc.iterLines()) {
    if (++number >= before) break
    open = after(open, fence.exec(line)?.[1], line)
  }
  return open
}

/** The fence that is open behind a line: one is closed by as many of its own letters, and nothing behind them. */
function after(open: string | null, ticks: string | undefined, line: string): string | null {
  if (ticks === undefined) return open
  if (open === null) return ticks
  const closes = ticks[0] === open[0] && ticks.length >= open.length && line.trim() === ticks
  return closes ? null : open
}

/** A heading folds what is below it, up to the next of its level. */
const sections = foldService.of((state, start) => {
  const line = state.doc.lineAt(start)
  const level = heading.exec(line.text)?.[1]?.length
  if (level === undefined || openFence(state.doc, line.number) !== null) return null
  let open: string | null = null
  let end = line.to
  for (let number = line.number + 1; number <= state.doc.lines; number++) {
    const next = state.doc.line(number)
    const its = open === null ? heading.exec(next.text)?.[1]?.length : undefined
    if (its !== undefined && its <= level) break
    open = after(open, fence.exec(next.text)?.[1], next.text)
    if (next.text.trim() !== '') end = next.to
  }
  return end > line.to ? { from: line.to, to: end } : null
})

/** Enter in an item or a quote begins the next; in an empty one it ends them. */
const continueItem: Command = ({ state, dispatch }) => {
  const { main } = state.selection
  if (state.readOnly || state.selection.ranges.length > 1 || !main.empty) return false
  const line = state.doc.lineAt(main.head)
  const [all = '', quotes = '', item = ''] = lead.exec(line.text) ?? []
  if (all.trim() === '' || main.head < line.from + all.length) return false
  if (openFence(state.doc, line.number) !== null) return false
  const isEmpty = line.text.trim() === all.trim()
  const changes = isEmpty
    ? { from: line.from, to: line.to, insert: item === '' ? '' : quotes }
    : { from: main.head, insert: `\n${quotes}${nextItem(item)}` }
  const head = isEmpty ? line.from + changes.insert.length : main.head + changes.insert.length
  dispatch(
    state.update({
      changes,
      selection: EditorSelection.cursor(head),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

function nextItem(item: string): string {
  return item.replace(/^\d+/, (number) => String(Number(number) + 1)).replace(/\[[xX]\]/, '[ ]')
}

/** Backspace right behind a bullet takes the bullet, and keeps what is indented where it is. */
const leaveItem: Command = ({ state, dispatch }) => {
  const { main } = state.selection
  if (state.readOnly || state.selection.ranges.length > 1 || !main.empty) return false
  const line = state.doc.lineAt(main.head)
  const [all = '', quotes = '', item = ''] = lead.exec(line.text) ?? []
  if (item === '' || main.head !== line.from + all.length) return false
  if (openFence(state.doc, line.number) !== null) return false
  const from = line.from + quotes.length
  dispatch(state.update({ changes: { from, to: main.head }, userEvent: 'delete', scrollIntoView: true }))
  return true
}
