import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn, type ProblemBody, refusalIn } from '../support/call.ts'
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

  it('needs the current one, and says which field is wrong', async () => {
    const { owner } = await aWorkspace(stack)
    const change = (json: Record<string, string>) =>
      call(stack, '/auth/password', { token: owner.token, json })
    const missing = await change({ new_password: newPassword })
    expect(missing.json<ProblemBody>().errors?.[0]?.field).toBe('current_password')
    const wrong = await change({ new_password: newPassword, current_password: 'guess guess' })
    expect(wrong.status).toBe(400)
    expect(wrong.json<ProblemBody>().errors).toEqual([
      { field: 'current_password', message: 'The current password is incorrect.' },
    ])
    const short = await change({ new_password: 'short', current_password: knownPassword })
    expect(short.json<ProblemBody>().errors).toEqual([
      { field: 'new_password', message: 'At least 6 characters' },
    ])
    expect((await login(owner.email, knownPassword)).status).toBe(200)
  })

  it('lets a thief of a token guess ten times, no more', async () => {
    const { owner } = await aWorkspace(stack)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        call(stack, '/auth/password', {
          token: owner.token,
          json: { new_password: newPassword, current_password: `guess number ${n}` },
        }),
      ),
    )
    expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(2)
  })

  it('is refused without a token', async () => {
    const answer = await call(stack, '/auth/password', { json: { new_password: newPassword } })
    expect(refusalIn(answer)).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })
})
