import { JwtError, requestToken, type TokenVerifier } from '../jwt.ts'
import type { Configuration } from './configuration.ts'
import type { Caller } from './context.ts'
import { RestError } from './errors.ts'
import type { RestRequest } from './request.ts'

/** Who a request speaks for, as the project is configured; throws PostgREST's 401 for a token that is not good. */
export async function identify(
  verify: TokenVerifier,
  request: RestRequest,
  configuration: Configuration,
): Promise<Caller> {
  try {
    if (/^bearer\s*$/i.test(request.headers.authorization ?? ''))
      throw new JwtError('PGRST301', 'Empty JWT is sent in Authorization header')
    const caller = await verify(requestToken(request.headers))
    requireAudience(caller, configuration)
    return withRole(caller, configuration)
  } catch (error) {
    if (!(error instanceof JwtError)) throw error
    throw new RestError(error.status, error.code, error.message, {
      headers: {
        'WWW-Authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(error.message)}`,
      },
    })
  }
}

function requireAudience({ claims }: Caller, { audience }: Configuration): void {
  const audiences: unknown[] = [claims.aud ?? []].flat()
  if (audience === undefined || audiences.length === 0 || audiences.includes(audience)) return
  throw new JwtError('PGRST303', 'JWT not in audience')
}

function withRole(caller: Caller, { roleClaim, anonRole }: Configuration): Caller {
  if (roleClaim === undefined)
    return caller.claims.role === undefined ? { ...caller, role: anonRole } : caller
  const role = roleClaim.length > 0 ? claimAt(caller.claims, roleClaim) : undefined
  if (role === undefined) return { ...caller, role: anonRole }
  if (typeof role === 'string') return { ...caller, role }
  throw new JwtError('42501', 'permission denied to set role')
}

function claimAt(claims: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined
  }, claims)
}
