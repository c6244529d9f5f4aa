import { JwtError, requestToken, type TokenVerifier } from '../jwt.ts'
import type { Caller } from './context.ts'
import { RestError } from './errors.ts'
import type { RestRequest } from './request.ts'

/** Who a request speaks for; throws PostgREST's 401 for a token that is not good. */
export async function identify(verify: TokenVerifier, request: RestRequest): Promise<Caller> {
  try {
    if (/^bearer\s*$/i.test(request.headers.authorization ?? ''))
      throw new JwtError('PGRST301', 'Empty JWT is sent in Authorization header')
    return await verify(requestToken(request.headers))
  } catch (error) {
    if (!(error instanceof JwtError)) throw error
    throw new RestError(error.status, error.code, error.message, {
      headers: {
        'WWW-Authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(error.message)}`,
      },
    })
  }
}
