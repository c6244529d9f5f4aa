// The calls to GoTrue that the product makes, by its own client.
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson, type Person, server, target, visitor } from './clients.ts'

let ada: Person
beforeAll(async () => {
  ada = await aPerson()
})

describe('signing in', () => {
  it('by password gives a session whose claims name the person', async () => {
    const { data, error } = await visitor().auth.signInWithPassword(ada)
    expect(error).toBeNull()
    const claims = JSON.parse(
      atob((data.session?.access_token ?? '').split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''),
    )
    expect(claims).toMatchObject({
      sub: ada.id,
      role: 'authenticated',
      aud: 'authenticated',
      email: ada.email,
    })
    expect(typeof claims.session_id).toBe('string')
    expect(data.user?.email).toBe(ada.email)
  })

  it('with a wrong password is refused without telling more', async () => {
    const { error } = await visitor().auth.signInWithPassword({ ...ada, password: 'wrong-password' })
    expect([error?.status, error?.code]).toEqual([400, 'invalid_credentials'])
    const { error: unknown } = await visitor().auth.signInWithPassword({
      email: 'no@example.com',
      password: 'wrong-password',
    })
    expect([unknown?.status, unknown?.code]).toEqual([400, 'invalid_credentials'])
  })

  it('by a link that the server made, twice in a row, each once', async () => {
    for (let round = 0; round < 2; round++) {
      const { data, error } = await server().auth.admin.generateLink({ type: 'magiclink', email: ada.email })
      expect(error).toBeNull()
      const { hashed_token: token_hash = '', verification_type: type } = data.properties ?? {}
      const redeem = () => visitor().auth.verifyOtp({ token_hash, type: type as 'magiclink' })
      expect((await redeem()).data.session?.user.id).toBe(ada.id)
      expect((await redeem()).error?.code).toBe('otp_expired')
    }
  })
})

describe('signing up', () => {
  const newcomer = () => ({ email: `new-${crypto.randomUUID()}@example.com`, password: 'correct-horse' })

  it('begins a session at once and keeps what is said of oneself', async () => {
    const { email, password } = newcomer()
    const client = visitor()
    const { data, error } = await client.auth.signUp({ email, password, options: { data: { shoe: 42 } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { shoe: 42 } })
    expect((await client.auth.getUser()).data.user?.id).toBe(data.user?.id)
    expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('is refused to who is known already, whose password is weak, and who has no address', async () => {
    const signUp = async (who: { email: string; password: string }) =>
      (await visitor().auth.signUp(who)).error?.code
    expect(await signUp({ email: ada.email, password: 'correct-horse' })).toBe('user_already_exists')
    expect(await signUp({ ...newcomer(), password: '12' })).toBe('weak_password')
    expect(await signUp({ ...newcomer(), email: 'no address' })).toBe('validation_failed')
    expect((await visitor().auth.signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
  })

  it('by telephone is refused, and signing in', async () => {
    const phone = { phone: '+15550100', password: 'correct-horse' }
    expect((await visitor().auth.signUp(phone)).error?.code).toBe('phone_provider_disabled')
    expect((await visitor().auth.signInWithPassword(phone)).error?.code).toBe('phone_provider_disabled')
  })
})

describe('a session', () => {
  it('is refreshed with rotation; the token before the last one ends it', async () => {
    const client = visitor()
    const first = (await client.auth.signInWithPassword(ada)).data.session
    const second = (await visitor().auth.refreshSession({ refresh_token: first?.refresh_token ?? '' })).data
      .session
    expect(second?.refresh_token).not.toBe(first?.refresh_token)
    const third = (await visitor().auth.refreshSession({ refresh_token: second?.refresh_token ?? '' })).data
      .session
    expect(third?.access_token).toBeTruthy()
    expect((await visitor().auth.refreshSession({ refresh_token: 'never1issued' })).error?.code).toBe(
      'refresh_token_not_found',
    )
  })

  it('tells who it is, and not when forged', async () => {
    expect((await visitor().auth.getUser(ada.token)).data.user?.id).toBe(ada.id)
    expect((await visitor().auth.getUser('a.b.c')).error?.status).toBe(403)
  })

  it('ends alone, or with all others, or with all', async () => {
    const one = await signIn()
    const two = await signIn()
    const three = await signIn()
    expect((await one.client.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect((await refresh(one.token)).error).not.toBeNull()
    const renewed = await refresh(two.token)
    expect(renewed.error).toBeNull()
    expect((await two.client.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await refresh(three.token)).error).not.toBeNull()
  })

  async function signIn() {
    const client = visitor()
    const { data } = await client.auth.signInWithPassword(ada)
    return { client, token: data.session?.refresh_token ?? '' }
  }
  const refresh = (token: string) => visitor().auth.refreshSession({ refresh_token: token })
})

describe('the server side', () => {
  it('makes, finds, changes and removes people', async () => {
    const { admin } = server().auth
    const email = `made-${Date.now()}@example.com`
    const made = await admin.createUser({
      email,
      password: 'secret-1',
      email_confirm: true,
      app_metadata: { a: 1 },
    })
    const id = made.data.user?.id ?? ''
    expect(made.data.user).toMatchObject({ email, app_metadata: { a: 1 } })
    expect((await admin.createUser({ email, password: 'secret-1' })).error?.code).toBe('email_exists')
    expect((await admin.getUserById(id)).data.user?.email).toBe(email)
    expect(
      (await admin.listUsers({ page: 1, perPage: 1000 })).data.users.some((user) => user.id === id),
    ).toBe(true)
    await admin.updateUserById(id, { password: 'secret-2' })
    expect((await visitor().auth.signInWithPassword({ email, password: 'secret-1' })).error).not.toBeNull()
    expect((await visitor().auth.signInWithPassword({ email, password: 'secret-2' })).error).toBeNull()
    await admin.deleteUser(id)
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  })

  it('is not for people', async () => {
    expect((await ada.client.auth.admin.listUsers()).error?.status).toBeGreaterThanOrEqual(401)
  })
})

describe('public facts', () => {
  const get = (path: string) =>
    fetch(`${target().url}/auth/v1/${path}`, { headers: { apikey: target().anonKey } })

  it('are the settings and the keys', async () => {
    expect((await get('settings')).status).toBe(200)
    const { keys } = (await (await get('.well-known/jwks.json')).json()) as { keys: unknown[] }
    expect(Array.isArray(keys)).toBe(true)
  })
})
