// Claims of a person for the database, as a token of a living session says them.
import type { Client } from 'pg'

/**
 * The claims as JSON. Who has no session of their own yet gets one under their own id, in the transaction that is open:
 * a token without a living session is worth nothing.
 */
export async function claimsOf(
  db: Pick<Client, 'query'>,
  { authId, sessionId }: { authId: string; sessionId?: string },
): Promise<string> {
  if (!sessionId) {
    await db.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
       select id, id, now(), now() from auth.users where id = $1 on conflict do nothing`,
      [authId],
    )
  }
  return JSON.stringify({ sub: authId, role: 'authenticated', session_id: sessionId ?? authId })
}
