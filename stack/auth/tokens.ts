import { importJWK, type JSONWebKeySet, SignJWT } from 'jose'
import type { SessionRow } from './sessions.ts'
import { toUser, type User, type UserRow } from './users.ts'

/** GoTrue's answer to every successful grant. */
export interface TokenResponse {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: User
}

export type TokenSigner = (user: UserRow, session: SessionRow) => Promise<TokenResponse>

/** Signs access tokens with the first of the ES256 keys; `lifetime` in seconds. */
export function createSigner(o: {
  signingKeys: JSONWebKeySet
  issuer: string
  lifetime: number
}): TokenSigner {
  const [jwk] = o.signingKeys.keys
  if (!jwk?.kid || !jwk.d) throw new Error('A private signing key with a kid is needed.')
  const kid = jwk.kid
  // A key file may list both uses ("sign", "verify"), as the Supabase CLI writes it; WebCrypto takes only one.
  const { key_ops: _uses, ...material } = jwk
  const key = importJWK(material, 'ES256')
  return async (row, session) => {
    const user = toUser(row)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: o.issuer,
      sub: user.id,
      aud: user.aud,
      exp: now + o.lifetime,
      iat: now,
      email: user.email,
      phone: user.phone,
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      role: user.role,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    }
    return {
      access_token: await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .sign(await key),
      token_type: 'bearer',
      expires_in: o.lifetime,
      expires_at: now + o.lifetime,
      refresh_token: session.refreshToken,
      user,
    }
  }
}
