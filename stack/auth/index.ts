// The GoTrue calls this product makes, on GoTrue's tables.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JSONWebKeySet } from 'jose'
import pg from 'pg'
import { sendJson } from '../http/send.ts'
import { answering, type Service } from '../http/service.ts'
import { apiRolesOnly, createVerifier, type TokenVerifier } from '../jwt.ts'
import { publicKeys } from '../keys.ts'
import type { Log } from '../log.ts'
import { isUnavailable, openPool } from '../postgres/pool.ts'
import { bearer, clientInfo, isUuid, requireService } from './caller.ts'
import type { AuthContext } from './context.ts'
import { AuthError, badRequest, unavailable, unexpectedFailure } from './errors.ts'
import { createPasswords } from './passwords.ts'
import { createRateLimit } from './rate-limit.ts'
import { findRoute } from './router.ts'
import { sendError } from './send-error.ts'
import { createSigner } from './tokens.ts'

export interface AuthOptions {
  /** Connects as supabase_auth_admin. */
  dbUrl: string
  jwtSecret: string
  /** Private ES256 keys; the first one signs. */
  signingKeys: JSONWebKeySet
  /** Public address of the service, e.g. http://waymark.localhost:3000/auth/v1 */
  issuer: string
  /** Life of an access token in seconds; 3600 by default. */
  tokenLifetime?: number
  /** Whether anybody may sign up; nobody by default. */
  openSignup?: boolean
  /** Whether who signed in by password must give it to change it; need not by default, as with GoTrue. */
  requireCurrentPassword?: boolean
  poolSize?: number
  log?: Log
}

const ANYBODY = Object.freeze({ role: 'anon' as const, claims: Object.freeze({}) })

/** Starts the service; connections open when they are needed. */
export async function createAuth(o: AuthOptions): Promise<Service & { verify: TokenVerifier }> {
  const jwks = publicKeys(o.signingKeys)
  const verify = createVerifier({ jwtSecret: o.jwtSecret, jwks })
  const pool = openPool({ connectionString: o.dbUrl, max: o.poolSize ?? 8 })
  const passwords = createPasswords()
  const signer = createSigner({ ...o, lifetime: o.tokenLifetime ?? 3600 })
  const { issuer, openSignup = false, requireCurrentPassword = false } = o
  // About as many tries at one account as the product's own sign-in allows.
  const limitGuesses = createRateLimit({ burst: 30, perSecond: 30 / 900 })
  const policy = { openSignup, requireCurrentPassword, limitGuesses }
  const ctx: AuthContext = { pool, verify: apiRolesOnly(verify), signer, passwords, issuer, ...policy }
  const limits = {
    token: createRateLimit({ burst: 600, perSecond: 10 }),
    verify: createRateLimit({ burst: 300, perSecond: 2 }),
  }

  async function answer(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const url = new URL(path, 'http://auth')
    // Without a charset, as GoTrue.
    res.setHeader('content-type', 'application/json')
    if (url.pathname === '/.well-known/jwks.json') {
      res.setHeader('cache-control', 'public, max-age=600')
      return sendJson(res, 200, jwks)
    }
    const { call, id } = findRoute(req.method ?? 'GET', url.pathname)
    const { client, service, trusted } = await clientInfo(req, verify)
    if (call.limit && !service) limits[call.limit](client.address ?? '')
    const caller = call.access === 'open' ? ANYBODY : await bearer(req, verify)
    if (call.access === 'service') requireService(caller)
    if (id && !isUuid(id)) throw badRequest('user_id must be an UUID')
    await call.handler(ctx, { req, res, query: url.searchParams, id, caller, client, trusted })
  }

  function report(failure: unknown, { method }: IncomingMessage): void {
    if (toAuthError(failure).status < 500) return
    const message = failure instanceof Error ? failure.message : 'unknown error'
    o.log?.('error', { service: 'auth', message, method })
  }

  return {
    verify,
    handle: answering(answer, {
      report,
      refuse: (error, req, res) => sendError(req, res, toAuthError(error)),
    }),
    check: () => pool.query('select 1'),
    async close() {
      await passwords.close()
      await pool.end()
    },
  }
}

function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  // Class 22 is data no column can hold, such as a NUL in a text: the caller's mistake, not ours.
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22')) return badRequest(error.message)
  if (isUnavailable(error)) return unavailable()
  // PTxyz is a trigger of the project that refuses in words of its own, as PostgREST has it.
  if (error instanceof pg.DatabaseError && /^PT4\d\d$/.test(error.code ?? ''))
    return new AuthError(Number(error.code?.slice(2)), 'unexpected_failure', error.message)
  return unexpectedFailure()
}
