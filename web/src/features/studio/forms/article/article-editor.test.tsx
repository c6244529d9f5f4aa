import '../../../../shared/testing/host.ts'
import { completionStatus, startCompletion } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import '../../../../shared/testing/patience.ts'
import { ApiProblem } from '../../../../shared/data/api.ts'
import { renderAt } from '../../../../shared/testing/render.tsx'
import { wholeOf } from '../../documents/open-document.ts'
import { memoryDocument, peerOf } from '../../testing.tsx'
import { ArticleEditor } from './ArticleEditor.tsx'
import { imagesInMarkdown, mostImages } from './images.ts'
import type { AddImages } from './use-images.ts'

// jsdom lays nothing out.
Object.assign(Range.prototype, { getClientRects: () => [] })

const path = 'docs/guides/intro.md'
const image = (name: string) => new File([new Uint8Array([1])], name, { type: 'image/png' })

async function show(text: string, addImages?: AddImages, document = memoryDocument({ text, path })) {
  const { user } = renderAt(
    '/',
    <ArticleEditor
      document={document}
      addImages={addImages}
      renderMarkdown={(markdown) => <p>Shown: {markdown}</p>}
    />,
  )
  const field = await screen.findByRole('textbox', { name: path })
  const view = EditorView.findFromDOM(field)
  if (!view) throw new Error('There is no editor.')
  const paste = (files: File[], plain = '') =>
    fireEvent.paste(field, { clipboardData: { files, getData: () => plain, types: [] } })
  return { document, view, user, field, paste, textNow: () => wholeOf(document.model.text) }
}

/** Types as a person does: what may be completed is offered. */
const type = (view: EditorView, letters: string) => {
  for (const letter of letters) {
    const { head } = view.state.selection.main
    view.dispatch({
      changes: { from: head, insert: letter },
      selection: { anchor: head + 1 },
      userEvent: 'input.type',
    })
  }
}

describe('images of an article', () => {
  it('are uploaded, and come to where they were pasted, whatever is written before that meanwhile', async () => {
    let uploaded: (paths: string[]) => void = () => undefined
    const add = vi.fn(() => new Promise<string[]>((resolve) => (uploaded = resolve)))
    const { document, view, paste, textNow } = await show('One\n\nTwo\n', add)
    view.dispatch({ selection: { anchor: 5 } })
    paste([image('a cat (1).png')])
    await screen.findByText('Uploading a cat (1).png…')
    peerOf(document.doc).apply([{ from: 0, to: 3, insert: 'The first' }], 'code')
    await act(async () => uploaded(['assets/images/a cat (1).png']))
    expect(textNow()).toBe('The first\n\n![a cat (1)](../../assets/images/a%20cat%20%281%29.png)Two\n')
    expect(screen.queryByText(/^Uploading/)).toBeNull()
    expect(add).toHaveBeenCalledTimes(1)
  })

  it('are refused in words, and leave the text as it was', async () => {
    const refused = new ApiProblem({
      code: 'CONFLICT',
      status: 409,
      detail: 'The working copy is full.',
      fields: [],
    })
    const { paste, textNow, user } = await show('One\n', () => Promise.reject(refused))
    paste([image('a.png')])
    await screen.findByText('The working copy is full.')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    paste(Array.from({ length: mostImages + 1 }, (_, n) => image(`${n}.png`)))
    await screen.findByText(`At most ${mostImages} images at a time.`)
    expect(textNow()).toBe('One\n')
  })

  it('are left alone where text comes with them, and where one only reads', async () => {
    const add = vi.fn(async () => [])
    const { paste } = await show('One\n', add)
    paste([image('a.png')], 'words')
    expect(add).not.toHaveBeenCalled()
    expect(screen.getByLabelText('Images to put into the article')).toBeDefined()
  })

  it('are named from the folder of the article', () => {
    expect(imagesInMarkdown('docs/intro.md', ['docs/cat.png', 'logo[1].svg'])).toBe(
      '![cat](cat.png)\n![logo 1 ](../logo%5B1%5D.svg)',
    )
  })
})

describe('the menu of blocks', () => {
  it('opens behind a slash, narrows as one types, and takes the slash away', async () => {
    const { view, textNow, user } = await show('One\n\n')
    view.focus()
    view.dispatch({ selection: { anchor: 5 } })
    type(view, '/head')
    const option = await screen.findByRole('option', { name: /Heading 2/ })
    expect(screen.queryByRole('option', { name: /Table/ })).toBeNull()
    await user.pointer({ keys: '[MouseLeft]', target: option })
    await waitFor(() => expect(textNow()).toMatch(/^One\n\n## /))
    expect(textNow()).not.toContain('/')
  })

  it('does not open within a line', async () => {
    const { view } = await show('One')
    view.focus()
    view.dispatch({ selection: { anchor: 3 } })
    type(view, '/t')
    startCompletion(view)
    expect(completionStatus(view.state)).toBe('pending')
    await waitFor(() => expect(completionStatus(view.state)).toBeNull())
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})

it('writes a request where its block is by then, and over nothing that somebody else changed in it', async () => {
  const request = '```json http\n{\n  "method": "get",\n  "url": "https://a.example/one"\n}\n```\n'
  const { document, view, user, textNow } = await show(`One\n\n${request}\nTwo\n`)
  const open = async () => {
    view.dispatch({ selection: { anchor: textNow().indexOf('"url"') } })
    await user.click(screen.getByRole('button', { name: 'HTTP request maker' }))
    return screen.findByRole('dialog')
  }
  const urlIs = async (url: string) => {
    const field = screen.getByRole('textbox', { name: 'URL' })
    await user.clear(field)
    await user.type(field, url)
  }
  const update = async () => {
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const theirs = (from: string, to: string) => {
    const at = textNow().indexOf(from)
    act(() => peerOf(document.doc).apply([{ from: at, to: at + from.length, insert: to }], 'code'))
  }
  await open()
  await urlIs('https://a.example/two')
  theirs('One', 'The very first')
  theirs('"url"', '"query": {"a": "b"},\n  "url"')
  await update()
  const query = '\n  "query": {\n    "a": "b"\n  }'
  const second = request.replace('/one"', `/two",${query}`)
  expect(textNow()).toBe(`The very first\n\n${second}\nTwo\n`)
  await open()
  await urlIs('https://a.example/three')
  theirs('/two', '/theirs')
  await update()
  const [kept, mine] = ['/theirs', '/three'].map((url) => second.replace('/two', url))
  expect(textNow()).toBe(`The very first\n\n${kept}\n${mine}\nTwo\n`)
})

it('knows the keys of the toolbar, and goes on with a list at Enter', async () => {
  const { view, field, textNow } = await show('- One')
  view.focus()
  view.dispatch({ selection: { anchor: 2, head: 5 } })
  fireEvent.keyDown(field, { key: 'i', ctrlKey: true })
  expect(textNow()).toBe('- _One_')
  view.dispatch({ selection: { anchor: 7 } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(textNow()).toBe('- _One_\n- ')
})

it('shows the others’ carets, and the page as it will be', async () => {
  const base = memoryDocument({ text: 'One\n', path })
  const ada = { client: 5, userId: 1, name: 'Ada', colour: 2, documentId: base.id, path: null }
  const selection = { anchor: base.model.mark(1), head: base.model.mark(1) }
  const awareness = { ...base.awareness, people: () => [{ ...ada, selection }] }
  const { user, view } = await show('', undefined, { ...base, awareness })
  await waitFor(() => expect(view.dom.querySelector('.cm-caret')?.textContent).toContain('Ada'))
  await user.click(screen.getByRole('tab', { name: 'Preview' }))
  await screen.findByText('Shown: One')
})
