import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthStack, startAuth } from '../support/auth.ts'

let auth: AuthStack
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

async function aSession(): Promise<{ userId: string; refreshToken: string }> {
  const user = await auth.aUser()
  const { data } = await auth.visitor().auth.signInWithPassword(user)
  return { userId: user.id, refreshToken: data.session?.refresh_token ?? '' }
}

async function refresh(token: string) {
  const response = await auth.post('/token?grant_type=refresh_token', { refresh_token: token })
  return { status: response.status, body: await response.json() }
}

// What a token remembers of its use is moved into the past: no test has to wait for the interval.
const later = (userId: string) =>
  auth.admin.query(
    "update auth.refresh_tokens set updated_at = updated_at - interval '11 s' where user_id = $1",
    [userId],
  )

describe('a refresh token', () => {
  it('is exchanged for a new one, again and again', async () => {
    let { userId, refreshToken } = await aSession()
    const seen = new Set([refreshToken])
    for (let i = 0; i < 4; i++) {
      const { status, body } = await refresh(refreshToken)
      expect(status).toBe(200)
      expect(body.user.id).toBe(userId)
      refreshToken = body.refresh_token
      seen.add(refreshToken)
      await later(userId)
    }
    expect(seen.size).toBe(5)
  })

  it('used by twenty tabs at once gives all of them the same living successor', async () => {
    const { userId, refreshToken } = await aSession()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const successors = new Set(answers.map(({ body }) => body.refresh_token))
    expect(successors.size).toBe(1)
    const [successor] = successors
    expect((await refresh(successor)).status).toBe(200)
    const { rows } = await auth.admin.query(
      'select count(*)::int as alive from auth.refresh_tokens where user_id = $1 and not revoked',
      [userId],
    )
    expect(rows).toEqual([{ alive: 1 }])
  })

  it('stolen and used after the interval ends the session for thief and victim', async () => {
    const { userId, refreshToken } = await aSession()
    const victim = (await refresh(refreshToken)).body.refresh_token
    await later(userId)
    const thief = await refresh(refreshToken)
    expect(thief.status).toBe(400)
    expect(thief.body).toMatchObject({
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    })
    expect((await refresh(victim)).body).toMatchObject({ error_code: 'refresh_token_already_used' })
    expect((await refresh(refreshToken)).status).toBe(400)
  })

  it('stolen and used by twenty at once after the interval helps none of them', async () => {
    const { userId, refreshToken } = await aSession()
    await refresh(refreshToken)
    await later(userId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)))
    expect(answers.every(({ status }) => status === 400)).toBe(true)
    const { rows } = await auth.admin.query(
      'select from auth.refresh_tokens where user_id = $1 and not revoked',
      [userId],
    )
    expect(rows).toHaveLength(0)
  })

  it('of another family is not touched by a theft', async () => {
    const user = await auth.aUser()
    const tokens: string[] = []
    for (let i = 0; i < 2; i++) {
      const { data } = await auth.visitor().auth.signInWithPassword(user)
      tokens.push(data.session?.refresh_token ?? '')
    }
    const [stolen = '', untouched = ''] = tokens
    await refresh(stolen)
    await later(user.id)
    expect((await refresh(stolen)).status).toBe(400)
    expect((await refresh(untouched)).status).toBe(200)
  })

  it('that was never issued, or is no text at all, is refused', async () => {
    const unknown = (await refresh('AAAAAAAAAAAAAAAAAAAAAAAA')).body
    expect(unknown).toMatchObject({ code: 400, error_code: 'refresh_token_not_found' })
    const notText = await auth.post('/token?grant_type=refresh_token', { refresh_token: { $ne: null } })
    expect(await notText.json()).toMatchObject({ error_code: 'bad_json' })
  })

  it('of a banned user is refused', async () => {
    const { userId, refreshToken } = await aSession()
    await auth.service.auth.admin.updateUserById(userId, { ban_duration: '1h30m' })
    expect((await refresh(refreshToken)).body).toMatchObject({ error_code: 'user_banned' })
    await auth.service.auth.admin.updateUserById(userId, { ban_duration: 'none' })
    expect((await refresh(refreshToken)).status).toBe(200)
  })
})

describe('guessing', () => {
  it('an address by the time of the answer gives nothing away', async () => {
    const { email } = await auth.aUser()
    const without = 'without-password@example.com'
    await auth.service.auth.admin.generateLink({ type: 'invite', email: without })
    const times: Record<string, number[]> = { known: [], unknown: [], passwordless: [], unhashed: [] }
    const timed = async (kind: string, round: number, ask: () => Promise<unknown>) => {
      const before = performance.now()
      await ask()
      // The first round starts the hashing thread.
      if (round > 0) times[kind]?.push(performance.now() - before)
    }
    const addresses = { known: email, unknown: 'nobody@example.com', passwordless: without }
    for (let round = 0; round < 13; round++) {
      for (const [kind, address] of Object.entries(addresses)) {
        const guess = { email: address, password: 'wrong one' }
        await timed(kind, round, () => auth.post('/token?grant_type=password', guess))
      }
      await timed('unhashed', round, () => auth.post('/token?grant_type=refresh_token', {}))
    }
    // The faster ones: what else the machine does makes answers slower, never faster.
    const usual = (kind: string) => [...(times[kind] ?? [])].sort((a, b) => a - b)[2] ?? 0
    expect(usual('unknown')).toBeGreaterThan(2 * usual('unhashed'))
    for (const kind of ['unknown', 'passwordless']) {
      expect(usual(kind) / usual('known')).toBeGreaterThan(0.7)
      expect(usual(kind) / usual('known')).toBeLessThan(1.4)
    }
  })

  it('many codes from one address is cut off, and nobody else with it', async () => {
    const guess = async (address: string) =>
      (await auth.post('/verify', { type: 'magiclink', token_hash: 'x' }, { 'x-forwarded-for': address }))
        .status
    const statuses = await Promise.all(Array.from({ length: 450 }, () => guess('203.0.113.5')))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(await guess('203.0.113.6')).toBe(403)
  })

  it('the password of one account from many addresses is cut off, and nobody else with it', async () => {
    const user = await auth.aUser()
    const signIn = async (email: string, password: string, n: number, headers = {}) =>
      (
        await auth.post(
          '/token?grant_type=password',
          { email, password },
          { 'x-forwarded-for': `203.0.113.${n}`, ...headers },
        )
      ).status
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signIn(n % 2 ? user.email : user.email.toUpperCase(), `guess ${n}`, n),
      ),
    )
    expect(guesses.filter((status) => status === 429)).toHaveLength(10)
    const other = await auth.aUser()
    expect(await signIn(other.email, other.password, 1)).toBe(200)
    // The product counts for itself, by the name that somebody typed.
    const service = { apikey: auth.keys.serviceRoleKey }
    expect(await signIn(user.email, user.password, 1, service)).toBe(200)
  })

  it('types and hashes of other shapes finds nothing', async () => {
    for (const body of [
      { type: 'constructor', token_hash: 'x' },
      { type: '__proto__', token_hash: 'x' },
      { type: 'magiclink', token_hash: '%' },
      { type: 'magiclink', token_hash: '' },
      { type: 'magiclink' },
      {},
    ]) {
      const response = await auth.post('/verify', body)
      expect([400, 403]).toContain(response.status)
    }
  })
})

describe('text no database column can hold', () => {
  it('is the caller’s mistake, never a failure', async () => {
    const nul = 'a\u0000b'
    const authorization = `Bearer ${auth.keys.serviceRoleKey}`
    const bodies: [path: string, body: unknown][] = [
      ['/token?grant_type=password', { email: nul, password: nul }],
      ['/token?grant_type=refresh_token', { refresh_token: nul }],
      ['/verify', { type: 'magiclink', token_hash: nul }],
      ['/admin/users', { email: `${nul}@example.com` }],
      ['/admin/users', { email: 'nul@example.com', user_metadata: { [nul]: nul } }],
      ['/admin/users', { email: 'ban@example.com', ban_duration: '99999999999999999h' }],
      ['/admin/generate_link', { type: 'magiclink', email: 'x@example.com', redirect_to: nul }],
      ['/token?grant_type=password', '[1, 2]'],
      ['/token?grant_type=password', '"text"'],
    ]
    for (const [path, body] of bodies) {
      const { status } = await auth.post(path, body, { authorization })
      expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(500)
    }
  })
})

describe('a hashing request', () => {
  it('does not hold up the others', async () => {
    const signIns = Array.from({ length: 6 }, () =>
      auth.post('/token?grant_type=password', { email: 'nobody@example.com', password: 'wrong one' }),
    )
    const before = performance.now()
    await fetch(`${auth.url}/auth/v1/settings`)
    const settings = performance.now() - before
    await Promise.all(signIns)
    expect(settings).toBeLessThan((performance.now() - before) / 2)
  })
})

describe('the credentials', () => {
  it('are out of reach of every API role', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      for (const table of ['users', 'identities', 'sessions', 'refresh_tokens', 'one_time_tokens']) {
        const client = await auth.admin.connect()
        await client.query(`begin; set local role ${role}`)
        await expect(client.query(`select from auth.${table}`)).rejects.toMatchObject({ code: '42501' })
        await client.query('rollback')
        client.release()
      }
    }
  })

  it('are never in an answer', async () => {
    const { id, email, password } = await auth.aUser()
    const { data } = await auth.service.auth.admin.getUserById(id)
    const signedIn = await auth.visitor().auth.signInWithPassword({ email, password })
    expect(JSON.stringify([data, signedIn.data])).not.toMatch(/\$2[aby]\$|encrypted_password/)
  })
})

describe('a body', () => {
  const signInWith = (bytes: number) => {
    const [start, end] = ['{"email": "nobody@example.com", "password": "', '"}']
    const body = start + 'x'.repeat(bytes - start.length - end.length) + end
    return auth.post('/token?grant_type=password', body)
  }

  it('is read up to 64 KiB, and no further', async () => {
    const [most, more] = [await signInWith(64 * 1024), await signInWith(64 * 1024 + 1)]
    expect([most.status, (await most.json()).error_code]).toEqual([400, 'invalid_credentials'])
    expect([more.status, (await more.json()).msg]).toEqual([413, 'Request body is too large'])
  })
})
