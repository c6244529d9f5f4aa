import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn } from '../support/call.ts'
import { aWorkspace, giveCode, knownPassword, unique } from '../support/people.ts'

const stack = sharedStack()
const newPassword = 'a better battery'

const login = (email: string, password: string) =>
  call(stack, '/auth/login', { json: { username_or_email: email, password } })

describe('changing the password', () => {
  it('keeps this session, ends the others, and the old password is worth nothing', async () => {
    const { owner } = await aWorkspace(stack)
    const elsewhere = cookieIn(await login(owner.email, knownPassword)) ?? ''
    const changed = await call(stack, '/auth/password', {
      token: owner.token,
      json: { new_password: newPassword, current_password: knownPassword },
    })
    expect(changed.status).toBe(204)
    const renew = (cookie: string) => call(stack, '/auth/access-token', { method: 'POST', cookie })
    expect((await renew(owner.cookie)).status).toBe(200)
    expect((await renew(elsewhere)).status).toBe(401)
    expect((await login(owner.email, knownPassword)).status).toBe(401)
    expect((await login(owner.email, newPassword)).status).toBe(200)
  })
})

it('chooses the first password in the session of the sign-up, whose code is the proof', async () => {
  const slug = unique('first')
  const email = `${slug}@example.com`
  const json = { email, code: await giveCode(stack, email), slug, name: slug }
  const { token } = (await call(stack, '/auth/signup/workspace', { json })).json<{ token: string }>()
  const me = async () =>
    (await call(stack, '/users/me', { token })).json<{ has_password: boolean }>().has_password
  expect([await me(), (await login(email, newPassword)).status]).toEqual([false, 401])
  const chosen = await call(stack, '/auth/password', { token, json: { new_password: newPassword } })
  expect(chosen.status).toBe(204)
  expect([await me(), (await login(email, newPassword)).status]).toEqual([true, 200])
})
