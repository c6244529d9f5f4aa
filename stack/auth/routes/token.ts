import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { transaction } from '../../postgres/transaction.ts'
import { readBody } from '../body.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError, badRequest, invalidCredentials, phonesDisabled } from '../errors.ts'
import { refresh } from '../refresh.ts'
import { createSession } from '../sessions.ts'
import { isBanned, userByEmail } from '../users.ts'

const PasswordGrant = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
})
const RefreshGrant = z.object({ refresh_token: z.string().optional() })

/** POST /token?grant_type=password|refresh_token */
export async function token(ctx: AuthContext, request: AuthRequest): Promise<void> {
  const grant = request.query.get('grant_type')
  if (grant === 'password') return passwordGrant(ctx, request)
  if (grant === 'refresh_token') return refreshGrant(ctx, request)
  throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
}

// Every refusal comes after the same work, so that neither words nor time tell which addresses exist.
async function passwordGrant(ctx: AuthContext, { req, res, client, trusted }: AuthRequest): Promise<void> {
  const { email, phone, password = '' } = await readBody(req, PasswordGrant)
  if (!email && phone) throw phonesDisabled('Phone logins are disabled')
  if (!email) throw badRequest('missing email or phone')
  // Whoever comes from many addresses still guesses at one account.
  if (!trusted) ctx.limitGuesses(email.trim().toLowerCase())
  const user = await userByEmail(ctx.pool, email)
  const matches = await ctx.passwords.matches(password, user?.encrypted_password ?? null)
  if (!user || !matches) throw invalidCredentials()
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  const session = await createSession(ctx.pool, user.id, 'password', client)
  sendJson(res, 200, await ctx.signer({ ...user, last_sign_in_at: new Date() }, session))
}

async function refreshGrant(ctx: AuthContext, { req, res, client }: AuthRequest): Promise<void> {
  const { refresh_token: presented } = await readBody(req, RefreshGrant)
  if (!presented) throw badRequest('refresh_token required')
  const result = await transaction(ctx.pool, (db) => refresh(db, presented, client))
  if ('refused' in result) throw result.refused
  sendJson(res, 200, await ctx.signer(result.user, result.session))
}
