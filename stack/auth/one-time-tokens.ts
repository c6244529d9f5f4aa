// The token of a link in a mail: one per user and purpose, good for one use within the hour.
import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { Db } from './db.ts'
import { AuthError } from './errors.ts'

export type Purpose = 'confirmation_token' | 'recovery_token'

const LIFETIME_SECONDS = 3600
// GoTrue's hash can be computed from address and code, so the code is as long as GoTrue allows: six digits
// could be tried out within the hour.
const OTP_DIGITS = 10

/** Replaces the user's token for this purpose; returns the code and the hash that redeem it. */
export async function issueToken(
  db: Db,
  user: { id: string; email: string },
  purpose: Purpose,
): Promise<{ otp: string; hash: string }> {
  const otp = Array.from({ length: OTP_DIGITS }, () => randomInt(10)).join('')
  const hash = tokenHash(user.email, otp)
  const [column, sentAt] =
    purpose === 'confirmation_token'
      ? ['confirmation_token', 'confirmation_sent_at']
      : ['recovery_token', 'recovery_sent_at']
  await lockUser(db, 'id = $1', user.id)
  await db.query(
    `with token as (
       insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
       values ($1, $2, $3, $4, $5)
       on conflict (user_id, token_type) do update
         set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
             created_at = now(), updated_at = now())
     update auth.users set ${column} = $4, ${sentAt} = now(), updated_at = now() where id = $2`,
    [randomUUID(), user.id, purpose, hash, user.email],
  )
  return { otp, hash }
}

/** Redeems a token; of two that come at once only one succeeds. Throws otp_expired. */
export async function redeemToken(
  db: Db,
  hash: string,
  purposes: Purpose[],
): Promise<{ userId: string; purpose: Purpose }> {
  await lockUser(db, 'id in (select user_id from auth.one_time_tokens where token_hash = $1)', hash)
  const { rows } = await db.query<{ user_id: string; token_type: Purpose }>(
    `with redeemed as (
       delete from auth.one_time_tokens
        where token_hash = $1 and token_type = any ($2::auth.one_time_token_type[])
          and created_at > localtimestamp - make_interval(secs => $3)
       returning user_id, token_type),
     cleared as (
       update auth.users u
          set confirmation_token = case r.token_type when 'confirmation_token' then '' else u.confirmation_token end,
              recovery_token = case r.token_type when 'recovery_token' then '' else u.recovery_token end
         from redeemed r where u.id = r.user_id)
     select user_id, token_type::text from redeemed`,
    [hash, purposes, LIFETIME_SECONDS],
  )
  const [redeemed] = rows
  if (!redeemed) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  return { userId: redeemed.user_id, purpose: redeemed.token_type }
}

// The user before the token, always: one statement that touches both does so in either order, and two of those wait for
// each other for ever.
async function lockUser(db: Db, which: string, value: string): Promise<void> {
  await db.query(`select 1 from auth.users where ${which} for update`, [value])
}

/** GoTrue's hash of a code, bound to the address it was sent to. */
export function tokenHash(email: string, otp: string): string {
  return createHash('sha224')
    .update(email + otp)
    .digest('hex')
}
