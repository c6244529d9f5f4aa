import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { transaction } from '../../postgres/transaction.ts'
import { readBody } from '../body.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import type { Db } from '../db.ts'
import { AuthError, badRequest, emailExists } from '../errors.ts'
import { issueToken } from '../one-time-tokens.ts'
import {
  insertUser,
  mergeMetadata,
  toUser,
  type UserRow,
  userByEmail,
  userById,
  validEmail,
} from '../users.ts'

const Body = z.object({
  type: z.string().optional(),
  email: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  redirect_to: z.string().optional(),
})
type Body = z.infer<typeof Body>

const TYPES = ['magiclink', 'signup', 'invite', 'recovery'] as const
type LinkType = (typeof TYPES)[number]

/** POST /admin/generate_link: the link GoTrue would mail, for whoever mails it themselves. */
export async function generateLink(ctx: AuthContext, { req, res, query }: AuthRequest): Promise<void> {
  const body = await readBody(req, Body)
  const email = validEmail(body.email)
  const known = await userByEmail(ctx.pool, email)
  const type = linkType(body.type, known)
  const passwordHash = known ? null : await firstPassword(ctx, type, body)
  const { user, otp, hash } = await transaction(ctx.pool, async (db) => {
    const id =
      known?.id ?? (await insertUser(db, { email, passwordHash, confirmed: false, userMetadata: body.data }))
    await prepare(db, id, type, known, body)
    const token = await issueToken(db, { id, email }, purposeOf(type))
    return { user: await userById(db, id), ...token }
  })
  const redirectTo = redirectTarget(ctx.issuer, body.redirect_to ?? query.get('redirect_to'))
  const link = new URL(`${ctx.issuer}/verify`)
  link.search = new URLSearchParams({ token: hash, type, redirect_to: redirectTo }).toString()
  sendJson(res, 200, {
    ...toUser(user),
    action_link: link.href,
    email_otp: otp,
    hashed_token: hash,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

// A magic link for an unknown address signs it up, as GoTrue has it; the answer's type says so.
function linkType(asked: string | undefined, user: UserRow | undefined): LinkType {
  const type = TYPES.find((known) => known === asked)
  if (!type) throw badRequest(`Invalid email action link type requested: ${asked ?? ''}`)
  if (user) {
    if (user.email_confirmed_at && (type === 'signup' || type === 'invite')) throw emailExists()
    return type
  }
  if (type === 'recovery') throw new AuthError(404, 'user_not_found', 'User with this email not found')
  return type === 'magiclink' ? 'signup' : type
}

async function firstPassword(ctx: AuthContext, type: LinkType, body: Body): Promise<string | null> {
  if (type === 'invite') return null
  if (body.type === 'magiclink') return ctx.passwords.hash(randomBytes(32).toString('base64url'))
  if (!body.password) throw badRequest('Signup requires a valid password')
  return ctx.passwords.hash(body.password)
}

async function prepare(
  db: Db,
  id: string,
  type: LinkType,
  known: UserRow | undefined,
  body: Body,
): Promise<void> {
  if (type === 'invite') {
    await db.query('update auth.users set invited_at = now(), updated_at = now() where id = $1', [id])
  }
  if (type === 'signup' && known && body.data) await mergeMetadata(db, id, 'user', body.data)
}

function purposeOf(type: LinkType) {
  return type === 'signup' || type === 'invite' ? 'confirmation_token' : 'recovery_token'
}

function redirectTarget(issuer: string, asked: string | null): string {
  const url = asked && URL.canParse(asked) ? new URL(asked) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : new URL(issuer).origin
}
