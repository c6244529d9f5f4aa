import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call, cookieIn } from '../support/call.ts'
import { aWorkspace, knownPassword, sql } from '../support/people.ts'

const stack = sharedStack()

interface LoginResult {
  token: string | null
  expires_at: string | null
  join_request_status: string | null
  confirmation_required: boolean
}

describe('signing in', () => {
  it('works with the e-mail address, in any case, and gives a token and a cookie', async () => {
    const { owner, id, slug } = await aWorkspace(stack)
    const answer = await call(stack, '/auth/login', {
      json: {
        username_or_email: owner.email.toUpperCase(),
        password: knownPassword,
        workspace_id: id,
        source: 'web',
      },
      host: slug,
      headers: { origin: `http://${slug}.${stack.baseHost}` },
    })
    expect(answer.status).toBe(200)
    const result = answer.json<LoginResult>()
    expect(result).toMatchObject({ join_request_status: null, confirmation_required: false })
    expect(Date.parse(result.expires_at ?? '')).toBeGreaterThan(Date.now())
    const me = await call(stack, '/users/me', { token: result.token ?? '' })
    expect(me.json<{ emails: { email: string }[] }>().emails[0]?.email).toBe(owner.email)
  })

  it('works with the username', async () => {
    const { slug } = await aWorkspace(stack)
    const answer = await call(stack, '/auth/login', {
      json: { username_or_email: slug, password: knownPassword },
    })
    expect(answer.status).toBe(200)
  })

  it('works twice in a row', async () => {
    const { owner } = await aWorkspace(stack)
    const json = { username_or_email: owner.email, password: knownPassword }
    for (const attempt of [1, 2]) {
      const answer = await call(stack, '/auth/login', { json })
      expect([attempt, answer.status]).toEqual([attempt, 200])
    }
  })

  it('keeps the refresh token out of reach of scripts and of other paths', async () => {
    const { owner } = await aWorkspace(stack)
    const answer = await call(stack, '/auth/login', {
      json: { username_or_email: owner.email, password: knownPassword },
    })
    const [cookie] = answer.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^waymark_refresh=[^;]+; /)
    expect(cookie).toContain('; HttpOnly')
    expect(cookie).toContain('; SameSite=Lax')
    expect(cookie).toContain('; Path=/api/v1/auth')
    expect(cookie).toContain('; Domain=waymark.localhost')
    const [, refreshToken = ''] = cookieIn(answer)?.split('=') ?? []
    expect(answer.text).not.toContain(refreshToken)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('on a workspace the person is no member of gives no session, but what became of the request to join', async () => {
    const [theirs, mine] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
    const answer = await call(stack, '/auth/login', {
      json: { username_or_email: mine.owner.email, password: knownPassword, workspace_id: theirs.id },
    })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      token: null,
      expires_at: null,
      join_request_status: 'created',
      confirmation_required: false,
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const sessions = await sql(
      stack,
      `select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1`,
      [mine.owner.email],
    )
    expect(sessions).toHaveLength(1)
  })
})
