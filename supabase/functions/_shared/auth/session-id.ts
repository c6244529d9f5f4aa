import { decodeJwt } from 'jose'

/** The session that an access token of ours belongs to. */
export function sessionIdOf(accessToken: string): string | null {
  const { session_id: id } = decodeJwt(accessToken)
  return typeof id === 'string' ? id : null
}
