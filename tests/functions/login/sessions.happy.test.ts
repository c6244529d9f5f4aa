import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn } from '../support/call.ts'
import { aWorkspace, knownPassword, sql } from '../support/people.ts'

const stack = sharedStack()

describe('a session', () => {
  it('is renewed by its cookie, which is rotated', async () => {
    const { owner, id } = await aWorkspace(stack)
    const first = await call(stack, `/auth/access-token/${id}`, { method: 'POST', cookie: owner.cookie })
    expect(first.status).toBe(200)
    const rotated = cookieIn(first)
    expect(rotated).toBeDefined()
    expect(rotated).not.toBe(owner.cookie)
    const second = await call(stack, '/auth/access-token', { method: 'POST', cookie: rotated ?? '' })
    expect(second.status).toBe(200)
    const { token } = second.json<{ token: string }>()
    expect((await call(stack, `/workspaces/${id}`, { token })).status).toBe(200)
  })

  it('is known to scripts by a mark that says nothing else, for as long as its cookie', async () => {
    const { owner } = await aWorkspace(stack)
    const renewed = await call(stack, '/auth/access-token', { method: 'POST', cookie: owner.cookie })
    const [, mark] = renewed.headers['set-cookie'] ?? []
    expect(mark).toMatch(
      /^waymark_session=1; Max-Age=5184000; Domain=waymark\.localhost; Path=\/; SameSite=Lax$/,
    )
    const out = await call(stack, '/auth/logout', { method: 'POST', cookie: cookieIn(renewed) ?? '' })
    expect(out.headers['set-cookie']?.[1]).toMatch(
      /^waymark_session=; Max-Age=0; Domain=waymark\.localhost; Path=\/;/,
    )
  })

  it('ends with the sign-out, which removes the cookie and may be repeated', async () => {
    const { owner } = await aWorkspace(stack)
    const out = await call(stack, '/auth/logout', { method: 'POST', cookie: owner.cookie })
    expect(out.status).toBe(204)
    expect(out.headers['set-cookie']?.[0]).toMatch(
      /^waymark_refresh=; Max-Age=0; Domain=waymark\.localhost; Path=\/api\/v1\/auth/,
    )
    const after = await call(stack, '/auth/access-token', { method: 'POST', cookie: owner.cookie })
    expect(after.status).toBe(401)
    expect((await call(stack, '/auth/logout', { method: 'POST', cookie: owner.cookie })).status).toBe(204)
    expect((await call(stack, '/auth/logout', { method: 'POST' })).status).toBe(204)
  })

  it('ends for a thief, too, who renewed it with the cookie that signs out', async () => {
    const { owner } = await aWorkspace(stack)
    const thief = await call(stack, '/auth/access-token', { method: 'POST', cookie: owner.cookie })
    // Past the seconds in which two tabs may renew with the same cookie.
    await sql(
      stack,
      `update auth.refresh_tokens set updated_at = now() - interval '1 minute' where user_id = $1`,
      [decodeJwt(owner.token).sub],
    )
    expect((await call(stack, '/auth/logout', { method: 'POST', cookie: owner.cookie })).status).toBe(204)
    expect((await call(stack, '/users/me', { token: thief.json<{ token: string }>().token })).status).toBe(
      401,
    )
    const renewed = await call(stack, '/auth/access-token', { method: 'POST', cookie: cookieIn(thief) ?? '' })
    expect(renewed.status).toBe(401)
  })

  it('leaves the sessions of other browsers alone when it ends', async () => {
    const { owner } = await aWorkspace(stack)
    const other = await call(stack, '/auth/login', {
      json: { username_or_email: owner.email, password: knownPassword },
    })
    await call(stack, '/auth/logout', { method: 'POST', cookie: owner.cookie })
    const renewed = await call(stack, '/auth/access-token', { method: 'POST', cookie: cookieIn(other) ?? '' })
    expect(renewed.status).toBe(200)
  })
})
