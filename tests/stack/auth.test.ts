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

describe('a signed-in user', () => {
  const signedIn = async () => {
    const user = await auth.aUser()
    const client = auth.visitor()
    await client.auth.signInWithPassword(user)
    return { user, client }
  }

  it('reads and changes themselves', async () => {
    const { user, client } = await signedIn()
    expect((await client.auth.getUser()).data.user).toMatchObject({ id: user.id, email: user.email })
    const changed = await client.auth.updateUser({ data: { colour: 'blue', gone: null } })
    expect(changed.data.user?.user_metadata).toMatchObject({ colour: 'blue', email_verified: true })
    expect(changed.data.user?.user_metadata).not.toHaveProperty('gone')
    const claims = await client.auth.getClaims()
    expect(claims.data?.claims.sub).toBe(user.id)
  })

  it('cannot make themselves more than they are', async () => {
    const { user, client } = await signedIn()
    const token = (await client.auth.getSession()).data.session?.access_token
    await fetch(`${auth.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'service_role', app_metadata: { admin: true }, email_confirm: true }),
    })
    const { data } = await auth.service.auth.admin.getUserById(user.id)
    expect(data.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } })
    expect(data.user?.app_metadata).not.toHaveProperty('admin')
  })

  it('changes the password, which ends their other sessions', async () => {
    const { user, client } = await signedIn()
    const other = auth.visitor()
    await other.auth.signInWithPassword(user)
    const same = await client.auth.updateUser({ password: user.password })
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' })
    const weak = await client.auth.updateUser({ password: 'short' })
    expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.refreshSession()).error).not.toBeNull()
    const { error } = await auth.visitor().auth.signInWithPassword({ ...user, password: 'battery staple' })
    expect(error).toBeNull()
  })

  it('signs out here, elsewhere or everywhere', async () => {
    const user = await auth.aUser()
    const clients = [auth.visitor(), auth.visitor(), auth.visitor()] as const
    for (const client of clients) await client.auth.signInWithPassword(user)
    const alive = async () =>
      Promise.all(clients.map(async ({ auth: a }) => ((await a.getUser()).error === null ? 'in' : 'out')))
    await clients[0].auth.signOut({ scope: 'local' })
    expect(await alive()).toEqual(['out', 'in', 'in'])
    await clients[1].auth.signOut({ scope: 'others' })
    expect(await alive()).toEqual(['out', 'in', 'out'])
    await clients[0].auth.signInWithPassword(user)
    await clients[1].auth.signOut({ scope: 'global' })
    const { rows } = await auth.admin.query('select from auth.sessions where user_id = $1', [user.id])
    expect(rows).toHaveLength(0)
  })

  it('whose session has ended is told so', async () => {
    const { client } = await signedIn()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    await auth.service.auth.admin.signOut(token)
    const response = await fetch(`${auth.url}/auth/v1/user`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 403, error_code: 'session_not_found' })
  })
})

describe('the admin calls', () => {
  it('create, read, list, change and delete users', async () => {
    const { admin } = auth.service.auth
    const email = 'Managed@Example.com'
    const created = await admin.createUser({ email, user_metadata: { a: 1 }, app_metadata: { plan: 'pro' } })
    expect(created.data.user).toMatchObject({
      email: 'managed@example.com',
      user_metadata: { a: 1 },
      app_metadata: { plan: 'pro', provider: 'email' },
      identities: [{ provider: 'email', email: 'managed@example.com' }],
    })
    const id = created.data.user?.id ?? ''
    const changed = await admin.updateUserById(id, { email: 'moved@example.com', email_confirm: true })
    expect(changed.data.user).toMatchObject({
      email: 'moved@example.com',
      identities: [{ email: 'moved@example.com' }],
    })
    const listed = await admin.listUsers({ page: 1, perPage: 1 })
    expect(listed.data.users).toHaveLength(1)
    expect(listed.data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })

  it('refuse what is taken, malformed or too weak', async () => {
    const { admin } = auth.service.auth
    const { email } = await auth.aUser()
    const errorOf = async (attributes: Parameters<typeof admin.createUser>[0]) =>
      (await admin.createUser(attributes)).error
    expect(await errorOf({ email: email.toUpperCase() })).toMatchObject({ status: 422, code: 'email_exists' })
    expect(await errorOf({ email: 'no address' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await errorOf({ email: 'x@example.com', password: '12345' })).toMatchObject({
      code: 'weak_password',
    })
    const broken = await auth.post('/admin/users', '{"email":', {
      apikey: auth.keys.serviceRoleKey,
      authorization: `Bearer ${auth.keys.serviceRoleKey}`,
    })
    expect(await broken.json()).toMatchObject({ code: 400, error_code: 'bad_json' })
  })

  it('set a new password, which ends every session of the user', async () => {
    const user = await auth.aUser()
    const client = auth.visitor()
    await client.auth.signInWithPassword(user)
    await auth.service.auth.admin.updateUserById(user.id, { password: 'battery staple' })
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  it('are for the service key only', async () => {
    const user = await auth.aUser()
    const client = auth.visitor()
    const { data } = await client.auth.signInWithPassword(user)
    for (const token of [auth.keys.anonKey, data.session?.access_token]) {
      const paths = ['/admin/users', '/admin/generate_link']
      for (const path of paths) {
        const response = await auth.post(
          path,
          { email: 'x@example.com' },
          { authorization: `Bearer ${token}` },
        )
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ error_code: 'not_admin' })
      }
    }
    const none = await auth.post('/admin/users', {})
    expect(await none.json()).toMatchObject({ code: 401, error_code: 'no_authorization' })
  })
})

describe('the service itself', () => {
  it('publishes its keys, settings and health', async () => {
    const get = async (path: string) => (await fetch(`${auth.url}/auth/v1${path}`)).json()
    expect(await get('/.well-known/jwks.json')).toEqual({
      keys: [expect.objectContaining({ kty: 'EC', alg: 'ES256', use: 'sig' })],
    })
    expect(JSON.stringify(await get('/.well-known/jwks.json'))).not.toContain('"d"')
    expect(await get('/settings')).toMatchObject({ external: { email: true }, disable_signup: true })
    expect(await get('/health')).toMatchObject({ name: 'GoTrue' })
  })

  it('answers errors in the API version it is asked in', async () => {
    const old = await auth.post('/token?grant_type=password', {
      email: 'a@example.com',
      password: 'wrong one',
    })
    expect(await old.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
    const version = { 'x-supabase-api-version': '2024-01-01' }
    const current = await auth.post(
      '/token?grant_type=password',
      { email: 'a@example.com', password: 'wrong one' },
      version,
    )
    expect(current.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(await current.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  it('lets nobody sign up past the product', async () => {
    const { error } = await auth.visitor().auth.signUp({ email: 'x@example.com', password: 'correct horse' })
    expect(error).toMatchObject({ status: 422, code: 'signup_disabled' })
  })

  it('knows no other path', async () => {
    expect((await fetch(`${auth.url}/auth/v1/admin/audit`)).status).toBe(404)
    expect((await fetch(`${auth.url}/auth/v1/token`)).status).toBe(405)
  })
})

describe('the database', () => {
  it('lets a migration refer to users and follow them by trigger', async () => {
    const postgres = await auth.admin.connect()
    await postgres.query(`
      set role postgres;
      create table public.people (auth_id uuid primary key references auth.users (id) on delete cascade);
      create function public.follow() returns trigger language plpgsql security definer set search_path = ''
        as 'begin insert into public.people values (new.id); return new; end';
      create trigger follow after insert on auth.users for each row execute function public.follow();
      reset role;`)
    postgres.release()
    const { id } = await auth.aUser()
    const people = async () =>
      (await auth.admin.query('select from public.people where auth_id = $1', [id])).rowCount
    expect(await people()).toBe(1)
    expect((await auth.service.auth.admin.deleteUser(id)).error).toBeNull()
    expect(await people()).toBe(0)
    await auth.admin.query('drop trigger follow on auth.users')
  })

  it('knows the caller by the claims of the request', async () => {
    const claims = {
      sub: 'b1a2c3d4-0000-4000-8000-000000000001',
      role: 'authenticated',
      email: 'a@example.com',
    }
    const client = await auth.admin.connect()
    await client.query(`begin; set local role authenticated`)
    const read = 'select auth.uid(), auth.role(), auth.email(), auth.jwt()'
    expect((await client.query(read)).rows).toEqual([{ uid: null, role: null, email: null, jwt: null }])
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
    expect((await client.query(read)).rows).toEqual([
      { uid: claims.sub, role: 'authenticated', email: 'a@example.com', jwt: claims },
    ])
    await client.query('rollback')
    client.release()
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
