// Teams and who is in them over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { idOf } from '../support/ids.ts'
import { aMember, aWorkspace, type Person, sql, unique, type Workspace } from '../support/people.ts'
import { type Attempt, expectRefused } from '../support/refused.ts'

const stack = sharedStack()

interface Team {
  id: string
  name: string
  member_count: number
  my_role: string | null
}

let workspace: Workspace
let maker: Person
let viewer: Person
const token = () => workspace.owner.token
const path = () => `/workspaces/${workspace.id}/teams`

const send = (method: string, at: string, json?: unknown, as = token()) =>
  call(stack, at, { method, token: as, ...(json === undefined ? {} : { json }) })

async function aTeam(fields: object = {}, as = token()): Promise<Team> {
  const answer = await send('POST', path(), { name: unique('Team'), ...fields }, as)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  ;[maker, viewer] = await Promise.all([
    aMember(stack, workspace, 'maker'),
    aMember(stack, workspace, 'viewer'),
  ])
})

describe('a team', () => {
  it('is added, found, changed and deleted', async () => {
    const name = unique('Checkout')
    const made = await aTeam({ name, description: 'Pays' })
    expect(made).toMatchObject({ name, description: 'Pays', member_count: 1, my_role: 'admin', projects: [] })
    expect((await send('GET', `/teams/${made.id}`)).json()).toEqual(made)
    const list = (await send('GET', `${path()}?search=${name}`)).json<{ items: Team[]; total: number }>()
    expect(list).toMatchObject({ items: [made], total: 1, usage: expect.any(Number) })
    const changed = await send('PATCH', `/teams/${made.id}`, { icon_color: '#123456' })
    expect(changed.json()).toMatchObject({ name, icon_color: '#123456' })
    const late = await send('PATCH', `/teams/${made.id}`, {
      description: 'Late',
      seen: { description: 'Paid' },
    })
    expect(refusalIn(late)).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/ changed this meanwhile\.$/),
    })
    const look = { icon: 'rocket', icon_color: '#2ea44e' }
    const dressed = await send('PATCH', `/teams/${made.id}`, { presentation: look })
    expect(dressed.json()).toMatchObject({ name, ...look, presentation: look })
    expect((await send('DELETE', `/teams/${made.id}`)).status).toBe(204)
    expect(refusalIn(await send('GET', `/teams/${made.id}`))).toEqual({
      status: 404,
      type: 'NOT_FOUND',
      detail: 'Team Not Found',
    })
  })

  it('is one of one’s own, or not; and teams come in the order asked for', async () => {
    const [one, other] = [
      await aTeam({ name: `a ${unique('x')}` }, maker.token),
      await aTeam({ name: `b ${unique('x')}` }),
    ]
    const names = async (query: string) =>
      (await send('GET', `${path()}${query}`, undefined, maker.token))
        .json<{ items: Team[] }>()
        .items.map(({ name }) => name)
    expect(await names('?my_teams=true')).toEqual([one.name])
    const all = await names('?order_by=-name')
    expect(all.indexOf(other.name)).toBeLessThan(all.indexOf(one.name))
    expect((await send('GET', `${path()}?order_by=luck`)).status).toBe(400)
    const page = await send('GET', `${path()}?limit=1`)
    expect(page.headers.link).toContain('rel="next"')
  })

  it('is refused with the field that is wrong, and added once for an Idempotency-Key', async () => {
    const { name, id } = await aTeam()
    const again = await send('POST', path(), { name })
    expect([again.status, again.json<ProblemBody>().errors?.[0]?.field]).toEqual([409, 'name'])
    expect((await send('POST', path(), { name: 'x'.repeat(101) })).status).toBe(400)
    expect((await send('PATCH', `/teams/${id}`, {})).status).toBe(400)
    const request = {
      token: token(),
      json: { name: unique('Once') },
      headers: { 'idempotency-key': 'a-team' },
    }
    const first = await call(stack, path(), request)
    expect((await call(stack, path(), request)).json()).toEqual(first.json())
  })

  it('needs a plan with teams', async () => {
    const small = await aWorkspace(stack)
    await sql(
      stack,
      `update public.billing_accounts set billing_product_id = 1
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [small.slug],
    )
    const answer = await send('POST', `/workspaces/${small.id}/teams`, { name: 'Big' }, small.owner.token)
    expect(refusalIn(answer)).toMatchObject({ status: 402, type: 'PAYMENT_REQUIRED' })
  })
})

describe('the members of a team', () => {
  it('are added by identifier or address, promoted, and taken out', async () => {
    const { id } = await aTeam()
    const members = `/teams/${id}/members`
    const [makerId, viewerId] = await Promise.all([idOf(stack, maker.token), idOf(stack, viewer.token)])
    const offered = await send('GET', `/teams/${id}/assignable-members`)
    expect(offered.json<{ items: { user_id: string }[] }>().items.map((one) => one.user_id)).toContain(
      viewerId,
    )
    expect((await send('PUT', members, { user_id: makerId, role: 'admin' })).json()).toMatchObject({
      type: 'member',
      user_id: makerId,
      email: maker.email,
      role: 'admin',
    })
    expect((await send('PUT', members, { email: viewer.email })).json()).toMatchObject({ role: 'member' })
    const listed = (await send('GET', members)).json<{ total: number }>()
    expect(listed.total).toBe(3)
    const refused = await send('PUT', members, { user_id: viewerId, role: 'admin' })
    expect(refused.json<ProblemBody>().errors).toEqual([
      { field: 'role', message: 'Viewers and guests can only be members of a team.' },
    ])
    expect((await send('DELETE', members, { email: viewer.email })).status).toBe(204)
    expect((await send('DELETE', members, { user_id: makerId })).status).toBe(204)
    expect((await send('DELETE', members, { user_id: makerId })).status).toBe(404)
    expect((await send('DELETE', members, {})).status).toBe(400)
    expect((await send('PUT', members, { user_id: makerId, email: maker.email })).status).toBe(400)
  })

  it('are invited by address, listed as invitations, and taken out again', async () => {
    const { id } = await aTeam()
    const email = `${unique('new')}@example.com`
    expect((await send('PUT', `/teams/${id}/members`, { email })).json()).toMatchObject({
      type: 'invitation',
      user_id: null,
      email,
    })
    const found = await send('GET', `/teams/${id}/members?search=${email}`)
    expect(found.json()).toMatchObject({ total: 1, items: [{ type: 'invitation', email, user_id: null }] })
    expect((await send('DELETE', `/teams/${id}/members`, { email })).status).toBe(204)
  })

  it('leave by themselves', async () => {
    const { id } = await aTeam({}, maker.token)
    const leave = () => send('DELETE', `/teams/${id}/members/me`, undefined, maker.token)
    expect((await leave()).status).toBe(204)
    expect((await leave()).status).toBe(403)
  })
})

describe('teams', () => {
  it('are seen by members, changed by their admins, and unknown outside', async () => {
    const { id } = await aTeam()
    const open: Attempt[] = [
      ['GET', path()],
      ['GET', `/teams/${id}`],
      ['GET', `/teams/${id}/members`],
    ]
    const closed: Attempt[] = [
      ['PATCH', `/teams/${id}`, { name: 'Mine' }],
      ['DELETE', `/teams/${id}`],
      ['PUT', `/teams/${id}/members`, { email: maker.email }],
      ['DELETE', `/teams/${id}/members`, { email: maker.email }],
      ['GET', `/teams/${id}/assignable-members`],
    ]
    const add: Attempt = ['POST', path(), { name: unique('Intruder') }]
    const stranger = await aWorkspace(stack)
    await expectRefused(stack, stranger.owner.token, 404, [...open, ...closed, add])
    await expectRefused(stack, undefined, 401, [...open, ...closed, add])
    await expectRefused(stack, viewer.token, 403, [...closed, add])
    await expectRefused(stack, maker.token, 403, closed)
    const seen = await send('GET', `/teams/${id}/members`, undefined, viewer.token)
    expect(seen.json()).toMatchObject({ items: [{ email: null, may_change: false, may_remove: false }] })
    const guest = await aMember(stack, workspace, 'guest')
    expect((await send('GET', path(), undefined, guest.token)).json()).toMatchObject({ items: [], total: 0 })
    await expectRefused(stack, guest.token, 404, [...open.slice(1), ...closed])
  })
})
