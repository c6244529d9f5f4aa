import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'

const stack = sharedStack()

interface List {
  items: { id: string; name: string; slug: string }[]
  total: number
}

describe('projects', () => {
  let workspace: Workspace
  let token: string
  beforeAll(async () => {
    workspace = await aWorkspace(stack)
    token = workspace.owner.token
  })

  it('are added with what was wished, and a slug made from the name', async () => {
    const answer = await call(stack, `/workspaces/${workspace.id}/projects`, {
      token,
      json: {
        name: ' Crème brûlée API ',
        description: 'Sweet',
        visibility: 'private',
        icon: 'leaf',
        icon_color: '#2ea44e',
        group_id: null,
      },
    })
    expect(answer.status).toBe(201)
    const { project, branch, job_id } = answer.json<Record<string, Record<string, unknown>>>()
    expect(project).toMatchObject({
      name: 'Crème brûlée API',
      description: 'Sweet',
      visibility: 'private',
      flavor: 'design',
      icon_name: 'leaf',
      group_id: null,
      workspace_id: workspace.id,
      default_branch_id: branch?.id,
    })
    expect(project?.slug).toMatch(/^[a-z0-9-]{2,}$/)
    expect(branch).toMatchObject({ slug: 'main' })
    expect(job_id).toBeNull()
    expect(answer.headers.location).toBe(`/api/v1/projects/${project?.id}`)
  })

  it('are read with their workspace, changed and deleted', async () => {
    const { id } = await aProject(stack, workspace)
    const read = await call(stack, `/projects/${id}`, { token })
    expect(read.json()).toMatchObject({
      id,
      name: 'Pet store',
      workspace: { id: workspace.id, slug: workspace.slug },
    })
    const details = read.json<{ default_branch: { slug: string }; my_permissions: string[] }>()
    expect(details).toMatchObject({
      my_role: 'workspace_global_admin',
      owner: { display_name: expect.any(String) },
      pinned: false,
      teams: [],
      default_branch: { slug: 'main', node_counts: { operation_count: 0 } },
    })
    expect(details.my_permissions).toContain('project_delete')
    const guest = await aMember(stack, workspace, 'guest')
    await call(stack, `/projects/${id}/members`, { token, json: { email: guest.email, role: 'viewer' } })
    expect((await call(stack, `/projects/${id}`, { token: guest.token })).json()).toMatchObject({
      my_role: 'guest',
      teams: null,
    })
    const changed = await call(stack, `/projects/${id}`, {
      token,
      method: 'PATCH',
      json: { name: 'Pets', slug: 'all-pets', icon: 'rocket' },
    })
    expect(changed.json()).toMatchObject({ id, name: 'Pets', slug: 'all-pets', icon_name: 'rocket' })
    const late = { icon: 'box', seen: { icon: 'cabinet-filing' } }
    const refused = await call(stack, `/projects/${id}`, { token, method: 'PATCH', json: late })
    expect(refusalIn(refused)).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/ changed this meanwhile\.$/),
    })
    expect((await call(stack, `/projects/${id}`, { token, method: 'DELETE' })).status).toBe(204)
    expect((await call(stack, `/projects/${id}`, { token })).status).toBe(404)
  })

  it('are found by their slug, one of before too, at the host of their workspace alone', async () => {
    const { id } = await aProject(stack, workspace, { name: 'Found', slug: 'found' })
    const find = (slug: string, host = workspace.slug, as: string | undefined = token) =>
      call(stack, `/projects?slug=${slug}`, { host, ...(as ? { token: as } : {}) })
    expect((await find('found')).json()).toMatchObject({ id, slug: 'found' })
    const renamed = { token, method: 'PATCH', json: { slug: 'found-again' } }
    expect((await call(stack, `/projects/${id}`, renamed)).status).toBe(200)
    for (const slug of ['found', 'found-again'])
      expect((await find(slug)).json()).toMatchObject({ id, slug: 'found-again' })
    const other = await aWorkspace(stack)
    for (const refused of [
      await find('never'),
      await find('found-again', other.slug),
      await find('found-again', workspace.slug, other.owner.token),
      await find('found-again', ''),
    ])
      expect(refused.status).toBe(404)
  })

  it('come as people count them: 2 before 10', async () => {
    const own = await aWorkspace(stack)
    for (const name of ['Project 10', 'project 2', 'Project 1']) await aProject(stack, own, { name })
    const { items } = (
      await call(stack, `/workspaces/${own.id}/projects`, { token: own.owner.token })
    ).json<List>()
    expect(items.map(({ name }) => name)).toEqual(['Project 1', 'project 2', 'Project 10'])
  })

  it('are listed by name, page by page, with links', async () => {
    const own = await aWorkspace(stack)
    const list = async (path: string) => {
      const answer = await call(stack, path, { token: own.owner.token })
      return { ...answer.json<List>(), link: answer.headers.link, count: answer.headers['x-total-count'] }
    }
    for (const name of ['Cherry', 'Apple', 'Banana', '100%']) await aProject(stack, own, { name })
    const base = `/workspaces/${own.id}/projects`
    const first = await list(`${base}?limit=3`)
    expect(first.items.map(({ name }) => name)).toEqual(['100%', 'Apple', 'Banana'])
    expect([first.total, first.count]).toEqual([4, '4'])
    const next = /<([^>]+)>; rel="next"/.exec(String(first.link))?.[1] ?? ''
    expect(next).toBe(`/api/v1${base}?limit=3&offset=3`)
    const second = await list(next.replace('/api/v1', ''))
    expect(second.items.map(({ name }) => name)).toEqual(['Cherry'])
    expect(second.link).toContain('rel="prev"')
    expect(second.link).not.toContain('rel="next"')
    expect((await list(`${base}?offset=50`)).items).toEqual([])
    expect((await list(`${base}?search=an`)).items.map(({ name }) => name)).toEqual(['Banana'])
    expect((await list(`${base}?search=${encodeURIComponent('%')}`)).items.map(({ name }) => name)).toEqual([
      '100%',
    ])
  })

  it('are pinned for the one who pinned them', async () => {
    const maker = await aMember(stack, workspace, 'maker')
    const { id } = await aProject(stack, workspace, { name: 'Pinned' })
    const pin = (method: string) => call(stack, `/projects/${id}/pin`, { token: maker.token, method })
    const pinned = async (token: string) =>
      (await call(stack, `/workspaces/${workspace.id}/projects?pinned=true`, { token })).json<List>().items
    expect([(await pin('POST')).status, (await pin('POST')).status]).toEqual([204, 204])
    expect((await pinned(maker.token)).map((project) => project.id)).toEqual([id])
    expect(await pinned(token)).toEqual([])
    expect((await pin('DELETE')).status).toBe(204)
    expect(await pinned(maker.token)).toEqual([])
  })

  it('are added once, however often a request with an Idempotency-Key is sent', async () => {
    const own = await aWorkspace(stack)
    const send = () =>
      call(stack, `/workspaces/${own.id}/projects`, {
        token: own.owner.token,
        json: { name: 'Once' },
        headers: { 'idempotency-key': 'make-it-once' },
      })
    const first = await send()
    const again = await send()
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ])
    const { total } = (
      await call(stack, `/workspaces/${own.id}/projects`, { token: own.owner.token })
    ).json<List>()
    expect(total).toBe(1)
  })

  it('are added once when two requests with one Idempotency-Key race', async () => {
    const own = await aWorkspace(stack)
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        call(stack, `/workspaces/${own.id}/projects`, {
          token: own.owner.token,
          json: { name: 'Race' },
          headers: { 'idempotency-key': 'race' },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).every((status) => status === 201 || status === 409)).toBe(
      true,
    )
    const { total } = (
      await call(stack, `/workspaces/${own.id}/projects`, { token: own.owner.token })
    ).json<List>()
    expect(total).toBe(1)
  })
})
