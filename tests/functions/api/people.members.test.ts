// The members of a workspace over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { idOf } from '../support/ids.ts'
import { aMember, aWorkspace, type Person, sql, type Workspace } from '../support/people.ts'
import { expectRefused } from '../support/refused.ts'

const stack = sharedStack()

interface Member {
  user_id: string
  email: string | null
  role: string
  may_change_role: boolean
  reason: string | null
}

interface Page {
  items: Member[]
  total: number
}

interface Bulk {
  results: { user_id: string; ok: boolean; error: { type: string; detail: string } | null }[]
  succeeded: number
  failed: number
}

let workspace: Workspace
let maker: Person
let viewer: Person
let people: { owner: string; maker: string; viewer: string }
const path = () => `/workspaces/${workspace.id}/members`
const token = () => workspace.owner.token
const list = async (query = '') => (await call(stack, `${path()}${query}`, { token: token() })).json<Page>()

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  ;[maker, viewer] = await Promise.all([
    aMember(stack, workspace, 'maker'),
    aMember(stack, workspace, 'viewer'),
  ])
  const [o, m, v] = await Promise.all([workspace.owner, maker, viewer].map(({ token }) => idOf(stack, token)))
  people = { owner: o ?? '', maker: m ?? '', viewer: v ?? '' }
})

describe('an owner', () => {
  it('lists the members page by page, and follows the links', async () => {
    const first = await call(stack, `${path()}?limit=2`, { token: token() })
    expect(first.json<Page>()).toMatchObject({ total: 3 })
    expect(first.json<Page>().items).toHaveLength(2)
    expect(first.headers['x-total-count']).toBe('3')
    expect(first.headers.link).toContain(`</api/v1${path()}?limit=2&offset=2>; rel="next"`)
    expect((await list('?limit=2&offset=2')).items).toHaveLength(1)
  })

  it('finds members by role and by a part of the address', async () => {
    const some = await list('?roles=maker,viewer&order_by=-role')
    expect(some.items.map(({ user_id }) => user_id)).toEqual([people.maker, people.viewer])
    const found = await list(`?search=${encodeURIComponent(maker.email)}`)
    expect(found.items).toMatchObject([{ email: maker.email, role: 'maker', may_change_role: true }])
    const me = await list('?roles=owner')
    expect(me.items).toMatchObject([
      { may_change_role: false, reason: 'You cannot change your own role or remove yourself.' },
    ])
  })

  it('changes one role', async () => {
    const answer = await call(stack, `${path()}/${people.viewer}`, {
      method: 'PUT',
      token: token(),
      json: { role: 'maker' },
    })
    expect(answer.json()).toEqual({ user_id: people.viewer, role: 'maker' })
    expect((await list('?roles=maker')).total).toBe(2)
    await call(stack, `${path()}/${people.viewer}`, {
      method: 'PUT',
      token: token(),
      json: { role: 'viewer' },
    })
  })

  it('changes many, and is told of each how it went', async () => {
    const answer = await call(stack, path(), {
      method: 'PATCH',
      token: token(),
      json: { user_ids: [people.maker, people.owner], role: 'viewer' },
    })
    expect(answer.json<Bulk>()).toMatchObject({
      succeeded: 1,
      failed: 1,
      results: [
        { user_id: people.maker, ok: true, error: null },
        { user_id: people.owner, ok: false, error: { type: 'ACTION_PROHIBITED' } },
      ],
    })
    await call(stack, `${path()}/${people.maker}`, { method: 'PUT', token: token(), json: { role: 'maker' } })
  })

  it('removes members by identifier and by address', async () => {
    const [first, second] = await Promise.all([
      aMember(stack, workspace, 'maker'),
      aMember(stack, workspace, 'guest'),
    ])
    const remove = (json: unknown) => call(stack, path(), { method: 'DELETE', token: token(), json })
    const byId = await remove({ user_ids: [await idOf(stack, first.token)] })
    expect(byId.json<Bulk>()).toMatchObject({ succeeded: 1, failed: 0 })
    expect((await remove({ email: second.email.toUpperCase() })).status).toBe(204)
    expect((await remove({ email: second.email })).status).toBe(404)
    const third = await aMember(stack, workspace, 'maker')
    const nobody = await remove({ email: third.email, heir_id: await idOf(stack, third.token) })
    expect([nobody.status, nobody.json<ProblemBody>().errors?.[0]?.field]).toEqual([400, 'heir_id'])
    const heir_id = await idOf(stack, token())
    expect((await remove({ email: third.email, heir_id })).status).toBe(204)
    expect((await list()).total).toBe(3)
  })
})

describe('a change is refused', () => {
  const put = (json: unknown, id: string, as = token()) =>
    call(stack, `${path()}/${id}`, { method: 'PUT', token: as, json })

  it('of the own role, of who outranks, and to a role above', async () => {
    const admin = await aMember(stack, workspace, 'admin')
    expect(refusalIn(await put({ role: 'maker' }, people.owner))).toMatchObject({
      status: 403,
      type: 'ACTION_PROHIBITED',
    })
    expect(refusalIn(await put({ role: 'maker' }, people.owner, admin.token))).toMatchObject({
      status: 403,
      detail: 'You cannot change a member who outranks you.',
    })
    const above = await put({ role: 'owner' }, people.maker, admin.token)
    expect(above.json<ProblemBody>().errors).toMatchObject([{ field: 'role' }])
  })

  it('for a role there is not, nobody, too many, or an identifier of something else', async () => {
    expect(refusalIn(await put({ role: 'king' }, people.maker))).toMatchObject({ type: 'VALIDATION_ERROR' })
    expect(refusalIn(await put({ role: 'maker' }, workspace.id))).toEqual({
      status: 400,
      type: 'INVALID_ID',
      detail: 'ID type mismatch: expected usr but was wk',
    })
    const patch = (json: unknown) => call(stack, path(), { method: 'PATCH', token: token(), json })
    expect((await patch({ user_ids: [], role: 'maker' })).status).toBe(400)
    expect((await patch({ user_ids: Array(501).fill(people.maker), role: 'maker' })).status).toBe(400)
    const both = { user_ids: [people.maker], email: maker.email }
    expect((await call(stack, path(), { method: 'DELETE', token: token(), json: both })).status).toBe(400)
    expect((await call(stack, `${path()}?roles=king`, { token: token() })).status).toBe(400)
  })

  it('for seats that the plan lacks: 402, and nobody is changed', async () => {
    const small = await aWorkspace(stack)
    const guests = await Promise.all([aMember(stack, small, 'guest'), aMember(stack, small, 'guest')])
    await sql(
      stack,
      `update public.billing_accounts set billing_product_id = 1, included_members = 2
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [small.slug],
    )
    const user_ids = await Promise.all(guests.map(({ token }) => idOf(stack, token)))
    const answer = await call(stack, `/workspaces/${small.id}/members`, {
      method: 'PATCH',
      token: small.owner.token,
      json: { user_ids, role: 'maker' },
    })
    expect(refusalIn(answer)).toMatchObject({ status: 402, type: 'PAYMENT_REQUIRED' })
  })
})

describe('the members of a workspace', () => {
  const attempts = (): Parameters<typeof expectRefused>[3] => [
    ['GET', path()],
    ['PATCH', path(), { user_ids: [people.maker], role: 'viewer' }],
    ['PUT', `${path()}/${people.maker}`, { role: 'viewer' }],
    ['DELETE', path(), { user_ids: [people.maker] }],
    ['DELETE', path(), { email: maker.email }],
  ]

  it('are nobody’s business outside: a stranger finds nothing, a visitor signs in', async () => {
    const stranger = await aWorkspace(stack)
    await expectRefused(stack, stranger.owner.token, 404, attempts())
    await expectRefused(stack, undefined, 401, attempts())
    await expectRefused(stack, 'wmk_whatever', 401, attempts())
  })

  it('are not for viewers to list, nor for makers to change', async () => {
    await expectRefused(stack, viewer.token, 403, attempts())
    await expectRefused(stack, maker.token, 403, attempts().slice(1))
    expect((await call(stack, path(), { token: maker.token })).status).toBe(200)
  })
})
