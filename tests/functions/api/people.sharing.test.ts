// Who has access to a project, over HTTP: by name, by team, by group.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { idOf } from '../support/ids.ts'
import { aMember, aWorkspace, type Person, unique, type Workspace } from '../support/people.ts'
import { aProject, type Project } from '../support/projects.ts'
import { type Attempt, expectRefused } from '../support/refused.ts'

const stack = sharedStack()

interface Access {
  user_id: string
  role: string | null
  effective_role: string
  explanation: string
  sources: { source: string; team_id?: string }[]
}

interface AccessPage {
  items: Access[]
  total: number
  invitations: { email: string; invitation_id: string }[]
  everyone: { workspace_role: string }[]
  visibility: string
}

let workspace: Workspace
let maker: Person
let viewer: Person
let ids: { owner: string; maker: string; viewer: string }
const token = () => workspace.owner.token
const send = (method: string, at: string, json?: unknown, as = token()) =>
  call(stack, at, { method, token: as, ...(json === undefined ? {} : { json }) })
const aPrivateProject = (fields = {}) =>
  aProject(stack, workspace, { name: unique('Secret'), visibility: 'private', ...fields })
const accessOf = async ({ id }: Project) => (await send('GET', `/projects/${id}/members`)).json<AccessPage>()

async function made(kind: 'teams' | 'groups', fields = {}): Promise<string> {
  const answer = await send('POST', `/workspaces/${workspace.id}/${kind}`, { name: unique(kind), ...fields })
  return answer.json<{ id: string }>().id
}

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  ;[maker, viewer] = await Promise.all([
    aMember(stack, workspace, 'maker'),
    aMember(stack, workspace, 'viewer'),
  ])
  const [o = '', m = '', v = ''] = await Promise.all(
    [workspace.owner, maker, viewer].map((person) => idOf(stack, person.token)),
  )
  ids = { owner: o, maker: m, viewer: v }
})

describe('a project', () => {
  it('is shared with a member by address, changed and taken back', async () => {
    const project = await aPrivateProject()
    const members = `/projects/${project.id}/members`
    expect((await send('GET', `/projects/${project.id}`, undefined, maker.token)).status).toBe(404)
    const added = await send('POST', members, { email: maker.email, role: 'viewer' })
    expect([added.status, added.json()]).toEqual([
      201,
      { type: 'member', user_id: ids.maker, invitation_id: null, email: maker.email, role: 'viewer' },
    ])
    expect((await send('GET', `/projects/${project.id}`, undefined, maker.token)).status).toBe(200)
    const page = await accessOf(project)
    expect(page).toMatchObject({ total: 2, visibility: 'private', invitations: [] })
    expect(page.items.find(({ user_id }) => user_id === ids.maker)).toMatchObject({
      role: 'viewer',
      effective_role: 'viewer',
      explanation: 'viewer, because the project was shared by name',
    })
    const changed = await send('PATCH', `${members}/${ids.maker}`, { role: 'editor' })
    expect(changed.json()).toEqual({ user_id: ids.maker, role: 'editor' })
    expect((await send('DELETE', `${members}/${ids.maker}`)).status).toBe(204)
    expect((await send('DELETE', `${members}/${ids.maker}`)).status).toBe(404)
    expect((await send('GET', `/projects/${project.id}`, undefined, maker.token)).status).toBe(404)
  })

  it('is shared with many, members and addresses, each by itself and once for an Idempotency-Key', async () => {
    const project = await aPrivateProject()
    const email = `${unique('new')}@example.com`
    const request = {
      token: token(),
      json: {
        members: [
          { user_id: ids.maker, role: 'admin' },
          { email, role: 'viewer', workspace_role: 'viewer' },
          { user_id: ids.viewer, role: 'owner' },
        ],
      },
      headers: { 'idempotency-key': unique('key') },
    }
    const answer = await call(stack, `/projects/${project.id}/members`, request)
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        results: [
          { user_id: ids.maker, email: null, invitation_id: null, ok: true, error: null },
          { user_id: null, email, invitation_id: expect.any(String), ok: true, error: null },
          expect.objectContaining({ user_id: ids.viewer, ok: false }),
        ],
        succeeded: 2,
        failed: 1,
      },
    ])
    expect((await call(stack, `/projects/${project.id}/members`, request)).json()).toEqual(answer.json())
    expect((await accessOf(project)).invitations).toMatchObject([{ email }])
  })

  it('offers members and teams, and pages its people', async () => {
    const project = await aPrivateProject()
    const [teamId] = [await made('teams')]
    const members = await send('GET', `/projects/${project.id}/assignable-members`)
    const offered = members.json<{ items: { user_id: string }[] }>().items.map(({ user_id }) => user_id)
    expect(offered).toEqual(expect.arrayContaining([ids.maker, ids.viewer]))
    expect(offered).not.toContain(ids.owner)
    const teams = await send('GET', `/projects/${project.id}/assignable-teams`)
    expect(teams.json<{ items: { team_id: string }[] }>().items.map(({ team_id }) => team_id)).toContain(
      teamId,
    )
    await send('POST', `/projects/${project.id}/members`, { email: maker.email })
    const page = await send('GET', `/projects/${project.id}/members?limit=1`)
    expect(page.headers['x-total-count']).toBe('2')
    expect(page.headers.link).toContain(
      `</api/v1/projects/${project.id}/members?limit=1&offset=1>; rel="next"`,
    )
  })

  it('is shared with a team, which says so', async () => {
    const project = await aPrivateProject()
    const team_id = await made('teams')
    await send('PUT', `/teams/${team_id}/members`, { user_id: ids.maker })
    const put = await send('PUT', `/projects/${project.id}/teams`, { team_id, role: 'editor' })
    expect(put.json()).toMatchObject({ team_id, role: 'editor', member_count: 2 })
    expect((await send('GET', `/projects/${project.id}/teams`)).json()).toEqual({ items: [put.json()] })
    const access = (await accessOf(project)).items.find(({ user_id }) => user_id === ids.maker)
    expect(access).toMatchObject({
      role: null,
      effective_role: 'editor',
      sources: [{ source: 'team', team_id }],
    })
    expect((await send('DELETE', `/projects/${project.id}/teams/${team_id}`)).status).toBe(204)
    expect((await send('DELETE', `/projects/${project.id}/teams/${team_id}`)).status).toBe(404)
  })

  it('moves into a group and out of it; an open one only when that is confirmed', async () => {
    const project = await aProject(stack, workspace, { name: unique('Open'), visibility: 'public' })
    const group_id = await made('groups')
    const move = (json: object) => send('PUT', `/projects/${project.id}/group`, json)
    expect(refusalIn(await move({ group_id }))).toMatchObject({
      status: 409,
      detail: 'The public project would turn internal. Send "confirm": true to go ahead.',
    })
    expect((await move({ group_id, confirm: true })).json()).toEqual({ group_id, visibility_changed: true })
    expect((await move({ group_id: null })).json()).toEqual({ group_id: null, visibility_changed: false })
    expect((await move({})).status).toBe(400)
  })

  it('passes to another owner, but never to a viewer', async () => {
    const project = await aPrivateProject()
    const pass = (user_id: string) => send('PUT', `/projects/${project.id}/ownership`, { user_id })
    const refused = await pass(ids.viewer)
    expect(refused.json<ProblemBody>().errors).toEqual([
      { field: 'user_id', message: 'Viewers and guests cannot own a project.' },
    ])
    expect((await pass(ids.maker)).json()).toMatchObject({
      owner: { user_id: ids.maker },
      previous_owner: { user_id: ids.owner },
    })
    expect(refusalIn(await send('DELETE', `/projects/${project.id}/members/${ids.maker}`))).toMatchObject({
      status: 403,
      type: 'USER_IS_OWNER',
    })
  })

  it('is left by who was given it, not by its owner', async () => {
    const project = await aProject(stack, workspace, { name: unique('Shared') })
    await send('POST', `/projects/${project.id}/members`, { email: maker.email })
    const leave = (as: string) => send('DELETE', `/projects/${project.id}/members/me`, undefined, as)
    expect((await leave(maker.token)).status).toBe(204)
    expect((await leave(maker.token)).status).toBe(404)
    expect((await leave(token())).status).toBe(403)
  })

  it.each([
    ['neither one nor many', {}],
    ['a role there is not', { email: 'a@example.com', role: 'king' }],
    ['no address', { email: 'nobody' }],
    ['nobody', { members: [] }],
    ['somebody twice', { members: [{ user_id: 'dXNyOjE', email: 'a@example.com' }] }],
  ])('is not shared with %s', async (_what, json) => {
    const { id } = await aPrivateProject()
    expect((await send('POST', `/projects/${id}/members`, json)).status).toBe(400)
  })
})

describe('the people of a project', () => {
  it('are nobody’s business outside, nor in the workspace while it is private', async () => {
    const { id } = await aPrivateProject()
    const team_id = await made('teams')
    const attempts: Attempt[] = [
      ['GET', `/projects/${id}/members`],
      ['POST', `/projects/${id}/members`, { email: maker.email }],
      ['POST', `/projects/${id}/members`, { members: [{ email: maker.email }] }],
      ['PATCH', `/projects/${id}/members/${ids.maker}`, { role: 'admin' }],
      ['DELETE', `/projects/${id}/members/${ids.maker}`],
      ['DELETE', `/projects/${id}/members/me`],
      ['GET', `/projects/${id}/assignable-members`],
      ['GET', `/projects/${id}/assignable-teams`],
      ['GET', `/projects/${id}/teams`],
      ['PUT', `/projects/${id}/teams`, { team_id, role: 'viewer' }],
      ['DELETE', `/projects/${id}/teams/${team_id}`],
      ['PUT', `/projects/${id}/group`, { group_id: null }],
      ['PUT', `/projects/${id}/ownership`, { user_id: ids.maker }],
    ]
    const stranger = await aWorkspace(stack)
    await expectRefused(stack, stranger.owner.token, 404, attempts)
    await expectRefused(stack, maker.token, 404, attempts)
    await expectRefused(stack, undefined, 401, attempts)
    await expectRefused(stack, 'wmk_whatever', 401, attempts)
  })

  it('are changed up to one’s own role', async () => {
    const { id } = await aPrivateProject()
    await send('POST', `/projects/${id}/members`, { email: maker.email, role: 'editor' })
    const asEditor = (method: string, at: string, json?: unknown) => send(method, at, json, maker.token)
    expect(
      (await asEditor('POST', `/projects/${id}/members`, { email: viewer.email, role: 'admin' })).status,
    ).toBe(403)
    expect(
      (await asEditor('POST', `/projects/${id}/members`, { email: viewer.email, role: 'viewer' })).status,
    ).toBe(201)
    expect((await asEditor('DELETE', `/projects/${id}/members/${ids.viewer}`)).status).toBe(403)
    expect((await asEditor('PUT', `/projects/${id}/ownership`, { user_id: ids.maker })).status).toBe(403)
    expect((await asEditor('PUT', `/projects/${id}/group`, { group_id: null })).status).toBe(403)
  })
})
