// Overrides through the API: laid, changed, taken back and followed, and what readers get of them.
import { beforeAll, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'
import { aDocumentedProject } from '../support/projects.ts'

const stack = sharedStack()
const node_uri = '/reference/pets.yaml/paths/~1pets/get'

let workspace: Workspace
let token: string
let id: string
beforeAll(async () => {
  workspace = await aWorkspace(stack)
  token = workspace.owner.token
  id = (await aDocumentedProject(stack, workspace, { visibility: 'public' })).id
})

interface Override {
  id: string
  title: string | null
  is_hidden: boolean | null
  is_removed: boolean
  updated_at: string
}
const lay = (json: object, as = token) =>
  call(stack, '/overrides', { token: as, json: { project_id: id, node_uri, ...json } })
const change = (override: string, json: object, as = token) =>
  call(stack, `/overrides/${override}`, { method: 'PATCH', token: as, json })
const updates = async (query = '') =>
  (await call(stack, `/overrides/updates?project_id=${id}${query}`, { token })).json<{
    items: Override[]
    cursor: string
    has_more: boolean
  }>()
const contents = async (as?: string) =>
  (await call(stack, `/projects/${id}/table-of-contents`, as === undefined ? {} : { token: as })).text

it('an override is laid over a node, changed, taken back, and followed all the way', async () => {
  const made = await lay({ title: 'Our animals' })
  expect([made.status, made.json()]).toMatchObject([
    201,
    {
      project_id: id,
      branch_id: null,
      node_uri,
      title: 'Our animals',
      summary: null,
      is_hidden: null,
      is_removed: false,
    },
  ])
  const override = made.json<Override>()
  expect(await contents()).toContain('Our animals')
  expect((await call(stack, `/overrides/${override.id}`, { token })).json()).toEqual(override)

  const first = await updates()
  expect(first).toMatchObject({ items: [override], has_more: false })
  expect((await updates(`&cursor=${first.cursor}`)).items).toEqual([])

  expect((await change(override.id, { title: null, is_hidden: true })).json()).toMatchObject({
    title: null,
    is_hidden: true,
  })
  expect(await contents()).not.toContain('List pets')
  expect(await contents(token)).toContain('"hidden":true')
  const [gone] = [await change(override.id, { is_hidden: null })]
  expect(gone.json()).toMatchObject({ is_removed: true })
  expect(await contents()).toContain('List pets')
  const next = await updates(`&cursor=${first.cursor}`)
  expect(next.items).toMatchObject([{ id: override.id, is_removed: true }])
  expect((await updates(`&since=${encodeURIComponent(override.updated_at)}`)).items).toHaveLength(1)
  expect((await updates(`&since=${encodeURIComponent(next.items[0]?.updated_at ?? '')}`)).items).toEqual([])
})

it('those in force are listed, of a project and of a branch', async () => {
  await lay({ summary: 'For all' })
  const branches = (await call(stack, `/projects/${id}/branches`, { token })).json<{
    items: { id: string }[]
  }>()
  const branch_id = branches.items[0]?.id
  expect((await lay({ branch_id, title: 'Here' })).status).toBe(201)
  const other = await lay({ node_uri: '/reference/pets.yaml', title: 'Taken back' })
  await change(other.json<Override>().id, { title: null })
  for (const path of [`/overrides?project_id=${id}`, `/projects/${id}/branches/main/overrides`]) {
    const listed = (await call(stack, path, { token })).json<{ items: Override[]; total: number }>()
    expect([path, listed.total, listed.items.map(({ title }) => title)]).toEqual([path, 2, [null, 'Here']])
  }
  const page = await updates('&limit=1')
  expect([page.items.length, page.has_more]).toEqual([1, true])
  expect((await updates(`&limit=1&cursor=${page.cursor}`)).items[0]?.id).not.toBe(page.items[0]?.id)
})

it('a page beyond the last is empty', async () => {
  const answer = await call(stack, `/overrides?project_id=${id}&offset=5000`, { token })
  expect([answer.status, answer.json<{ items: unknown[] }>().items]).toEqual([200, []])
})

it('readers, strangers and odd requests are refused', async () => {
  const override = (await lay({ summary: 'Kept' })).json<Override>()
  const viewer = await aMember(stack, workspace, 'viewer')
  const stranger = (await aWorkspace(stack)).owner
  for (const { token: other } of [viewer, stranger]) {
    expect((await lay({ title: 'Theirs' }, other)).status).toBe(403)
    for (const path of ['/overrides', '/overrides/updates'])
      expect((await call(stack, `${path}?project_id=${id}`, { token: other })).status).toBe(403)
    for (const answer of [
      await change(override.id, { title: 'Theirs' }, other),
      await call(stack, `/overrides/${override.id}`, { token: other }),
    ])
      expect(refusalIn(answer)).toMatchObject({ status: 404, detail: 'Override not found.' })
  }
  for (const wrong of [
    { title: '' },
    { title: 7 },
    { name: 'x' },
    { title: 'x'.repeat(501) },
    { is_hidden: 'no' },
  ])
    expect([wrong, (await lay(wrong)).status]).toEqual([wrong, 400])
  expect((await change(override.id, {})).status).toBe(400)
  expect((await lay({ node_uri: '/nowhere', title: 'x' })).status).toBe(404)
  for (const query of [
    '&cursor=nonsense',
    '&since=yesterday',
    `&cursor=${btoa('2026-01-01T00:00:00+00:00 1,id.gt.0')}`,
    '&limit=0',
  ])
    expect([
      query,
      (await call(stack, `/overrides/updates?project_id=${id}${query}`, { token })).status,
    ]).toEqual([query, 400])
})
