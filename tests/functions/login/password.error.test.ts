import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, type ProblemBody } from '../support/call.ts'
import { aWorkspace, knownPassword, sql } from '../support/people.ts'

const stack = sharedStack()
const newPassword = 'a better battery'

const login = (email: string, password: string) =>
  call(stack, '/auth/login', { json: { username_or_email: email, password } })

describe('changing the password', () => {
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
})

describe('two passwords at once', () => {
  const change = (token: string, json: Record<string, string>) =>
    call(stack, '/auth/password', { token, json })

  it('that are both the first: one counts, and the other is asked for it', async () => {
    const { owner } = await aWorkspace(stack)
    await sql(
      stack,
      `update public.users u set has_password = false from auth.users a where a.id = u.auth_id and a.email = $1`,
      [owner.email],
    )
    const chosen = ['first of two', 'second of two']
    const answers = await Promise.all(chosen.map((to) => change(owner.token, { new_password: to })))
    const [won, lost] = answers[0]?.status === 204 ? [0, 1] : [1, 0]
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400])
    expect(answers[lost]?.json<ProblemBody>()).toMatchObject({
      type: 'VALIDATION_ERROR',
      errors: [{ field: 'current_password', message: 'Please enter your current password.' }],
    })
    expect((await login(owner.email, chosen[won] ?? '')).status).toBe(200)
    expect((await login(owner.email, chosen[lost] ?? '')).status).toBe(401)
  })
})
