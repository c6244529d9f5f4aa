import type { IncomingMessage, ServerResponse } from 'node:http'
import type pg from 'pg'
import type { TokenVerifier, Verified } from '../jwt.ts'
import type { Passwords } from './passwords.ts'
import type { ClientInfo } from './sessions.ts'
import type { TokenSigner } from './tokens.ts'

/** What every route works with. */
export interface AuthContext {
  pool: pg.Pool
  verify: TokenVerifier
  signer: TokenSigner
  passwords: Passwords
  /** Whether anybody may sign up here. */
  openSignup: boolean
  /** The service's own public address, e.g. http://waymark.localhost:3000/auth/v1 */
  issuer: string
  /** Whether who signed in by password must give it to change it. */
  requireCurrentPassword: boolean
  /** Counts a try at the password of an address; throws over_request_rate_limit beyond 30 in a quarter of an hour. */
  limitGuesses(email: string): void
}

export interface AuthRequest {
  req: IncomingMessage
  res: ServerResponse
  query: URLSearchParams
  /** The path's id, where the route has one. */
  id: string
  /** The claims of the bearer token, once the route asked for them. */
  caller: Verified
  client: ClientInfo
  /** Whether the caller holds the service key, and has limits of its own. */
  trusted: boolean
}

export type Handler = (ctx: AuthContext, request: AuthRequest) => Promise<void>
