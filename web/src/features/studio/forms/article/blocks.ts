// The blocks of an article, as its toolbar and the menu behind a slash put them in.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  completionStatus,
} from '@codemirror/autocomplete'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Edit, insertBlock } from '../../../../shared/ui/markdown/edits.ts'
import { continueList } from '../../../../shared/ui/markdown/line-edits.ts'
import { blockTools, headings, lineTools, toolOfKey } from '../../../../shared/ui/markdown/tools.tsx'

type Draft = Parameters<typeof insertBlock>[0]

const callout = '<!-- theme: info -->\n\n> What readers should notice.'

const written: readonly { label: string; edit: (draft: Draft) => Edit }[] = [
  ...headings.slice(0, 4),
  ...lineTools,
  ...blockTools,
  {
    label: 'Callout',
    edit: (draft) => insertBlock(draft, callout, callout.indexOf('What')),
  },
  { label: 'Divider', edit: (draft) => insertBlock(draft, '---', 3, 0) },
]

/** Makes an edit of the toolbar where the selection is; false where there is none to make. */
export function perform(view: EditorView, edit: (draft: Draft) => Edit | undefined): boolean {
  if (view.state.readOnly) return false
  const { from, to } = view.state.selection.main
  const made = edit({ text: view.state.sliceDoc(), start: from, end: to })
  if (!made) return false
  view.dispatch({
    changes: { from: made.from, to: made.to, insert: made.insert },
    selection: { anchor: made.start, head: made.end },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
  return true
}

/** A slash at the beginning of a line offers blocks; `more` are those that ask for something first. */
export function blockMenu(more: Readonly<Record<string, () => void>>): Extension {
  const blocks: Completion[] = [
    ...written.map(({ label, edit }) => ({ label, apply: chosen((view) => perform(view, edit)) })),
    ...Object.entries(more).map(([label, ask]) => ({ label, apply: chosen(ask) })),
  ]
  // In this order, not in that of their names.
  const options = blocks.map((block, index) => ({ ...block, boost: -index }))
  const offered = (context: CompletionContext) => {
    const typed = context.matchBefore(/^[ \t]*\/[\w ]*/)
    if (!typed || context.state.readOnly) return null
    return { from: typed.from + typed.text.indexOf('/') + 1, options, validFor: /^[\w ]*$/ }
  }
  return autocompletion({ icons: false, override: [offered] })
}

/** What was typed to choose a block goes before it comes. */
function chosen(run: (view: EditorView) => void): NonNullable<Completion['apply']> {
  return (view, _completion, from, to) => {
    view.dispatch({ changes: { from: from - 1, to }, userEvent: 'delete' })
    run(view)
  }
}

/** The keys of the toolbar, as Ctrl+B, and Enter, which goes on with a list; before those of the editor of code. */
export const blockKeys: Extension = Prec.high(
  EditorView.domEventHandlers({
    keydown(event, view) {
      const edit = isNextLine(event, view) ? continueList : toolOfKey(event)?.edit
      if (!edit || !perform(view, edit)) return false
      event.stopPropagation()
      return true
    },
  }),
)

const isNextLine = (event: KeyboardEvent, { state }: EditorView): boolean =>
  event.key === 'Enter' &&
  !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) &&
  state.selection.ranges.length === 1 &&
  completionStatus(state) !== 'active'
