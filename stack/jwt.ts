// Who a request's token speaks for. One verifier serves REST, Auth and Storage, so that a token is either
// good everywhere or nowhere.
import { createSecretKey } from 'node:crypto'
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose'

const API_ROLES = ['anon', 'authenticated', 'service_role']

export interface Verified {
  /** Any name: whether the authenticator may become it is for Postgres to say. */
  role: string
  claims: Readonly<Record<string, unknown>>
}

/**
 * Verifies an access token or API key; without one, or without a role in it, the caller is `anon`.
 * Throws JwtError (401) for everything that is not a valid token.
 */
export type TokenVerifier = (token: string | undefined) => Promise<Verified>

/** A refused token; `code` and `message` are PostgREST's for the same refusal. */
export class JwtError extends Error {
  readonly status = 401
  readonly code: string
  constructor(code: 'PGRST301' | 'PGRST303' | '42501', message: string) {
    super(message)
    this.code = code
  }
}

// Larger than any token this stack signs; what is longer is not worth a signature check.
const MAX_LENGTH = 16 * 1024
const CACHE_SIZE = 500
const ANONYMOUS: Verified = Object.freeze({ role: 'anon', claims: Object.freeze({ role: 'anon' }) })

/**
 * Builds the verifier: ES256 by `kid` from the public keys, HS256 by the shared secret (at least 32 bytes).
 * The key follows from the algorithm alone, so that a public key can never be used as an HMAC secret.
 */
export function createVerifier(o: { jwtSecret: string; jwks: JSONWebKeySet }): TokenVerifier {
  if (Buffer.byteLength(o.jwtSecret) < 32) throw new Error('The JWT secret must have at least 32 bytes.')
  const secret = createSecretKey(Buffer.from(o.jwtSecret))
  const publicKeys = createLocalJWKSet(o.jwks)
  const cache = new Map<string, { verified: Verified; until: number }>()

  const verify = (token: string, alg: 'ES256' | 'HS256') =>
    alg === 'ES256'
      ? jwtVerify(token, publicKeys, { algorithms: ['ES256'] })
      : jwtVerify(token, secret, { algorithms: ['HS256'] })

  return async (token) => {
    if (!token) return ANONYMOUS
    const known = cache.get(token)
    if (known) {
      // Re-inserting keeps the map in order of last use.
      cache.delete(token)
      if (Date.now() < known.until) {
        cache.set(token, known)
        return known.verified
      }
    }
    const alg = algorithm(token)
    const { payload } = await verify(token, alg).catch((error: unknown) => refuse(error))
    checkClaims(payload)
    const verified = Object.freeze({ role: roleOf(payload.role), claims: Object.freeze({ ...payload }) })
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value ?? '')
    cache.set(token, {
      verified,
      until: payload.exp === undefined ? Number.POSITIVE_INFINITY : payload.exp * 1000,
    })
    return verified
  }
}

/** The token of a request: the bearer token, else the API key, else none. */
export function requestToken(headers: {
  authorization?: string | undefined
  apikey?: string | string[] | undefined
}): string | undefined {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer) return bearer
  return Array.isArray(headers.apikey) ? headers.apikey[0] : headers.apikey
}

function algorithm(token: string): 'ES256' | 'HS256' {
  const parts = token.split('.').length
  if (parts !== 3) throw new JwtError('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
  if (token.length > MAX_LENGTH) throw new JwtError('PGRST301', 'JWT is too long')
  try {
    const { alg } = decodeProtectedHeader(token)
    if (alg === 'ES256' || alg === 'HS256') return alg
  } catch {
    throw new JwtError('PGRST301', 'JWT could not be decoded')
  }
  throw new JwtError('PGRST301', 'Wrong or unsupported encoding algorithm')
}

const SKEW_SECONDS = 30

/** What jose leaves to its callers and PostgREST refuses. */
function checkClaims({ iat, aud }: JWTPayload): void {
  const audiences: unknown[] = [aud ?? []].flat()
  if (!audiences.every((one) => typeof one === 'string'))
    throw new JwtError('PGRST303', 'Parsing claims failed')
  if (iat !== undefined && iat > Date.now() / 1000 + SKEW_SECONDS)
    throw new JwtError('PGRST303', 'JWT issued at future')
}

// The length of a name in Postgres.
const LONGEST_ROLE = 63

function roleOf(role: unknown): string {
  if (role === undefined) return 'anon'
  if (typeof role === 'string' && role !== '' && role.length <= LONGEST_ROLE && !role.includes('\0'))
    return role
  throw new JwtError('42501', 'permission denied to set role')
}

/**
 * The same verifier for services that know the three roles of the API only: it throws JwtError for a token that says
 * another, or none.
 */
export function apiRolesOnly(verify: TokenVerifier): TokenVerifier {
  return async (token) => {
    const verified = await verify(token)
    const { role = token ? undefined : 'anon' } = verified.claims
    if (API_ROLES.some((name) => name === role)) return verified
    throw new JwtError('42501', `permission denied to set role "${verified.role}"`)
  }
}

function refuse(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw new JwtError('PGRST303', 'JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    const early = error.claim === 'nbf' && error.reason === 'check_failed'
    throw new JwtError('PGRST303', early ? 'JWT not yet valid' : 'Parsing claims failed')
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    throw new JwtError('PGRST301', 'No suitable key was found to decode the JWT')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    throw new JwtError('PGRST301', 'JWT cryptographic operation failed')
  }
  throw new JwtError('PGRST301', 'JWT could not be decoded')
}
