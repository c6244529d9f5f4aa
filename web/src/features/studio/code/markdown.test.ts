import { foldable } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, runScopeHandlers } from '@codemirror/view'
import { afterEach, expect, it } from 'vitest'
import { markdown } from './markdown.ts'

let view: EditorView
afterEach(() => view.destroy())

/** An editor of a text in which `|` is the caret. */
function edit(text: string): void {
  const at = text.indexOf('|')
  const state = EditorState.create({
    doc: text.replace('|', ''),
    selection: { anchor: Math.max(0, at) },
    extensions: markdown(),
  })
  view = new EditorView({ state, parent: document.body })
}

function press(key: string): string {
  const handled = runScopeHandlers(view, new KeyboardEvent('keydown', { key }), 'editor')
  const { head } = view.state.selection.main
  const text = view.state.sliceDoc()
  return handled ? `${text.slice(0, head)}|${text.slice(head)}` : 'not handled'
}

const styles = () =>
  [...view.contentDOM.querySelectorAll('[class^=cm-md]')].map(
    ({ className, textContent }) => `${className.slice(6)} ${textContent}`,
  )

it('colours what Markdown means, and nothing within fences', () => {
  edit('# One\n- a **b** `c` [d](e)\n```json\n# no heading **x**\n```\n> q _r_ <b>\n')
  expect(styles()).toEqual([
    'heading # One',
    'quiet - ',
    'strong **b**',
    'code `c`',
    'link [d](e)',
    'quiet ```json',
    'code # no heading **x**',
    'quiet ```',
    'quiet > ',
    'emphasis _r_',
    'quiet <b>',
  ])
})

it.each([
  ['- a|', '- a\n- |'],
  ['  9. a|b', '  9. a\n  10. |b'],
  ['> - [x] a|', '> - [x] a\n> - [ ] |'],
  ['> a|', '> a\n> |'],
  ['- a\n- |', '- a\n|'],
  ['a|', 'not handled'],
  ['```\n- a|\n```', 'not handled'],
  ['|- a', 'not handled'],
])('goes on where Enter is pressed in %j', (text, then) => {
  edit(text)
  expect(press('Enter')).toBe(then)
})

it.each([
  ['> - |a', '> |a'],
  ['- a|', 'not handled'],
])('takes the bullet where Backspace is pressed in %j', (text, then) => {
  edit(text)
  expect(press('Backspace')).toBe(then)
})

it('folds a section up to the next of its level', () => {
  const text = '# A\n\n## B\ntext\n```\n# code\n```\n\n# C\n'
  edit(text)
  const fold = (at: number) => {
    const { from, to } = view.state.doc.lineAt(at)
    const range = foldable(view.state, from, to)
    return range && text.slice(range.from, range.to)
  }
  expect(fold(0)).toBe('\n\n## B\ntext\n```\n# code\n```')
  expect(fold(text.indexOf('## B'))).toBe('\ntext\n```\n# code\n```')
  expect(fold(text.indexOf('# code'))).toBeNull()
  expect(fold(text.indexOf('text'))).toBeNull()
})
