import '../../../shared/testing/host.ts'
import { EditorView } from '@codemirror/view'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { wholeOf } from '../documents/open-document.ts'
import { memoryDocument, peerOf } from '../testing.tsx'
import { CodeView, type Reveal } from './CodeView.tsx'

afterEach(cleanup)

const theme = createTheme({ cssVariables: true })

function show(document: ReturnType<typeof memoryDocument>, reveal: Reveal | null = null) {
  const tree = (shown: typeof document, at = reveal) => (
    <ThemeProvider theme={theme}>
      <CodeView document={shown} reveal={at} />
    </ThemeProvider>
  )
  const { rerender } = render(tree(document))
  const view = EditorView.findFromDOM(screen.getByLabelText(document.path))
  if (!view) throw new Error('There is no editor.')
  return { view, again: (next: typeof document, at?: Reveal) => rerender(tree(next, at)) }
}

const textOf = (view: EditorView) => view.state.sliceDoc()

describe('the code view', () => {
  it('writes the model as one types, at several carets at once', () => {
    const document = memoryDocument({ text: 'a: 1\nb: 2\n' })
    const { view } = show(document)
    view.dispatch({
      changes: [
        { from: 0, insert: 'x' },
        { from: 5, to: 6, insert: 'yy' },
      ],
    })
    expect(wholeOf(document.model.text)).toBe('xa: 1\nyy: 2\n')
    expect(textOf(view)).toBe('xa: 1\nyy: 2\n')
  })

  it('shows what others write, and a form', () => {
    const document = memoryDocument({ text: 'a: 1\n' })
    const { view } = show(document)
    peerOf(document.doc).apply([{ from: 0, to: 0, insert: '# theirs\n' }], 'code')
    document.model.apply([{ from: 12, to: 13, insert: '2' }], 'form')
    expect(textOf(view)).toBe('# theirs\na: 2\n')
  })

  it('shows what a listener writes while the editor is at work', async () => {
    const document = memoryDocument({ text: 'a\n' })
    const { view } = show(document)
    const stop = document.model.subscribe((_changes, source) => {
      if (source === 'code') document.model.apply([{ from: 0, to: 0, insert: '!' }], 'repair')
    })
    view.dispatch({ changes: { from: 1, insert: 'b' } })
    stop()
    await act(async () => undefined)
    expect(wholeOf(document.model.text)).toBe('!ab\n')
    expect(textOf(view)).toBe('!ab\n')
  })

  it('undoes one’s own only', () => {
    const document = memoryDocument({ text: 'a\n' })
    const { view } = show(document)
    view.dispatch({ changes: { from: 0, insert: 'mine ' } })
    peerOf(document.doc).apply([{ from: 7, to: 7, insert: 'theirs' }], 'code')
    const key = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
    view.contentDOM.dispatchEvent(key)
    expect(textOf(view)).toBe('a\ntheirs')
    expect(key.defaultPrevented).toBe(true)
  })

  it('keeps a carriage return where it is, and drops those of what is pasted', () => {
    const document = memoryDocument({ text: 'a\r\nb\n' })
    const { view } = show(document)
    expect(textOf(view)).toBe('a\r\nb\n')
    view.dispatch({ changes: { from: 5, insert: 'c' } })
    expect(wholeOf(document.model.text)).toBe('a\r\nb\nc')
  })

  it('changes nothing that is only to be read, and shows a place in it', () => {
    const document = memoryDocument({ text: 'a: 1\nb: 2\n', readOnly: true })
    const { view, again } = show(document)
    expect(view.state.readOnly).toBe(true)
    again(document, { range: { from: 5, to: 6 } })
    expect(view.state.selection.main).toMatchObject({ from: 5, to: 6 })
    again({ ...document, readOnly: false })
    expect(view.state.readOnly).toBe(false)
  })

  it('shows where the others are, by name', async () => {
    const base = memoryDocument({ text: 'a: 1\nb: 2\n' })
    const ada = { client: 5, userId: 1, name: 'Ada', colour: 2, documentId: base.id, path: null }
    const selection = { anchor: base.model.mark(0), head: base.model.mark(4) }
    const awareness = { ...base.awareness, people: () => [{ ...ada, selection }] }
    const { view } = show({ ...base, awareness })
    await act(async () => undefined)
    expect(view.dom.querySelector('.cm-caret.cm-person-2')?.textContent).toContain('Ada')
    expect(view.dom.querySelector('.cm-theirs')?.textContent).toBe('a: 1')
  })

  it('colours a large file by what is in sight', () => {
    const line = '  "name": "a pet of some kind", "age": 3, "dog": true,\n'
    const document = memoryDocument({ text: `{\n${line.repeat(20_000)}}`, path: 'large.json' })
    const { view } = show(document)
    expect(view.dom.querySelector('.cm-lite-key')?.textContent).toBe('"name"')
    expect(view.dom.querySelector('.cm-lite-number')?.textContent).toBe('3')
  })
})
