// Links that speak for themselves. They are signed with a key of Storage's own, so that a link's token opens
// its object and nothing else.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { errors, jwtVerify, SignJWT } from 'jose'
import { writeSecret } from '../keys.ts'
import { invalidInput, StorageError } from './errors.ts'

export type Purpose = 'download' | 'upload'

export interface Grant {
  /** "{bucket}/{object name}" */
  url: string
  owner?: string
  upsert?: boolean
}

export interface UrlSigner {
  sign(purpose: Purpose, grant: Grant, seconds: number): Promise<string>
  /** The grant of a token for this very object; throws InvalidRequest, InvalidJWT or InvalidSignature. */
  open(purpose: Purpose, token: string | null, url: string): Promise<Grant & { exp: number }>
}

/** Reads the signing key from `file`, or makes it. */
export async function createUrlSigner(file: string): Promise<UrlSigner> {
  const key = Buffer.from(await loadKey(file), 'base64url')
  return {
    sign: (purpose, grant, seconds) =>
      new SignJWT({ ...grant, scope: purpose })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
    async open(purpose, token, url) {
      if (token === null) throw invalidInput("querystring must have required property 'token'")
      const { payload } = await jwtVerify<Grant & { scope: string; exp: number }>(token, key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'scope', 'url'],
      }).catch((error: unknown) => {
        const message = error instanceof errors.JOSEError ? error.message : 'Invalid JWT'
        throw new StorageError(400, 'InvalidJWT', message)
      })
      if (payload.scope !== purpose) throw invalidSignature(`Token is not scoped for ${purpose}`)
      if (payload.url !== url) throw invalidSignature('Invalid signature')
      return payload
    },
  }
}

function invalidSignature(message: string): StorageError {
  return new StorageError(400, 'InvalidSignature', message)
}

async function loadKey(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stored !== undefined) return stored
  const made = randomBytes(32).toString('base64url')
  await writeSecret(file, made)
  return made
}
