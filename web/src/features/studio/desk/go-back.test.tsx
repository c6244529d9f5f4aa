// Following a reference from the code, and coming back to where one was.
import '../../../shared/testing/host.ts'
import { EditorView } from '@codemirror/view'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useMemo, useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { CodeView, type Reveal } from '../code/CodeView.tsx'
import { type LanguageActions, languageExtensions } from '../language/extensions.ts'
import { languageWith } from '../language/testing.ts'
import { aFile, memoryDocument } from '../testing.tsx'
import { trailThrough } from './trail.ts'

// jsdom lays nothing out.
Object.assign(Range.prototype, { getClientRects: () => [] })
afterEach(cleanup)

const texts: Record<string, string> = {
  'api.yaml': `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths: {}
components:
  schemas:
    Pets:
      type: array
      items:
        $ref: 'pet.yaml#/Pet'
`,
  'pet.yaml': `Kind:
  type: string
Pet:
  type: object
  properties:
    kind:
      $ref: '#/Kind'
`,
}
const theme = createTheme({ cssVariables: true })

/** The code of one of the files, which the language leads from and to. */
function Desk() {
  const [{ id, reveal }, show] = useState<{ id: string; reveal: Reveal | null }>({
    id: 'api.yaml',
    reveal: null,
  })
  const now = useRef(id)
  now.current = id
  const [documents] = useState(() =>
    Object.entries(texts).map(([path, text]) => memoryDocument({ text, path })),
  )
  const [actions] = useState((): LanguageActions => {
    const trail = trailThrough(() => ({
      files: Object.keys(texts).map((path) => aFile(path)),
      here: () => {
        const { from, to } = codeOf(now.current).state.selection.main
        return { id: now.current, range: { from, to } }
      },
      onGo: (to, range) => show({ id: to, reveal: { range } }),
      tell: told,
    }))
    const others = { findUses: vi.fn(), rename: vi.fn(), fix: vi.fn(), format: vi.fn(), searchAll: vi.fn() }
    return { ...trail, ...others }
  })
  const [client] = useState(() => languageWith(texts))
  const extensions = useMemo(() => [languageExtensions(client, id, actions)], [client, id, actions])
  const document = documents.find(({ path }) => path === id)
  return document ? <CodeView document={document} reveal={reveal} extensions={extensions} /> : null
}

const told = vi.fn()

function codeOf(path: string): EditorView {
  const view = EditorView.findFromDOM(screen.getByLabelText(path))
  if (!view) throw new Error('There is no editor.')
  return view
}

/** Presses a key with the caret in the middle of some words of the file in front. */
function press(path: string, key: KeyboardEventInit, words?: string) {
  const view = codeOf(path)
  if (words) view.dispatch({ selection: { anchor: view.state.sliceDoc().indexOf(words) + 2 } })
  const place = view.state.selection.main.head
  fireEvent.keyDown(view.contentDOM, key)
  return place
}
const follow = { key: 'F12', keyCode: 123 }
const back = { key: 'ArrowLeft', keyCode: 37, altKey: true }
const lineOf = ({ state }: EditorView) => state.doc.lineAt(state.selection.main.head).text

it('leads to another file and within it, and back through both to where one was', async () => {
  render(
    <ThemeProvider theme={theme}>
      <Desk />
    </ThemeProvider>,
  )
  const first = press('api.yaml', follow, "'pet.yaml#/Pet'")
  await screen.findByLabelText('pet.yaml')
  expect(lineOf(codeOf('pet.yaml'))).toBe('Pet:')
  const second = press('pet.yaml', follow, "'#/Kind'")
  await vi.waitFor(() => expect(lineOf(codeOf('pet.yaml'))).toBe('Kind:'))
  press('pet.yaml', back)
  await vi.waitFor(() => expect(codeOf('pet.yaml').state.selection.main.head).toBe(second))
  press('pet.yaml', back)
  await screen.findByLabelText('api.yaml')
  expect(codeOf('api.yaml').state.selection.main.head).toBe(first)
  // Farther back there is nothing.
  press('api.yaml', back)
  expect(codeOf('api.yaml').state.selection.main.head).toBe(first)
  expect(told).not.toHaveBeenCalled()
})
