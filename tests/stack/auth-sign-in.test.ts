// Signing in to Auth: by password and by links.
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthStack, startAuth } from '../support/auth.ts'

let auth: AuthStack
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

describe('signing in with a password', () => {
  it('answers a session whose token every service accepts', async () => {
    const user = await auth.aUser()
    const { data, error } = await auth.visitor().auth.signInWithPassword(user)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ id: user.id, email: user.email, aud: 'authenticated' })
    const token = data.session?.access_token ?? ''
    expect(decodeProtectedHeader(token)).toMatchObject({
      alg: 'ES256',
      kid: auth.keys.signingKeys.keys[0]?.kid,
    })
    const claims = decodeJwt(token)
    expect(claims).toMatchObject({
      iss: 'http://waymark.localhost:3000/auth/v1',
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: user.email,
      phone: '',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
    await expect(auth.verify(token)).resolves.toMatchObject({ role: 'authenticated' })
  })

  it('takes the address in any spelling', async () => {
    const { email, password } = await auth.aUser()
    const { error } = await auth.visitor().auth.signInWithPassword({ email: email.toUpperCase(), password })
    expect(error).toBeNull()
  })

  it('refuses a wrong password and an unknown address with the same words', async () => {
    const { email } = await auth.aUser()
    for (const address of [email, 'nobody@example.com']) {
      const { error } = await auth
        .visitor()
        .auth.signInWithPassword({ email: address, password: 'wrong one' })
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      })
    }
  })

  it('does not take a longer password for the one it begins with', async () => {
    const { email } = await auth.aUser('p'.repeat(72))
    const signIn = (password: string) => auth.visitor().auth.signInWithPassword({ email, password })
    expect((await signIn('p'.repeat(73))).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await signIn('p'.repeat(72))).error).toBeNull()
  })

  it('tells an unconfirmed and a banned user apart only after the right password', async () => {
    const email = 'unconfirmed@example.com'
    await auth.service.auth.admin.createUser({ email, password: 'correct horse' })
    const signIn = (password: string) => auth.visitor().auth.signInWithPassword({ email, password })
    expect((await signIn('wrong one')).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await signIn('correct horse')).error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

    const banned = await auth.aUser()
    await auth.service.auth.admin.updateUserById(banned.id, { ban_duration: '24h' })
    const { error } = await auth.visitor().auth.signInWithPassword(banned)
    expect(error).toMatchObject({ code: 'user_banned' })
  })

  it('is written down with browser and address, the named one only when a service names it', async () => {
    const user = await auth.aUser()
    const signIn = async (headers: Record<string, string>) => {
      const response = await auth.post('/token?grant_type=password', user, {
        'user-agent': 'Netscape 4',
        'x-forwarded-for': '192.0.2.1',
        'sb-forwarded-for': '198.51.100.9',
        ...headers,
      })
      const { session_id } = decodeJwt((await response.json()).access_token)
      const sql = 'select user_agent, host(ip) as ip from auth.sessions where id = $1'
      return (await auth.admin.query(sql, [session_id])).rows[0]
    }
    expect(await signIn({})).toEqual({ user_agent: 'Netscape 4', ip: '192.0.2.1' })
    const asService = await signIn({ apikey: auth.keys.serviceRoleKey })
    expect(asService).toEqual({ user_agent: 'Netscape 4', ip: '198.51.100.9' })
  })
})

describe('a magic link', () => {
  const redeem = async (properties: { hashed_token: string; verification_type: string }) =>
    auth.visitor().auth.verifyOtp({
      token_hash: properties.hashed_token,
      type: properties.verification_type as 'magiclink',
    })
  const link = async (email: string) => {
    const { data, error } = await auth.service.auth.admin.generateLink({ type: 'magiclink', email })
    if (error) throw error
    return data.properties
  }

  it('signs a new address up, and in again with the next one', async () => {
    const first = await link('newcomer@example.com')
    expect(first.verification_type).toBe('signup')
    expect((await redeem(first)).data.session?.user.email_confirmed_at).toBeTruthy()
    const second = await link('newcomer@example.com')
    expect(second.verification_type).toBe('magiclink')
    const third = (await redeem(second)).data.session
    expect(third?.user.email).toBe('newcomer@example.com')
    expect((await redeem(await link('newcomer@example.com'))).error).toBeNull()
  })

  it('carries what GoTrue gives with it', async () => {
    const { email } = await auth.aUser()
    const properties = await link(email)
    const url = new URL(properties.action_link)
    expect(url.href).toMatch(/^http:\/\/waymark\.localhost:3000\/auth\/v1\/verify\?/)
    expect(url.searchParams.get('token')).toBe(properties.hashed_token)
    expect(properties.email_otp).toMatch(/^\d{10}$/)
  })

  it('is good for one use, even when used twice at once', async () => {
    const properties = await link((await auth.aUser()).email)
    const results = await Promise.all([redeem(properties), redeem(properties), redeem(properties)])
    expect(results.filter(({ error }) => error === null)).toHaveLength(1)
    expect((await redeem(properties)).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    })
  })

  it('dies after an hour, and when a newer one is made', async () => {
    const { id, email } = await auth.aUser()
    const old = await link(email)
    const newer = await link(email)
    expect((await redeem(old)).error).toMatchObject({ code: 'otp_expired' })
    await auth.admin.query(
      "update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where user_id = $1",
      [id],
    )
    expect((await redeem(newer)).error).toMatchObject({ code: 'otp_expired' })
  })

  it('works as type "email" and by its code, not as another type', async () => {
    const { email } = await auth.aUser()
    const properties = await link(email)
    const wrong = await auth.visitor().auth.verifyOtp({ token_hash: properties.hashed_token, type: 'invite' })
    expect(wrong.error).toMatchObject({ code: 'otp_expired' })
    const right = await auth.visitor().auth.verifyOtp({ token_hash: properties.hashed_token, type: 'email' })
    expect(right.error).toBeNull()
    const { email_otp: token } = await link(email)
    const byCode = await auth.visitor().auth.verifyOtp({ email, token, type: 'magiclink' })
    expect(byCode.data.user?.email).toBe(email)
  })

  it('of the types invite, signup and recovery does what its name says', async () => {
    const make = auth.service.auth.admin
    const invite = await make.generateLink({ type: 'invite', email: 'guest@example.com' })
    expect(invite.data.user?.invited_at).toBeTruthy()
    const email = 'self@example.com'
    const signup = await make.generateLink({ type: 'signup', email, password: 'correct horse' })
    await redeem(signup.data.properties ?? { hashed_token: '', verification_type: '' })
    expect(
      (await auth.visitor().auth.signInWithPassword({ email, password: 'correct horse' })).error,
    ).toBeNull()
    const again = await make.generateLink({ type: 'signup', email, password: 'correct horse' })
    expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
    const recovery = await make.generateLink({ type: 'recovery', email: 'unknown@example.com' })
    expect(recovery.error).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})

describe('links of one account', () => {
  it('that are asked for and redeemed at once never wait for each other for ever', async () => {
    const { email } = await auth.aUser()
    const enter = async () => {
      const { data, error } = await auth.service.auth.admin.generateLink({ type: 'magiclink', email })
      if (error) return error.status
      const { hashed_token: token_hash, verification_type: type } = data.properties
      const redeemed = await auth.visitor().auth.verifyOtp({ token_hash, type })
      return redeemed.error?.status ?? 200
    }
    const outcomes = new Set<number | undefined>()
    for (let round = 0; round < 15; round++)
      for (const outcome of await Promise.all(Array.from({ length: 6 }, enter))) outcomes.add(outcome)
    // A link that another replaced meanwhile is refused; nothing fails.
    expect([...outcomes].filter((status) => status !== 200 && status !== 403)).toEqual([])
    expect(outcomes).toContain(200)
  })
})
