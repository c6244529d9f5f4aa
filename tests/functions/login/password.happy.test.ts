import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn } from '../support/call.ts'
import { aWorkspace, knownPassword } from '../support/people.ts'

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
