import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn, refusalIn } from '../support/call.ts'
import { aWorkspace, sql } from '../support/people.ts'

const stack = sharedStack()

describe('a stolen or invented refresh token', () => {
  it('that never was one is refused', async () => {
    const answer = await call(stack, '/auth/access-token', {
      method: 'POST',
      cookie: 'waymark_refresh=invented',
    })
    expect(refusalIn(answer)).toMatchObject({ status: 401, type: 'INVALID_TOKEN' })
  })

  it('used again long after its rotation ends the whole session', async () => {
    const { owner } = await aWorkspace(stack)
    const renew = (cookie: string) => call(stack, '/auth/access-token', { method: 'POST', cookie })
    const second = cookieIn(await renew(owner.cookie)) ?? ''
    const third = cookieIn(await renew(second)) ?? ''
    // Within ten seconds a repeat counts as two tabs at once; this makes it later.
    await sql(
      stack,
      `update auth.refresh_tokens set updated_at = updated_at - interval '1 hour'
       where user_id = (select id::text from auth.users where email = $1)`,
      [owner.email],
    )
    expect(refusalIn(await renew(owner.cookie))).toMatchObject({ status: 401, type: 'INVALID_TOKEN' })
    expect(refusalIn(await renew(third))).toMatchObject({ status: 401, type: 'INVALID_TOKEN' })
  })

  it('is never accepted as an access token', async () => {
    const { owner } = await aWorkspace(stack)
    const [, token = ''] = owner.cookie.split('=')
    expect(refusalIn(await call(stack, '/users/me', { token }))).toMatchObject({ type: 'INVALID_TOKEN' })
  })
})

describe('a stolen access token', () => {
  it('cannot make the tokens that follow too large for every door', async () => {
    const { owner } = await aWorkspace(stack)
    const refused = await fetch(`${stack.apiUrl}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        apikey: stack.anonKey,
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: { x: 'A'.repeat(30_000) } }),
    })
    expect(refused.status).toBe(400)
    const renewed = await call(stack, '/auth/access-token', { method: 'POST', cookie: owner.cookie })
    const { token } = renewed.json<{ token: string }>()
    expect((await call(stack, '/users/me', { token })).status).toBe(200)
  })
})
