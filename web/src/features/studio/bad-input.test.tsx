// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// What files and pastes may bring along: each has an outcome that one can work with. Others stand where their rules are:
// endings that come back byte for byte in `editing/documents`, a file changed on both sides in
// `tests/worker/publishing.test.ts` and `git/git.test.tsx`, hostile nests in `editing/hostile.test.ts`.
import '../../shared/testing/host.ts'
import { EditorView } from '@codemirror/view'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Description } from '../../../../editing/description.ts'
import { sourceOf } from '../../../../editing/text/changes.ts'
import { acme, ada, OnWorkspace, renderAt } from '../../shared/testing/render.tsx'
import { fakeServer, json, tokenFor } from '../../shared/testing/server.ts'
import { CodeView } from './code/CodeView.tsx'
import { EmptyProject } from './desk/EmptyProject.tsx'
import { wholeOf } from './documents/open-document.ts'
import { splitUpdate } from './documents/split-update.ts'
import { ImageView } from './layout/ImageView.tsx'
import type { StudioFile } from './model.ts'
import { aFile, aProject, memoryDocument } from './testing.tsx'
import { FileTree } from './tree/FileTree.tsx'
import { NewFileDialog } from './tree/NewFileDialog.tsx'
import { foldersOf, treeRows } from './tree/tree-rows.ts'
import { uploadFiles } from './tree/upload-files.ts'

afterEach(cleanup)

const themed = (children: React.ReactNode) => (
  <ThemeProvider theme={createTheme({ cssVariables: true })}>{children}</ThemeProvider>
)
const nothing = () => undefined
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

describe('from this computer and to it', () => {
  const answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /api/v1/workspaces/d2s6Nw/uploads': () => json(201, { objects: ['7/auth-ada/1'] }),
  }

  it('carriage returns, a mark and bytes that are no UTF-8 go as the bytes they are', async () => {
    const requests = fakeServer(answers)
    const odd = {
      'crlf.yaml': 'a: 1\r\n',
      'mark.yaml': '\ufeffa: 1\n',
      'latin.yaml': Uint8Array.of(97, 0xe9),
    }
    const files = Object.entries(odd).map(([path, content]) => ({ path, content: new Blob([content]) }))
    const plain = { path: 'plain.yaml', content: new Blob(['a: é\n']) }
    expect(await uploadFiles([plain, ...files], '', new Set(), acme.id)).toEqual([
      { path: 'plain.yaml', text: 'a: é\n' },
      ...files.map(({ path }) => ({ path, upload: '7/auth-ada/1' })),
    ])
    const sent = requests.flatMap(({ body }) => (body instanceof FormData ? [body.get('file')] : []))
    expect(sent.map((file) => file instanceof Blob && file.size).sort()).toEqual([2, 6, 8])
  })

  it('what is no UTF-8 says so, and can be downloaded and replaced, whatever its name', async () => {
    fakeServer({
      ...answers,
      'GET /api/v1/projects/cHJqOjU/branches/main/documents/latin.yaml/content': () =>
        new Response(Uint8Array.of(97, 0xe9)),
    })
    const file = aFile('latin.yaml', { kind: 'binary' })
    renderAt(
      '/studio/pets',
      <OnWorkspace>
        <ImageView projectId={aProject.id} branchSlug="main" file={file} readOnly={false} />
      </OnWorkspace>,
    )
    await screen.findByText('This file is not text.')
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Replace…' })).toBeTruthy()
  })

  it('a paste of 5 MB as the first file comes as an upload', async () => {
    const requests = fakeServer({ ...answers, 'POST /rest/v1/rpc/create_documents': [{ id: 'made' }] })
    const onOpen = vi.fn()
    const { user } = renderAt(
      '/studio/pets',
      <OnWorkspace>
        <EmptyProject {...{ project: aProject, branchId: 9, onOpen, onCreating: nothing }} />
      </OnWorkspace>,
    )
    await user.click(await screen.findByRole('button', { name: /^Paste a description/ }))
    const value = `{"openapi":"3.1.0","x":"${'x'.repeat(5_000_000)}"}`
    fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value } })
    await user.click(screen.getByRole('button', { name: 'Create the file' }))
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith('made'))
    expect(requests.find(({ path }) => path.endsWith('/create_documents'))?.body).toEqual({
      p_branch_id: 9,
      p_files: [{ path: expect.stringMatching(/\.json$/), upload: '7/auth-ada/1' }],
    })
  })

  it.each([
    ['2,000', `${'a/'.repeat(997)}a.yaml`, false],
    ['1,000', `${'a/'.repeat(497)}a.yaml`, true],
  ])(
    'a path of %s characters is looked at whole, and refused with a sentence above 1,000',
    async (_, path, isGood) => {
      fakeServer(answers)
      const { user } = renderAt(
        '/studio/pets',
        <OnWorkspace>
          <NewFileDialog
            {...{ branchId: 9, files: [], title: 'Pets', flavor: 'design', folder: '' }}
            {...{ onCreated: nothing, onClose: nothing }}
          />
        </OnWorkspace>,
      )
      const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Path' })
      await user.clear(field)
      await user.click(field)
      await user.paste(path)
      expect(field.value).toBe(path)
      expect(screen.queryByText('A path may have at most 1,000 characters.') === null).toBe(isGood)
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(!isGood)
    },
  )
})
