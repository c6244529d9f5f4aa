// Refresh token rotation: every token is good for one use. A used token that comes again soon is a client
// with several tabs, or one that lost the answer; later it is a thief or the thief's victim, and the session
// ends for both.
import type { Db } from './db.ts'
import { AuthError } from './errors.ts'
import { type ClientInfo, newRefreshToken, type SessionRow } from './sessions.ts'
import { isBanned, USER_COLUMNS, type UserRow } from './users.ts'

export const REUSE_INTERVAL_SECONDS = 10

interface Candidate {
  token_id: string
  session_id: string
  revoked: boolean
  within_interval: boolean
  active_token: string | null
  expired: boolean
  aal: string | null
  amr: SessionRow['amr']
  owner: UserRow
}

export type Refreshed = { user: UserRow; session: SessionRow } | { refused: AuthError }

/**
 * Exchanges a refresh token, within the caller's transaction. A refusal is a value, not an exception: what it
 * revoked has to be committed.
 */
export async function refresh(db: Db, token: string, client: ClientInfo): Promise<Refreshed> {
  const found = await lockedCandidate(db, token)
  if (!found) return refuse('refresh_token_not_found', 'Refresh Token Not Found')
  if (isBanned(found.owner)) return refuse('user_banned', 'User Banned')
  if (found.expired) return refuse('session_expired', 'Session Expired')

  const next = found.revoked ? synchronised(found) : newRefreshToken()
  if (!next) {
    await revokeFamily(db, found.session_id)
    return refuse('refresh_token_already_used', 'Already Used')
  }
  if (!found.revoked) await rotate(db, found, token, next)
  await touch(db, found.session_id, client)
  const { session_id: id, amr } = found
  return { user: found.owner, session: { id, amr, aal: found.aal ?? 'aal1', refreshToken: next } }
}

// Locks the session first, as ending a session does; what the token is worth is read after the lock.
async function lockedCandidate(db: Db, token: string): Promise<Candidate | undefined> {
  await db.query(
    `select from auth.sessions
      where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [token],
  )
  const { rows } = await db.query<Omit<Candidate, 'owner'> & UserRow>(
    `select ${USER_COLUMNS},
            t.id as token_id, t.revoked, s.id as session_id, s.aal,
            coalesce(s.not_after < now(), false) as expired,
            t.updated_at > clock_timestamp() - make_interval(secs => $2) as within_interval,
            (select active.token from auth.refresh_tokens active
              where active.session_id = s.id and not active.revoked
              order by active.id desc limit 1) as active_token,
            (select coalesce(jsonb_agg(jsonb_build_object(
                      'method', authentication_method,
                      'timestamp', extract(epoch from updated_at)::bigint) order by updated_at desc), '[]')
               from auth.mfa_amr_claims where session_id = s.id) as amr
       from auth.refresh_tokens t
       join auth.sessions s on s.id = t.session_id
       join auth.users u on u.id = s.user_id
      where t.token = $1`,
    [token, REUSE_INTERVAL_SECONDS],
  )
  const [row] = rows
  return row && { ...row, owner: row }
}

// All who come late within the interval get the same living token, so that tabs end up in step. GoTrue also
// forgives the parent of the living token at any later time; a thief could then share the session for ever.
function synchronised(found: Candidate): string | null {
  return found.within_interval ? found.active_token : null
}

async function rotate(db: Db, found: Candidate, token: string, next: string): Promise<void> {
  await db.query(
    `with used as (update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = $1)
     insert into auth.refresh_tokens
       (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $2, $3, false, now(), now(), $4, $5)`,
    [found.token_id, next, found.owner.id, token, found.session_id],
  )
}

// Nothing of the family may pass as "used a moment ago" afterwards.
async function revokeFamily(db: Db, sessionId: string): Promise<void> {
  await db.query(
    `update auth.refresh_tokens
        set revoked = true, updated_at = now() - make_interval(secs => $2)
      where session_id = $1 and not revoked`,
    [sessionId, REUSE_INTERVAL_SECONDS],
  )
}

async function touch(db: Db, sessionId: string, client: ClientInfo): Promise<void> {
  await db.query(
    `update auth.sessions
        set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3
      where id = $1`,
    [sessionId, client.userAgent, client.address],
  )
}

function refuse(code: string, reason: string): { refused: AuthError } {
  return { refused: new AuthError(400, code, `Invalid Refresh Token: ${reason}`) }
}
