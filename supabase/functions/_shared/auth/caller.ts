// Who calls: the one place where a function itself verifies a token.
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { config } from '../config.ts'
import { exchangeAuditToken, exchangeWorkspaceToken } from '../db/service.ts'
import { findCiToken } from '../db/service-git.ts'
import type { ProblemCode } from '../domain/errors.ts'
import type { PushingProject } from '../domain/pushing-project.ts'
import type { AppContext, Caller } from '../http/context.ts'
import { refusal, refusalFor } from '../http/problem.ts'

export interface SignedIn extends Caller {
  token: string
  authId: string
}

export const anonymous: Caller = { token: null, authId: null }

const asymmetric = ['ES256', 'RS256', 'EdDSA']
/** Signed by a key that is not ours, or no longer: the token may be sound where it comes from. */
const unverifiable = ['ERR_JOSE_NOT_SUPPORTED', 'ERR_JWKS_NO_MATCHING_KEY']
const tokenWanted = { headers: { 'WWW-Authenticate': 'Bearer' } }
let keySet: ReturnType<typeof createRemoteJWKSet> | undefined

/**
 * The caller of an Authorization header. Without one, or with the project's public key, that is nobody.
 * Throws the catalogue's token problems (401).
 */
export async function callerOf(
  authorization: string | undefined,
  client: string | null = null,
): Promise<Caller> {
  if (!authorization) return anonymous
  const token = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1]
  if (!token) throw refused('INVALID_TOKEN', 'The Authorization header must be "Bearer" and a token.')
  if (token === config().anonKey) return anonymous
  if (token.startsWith('wmk_')) return programOf(token)
  if (token.startsWith('wmaudit_')) return auditorOf(token, client)
  if (token.startsWith('wmci_')) return scriptOf(token)
  const claims = await verified(token)
  if (claims.role === 'anon') return anonymous
  if (claims.role !== 'authenticated' || !claims.sub) {
    throw refused('TOKEN_PAYLOAD_MALFORMED', 'The token does not belong to a person.')
  }
  return { token, authId: claims.sub }
}

async function programOf(workspaceToken: string): Promise<Caller> {
  const found = await exchangeWorkspaceToken(workspaceToken)
  if (!found) throw refused('INVALID_TOKEN', 'The token is not valid.')
  return { ...anonymous, grant: found.grant }
}

async function auditorOf(token: string, client: string | null): Promise<Caller> {
  const workspaceId = await exchangeAuditToken(token, client)
  if (workspaceId === null) throw refused('INVALID_TOKEN', 'The token is not valid.')
  return { ...anonymous, audits: { workspaceId, token } }
}

async function scriptOf(ciToken: string): Promise<Caller> {
  const project = await findCiToken(ciToken)
  if (!project) throw refused('INVALID_TOKEN', 'The token is not valid.')
  return { ...anonymous, pushesTo: project }
}

/** The project of the CI token that the caller has to have. */
export function pushingTo(c: AppContext): PushingProject {
  const { pushesTo } = c.get('caller')
  if (!pushesTo) throw refusal('UNAUTHENTICATED', 'Send the CI token of a project.', tokenWanted)
  return pushesTo
}

/** The caller, who has to be signed in. */
export function signedIn(c: AppContext): SignedIn {
  const { token, authId } = c.get('caller')
  if (!token || !authId) throw refusalFor('sign_in_first', {}, tokenWanted)
  return { token, authId }
}

async function verified(token: string): Promise<JWTPayload> {
  try {
    const { payload } = await verify(token)
    return payload
  } catch (error) {
    throw tokenProblem(error)
  }
}

// The algorithm chooses the kind of key, so that a public key can never pass for a shared secret.
function verify(token: string) {
  const { jwtSecret, supabaseUrl } = config()
  if (algorithmOf(token) === 'HS256' && jwtSecret) {
    return jwtVerify(token, new TextEncoder().encode(jwtSecret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
    })
  }
  keySet ??= createRemoteJWKSet(new URL(`${supabaseUrl}/auth/v1/.well-known/jwks.json`))
  return jwtVerify(token, keySet, { algorithms: asymmetric, requiredClaims: ['exp'] })
}

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg
  } catch (cause) {
    throw new errors.JWTInvalid('The token has no readable header.', { cause })
  }
}

// jose's generic error means that the key set could not be fetched or read: that is no fault of the token.
function tokenProblem(error: unknown): unknown {
  if (!(error instanceof errors.JOSEError) || ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'].includes(error.code))
    return error
  if (unverifiable.includes(error.code)) return refused('TOKEN_ERROR', 'The token could not be verified.')
  if (error instanceof errors.JWTExpired) return refused('TOKEN_EXPIRED', 'The token has expired.')
  if (!(error instanceof errors.JWTClaimValidationFailed))
    return refused('INVALID_TOKEN', 'The token is not valid.')
  return error.claim === 'nbf'
    ? refused('TOKEN_NOT_BEFORE', 'The token is not valid yet.')
    : refused('TOKEN_PAYLOAD_MALFORMED', 'The token lacks what it must say.')
}

function refused(code: ProblemCode, detail: string) {
  return refusal(code, detail, tokenWanted)
}
