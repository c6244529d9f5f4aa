// A token outlives its session by up to an hour: what it is worth then, at every door.
import { RealtimeClient } from '@supabase/realtime-js'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn, refusalIn } from '../support/call.ts'
import { aWorkspace, knownPassword, sql } from '../support/people.ts'

const stack = sharedStack()
const changed = 'You were signed out because the password was changed.'

/** Two browsers of one owner: the one that stays and the one that was stolen. */
async function twoBrowsers() {
  const { owner, id, slug } = await aWorkspace(stack)
  const json = { username_or_email: owner.email, password: knownPassword }
  const answer = await call(stack, '/auth/login', { json })
  const stolen = { token: answer.json<{ token: string }>().token, cookie: cookieIn(answer) ?? '' }
  return { owner, stolen, workspace: { id, slug } }
}

const changePassword = (token: string) =>
  call(stack, '/auth/password', {
    token,
    json: { new_password: 'another horse', current_password: knownPassword },
  })

const ask = (token: string, path: string, init: RequestInit = {}) =>
  fetch(`${stack.apiUrl}${path}`, {
    ...init,
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  })
const graphql = (token: string, query: string) =>
  ask(token, '/graphql/v1', { method: 'POST', body: JSON.stringify({ query }) })

describe('the token of a session that has ended', () => {
  it('is refused with the reason by REST, GraphQL and functions; Storage and Auth take it for nobody’s', async () => {
    const { owner, stolen } = await twoBrowsers()
    const upload = async (token: string) => {
      const [{ id }] = (await sql<{ id: string }>(
        stack,
        'select m.workspace_id as id from public.workspace_members m where m.auth_id = $1',
        [decodeJwt(owner.token).sub],
      )) as [{ id: string }]
      const path = `${id}/${decodeJwt(owner.token).sub}/${crypto.randomUUID()}`
      const headers = { 'content-type': 'application/octet-stream' }
      return ask(token, `/storage/v1/object/uploads/${path}`, { method: 'POST', body: 'x', headers })
    }
    expect((await ask(stolen.token, '/rest/v1/workspaces?select=id')).status).toBe(200)
    expect((await upload(stolen.token)).status).toBe(200)
    expect((await changePassword(owner.token)).status).toBe(204)

    for (const path of ['/rest/v1/workspaces?select=id', '/rest/v1/projects?select=id']) {
      const refused = await ask(stolen.token, path)
      expect([path, refused.status, await refused.json()]).toEqual([
        path,
        401,
        { code: 'PT401', hint: 'INVALID_TOKEN', message: changed, details: '' },
      ])
    }
    for (const query of [
      '{ workspacesCollection { edges { node { id } } } }',
      '{ __typename }',
      '{ nonsense }',
    ]) {
      const refused = await graphql(stolen.token, query)
      expect([query, refused.status, (await refused.json()).message]).toEqual([query, 401, changed])
    }
    expect(refusalIn(await call(stack, '/users/me', { token: stolen.token }))).toEqual({
      status: 401,
      type: 'INVALID_TOKEN',
      detail: changed,
    })
    for (const [path, json] of [
      ['/emails/confirm', { confirmation_code: '000000' }],
      ['/auth/password', { new_password: 'a thief of it', current_password: 'another horse' }],
    ] as const)
      expect([path, (await call(stack, path, { token: stolen.token, json })).status]).toEqual([path, 401])
    expect((await upload(stolen.token)).status).toBeGreaterThanOrEqual(400)
    expect((await ask(stolen.token, '/auth/v1/user')).status).toBe(403)
    // The one that changed it goes on.
    expect((await ask(owner.token, '/rest/v1/workspaces?select=id')).status).toBe(200)
  })

  it('leaves the browser a reason at its sign-in page', async () => {
    const { owner, stolen } = await twoBrowsers()
    await changePassword(owner.token)
    const renewed = await call(stack, '/auth/access-token', { method: 'POST', cookie: stolen.cookie })
    expect(refusalIn(renewed)).toEqual({ status: 401, type: 'INVALID_TOKEN', detail: changed })
  })

  it('hears nothing more on channels that were open, and opens none', async () => {
    const { owner, stolen } = await twoBrowsers()
    const [{ id }] = (await sql<{ id: string }>(
      stack,
      'select u.id from public.users u join public.emails e on e.user_id = u.id where e.email = $1',
      [owner.email],
    )) as [{ id: string }]
    const client = new RealtimeClient(`${stack.apiUrl.replace('http', 'ws')}/realtime/v1`, {
      params: { apikey: stack.anonKey },
      transport: WebSocket as never,
    })
    try {
      await client.setAuth(stolen.token)
      const topic = `user:${id}`
      const channel = client.channel(topic, { config: { private: true } })
      const ended = new Promise<void>((resolve, reject) => {
        channel.subscribe((status) => {
          if (status === 'SUBSCRIBED') void changePassword(owner.token).catch(reject)
          if (status === 'CLOSED' || status === 'CHANNEL_ERROR') resolve()
        })
      })
      await ended
      const again = client.channel(topic, { config: { private: true } })
      const status = await new Promise((resolve) => again.subscribe((state) => resolve(state)))
      expect(status).toBe('CHANNEL_ERROR')
    } finally {
      await client.disconnect()
    }
  })
})

describe('a session made by sign-up', () => {
  it('is no unknown device', async () => {
    const { owner } = await aWorkspace(stack)
    const { items } = (await call(stack, '/auth/sessions', { token: owner.token })).json<{
      items: { id: string }[]
    }>()
    expect(items).toHaveLength(1)
    const rows = await sql(stack, 'select method from private.sessions where session_id = $1', [items[0]?.id])
    expect(rows).toEqual([{ method: 'code' }])
  })
})
