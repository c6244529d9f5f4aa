// Invitations and join requests over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { idOf } from '../support/ids.ts'
import { aMember, aWorkspace, type Person, sql, unique, type Workspace } from '../support/people.ts'
import { aProject, type Project } from '../support/projects.ts'
import { type Attempt, expectRefused } from '../support/refused.ts'

const stack = sharedStack()

interface Invitation {
  id: string
  email: string
  role: string
  invited_by: { user_id: string; display_name: string } | null
}

interface Bulk {
  results: { email: string; invitation_id: string | null; ok: boolean; error: { type: string } | null }[]
  succeeded: number
  failed: number
}

let workspace: Workspace
let project: Project
let maker: Person
let viewer: Person
const path = () => `/workspaces/${workspace.id}/invitations`
const token = () => workspace.owner.token
const address = () => `${unique('guest')}@example.com`
const invite = (invitations: unknown[], as = token(), headers = {}) =>
  call(stack, path(), { token: as, json: { invitations }, headers })
const list = async () =>
  (await call(stack, path(), { token: token() })).json<{ items: Invitation[]; total: number }>()

/** Invites somebody; the identifier of the invitation. */
async function invited(as = token(), role = 'maker'): Promise<string> {
  const answer = (await invite([{ email: address(), role }], as)).json<Bulk>()
  return answer.results[0]?.invitation_id ?? ''
}

/** Lets an invitation have been sent a while ago. */
function sentLongAgo(id: string): Promise<unknown[]> {
  return sql(
    stack,
    `update public.workspace_invitations set last_sent_at = now() - interval '1 hour' where id = $1`,
    [decodeId('wkinv', id)],
  )
}

/** Somebody asks to join; their identifier. */
async function asking(): Promise<{ id: string; person: Person }> {
  const { owner } = await aWorkspace(stack)
  const id = await idOf(stack, owner.token)
  await sql(stack, 'insert into public.join_requests (workspace_id, user_id) values ($1, $2)', [
    decodeId('wk', workspace.id),
    decodeId('usr', id),
  ])
  return { id, person: owner }
}

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  await sql(
    stack,
    `update public.billing_accounts set included_members = 100
     where workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )
  ;[project, maker, viewer] = await Promise.all([
    aProject(stack, workspace),
    aMember(stack, workspace, 'maker'),
    aMember(stack, workspace, 'viewer'),
  ])
})

describe('inviting many', () => {
  it('says of each how it went, in order', async () => {
    const [first, second] = [address(), address()]
    const answer = await invite([
      { email: first.toUpperCase(), role: 'viewer', projects: [{ project_id: project.id, role: 'viewer' }] },
      { email: first },
      { email: second },
    ])
    expect(answer.status).toBe(200)
    expect(answer.json<Bulk>()).toMatchObject({
      succeeded: 2,
      failed: 1,
      results: [
        { email: first, ok: true, error: null },
        { email: first, ok: false, invitation_id: null, error: { type: 'CONFLICT', field: 'email' } },
        { email: second, ok: true },
      ],
    })
    const { items } = await list()
    expect(items.find(({ email }) => email === first)).toMatchObject({
      role: 'viewer',
      invited_by: { user_id: await idOf(stack, token()) },
    })
  })

  it('with an Idempotency-Key happens once, however often it is sent', async () => {
    const headers = { 'idempotency-key': unique('key') }
    const invitations = [{ email: address() }]
    const first = await invite(invitations, token(), headers)
    const again = await invite(invitations, token(), headers)
    expect(again.json()).toEqual(first.json())
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(refusalIn(await invite([{ email: address() }], token(), headers))).toMatchObject({ status: 409 })
  })

  it('answers a retry of a large one too', async () => {
    const headers = { 'idempotency-key': unique('key') }
    const invitations = Array(150).fill({ email: address() })
    const first = await invite(invitations, token(), headers)
    const again = await invite(invitations, token(), headers)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.json()).toEqual(first.json())
  })

  it('past the seats of the plan invites nobody', async () => {
    const small = await aWorkspace(stack)
    await sql(
      stack,
      `update public.billing_accounts set billing_product_id = 1, included_members = 2
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [small.slug],
    )
    const as = { token: small.owner.token }
    const invitations = Array.from({ length: 5 }, () => ({ email: address() }))
    const answer = await call(stack, `/workspaces/${small.id}/invitations`, { ...as, json: { invitations } })
    expect(refusalIn(answer)).toMatchObject({ status: 402, type: 'PAYMENT_REQUIRED' })
    const left = await call(stack, `/workspaces/${small.id}/invitations`, as)
    expect(left.json()).toEqual({ items: [], total: 0 })
  })

  it.each([
    ['nobody', []],
    ['no address', [{ email: 'nobody' }]],
    ['a role there is not', [{ email: 'a@example.com', role: 'king' }]],
    ['the owner of a project', [{ email: 'a@example.com', projects: [{ project_id: 'x', role: 'owner' }] }]],
    ['a group that is a project', [{ email: 'a@example.com', groups: ['cHJqOjc'] }]],
  ])('is refused for %s', async (_what, invitations) => {
    expect((await invite(invitations)).status).toBe(400)
  })
})

describe('an invitation', () => {
  it('is sent again after a while, and withdrawn', async () => {
    const id = await invited()
    const resend = () => call(stack, `/invitations/${id}/resend`, { token: token(), method: 'POST' })
    expect(refusalIn(await resend())).toMatchObject({ status: 429, type: 'TOO_MANY_REQUESTS' })
    await sentLongAgo(id)
    expect((await resend()).status).toBe(204)
    const remove = () => call(stack, `/invitations/${id}`, { token: token(), method: 'DELETE' })
    expect((await remove()).status).toBe(204)
    expect(refusalIn(await remove())).toEqual({
      status: 404,
      type: 'NOT_FOUND',
      detail: 'Invitation not found.',
    })
    expect((await list()).items.map((one) => one.id)).not.toContain(id)
  })

  it('of one’s own may be withdrawn by a maker, another’s not', async () => {
    const [mine, theirs] = [await invited(maker.token, 'guest'), await invited()]
    const remove = (id: string) => call(stack, `/invitations/${id}`, { token: maker.token, method: 'DELETE' })
    expect((await remove(theirs)).status).toBe(403)
    expect((await remove(mine)).status).toBe(204)
  })

  it('is nobody’s business outside, nor a viewer’s', async () => {
    const id = await invited()
    await sentLongAgo(id)
    const onTheList: Attempt[] = [
      ['GET', path()],
      ['POST', path(), { invitations: [{ email: address() }] }],
    ]
    const onIt: Attempt[] = [
      ['POST', `/invitations/${id}/resend`],
      ['DELETE', `/invitations/${id}`],
    ]
    const stranger = await aWorkspace(stack)
    await expectRefused(stack, stranger.owner.token, 404, [...onTheList, ...onIt])
    await expectRefused(stack, undefined, 401, [...onTheList, ...onIt])
    await expectRefused(stack, viewer.token, 403, onTheList)
    await expectRefused(stack, viewer.token, 404, onIt)
  })
})

describe('a request to join', () => {
  const requests = () => `/workspaces/${workspace.id}/join-requests`
  const answered = (json: unknown, as = token()) =>
    call(stack, requests(), { method: 'PUT', token: as, json })

  it('is listed, and approved or denied with many', async () => {
    const [first, second] = [await asking(), await asking()]
    const page = await call(stack, `${requests()}?limit=1`, { token: token() })
    expect(page.json()).toMatchObject({ total: 2, items: [{ is_denied: false }] })
    expect(page.headers.link).toContain('rel="next"')
    const approved = await answered({
      user_ids: [first.id, second.id],
      action: 'viewer',
    })
    expect(approved.json<Bulk>()).toMatchObject({ succeeded: 2, failed: 0 })
    const me = await call(stack, `/workspaces/${workspace.id}`, { token: first.person.token })
    expect(me.status).toBe(200)
    const third = await asking()
    expect((await answered({ user_ids: [third.id], action: 'deny' })).json()).toMatchObject({ succeeded: 1 })
    const again = (await answered({ user_ids: [third.id], action: 'viewer' })).json<Bulk>()
    expect(again.results).toMatchObject([
      { user_id: third.id, ok: false, error: { type: 'ACTION_PROHIBITED' } },
    ])
  })

  it('is answered by who approves only', async () => {
    const { id } = await asking()
    const put: Attempt = ['PUT', requests(), { user_ids: [id], action: 'viewer' }]
    const stranger = await aWorkspace(stack)
    await expectRefused(stack, stranger.owner.token, 404, [['GET', requests()], put])
    await expectRefused(stack, undefined, 401, [['GET', requests()], put])
    await expectRefused(stack, viewer.token, 403, [['GET', requests()], put])
    await expectRefused(stack, maker.token, 403, [put])
    expect((await answered({ user_ids: [id], action: 'king' })).status).toBe(400)
  })
})
