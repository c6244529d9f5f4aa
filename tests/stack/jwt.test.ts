import { createHmac, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base64url, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRolesOnly, createVerifier, requestToken, type TokenVerifier } from '../../stack/jwt.ts'
import {
  createKeys,
  createSigningKey,
  loadOrCreateKeys,
  publicKeys,
  type StackKeys,
} from '../../stack/keys.ts'

let keys: StackKeys
let verify: TokenVerifier
beforeAll(async () => {
  keys = await createKeys()
  verify = createVerifier({ jwtSecret: keys.jwtSecret, jwks: publicKeys(keys.signingKeys) })
})

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const encode = (value: unknown) => base64url.encode(JSON.stringify(value))

async function es256(claims: object, jwk = keys.signingKeys.keys[0], header: object = {}): Promise<string> {
  if (!jwk?.kid) throw new Error('no key')
  return new SignJWT({ exp: inAnHour(), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, ...header })
    .sign(await importJWK(jwk, 'ES256'))
}

function hs256(claims: object, secret = keys.jwtSecret, header: object = {}): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

describe('a valid token', () => {
  it('signed by the project key says who calls', async () => {
    const token = await es256({ role: 'authenticated', sub: 'me' })
    await expect(verify(token)).resolves.toMatchObject({ role: 'authenticated', claims: { sub: 'me' } })
  })

  it('signed by the shared secret is accepted, as the two API keys are', async () => {
    await expect(verify(hs256({ role: 'authenticated' }))).resolves.toMatchObject({ role: 'authenticated' })
    await expect(verify(keys.anonKey)).resolves.toMatchObject({ role: 'anon' })
    await expect(verify(keys.serviceRoleKey)).resolves.toMatchObject({ role: 'service_role' })
  })

  it('may say any role, or none, which is anon', async () => {
    await expect(verify(hs256({ role: 'reporter' }))).resolves.toMatchObject({ role: 'reporter' })
    await expect(verify(hs256({ sub: 'me' }))).resolves.toMatchObject({ role: 'anon', claims: { sub: 'me' } })
  })

  it.each([
    ['postgres', { role: 'postgres' }],
    ['supabase_admin', { role: 'supabase_admin' }],
    ['supabase_auth_admin', { role: 'supabase_auth_admin' }],
    ['anon', {}],
  ])('must say a role of the API where nothing else is known: not %s', async (role, claims) => {
    await expect(apiRolesOnly(verify)(hs256(claims))).rejects.toMatchObject({
      status: 401,
      message: `permission denied to set role "${role}"`,
    })
  })

  it('is absent: the caller is anonymous', async () => {
    await expect(verify(undefined)).resolves.toMatchObject({ role: 'anon' })
    await expect(apiRolesOnly(verify)(undefined)).resolves.toMatchObject({ role: 'anon' })
  })

  it('is found in the bearer header first, then in the API key', () => {
    expect(requestToken({ authorization: 'Bearer a.b.c', apikey: 'k' })).toBe('a.b.c')
    expect(requestToken({ apikey: 'k' })).toBe('k')
    expect(requestToken({ authorization: 'Basic abc' })).toBeUndefined()
  })

  it('costs a fraction the second time', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 100 }, (_, n) => es256({ role: 'authenticated', sub: String(n) })),
    )
    const verifyAll = async () => {
      const before = performance.now()
      for (const token of tokens) await verify(token)
      return performance.now() - before
    }
    const first = await verifyAll()
    // What else the machine does disturbs the quickest of several least.
    const again = [await verifyAll(), await verifyAll(), await verifyAll()]
    expect(Math.min(...again)).toBeLessThan(first / 2)
  })
})

describe('a refused token', () => {
  const refused: [name: string, token: () => string | Promise<string>, message: string][] = [
    ['with alg none', () => `${encode({ alg: 'none' })}.${encode({ role: 'service_role' })}.`, 'algorithm'],
    [
      'with an algorithm nobody uses',
      () => hs256({ role: 'anon' }, keys.jwtSecret, { alg: 'HS512' }),
      'algorithm',
    ],
    ['that is no JWT', () => 'sb_publishable_x', 'Expected 3 parts'],
    ['whose header is no JSON', () => 'a.b.c', 'could not be decoded'],
    ['signed by another secret', () => hs256({ role: 'service_role' }, 'x'.repeat(48)), 'cryptographic'],
    [
      'signed by another key',
      async () => es256({ role: 'anon' }, await createSigningKey()),
      'No suitable key',
    ],
    [
      'signed by another key under our kid',
      async () => {
        const kid = keys.signingKeys.keys[0]?.kid
        return es256({ role: 'service_role' }, await createSigningKey(), { kid })
      },
      'cryptographic',
    ],
    ['that expired', () => es256({ role: 'authenticated', exp: inAnHour() - 3601 }), 'JWT expired'],
    ['that is for later', () => es256({ role: 'authenticated', nbf: inAnHour() - 3000 }), 'not yet valid'],
    [
      'issued in the future',
      () => hs256({ role: 'authenticated', iat: inAnHour() - 3000 }),
      'JWT issued at future',
    ],
    ['for an audience without a name', () => hs256({ role: 'anon', aud: ['x', 1] }), 'Parsing claims failed'],
    ['with an object as role', () => hs256({ role: { admin: true } }), 'permission denied'],
    ['with an empty role', () => hs256({ role: '' }), 'permission denied'],
    ['with a list as role', () => hs256({ role: ['service_role'] }), 'permission denied'],
  ]

  it.each(refused)('%s', async (_name, token, message) => {
    const result = verify(await token())
    await expect(result).rejects.toMatchObject({ status: 401, message: expect.stringContaining(message) })
  })

  it('uses our public key as an HMAC secret', async () => {
    const jwk = publicKeys(keys.signingKeys).keys[0]
    for (const secret of [JSON.stringify(jwk), String(jwk?.x), String(jwk?.kid)]) {
      await expect(verify(hs256({ role: 'service_role' }, secret, { kid: jwk?.kid }))).rejects.toThrow()
    }
  })

  it('brings its own key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const token = await new SignJWT({ role: 'service_role', exp: inAnHour() })
      .setProtectedHeader({ alg: 'ES256', kid: 'mine', jwk: publicKey.export({ format: 'jwk' }) })
      .sign(privateKey)
    await expect(verify(token)).rejects.toThrow()
  })

  it('had its payload exchanged', async () => {
    const [header, , signature] = (await es256({ role: 'anon' })).split('.')
    const forged = `${header}.${encode({ role: 'service_role', exp: inAnHour() })}.${signature}`
    await expect(verify(forged)).rejects.toThrow('cryptographic')
  })

  it('was good a moment ago and has expired since', async () => {
    const token = await es256({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3 })
    await verify(token)
    await expect.poll(() => verify(token).catch((error) => error.message)).toBe('JWT expired')
  })
})

describe('the keys of a data folder', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'waymark keys '))
  })
  afterAll(() => rm(dir, { recursive: true }))

  it('are made once, for their owner only', async () => {
    const file = join(dir, 'new', 'keys.json')
    const made = await loadOrCreateKeys(file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(loadOrCreateKeys(file)).resolves.toEqual(made)
  })

  it('are never replaced silently when the file is damaged', async () => {
    const file = join(dir, 'damaged.json')
    await writeFile(file, '{"jwtSecret": "secret-')
    await expect(loadOrCreateKeys(file)).rejects.toThrow(/^(?!.*secret-).*is damaged/)
    expect(await readFile(file, 'utf8')).toBe('{"jwtSecret": "secret-')
  })

  it('show nothing private to the public', () => {
    expect(publicKeys(keys.signingKeys).keys[0]).not.toHaveProperty('d')
    expect(publicKeys(keys.signingKeys).keys[0]).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC' })
  })
})
