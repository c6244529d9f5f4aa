import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, knownPassword } from '../support/people.ts'
import { inOneWindow } from '../support/windows.ts'

const stack = sharedStack()
const newPassword = 'a better battery'

describe('changing the password', () => {
  it('lets a thief of a token guess ten times, no more', async () => {
    const guesses = await inOneWindow(900, async () => {
      const { owner } = await aWorkspace(stack)
      return Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          call(stack, '/auth/password', {
            token: owner.token,
            json: { new_password: newPassword, current_password: `guess number ${n}` },
          }),
        ),
      )
    })
    expect(guesses.filter((answer) => answer.status === 429)).toHaveLength(2)
  })

  it('lets a thief of a token in by no other door', async () => {
    const { owner } = await aWorkspace(stack)
    const signIn = { username_or_email: owner.email, password: knownPassword }
    const { token } = (await call(stack, '/auth/login', { json: signIn })).json<{ token: string }>()
    const change = (body: object, by = token) =>
      fetch(`${stack.apiUrl}/auth/v1/user`, {
        method: 'PUT',
        headers: {
          apikey: stack.anonKey,
          authorization: `Bearer ${by}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ password: newPassword, ...body }),
      })
    // The password itself as the new one: the answer must not tell that it was guessed.
    const refusals: [object, string][] = [
      [{}, 'current_password_required'],
      [{ current_password: 'a guess' }, 'current_password_invalid'],
      [{ password: knownPassword }, 'current_password_required'],
    ]
    for (const [body, code] of refusals) {
      const answer = await change(body)
      expect([answer.status, (await answer.json()).error_code]).toEqual([400, code])
    }
    // A session that began by a mailed code is no better: the owner's own, of the sign-up.
    expect((await change({}, owner.token)).status).toBe(400)
    // Not even with the right one: the product's own door asks for it, ends the other sessions and tells.
    expect((await change({ current_password: knownPassword })).status).toBe(403)
    expect((await call(stack, '/auth/login', { json: signIn })).status).toBe(200)
  })

  it('lets nobody else use what a session was permitted', async () => {
    const { owner } = await aWorkspace(stack)
    const signIn = { username_or_email: owner.email, password: knownPassword }
    const thief = (await call(stack, '/auth/login', { json: signIn })).json<{ token: string }>()
    const door = (path: string, token: string, method: string, body: object) =>
      fetch(`${stack.apiUrl}${path}`, {
        method,
        headers: {
          apikey: stack.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
    const permit = { p_current_password: knownPassword }
    const permitted = await door('/rest/v1/rpc/permit_password_change', owner.token, 'POST', permit)
    expect(await permitted.json()).toMatchObject({ outcome: 'permitted' })
    const change = { password: newPassword, current_password: knownPassword }
    const refused = await door('/auth/v1/user', thief.token, 'PUT', change)
    expect([refused.status, (await refused.json()).error_code]).toEqual([403, 'session_not_found'])
    expect((await door('/auth/v1/user', owner.token, 'PUT', change)).status).toBe(200)
  })

  it('is refused without a token', async () => {
    const answer = await call(stack, '/auth/password', { json: { new_password: newPassword } })
    expect(refusalIn(answer)).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })
})
