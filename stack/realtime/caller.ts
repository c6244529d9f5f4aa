// Who a channel's token speaks for, and until when.
import { decodeJwt } from 'jose'
import { JwtError, type TokenVerifier, type Verified } from '../jwt.ts'
import { JoinError } from './errors.ts'

export interface Caller {
  token: string
  role: string
  /** The claims as JSON, as policies read them. */
  claims: string
  /** The user, where the token has one. */
  sub: string | undefined
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Whether it is one of the newer API keys, which clients hand over in the place of a token but are none. */
export function isKey(token: string): boolean {
  return token.startsWith('sb_')
}

// A hundred channels of one token share one of these.
const known = new WeakMap<Verified, Caller>()

/** Verifies a token. Throws JoinError in upstream's words. */
export async function callerOf(verify: TokenVerifier, token: string): Promise<Caller> {
  if (token === '') throw malformed()
  const verified = await verify(token).catch((error: unknown) => {
    throw error instanceof JwtError ? translated(error, token) : error
  })
  const caller = known.get(verified) ?? callerFrom(verified, token)
  known.set(verified, caller)
  return caller
}

function callerFrom({ role, claims }: Verified, token: string): Caller {
  const { exp, sub } = claims
  if (typeof exp !== 'number') throw invalid('Fields `role` and `exp` are required in JWT')
  return {
    token,
    role,
    claims: JSON.stringify(claims),
    sub: typeof sub === 'string' ? sub : undefined,
    expiresAt: exp * 1000,
  }
}

/** The refusal of a token that has run out. */
export function expired(expiresAt: number): JoinError {
  const seconds = Math.max(0, Math.floor((Date.now() - expiresAt) / 1000))
  return invalid(`Token has expired ${seconds} seconds ago`)
}

function translated({ code, message }: JwtError, token: string): JoinError {
  if (message === 'JWT expired') return expired((decodeJwt(token).exp ?? 0) * 1000)
  if (code === '42501') return invalid('Fields `role` and `exp` are required in JWT')
  if (message === 'JWT cryptographic operation failed' || message.startsWith('No suitable key')) {
    return new JoinError('JwtSignatureError', 'Failed to validate JWT signature')
  }
  if (code === 'PGRST303') return invalid(message)
  return malformed()
}

function malformed(): JoinError {
  return new JoinError('MalformedJWT', 'The token provided is not a valid JWT')
}

function invalid(message: string): JoinError {
  return new JoinError('InvalidJWTToken', message)
}
