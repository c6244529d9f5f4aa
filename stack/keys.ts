// The secrets of one data folder: made once, readable by their owner only, never printed by this module.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWK,
  SignJWT,
} from 'jose'

export interface StackKeys {
  /** Signs the two API keys; HS256. */
  jwtSecret: string
  /** Private ES256 keys: the first signs access tokens, all of them verify. */
  signingKeys: JSONWebKeySet
  anonKey: string
  serviceRoleKey: string
}

const TEN_YEARS = 10 * 365 * 24 * 3600

/** Makes a complete new set. */
export async function createKeys(): Promise<StackKeys> {
  const jwtSecret = randomBytes(48).toString('base64url')
  return {
    jwtSecret,
    signingKeys: { keys: [await createSigningKey()] },
    anonKey: await signApiKey('anon', jwtSecret),
    serviceRoleKey: await signApiKey('service_role', jwtSecret),
  }
}

/** Reads the keys from `file`, or makes and stores them (mode 0600, whole or not at all). */
export async function loadOrCreateKeys(file: string): Promise<StackKeys> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stored !== undefined) {
    await chmod(file, 0o600)
    return parse(file, stored)
  }
  const keys = await createKeys()
  await writeSecret(file, JSON.stringify(keys, null, 2))
  return keys
}

/** Writes a file only its owner can read; a reader never sees half of it. */
export async function writeSecret(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

/** What may be shown to anybody: the keys without their private part. */
export function publicKeys(set: JSONWebKeySet): JSONWebKeySet {
  return {
    keys: set.keys.map(({ d: _secret, ...key }) => ({ ...key, key_ops: ['verify'] })),
  }
}

/** A fresh ES256 key pair as a private JWK; the kid is its thumbprint (RFC 7638). */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { ...jwk, kid, alg: 'ES256', use: 'sig', key_ops: ['sign'] }
}

function signApiKey(role: 'anon' | 'service_role', jwtSecret: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ iss: 'supabase', role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + TEN_YEARS)
    .sign(Buffer.from(jwtSecret))
}

function parse(file: string, stored: string): StackKeys {
  try {
    const keys = JSON.parse(stored) as StackKeys
    if (keys.jwtSecret && keys.anonKey && keys.serviceRoleKey && keys.signingKeys.keys.length > 0) return keys
  } catch {
    // Told below: the parser's own message would quote the file's content.
  }
  throw new Error(`${file} is damaged. Restore it, or delete it to make new keys (all sessions end).`)
}
