// Groups and their admins over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { idOf } from '../support/ids.ts'
import { aMember, aWorkspace, type Person, sql, unique, type Workspace } from '../support/people.ts'
import { aProject } from '../support/projects.ts'
import { type Attempt, expectRefused } from '../support/refused.ts'

const stack = sharedStack()

interface Group {
  id: string
  name: string
  visibility: string
  projects_count: number
  admins_count: number | null
  my_permissions: string[]
}

let workspace: Workspace
let maker: Person
let viewer: Person
const token = () => workspace.owner.token
const path = () => `/workspaces/${workspace.id}/groups`

async function aGroup(fields: object = {}): Promise<Group> {
  const answer = await call(stack, path(), { token: token(), json: { name: unique('Group'), ...fields } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}

const send = (method: string, at: string, json?: unknown, as = token()) =>
  call(stack, at, { method, token: as, ...(json === undefined ? {} : { json }) })

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  ;[maker, viewer] = await Promise.all([
    aMember(stack, workspace, 'maker'),
    aMember(stack, workspace, 'viewer'),
  ])
})

describe('a group', () => {
  it('is added, found, changed and deleted', async () => {
    const name = unique('Payments')
    const made = await aGroup({ name, description: 'Money', icon_color: '#2ea44e' })
    expect(made).toMatchObject({ name, visibility: 'internal', admins_count: 1, icon_color: '#2ea44e' })
    expect((await send('GET', `/groups/${made.id}`)).json()).toEqual(made)
    const list = await send('GET', `${path()}?search=${name}`)
    expect(list.json()).toEqual({ items: [made], total: 1 })
    const renamed = unique('Money')
    const changed = await send('PATCH', `/groups/${made.id}`, { name: renamed, description: '' })
    expect(changed.json()).toMatchObject({ name: renamed, description: '', icon_color: '#2ea44e' })
    const late = await send('PATCH', `/groups/${made.id}`, { name: unique('Late'), seen: { name } })
    expect(refusalIn(late)).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/ changed this meanwhile\.$/),
    })
    const look = { icon: 'rocket', color: '#15803d' }
    const dressed = await send('PATCH', `/groups/${made.id}`, { presentation: look })
    expect(dressed.json()).toMatchObject({ presentation: { icon: 'rocket', icon_color: '#15803d' } })
    expect(await aGroup({ iconColor: '#b91c1c' })).toMatchObject({ icon_color: '#b91c1c' })
    const project = await aProject(stack, workspace, { name: unique('Inside'), group_id: made.id })
    expect((await send('DELETE', `/groups/${made.id}`)).status).toBe(204)
    expect(refusalIn(await send('GET', `/groups/${made.id}`))).toEqual({
      status: 404,
      type: 'NOT_FOUND',
      detail: 'Group Not Found',
    })
    expect((await send('GET', `/projects/${project.id}`)).json()).toMatchObject({ group_id: null })
  })

  it('is added once for an Idempotency-Key', async () => {
    const request = {
      token: token(),
      json: { name: unique('Once') },
      headers: { 'idempotency-key': 'a-group' },
    }
    const first = await call(stack, path(), request)
    expect((await call(stack, path(), request)).json()).toEqual(first.json())
  })

  it('turns its public projects internal only when that is confirmed', async () => {
    const group = await aGroup({ visibility: 'public' })
    const project = await aProject(stack, workspace, {
      name: unique('Open'),
      visibility: 'public',
      group_id: group.id,
    })
    const refused = await send('PATCH', `/groups/${group.id}`, { visibility: 'internal' })
    expect(refused.json()).toMatchObject({ status: 409, type: 'CONFLICT', public_projects: 1 })
    expect((await send('GET', `/groups/${group.id}`)).json()).toMatchObject({ visibility: 'public' })
    const done = await send('PATCH', `/groups/${group.id}`, { visibility: 'internal', confirm: true })
    expect(done.json()).toMatchObject({ visibility: 'internal' })
    expect((await send('GET', `/projects/${project.id}`)).json()).toMatchObject({ visibility: 'internal' })
  })

  it('is refused with the field that is wrong', async () => {
    const { name } = await aGroup()
    const again = await send('POST', path(), { name })
    expect([again.status, again.json<ProblemBody>().errors]).toEqual([
      409,
      [
        {
          field: 'name',
          message:
            'A group with this name already exists in this workspace. Please choose a different value.',
        },
      ],
    ])
    const fieldOf = async (json: unknown) =>
      (await send('POST', path(), json)).json<ProblemBody>().errors?.map(({ field }) => field)
    expect(await fieldOf({})).toEqual(['name'])
    expect(await fieldOf({ name: 'x'.repeat(101) })).toEqual(['name'])
    expect(await fieldOf({ name: 'x', description: 'x'.repeat(301) })).toEqual(['description'])
    expect(await fieldOf({ name: 'x', icon_color: 'green' })).toEqual(['icon_color'])
    const { id } = await aGroup()
    expect((await send('PATCH', `/groups/${id}`, { confirm: true })).status).toBe(400)
  })

  it('needs a plan with groups', async () => {
    const small = await aWorkspace(stack)
    await sql(
      stack,
      `update public.billing_accounts set billing_product_id = 1
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [small.slug],
    )
    const answer = await send('POST', `/workspaces/${small.id}/groups`, { name: 'Big' }, small.owner.token)
    expect(refusalIn(answer)).toMatchObject({ status: 402, type: 'PAYMENT_REQUIRED' })
  })
})

describe('the admins of a group', () => {
  it('are offered, added, listed and removed; the last one stays', async () => {
    const { id } = await aGroup()
    const members = `/groups/${id}/members`
    const makerId = await idOf(stack, maker.token)
    const offered = await send('GET', `/groups/${id}/assignable-members?search=${maker.email.slice(0, 8)}`)
    expect(offered.json<{ items: { user_id: string }[] }>().items.map((one) => one.user_id)).toContain(
      makerId,
    )
    expect((await send('PUT', `${members}/${makerId}`)).json()).toMatchObject({
      type: 'member',
      user_id: makerId,
      role: 'admin',
    })
    const listed = (await send('GET', members)).json<{ items: object[]; total: number }>()
    expect(listed.total).toBe(2)
    expect(listed.items).toContainEqual(
      expect.objectContaining({ user_id: makerId, emails: [maker.email], workspace_role: 'maker' }),
    )
    expect((await send('DELETE', `${members}/${makerId}`)).status).toBe(204)
    expect((await send('DELETE', `${members}/${makerId}`)).status).toBe(404)
    expect(refusalIn(await send('DELETE', `${members}/me`))).toMatchObject({
      status: 403,
      type: 'ACTION_PROHIBITED',
    })
  })

  it('leave by themselves', async () => {
    const { id } = await aGroup()
    await send('PUT', `/groups/${id}/members`, { email: maker.email })
    expect((await send('DELETE', `/groups/${id}/members/me`, undefined, maker.token)).status).toBe(204)
    expect((await send('DELETE', `/groups/${id}/members/me`, undefined, maker.token)).status).toBe(403)
  })

  it('are invited by address, and the invitation can be taken back', async () => {
    const { id } = await aGroup()
    const email = `${unique('new')}@example.com`
    const place = (await send('PUT', `/groups/${id}/members`, { email })).json<{ invitation_id: string }>()
    expect(place).toMatchObject({ type: 'invitation', user_id: null, email })
    const invites = () => send('GET', `/groups/${id}/invites`)
    expect((await invites()).json()).toMatchObject({ items: [{ email, invitation_id: place.invitation_id }] })
    expect((await send('DELETE', `/groups/${id}/invites/${place.invitation_id}`)).status).toBe(204)
    expect((await invites()).json()).toEqual({ items: [] })
    const pending = await send('GET', `/workspaces/${workspace.id}/invitations`)
    expect(pending.text).toContain(email)
  })

  it('are never guests', async () => {
    const { id } = await aGroup()
    const guest = await aMember(stack, workspace, 'guest')
    const answer = await send('PUT', `/groups/${id}/members/${await idOf(stack, guest.token)}`)
    expect(refusalIn(answer)).toMatchObject({ status: 400, detail: 'Guests cannot administer groups' })
  })
})

describe('groups', () => {
  it('are seen by members, changed by their admins, and unknown outside', async () => {
    const group = await aGroup()
    const makerId = await idOf(stack, maker.token)
    const open: Attempt[] = [
      ['GET', path()],
      ['GET', `/groups/${group.id}`],
    ]
    const closed: Attempt[] = [
      ['PATCH', `/groups/${group.id}`, { name: 'Mine' }],
      ['DELETE', `/groups/${group.id}`],
      ['GET', `/groups/${group.id}/members`],
      ['PUT', `/groups/${group.id}/members/${makerId}`],
      ['PUT', `/groups/${group.id}/members`, { email: maker.email }],
      ['DELETE', `/groups/${group.id}/members/${makerId}`],
      ['DELETE', `/groups/${group.id}/members/me`],
      ['GET', `/groups/${group.id}/invites`],
      ['GET', `/groups/${group.id}/assignable-members`],
    ]
    const add: Attempt = ['POST', path(), { name: unique('Intruder') }]
    const stranger = await aWorkspace(stack)
    await expectRefused(stack, stranger.owner.token, 404, [...open, ...closed, add])
    await expectRefused(stack, undefined, 401, [...open, ...closed, add])
    await expectRefused(stack, viewer.token, 403, [...closed, add])
    await expectRefused(stack, maker.token, 403, [...closed, add])
    const seen = (await send('GET', `/groups/${group.id}`, undefined, viewer.token)).json<Group>()
    expect(seen).toMatchObject({ admins_count: null, my_permissions: ['group_view'] })
    const guest = await aMember(stack, workspace, 'guest')
    expect((await send('GET', path(), undefined, guest.token)).json()).toEqual({ items: [], total: 0 })
    await expectRefused(stack, guest.token, 404, [['GET', `/groups/${group.id}`], ...closed])
  })
})
