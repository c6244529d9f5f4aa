import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { transaction } from '../../postgres/transaction.ts'
import { readBody } from '../body.ts'
import { signedIn } from '../caller.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError, badRequest, phonesDisabled } from '../errors.ts'
import { checkLength } from '../passwords.ts'
import { endSessions } from '../sessions.ts'
import { mergeMetadata, toUser, type UserRow, userById } from '../users.ts'

const Body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

/** GET /user */
export async function getUser(ctx: AuthContext, { res, caller }: AuthRequest): Promise<void> {
  const { user } = await signedIn(ctx, caller)
  sendJson(res, 200, toUser(user))
}

/** PUT /user: own password and metadata. A new password ends the user's other sessions. */
export async function updateUser(
  ctx: AuthContext,
  { req, res, caller, trusted }: AuthRequest,
): Promise<void> {
  const { user, sessionId } = await signedIn(ctx, caller)
  const { email, phone, password, current_password: current, data } = await readBody(req, Body)
  if (phone) throw phonesDisabled('Phone numbers are not supported')
  if (email !== undefined && email.toLowerCase() !== user.email) {
    throw badRequest('Changing the email address needs the admin API')
  }
  if (password !== undefined && !trusted) await mayChangePassword(ctx, user, current)
  const hash = password === undefined ? undefined : await newPassword(ctx, user, password)
  const updated = await transaction(ctx.pool, async (db) => {
    if (hash !== undefined) {
      await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
        user.id,
        hash,
      ])
      await endSessions(db, user.id, 'others', sessionId)
    }
    if (data) await mergeMetadata(db, user.id, 'user', data)
    return userById(db, user.id)
  })
  sendJson(res, 200, toUser(updated))
}

// A token alone may be stolen. A holder of the service key has asked for a proof of another kind.
async function mayChangePassword(
  ctx: AuthContext,
  user: UserRow,
  current: string | undefined,
): Promise<void> {
  if (!ctx.requireCurrentPassword) return
  const required = 'Current password required when setting new password.'
  if (!current) throw new AuthError(400, 'current_password_required', required)
  if (await ctx.passwords.matches(current, user.encrypted_password)) return
  throw new AuthError(400, 'current_password_invalid', required)
}

async function newPassword(ctx: AuthContext, user: UserRow, password: string): Promise<string> {
  checkLength(password)
  if (await ctx.passwords.matches(password, user.encrypted_password)) {
    const message = 'New password should be different from the old password.'
    throw new AuthError(422, 'same_password', message)
  }
  return ctx.passwords.hash(password)
}
