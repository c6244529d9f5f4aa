import { decodeJwt } from 'jose'

/** The session that an access token of ours belongs to. */
export function sessionIdOf(accessToken: string): string | null {
  const { session_id: id } = decodeJwt(accessToken)
  return typeof id === 'string' ? id : null
}

/** When an access token of ours ends, ISO 8601. */
export function expiryOf(accessToken: string): string {
  return new Date((decodeJwt(accessToken).exp ?? 0) * 1000).toISOString()
}
