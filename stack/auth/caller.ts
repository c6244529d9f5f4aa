// Who asks, and what they may ask for.

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { JwtError, requestToken, type TokenVerifier, type Verified } from '../jwt.ts'
import type { AuthContext } from './context.ts'
import { AuthError, badJwt } from './errors.ts'
import type { ClientInfo } from './sessions.ts'
import { sessionExists } from './sessions.ts'
import { type UserRow, userById } from './users.ts'

const MAX_USER_AGENT = 512

/** The verified bearer token; throws no_authorization or bad_jwt. */
export async function bearer(req: IncomingMessage, verify: TokenVerifier): Promise<Verified> {
  const token = /^bearer +(\S+) *$/i.exec(req.headers.authorization ?? '')?.[1]
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  return verify(token).catch((error: unknown) => {
    if (!(error instanceof JwtError)) throw error
    throw badJwt(`unable to parse or verify signature, ${error.message}`)
  })
}

/** Refuses whoever does not hold the service key; throws not_admin. */
export function requireService(caller: Verified): void {
  if (caller.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
}

/**
 * The signed-in user behind the claims; throws 403 when the user or the token's session is gone. A token
 * that another holder of the secret signed may have no session.
 */
export async function signedIn(
  ctx: AuthContext,
  caller: Verified,
): Promise<{ user: UserRow; sessionId: string | null }> {
  const { sub, session_id: sessionId } = caller.claims
  if (typeof sub !== 'string' || !isUuid(sub)) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  }
  const user = await userById(ctx.pool, sub).catch((error: unknown) => {
    if (!(error instanceof AuthError)) throw error
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  })
  if (sessionId === undefined) return { user, sessionId: null }
  if (typeof sessionId === 'string' && isUuid(sessionId) && (await sessionExists(ctx.pool, sessionId, sub))) {
    return { user, sessionId }
  }
  throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/**
 * The client as the session will remember it. `Sb-Forwarded-For` names another address than the connection's,
 * so it counts only from a holder of the service key: a function that signs somebody in.
 */
export async function clientInfo(
  req: IncomingMessage,
  verify: TokenVerifier,
): Promise<{ client: ClientInfo; service: boolean; trusted: boolean }> {
  const service = await holdsServiceKey(req, verify)
  const named = first(req.headers['sb-forwarded-for'])
  const candidates = [
    service ? named : undefined,
    first(req.headers['x-forwarded-for']),
    req.socket.remoteAddress?.replace(/^::ffff:/, ''),
  ]
  const address = candidates.find((value) => value && isIP(value)) ?? null
  const userAgent = req.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null
  return { client: { address, userAgent }, service: service && !named, trusted: service }
}

async function holdsServiceKey(req: IncomingMessage, verify: TokenVerifier): Promise<boolean> {
  const keys = [first(req.headers.apikey), requestToken(req.headers)]
  for (const key of new Set(keys)) {
    const verified = await verify(key).catch(() => undefined)
    if (verified?.role === 'service_role') return true
  }
  return false
}

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

function first(header: string | string[] | undefined): string | undefined {
  return (
    String(header ?? '')
      .split(',')[0]
      ?.trim() || undefined
  )
}
