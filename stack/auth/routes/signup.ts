import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { transaction } from '../../postgres/transaction.ts'
import { readBody } from '../body.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError, badRequest, isEmailExists } from '../errors.ts'
import { createSession } from '../sessions.ts'
import { confirmEmail, insertUser, userById, validEmail } from '../users.ts'

const Body = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

/**
 * POST /signup: a person with a session, the address taken as proven, as `supabase start` does it out of the box.
 * Refused where accounts begin in the product's own sign-up.
 */
export async function signup(ctx: AuthContext, { req, res, client }: AuthRequest): Promise<void> {
  if (!ctx.openSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const { email: given, phone, password, data } = await readBody(req, Body)
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (!given) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!password) throw badRequest('Signup requires a valid password')
  const email = validEmail(given)
  const passwordHash = await ctx.passwords.hash(password)
  const { user, session } = await transaction(ctx.pool, async (db) => {
    const id = await insertUser(db, { email, passwordHash, confirmed: true, userMetadata: data }).catch(
      alreadyRegistered,
    )
    await confirmEmail(db, id)
    const session = await createSession(db, id, 'password', client)
    return { user: await userById(db, id), session }
  })
  sendJson(res, 200, await ctx.signer(user, session))
}

function alreadyRegistered(error: unknown): never {
  if (!isEmailExists(error)) throw error
  throw new AuthError(422, 'user_already_exists', 'User already registered')
}
