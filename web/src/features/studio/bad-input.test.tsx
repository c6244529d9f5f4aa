// What files and pastes may bring along: each has an outcome that one can work with. Others stand where their rules are:
// invalid UTF-8 and CRLF in `editing/documents`, a file changed on both sides in `tests/worker/publishing.test.ts`,
// hostile nests in `editing/hostile.test.ts`.
import '../../shared/testing/host.ts'
import { EditorView } from '@codemirror/view'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Description } from '../../../../editing/description.ts'
import { sourceOf } from '../../../../editing/text/changes.ts'
import { CodeView } from './code/CodeView.tsx'
import { wholeOf } from './documents/open-document.ts'
import { splitUpdate } from './documents/split-update.ts'
import type { StudioFile } from './model.ts'
import { memoryDocument } from './testing.tsx'
import { FileTree } from './tree/FileTree.tsx'
import { foldersOf, pathProblem, treeRows } from './tree/tree-rows.ts'

afterEach(cleanup)

const themed = (children: React.ReactNode) => (
  <ThemeProvider theme={createTheme({ cssVariables: true })}>{children}</ThemeProvider>
)
const yaml = (text: string) => new Description(sourceOf(text), 'yaml')

describe('a file', () => {
  it('of 13 MB on a single line is shown, edited and understood', () => {
    const members = Array.from(
      { length: 200_000 },
      (_, n) => `"member-${n}":{"description":"Some text of it ${n}"}`,
    )
    const text = `{"openapi":"3.1.0","info":{"title":"Long"},"x-more":{${members.join(',')}}}`
    expect(text.length).toBeGreaterThan(11_000_000)
    const document = memoryDocument({ text, path: 'long.json' })
    render(themed(<CodeView document={document} />))
    const view = EditorView.findFromDOM(screen.getByLabelText('long.json'))
    expect(view?.contentDOM.textContent?.length).toBeLessThan(100_000)
    view?.dispatch({ changes: { from: text.length - 1, insert: ',"x-end":1' } })
    expect(wholeOf(document.model.text).endsWith(',"x-end":1}')).toBe(true)
    const edited = new Description(document.model.text, 'json').edit({
      type: 'set',
      path: ['info', 'title'],
      value: 'Short',
    })
    expect(edited).toMatchObject({ changes: [{ insert: expect.stringContaining('Short') }] })
  })

  it('with tabs in YAML says where, and is not edited in a form', () => {
    const description = yaml('info:\n\ttitle: A\npaths: {}\n')
    expect(description.errors()[0]).toMatchObject({ message: expect.stringMatching(/tab/i) })
    expect(description.edit({ type: 'set', path: ['info', 'title'], value: 'B' })).toHaveProperty('refused')
    expect(description.read(['paths'])).toMatchObject({ value: {} })
  })

  it('with anchors and merge keys keeps what is shared, and edits what stands alone', () => {
    const description = yaml('a: &a\n  x: 1\nb:\n  <<: *a\n  y: 2\nc: *a\nd: 1\n')
    for (const path of [
      ['b', 'x'],
      ['a', 'x'],
      ['c', 'x'],
    ])
      expect(description.edit({ type: 'set', path, value: 3 })).toMatchObject({ refused: expect.any(String) })
    expect(description.edit({ type: 'set', path: ['d'], value: 2 })).toHaveProperty('changes')
  })

  it.each([
    ['json', '{"a":1,"a":2,"b":3}'],
    ['yaml', 'a: 1\na: 2\nb: 3\n'],
  ] as const)(
    'that says a key twice in %s leaves it to its author, and the others editable',
    (format, text) => {
      const description = new Description(sourceOf(text), format)
      expect(description.edit({ type: 'set', path: ['a'], value: 9 })).toMatchObject({
        reason: expect.stringMatching(/more than once/),
      })
      expect(description.edit({ type: 'set', path: ['b'], value: 4 })).toHaveProperty('changes')
    },
  )
})

it('a paste of 5 MB goes to the server in pieces', () => {
  const document = memoryDocument({ text: 'a: 1\n' })
  const updates: Uint8Array[] = []
  document.doc.on('update', (update: Uint8Array) => updates.push(update))
  document.model.apply([{ from: 5, to: 5, insert: `b: ${'x'.repeat(5_000_000)}\n` }], 'code')
  const pieces = updates.flatMap((update) => splitUpdate(update, 350_000))
  expect(pieces.length).toBeGreaterThan(10)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(350_000)
  expect(document.model.text.length).toBe(5 + 3 + 5_000_000 + 1)
})

describe('fifty thousand files', () => {
  const files = Array.from(
    { length: 50_000 },
    (_, n): StudioFile => ({
      ...{
        id: `${n}`,
        path: `services/team-${n % 50}/part-${n % 997}/${n}.yaml`,
        kind: 'text',
        hash: '\\x00',
      },
      ...{ published_path: null, size: 10, eol: 'lf', bom: false, epoch: 1, seq: 0, changed: false },
      ...{ base_moved: false, moved_hash: null, updated_at: '', updated_by: null, deleted_at: null },
    }),
  )
  const nothing = () => undefined

  it('are drawn as far as they are in sight, with the folders of the one in front open', () => {
    render(
      themed(
        <FileTree
          {...{ files, empty: [], filter: '', active: '777', readOnly: false }}
          {...{ onOpen: nothing, onMenu: nothing, onRename: nothing, onDelete: nothing }}
          {...{ onDrop: nothing, onUpload: nothing }}
        />,
      ),
    )
    expect(document.querySelectorAll('[role=treeitem]').length).toBeLessThan(100)
    const closed = new Set(
      [...foldersOf(files)].filter((folder) => !'services/team-27/part-777/'.startsWith(`${folder}/`)),
    )
    const rows = treeRows(files, closed)
    expect(rows.length).toBeLessThan(1_200)
    expect(rows.some((row) => row.kind === 'file' && row.file.id === '777')).toBe(true)
  })
})

it('a path of 2,000 characters is refused with a sentence', () => {
  expect(pathProblem(`${'a/'.repeat(999)}ab`)).toBe('A path may have at most 1,000 characters.')
  expect(pathProblem(`${'a/'.repeat(499)}ab`)).toBeNull()
})
