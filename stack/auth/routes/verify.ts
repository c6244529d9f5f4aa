import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { transaction } from '../../postgres/transaction.ts'
import { readBody } from '../body.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError, badRequest } from '../errors.ts'
import { type Purpose, redeemToken, tokenHash } from '../one-time-tokens.ts'
import { createSession } from '../sessions.ts'
import { confirmEmail, isBanned, userById, validEmail } from '../users.ts'

const Body = z.object({
  type: z.string().optional(),
  token_hash: z.string().optional(),
  token: z.string().optional(),
  email: z.string().optional(),
})

const PURPOSES: Record<string, Purpose[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
}

/** POST /verify: redeems the token of a link, proves the address, begins a session. */
export async function verify(ctx: AuthContext, { req, res, client }: AuthRequest): Promise<void> {
  const body = await readBody(req, Body)
  if (!body.type) throw badRequest('Verify requires a verification type')
  const purposes = Object.hasOwn(PURPOSES, body.type) ? PURPOSES[body.type] : undefined
  if (!purposes) throw badRequest('Invalid email verification type')
  const hash = presentedHash(body)
  const { user, session } = await transaction(ctx.pool, async (db) => {
    const { userId } = await redeemToken(db, hash, purposes)
    await confirmEmail(db, userId)
    const session = await createSession(db, userId, 'otp', client)
    const user = await userById(db, userId)
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    return { user, session }
  })
  sendJson(res, 200, await ctx.signer(user, session))
}

function presentedHash(body: z.infer<typeof Body>): string {
  if (body.token_hash) {
    if (body.token || body.email) {
      throw badRequest('Only the token_hash and type should be provided')
    }
    return body.token_hash
  }
  if (!body.token) throw badRequest('Verify requires either a token or a token hash')
  if (!body.email) {
    throw badRequest('Only an email address or phone number should be provided on verify')
  }
  return tokenHash(validEmail(body.email), body.token)
}
