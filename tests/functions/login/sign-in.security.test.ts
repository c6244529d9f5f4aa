import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, knownPassword, unique } from '../support/people.ts'
import { inOneWindow } from '../support/windows.ts'

const stack = sharedStack()

describe('an attacker at the sign-in', () => {
  it('cannot tell an unknown address from a wrong password, by what is said', async () => {
    const { owner } = await aWorkspace(stack)
    const attempt = async (username_or_email: string) => {
      const answer = await call(stack, '/auth/login', {
        json: { username_or_email, password: 'wrong password' },
      })
      const { type, title, status, detail } = answer.json<Record<string, unknown>>()
      return { type, title, status, detail, cookie: answer.headers['set-cookie'] }
    }
    const known = await attempt(owner.email)
    const unknown = await attempt(`${unique('nobody')}@example.com`)
    expect(unknown).toEqual(known)
  })

  it('is slowed down after twenty wrong passwords, and a success clears the count', async () => {
    const { answers, known } = await inOneWindow(900, async () => {
      const { owner } = await aWorkspace(stack)
      const login = (password: string) =>
        call(stack, '/auth/login', { json: { username_or_email: owner.email, password } })
      await Promise.all(Array.from({ length: 19 }, () => login('wrong password')))
      const first = (await login(knownPassword)).status
      const answers = await Promise.all(Array.from({ length: 22 }, () => login('wrong password')))
      return { answers, known: [first, (await login(knownPassword)).status] }
    })
    expect(known).toEqual([200, 429])
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.json()).toMatchObject({ type: 'TOO_MANY_REQUESTS' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a look-alike host', { origin: `http://waymark.localhost.evil.example` }],
    ['a look-alike name', { origin: `http://evilwaymark.localhost` }],
    ['another port of our host', { origin: 'http://waymark.localhost:1' }],
    ['another scheme', { origin: `https://${stack.baseHost}` }],
    ['a browser that hides the origin', { 'sec-fetch-site': 'cross-site' }],
  ])('cannot use the visitor’s cookie from %s', async (_from, headers) => {
    const { owner } = await aWorkspace(stack)
    const answer = await call(stack, '/auth/access-token', { method: 'POST', cookie: owner.cookie, headers })
    expect(refusalIn(answer)).toMatchObject({ status: 403, type: 'ACTION_PROHIBITED' })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    const still = await call(stack, '/auth/access-token', { method: 'POST', cookie: owner.cookie })
    expect(still.status).toBe(200)
  })

  it('who writes X-Forwarded-For does not become somebody else for the limits', async () => {
    const answers = await inOneWindow(900, async () => {
      const { owner } = await aWorkspace(stack)
      return Promise.all(
        Array.from({ length: 22 }, (_, n) =>
          call(stack, '/auth/login', {
            json: { username_or_email: owner.email, password: 'wrong password' },
            headers: { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.50` },
          }),
        ),
      )
    })
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2)
  })

  it('finds neither passwords nor tokens in the log', async () => {
    const { owner } = await aWorkspace(stack)
    const password = unique('secret-pass')
    await call(stack, '/auth/login', { json: { username_or_email: owner.email, password } })
    await call(stack, '/users/me', { token: owner.token })
    const invitation = unique('invitation-of-thirty-two-letters')
    await call(stack, `/auth/invitations/${invitation}`)
    const renewed = await call(stack, '/auth/access-token', { method: 'POST', cookie: owner.cookie })
    // A line is written once its answer has gone out.
    const log = await vi.waitFor(() => {
      const text = readFileSync(join(stack.dataDir, 'waymark.log'), 'utf8')
      expect(text.includes(String(renewed.headers['x-request-id']))).toBe(true)
      return text
    }, 15_000)
    const [, refreshToken = '?'] = owner.cookie.split('=')
    for (const secret of [password, owner.token, refreshToken, invitation]) expect(log).not.toContain(secret)
  })
})
