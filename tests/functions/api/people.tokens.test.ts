// Workspace tokens over HTTP: made, shown once, renamed, revoked, and refused where people are concerned.
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody, refusalIn } from '../support/call.ts'
import { aMember, aWorkspace, sql, unique, type Workspace } from '../support/people.ts'
import { type Attempt, expectRefused } from '../support/refused.ts'

const stack = sharedStack()

interface Token {
  id: string
  name: string
  access_token?: string | null
  access_token_prefix: string
}

let workspace: Workspace
const token = () => workspace.owner.token
const path = () => `/workspaces/${workspace.id}/machine-principals`
const send = (method: string, at: string, json?: unknown, as = token()) =>
  call(stack, at, { method, token: as, ...(json === undefined ? {} : { json }) })

async function aToken(): Promise<Token> {
  const answer = await send('POST', path(), { name: unique('CI') })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json()
}

beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

describe('a workspace token', () => {
  it('is shown once, then only its beginning', async () => {
    const made = await aToken()
    expect(made.access_token).toMatch(/^wmk_[\w-]{43}$/)
    expect(made).toMatchObject({ last_used: null, creator: { display_name: expect.any(String) } })
    const list = await send('GET', path())
    const { access_token, ...rest } = made
    expect(list.json<{ items: Token[] }>().items).toContainEqual(rest)
    expect(list.text).not.toContain(access_token)
  })

  it('is made once for an Idempotency-Key, whose answer is kept without it', async () => {
    const request = {
      token: token(),
      json: { name: unique('CI') },
      headers: { 'idempotency-key': 'a-token' },
    }
    const first = (await call(stack, path(), request)).json<Token>()
    const again = await call(stack, path(), request)
    expect([again.status, again.json()]).toEqual([201, { ...first, access_token: null }])
    const [kept] = await sql<{ all: string }>(
      stack,
      `select string_agg(k.body::text, ' ') as all from private.idempotency_keys k`,
    )
    expect(kept?.all).toContain(first.id)
    expect(kept?.all).not.toContain(first.access_token)
  })

  it('is renamed and revoked', async () => {
    const { id, access_token } = await aToken()
    const name = unique('Renamed')
    const renamed = await send('PUT', `/machine-principals/${id}`, { name })
    expect(renamed.json()).toMatchObject({ id, name })
    expect(renamed.text).not.toContain(access_token)
    const late = await send('PUT', `/machine-principals/${id}`, { name: 'Late', seen: { name: 'CI' } })
    expect(refusalIn(late)).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/ changed this meanwhile\.$/),
    })
    const seen = await send('PUT', `/machine-principals/${id}`, { name: 'Seen', seen: { name } })
    expect(seen.json()).toMatchObject({ id, name: 'Seen' })
    expect((await send('DELETE', `/machine-principals/${id}`)).status).toBe(204)
    expect(refusalIn(await send('DELETE', `/machine-principals/${id}`))).toMatchObject({
      status: 404,
      detail: 'Token not found.',
    })
  })

  it('is refused with the field that is wrong, and without the plan for it', async () => {
    const { name, id } = await aToken()
    for (const answer of [
      await send('POST', path(), { name }),
      await send('PUT', `/machine-principals/${(await aToken()).id}`, { name }),
    ]) {
      expect([answer.status, answer.json<ProblemBody>().errors?.[0]?.field]).toEqual([409, 'name'])
    }
    const long = await send('PUT', `/machine-principals/${id}`, { name: 'x'.repeat(201) })
    expect(long.json<ProblemBody>().errors).toEqual([
      { field: 'name', message: 'Must be no more than 200 characters' },
    ])
    const small = await aWorkspace(stack)
    await sql(
      stack,
      `update public.billing_accounts set billing_product_id = 1
       where workspace_id = (select id from public.workspaces where slug = $1)`,
      [small.slug],
    )
    const at = `/workspaces/${small.id}/machine-principals`
    expect(refusalIn(await send('POST', at, { name: 'CI' }, small.owner.token))).toMatchObject({
      status: 402,
      type: 'PAYMENT_REQUIRED',
    })
  })

  it('is for owners and admins to manage, and unknown outside', async () => {
    const { id } = await aToken()
    const attempts: Attempt[] = [
      ['GET', path()],
      ['POST', path(), { name: unique('Mine') }],
      ['PUT', `/machine-principals/${id}`, { name: 'Mine' }],
      ['DELETE', `/machine-principals/${id}`],
    ]
    const stranger = await aWorkspace(stack)
    const [billing, maker, admin] = await Promise.all(
      ['billing', 'maker', 'admin'].map((role) => aMember(stack, workspace, role)),
    )
    await expectRefused(stack, stranger.owner.token, 404, attempts)
    await expectRefused(stack, undefined, 401, attempts)
    await expectRefused(stack, billing?.token, 403, attempts)
    await expectRefused(stack, maker?.token, 403, attempts)
    expect((await send('GET', path(), undefined, admin?.token)).status).toBe(200)
  })

  it('reads nothing about people', async () => {
    const { access_token } = await aToken()
    const at = `/workspaces/${workspace.id}`
    const lists = [
      'members',
      'invitations',
      'join-requests',
      'groups',
      'teams',
      'machine-principals',
      'activity',
    ]
    for (const list of lists) {
      const answer = await call(stack, `${at}/${list}`, { token: access_token ?? '' })
      expect([list, refusalIn(answer)]).toEqual([
        list,
        {
          status: 403,
          type: 'INSUFFICIENT_PERMISSIONS',
          detail: 'A workspace token reads projects; it may not do this.',
        },
      ])
      expect(answer.text).not.toContain(workspace.owner.email)
    }
  })
})
