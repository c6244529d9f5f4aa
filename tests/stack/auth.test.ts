// Auth for those who are signed in, for the service key, and for migrations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthStack, startAuth } from '../support/auth.ts'

let auth: AuthStack
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

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
