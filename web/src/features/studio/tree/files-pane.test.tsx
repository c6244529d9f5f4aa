// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
// The files of a working copy and the dialogs about them, as the person at the desk meets them.
import '../../../shared/testing/host.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { strToU8, zipSync } from 'fflate'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UnpackWorker } from '../../../shared/testing/import-worker.ts'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { aFile, aProject } from '../testing.tsx'
import { FilesPane } from './FilesPane.tsx'

// jsdom has no layout: the tree would show no row.
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count }: { count: number }) => ({
    getTotalSize: () => count * 28,
    getVirtualItems: () =>
      Array.from({ length: count }, (_, index) => ({ index, key: index, start: index * 28, size: 28 })),
    scrollToIndex: () => undefined,
    measureElement: () => undefined,
  }),
}))

const files = [aFile('docs/intro.md'), aFile('docs/more.md', { changed: true }), aFile('reference/api.yaml')]
const more = [aFile('logo.png', { kind: 'binary' })]
const onOpen = vi.fn()
const onMove = vi.fn(async (_moves: unknown, move: () => Promise<unknown>) => void (await move()))

function Pane({ readOnly = false, files: shown = files }: { readOnly?: boolean; files?: typeof files }) {
  const [creating, setCreating] = useState<{ template?: string; folder?: string } | null>(null)
  return (
    <OnWorkspace>
      <ToastLog />
      <FilesPane
        project={aProject}
        branchId={9}
        files={shown}
        active="docs/intro.md"
        readOnly={readOnly}
        creating={creating}
        onCreating={setCreating}
        onOpen={onOpen}
        onMove={onMove}
      />
    </OnWorkspace>
  )
}

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('Worker', UnpackWorker)
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/create_documents': [{ id: 'made' }],
    'POST /rest/v1/rpc/move_documents': [],
    'POST /rest/v1/rpc/replace_document': [],
    'POST /api/v1/workspaces/d2s6Nw/uploads': () => json(201, { objects: ['7/auth-ada/upload-1'] }),
    'POST /rest/v1/rpc/delete_documents': [],
    'POST /rest/v1/rpc/restore_documents': [],
  }
  received = fakeServer(answers)
})
const picked = async (label: string, ...chosen: File[]) => {
  const input = await screen.findByLabelText(label)
  fireEvent.change(input, { target: { files: chosen } })
}
const bodies = (name: string) =>
  received.filter(({ path }) => path.endsWith(`/rpc/${name}`)).map(({ body }) => body)
const tree = () => screen.findByRole('tree')
const row = async (name: RegExp) => within(await tree()).getByRole('treeitem', { name })

async function menuOf(user: ReturnType<typeof renderAt>['user'], name: RegExp) {
  const item = await row(name)
  await user.click(within(item).getByRole('button', { name: /^More for/ }))
  return screen.getByRole('menu')
}

describe('the files', () => {
  it('are found by a part of their path, and opened', async () => {
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.type(await screen.findByRole('textbox', { name: 'Filter files' }), 'api')
    expect(within(await tree()).queryByRole('treeitem', { name: /intro/ })).toBeNull()
    await user.click(await row(/api\.yaml/))
    expect(onOpen).toHaveBeenCalledWith('reference/api.yaml')
  })

  it('are only read by who may not write', async () => {
    const { user } = renderAt('/studio/pets', <Pane readOnly />)
    expect(await row(/intro/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /New file|Upload/ })).toBeNull()
    const menu = await menuOf(user, /intro/)
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Open', 'Copy path'])
  })

  it('are deleted, and come back', async () => {
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.click(within(await menuOf(user, /intro/)).getByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(bodies('delete_documents')).toEqual([{ p_ids: ['docs/intro.md'] }]))
    expect(await screen.findByText('intro.md was deleted')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(bodies('restore_documents')).toEqual([{ p_ids: ['docs/intro.md'] }]))
  })

  it('have changes to discard only where they have changed', async () => {
    const { user } = renderAt('/studio/pets', <Pane />)
    expect(within(await menuOf(user, /intro/)).queryByText('Discard changes…')).toBeNull()
    await user.keyboard('{Escape}')
    expect(within(await menuOf(user, /more/)).getByText('Discard changes…')).toBeTruthy()
  })
})

it('are renamed, deleted and opened by keys', async () => {
  const { user } = renderAt('/studio/pets', <Pane />)
  const file = await row(/api\.yaml/)
  file.focus()
  await user.keyboard('{F2}')
  const path = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Path' })
  expect(path.value).toBe('reference/api.yaml')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  file.focus()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledWith('reference/api.yaml')
  await user.keyboard('{Delete}')
  await waitFor(() => expect(bodies('delete_documents')).toEqual([{ p_ids: ['reference/api.yaml'] }]))
})

describe('a move', () => {
  it('is made by dragging a file onto a folder, with what refers to it', async () => {
    renderAt('/studio/pets', <Pane />)
    const data = new Map<string, string>()
    const dataTransfer = {
      files: [],
      get types() {
        return [...data.keys()]
      },
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
    }
    fireEvent.dragStart(await row(/api\.yaml/), { dataTransfer })
    // Where nothing may be dropped, the browser's own way goes on.
    expect(fireEvent.dragOver(await row(/^docs/), { dataTransfer })).toBe(false)
    fireEvent.drop(await row(/^docs/), { dataTransfer })
    const moves = [{ id: 'reference/api.yaml', path: 'docs/api.yaml' }]
    await waitFor(() => expect(bodies('move_documents')).toEqual([{ p_branch_id: 9, p_moves: moves }]))
    expect(onMove.mock.calls[0]?.[0]).toEqual(moves)
  })

  it('takes a folder with all in it, and not into itself', async () => {
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.click(within(await menuOf(user, /^docs/)).getByRole('menuitem', { name: 'Rename or move…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rename or move' })
    const path = within(dialog).getByRole('textbox', { name: 'Path' })
    await user.clear(path)
    await user.type(path, 'docs/inner')
    expect(within(dialog).getByText('A folder cannot be moved into itself.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true)
    await user.clear(path)
    await user.type(path, 'guides{Enter}')
    const moves = [
      { id: 'docs/intro.md', path: 'guides/intro.md' },
      { id: 'docs/more.md', path: 'guides/more.md' },
    ]
    await waitFor(() => expect(bodies('move_documents')).toEqual([{ p_branch_id: 9, p_moves: moves }]))
    expect(onMove.mock.calls[0]?.[0]).toEqual(moves)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays open and says why it was refused', async () => {
    answers['POST /rest/v1/rpc/move_documents'] = () =>
      json(409, {
        code: 'PT409',
        message: 'There is a file of this name already.',
        details: '',
        hint: 'CONFLICT',
      })
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.click(within(await menuOf(user, /intro/)).getByRole('menuitem', { name: 'Rename or move…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rename or move' })
    await user.clear(within(dialog).getByRole('textbox', { name: 'Path' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Path' }), 'docs/more.md{Enter}')
    expect(await within(dialog).findByText('There is a file of this name already.')).toBeTruthy()
  })

  it('says at the path what is wrong with it', async () => {
    const why = 'This name is not possible here.'
    answers['POST /rest/v1/rpc/move_documents'] = () =>
      json(400, { code: 'PT400', message: why, details: '{"field": "path"}', hint: 'VALIDATION_ERROR' })
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.click(within(await menuOf(user, /intro/)).getByRole('menuitem', { name: 'Rename or move…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename or move' }))
    await user.clear(dialog.getByRole('textbox', { name: 'Path' }))
    await user.type(dialog.getByRole('textbox', { name: 'Path' }), 'docs/other.md{Enter}')
    await dialog.findByRole('textbox', { name: 'Path', description: why })
    expect(dialog.queryByRole('alert')).toBeNull()
  })
})

describe('a new file', () => {
  it('begins with a template, at a path that is free', async () => {
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.click(await screen.findByRole('button', { name: 'New file' }))
    const dialog = await screen.findByRole('dialog', { name: 'New file' })
    const path = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Path' })
    expect(path.value).toBe('reference/api-2.yaml')
    await user.click(within(dialog).getByRole('combobox', { name: 'What' }))
    await user.click(screen.getByRole('option', { name: 'Article' }))
    expect(path.value).toBe('docs/introduction.md')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith('made'))
    expect(bodies('create_documents')).toEqual([
      { p_branch_id: 9, p_files: [{ path: 'docs/introduction.md', text: expect.stringMatching(/^# Pets/) }] },
    ])
  })

  it('is not made over another, or at a path that is none', async () => {
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.click(within(await menuOf(user, /^docs/)).getByRole('menuitem', { name: 'New file here…' }))
    const dialog = await screen.findByRole('dialog', { name: 'New file' })
    const path = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Path' })
    expect(path.value).toBe('docs/api.yaml')
    for (const [typed, why] of [
      ['DOCS/intro.md', 'There is a file of this name already.'],
      ['../x.md', /./],
    ] as const) {
      await user.clear(path)
      await user.type(path, typed)
      expect(within(dialog).getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
      expect(within(dialog).getAllByText(why).length).toBeGreaterThan(0)
    }
    expect(bodies('create_documents')).toEqual([])
  })
})

describe('a folder', () => {
  it('is there at once, takes its first file, and goes with another name', async () => {
    const { user } = renderAt('/studio/pets', <Pane />)
    await user.click(await screen.findByRole('button', { name: 'New folder' }))
    const dialog = await screen.findByRole('dialog', { name: 'New folder' })
    const path = within(dialog).getByRole('textbox', { name: 'Path' })
    await user.type(path, 'Docs')
    expect(within(dialog).getByText('This name is taken already.')).toBeTruthy()
    expect(within(dialog).getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true)
    await user.clear(path)
    await user.type(path, 'guides/first{Enter}')
    await row(/^first/)
    await user.click(within(await menuOf(user, /^guides/)).getByRole('menuitem', { name: 'Rename or move…' }))
    const moving = within(await screen.findByRole('dialog', { name: 'Rename or move' }))
    await user.clear(moving.getByRole('textbox', { name: 'Path' }))
    await user.type(moving.getByRole('textbox', { name: 'Path' }), 'manual{Enter}')
    await row(/^manual/)
    expect(within(await tree()).queryByRole('treeitem', { name: /^guides/ })).toBeNull()
    expect(bodies('move_documents')).toEqual([])
    await user.click(within(await menuOf(user, /^first/)).getByRole('menuitem', { name: 'New file here…' }))
    const made = within(await screen.findByRole('dialog', { name: 'New file' }))
    expect(made.getByRole<HTMLInputElement>('textbox', { name: 'Path' }).value).toBe('manual/first/api.yaml')
  })

  it('that is deleted takes along what is in it, and nothing beside it', async () => {
    const { user } = renderAt('/studio/pets', <Pane files={[...files, aFile('docs-2/a.md')]} />)
    await user.click(within(await menuOf(user, /^docs$/)).getByRole('menuitem', { name: 'Delete' }))
    await waitFor(() =>
      expect(bodies('delete_documents')).toEqual([{ p_ids: ['docs/intro.md', 'docs/more.md'] }]),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(bodies('restore_documents')).toEqual([{ p_ids: ['docs/intro.md', 'docs/more.md'] }]),
    )
  })
})

describe('what is brought from this computer', () => {
  it('is what is in an archive, beside what is there', async () => {
    renderAt('/studio/pets', <Pane />)
    const archive = zipSync({ 'shop/docs/intro.md': strToU8('# Shop'), 'shop/run.exe': strToU8('x') })
    await picked('Files to upload', new File([archive.slice()], 'shop.zip'))
    await waitFor(() =>
      expect(bodies('create_documents')).toEqual([
        { p_branch_id: 9, p_files: [{ path: 'docs/intro-2.md', text: '# Shop' }] },
      ]),
    )
    expect(await screen.findByText(/^1 file is here. One was left out/)).toBeTruthy()
  })

  it('is a Postman collection with its description', async () => {
    renderAt('/studio/pets', <Pane />)
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
    const item = [{ name: 'List', request: { method: 'GET', url: 'https://api.example.com/pets' } }]
    const collection = JSON.stringify({ info: { name: 'Pets', schema }, item })
    await picked('Files to upload', new File([collection], 'pets.postman_collection.json'))
    await waitFor(() => expect(bodies('create_documents')).toHaveLength(1))
    expect(bodies('create_documents')[0]).toMatchObject({
      p_files: [
        { path: 'pets.postman_collection.json', text: collection },
        { path: 'pets.openapi.json', text: expect.stringContaining('"/pets"') },
      ],
    })
    expect(await screen.findByText('2 files are here. One describes a Postman collection.')).toBeTruthy()
  })

  it('says why nothing comes of it', async () => {
    renderAt('/studio/pets', <Pane />)
    await picked('Files to upload', new File(['no archive'], 'broken.zip'))
    expect(await screen.findByText(/^The archive cannot be read/)).toBeTruthy()
    expect(bodies('create_documents')).toEqual([])
  })

  it('takes the place of an image', async () => {
    const { user } = renderAt('/studio/pets', <Pane files={[...files, ...more]} />)
    expect(within(await menuOf(user, /intro/)).queryByText('Replace…')).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(within(await menuOf(user, /logo/)).getByRole('menuitem', { name: 'Replace…' }))
    await picked('File to put in its place', new File(['png'], 'new.png'))
    await waitFor(() =>
      expect(bodies('replace_document')).toEqual([
        { p_document_id: 'logo.png', p_upload: '7/auth-ada/upload-1' },
      ]),
    )
    expect(await screen.findByText('logo.png was replaced.')).toBeTruthy()
  })
})
