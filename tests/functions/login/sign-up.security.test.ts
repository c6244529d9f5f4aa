import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aWorkspace, giveCode, sql, unique } from '../support/people.ts'

const stack = sharedStack()

describe('an attacker at the sign-up', () => {
  it('has five guesses at a code; then even the right one is refused', async () => {
    const slug = unique('guess')
    const email = `${slug}@example.com`
    const code = await giveCode(stack, email)
    for (const guess of ['000001', '000002', '000003', '000004', '000005']) {
      await call(stack, '/auth/signup/workspace', { json: { email, code: guess, slug } })
    }
    const answer = await call(stack, '/auth/signup/workspace', { json: { email, code, slug } })
    expect(answer.status).toBe(400)
  })

  it('cannot flood an inbox: the sixth code within a quarter of an hour has to wait', async () => {
    const email = `${unique('flood')}@example.com`
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => call(stack, '/auth/signup/code', { json: { email } })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 204, 204, 204, 204, 429, 429])
    const refused = answers.find((answer) => answer.status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  it('learns nothing about an address from asking for a code or for the list of workspaces', async () => {
    const { owner } = await aWorkspace(stack)
    const stranger = `${unique('stranger')}@example.com`
    for (const path of ['/auth/signup/code', '/auth/find-workspaces']) {
      const [known, unknown] = await Promise.all(
        [owner.email, stranger].map((email) => call(stack, path, { json: { email } })),
      )
      expect([path, known?.status, known?.text]).toEqual([path, unknown?.status, unknown?.text])
    }
  })

  it('does not get into an account by claiming its address without confirming it', async () => {
    const victim = await aWorkspace(stack)
    const attacker = await aWorkspace(stack)
    const target = `${unique('target')}@example.com`
    await sql(
      stack,
      `insert into public.emails (user_id, email) select user_id, $2 from public.emails where email = $1`,
      [attacker.owner.email, target],
    )
    const answer = await call(stack, '/auth/signup/workspace', {
      json: { email: target, code: await giveCode(stack, target), slug: unique('target') },
    })
    const me = await call(stack, '/users/me', { token: answer.json<{ token: string }>().token })
    const emails = me.json<{ emails: { email: string }[] }>().emails.map(({ email }) => email)
    expect(emails).toEqual([target])
    expect(emails).not.toContain(victim.owner.email)
  })

  it('cannot call the database functions behind it', async () => {
    const { owner } = await aWorkspace(stack)
    for (const name of ['svc_signup_workspace', 'svc_request_code', 'svc_login_lookup', 'svc_throttle']) {
      for (const token of [stack.anonKey, owner.token]) {
        const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: {
            apikey: stack.anonKey,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          body: '{}',
        })
        expect([name, answer.ok]).toEqual([name, false])
      }
    }
  })
})
