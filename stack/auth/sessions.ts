// auth.sessions and auth.refresh_tokens: how a session begins, is kept alive, and ends.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from './db.ts'

/** Who is at the other end, as far as a session remembers it. */
export interface ClientInfo {
  address: string | null
  userAgent: string | null
}

export interface SessionRow {
  id: string
  aal: string
  amr: { method: string; timestamp: number }[]
  /** The token that prolongs this session next. */
  refreshToken: string
}

export type LogoutScope = 'global' | 'local' | 'others'

/** Begins a session for the user, in one statement; `method` is what proved who it is. */
export async function createSession(
  db: Db,
  userId: string,
  method: 'password' | 'otp',
  client: ClientInfo,
): Promise<SessionRow> {
  const id = randomUUID()
  const refreshToken = newRefreshToken()
  await db.query(
    `with session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
       values ($1, $2, now(), now(), 'aal1', $3, $4)),
     token as (
       insert into auth.refresh_tokens
         (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
       values ('00000000-0000-0000-0000-000000000000', $5, $2::uuid::text, false, now(), now(), null, $1)),
     proof as (
       insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
       values ($1, now(), now(), $6, gen_random_uuid())),
     identity as (
       update auth.identities set last_sign_in_at = now(), updated_at = now()
        where user_id = $2 and provider = 'email')
     update auth.users set last_sign_in_at = now(), updated_at = now() where id = $2`,
    [id, userId, client.userAgent, client.address, refreshToken, method],
  )
  const timestamp = Math.floor(Date.now() / 1000)
  return { id, aal: 'aal1', amr: [{ method, timestamp }], refreshToken }
}

/** Whether the session of an access token still exists. */
export async function sessionExists(db: Db, id: string, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from auth.sessions
      where id = $1 and user_id = $2 and (not_after is null or not_after > now())`,
    [id, userId],
  )
  return rowCount === 1
}

/** Ends sessions of a user with their refresh tokens; access tokens live on until they expire. */
export async function endSessions(
  db: Db,
  userId: string,
  scope: LogoutScope,
  sessionId: string | null,
): Promise<void> {
  await db.query(
    `delete from auth.sessions
      where user_id = $1
        and case $2 when 'local' then id = $3 when 'others' then id is distinct from $3 else true end`,
    [userId, scope, sessionId],
  )
}

export function newRefreshToken(): string {
  return randomBytes(18).toString('base64url')
}
