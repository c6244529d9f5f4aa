import { z } from 'zod'
import { sendJson } from '../../http/send.ts'
import { transaction } from '../../postgres/transaction.ts'
import { readBody } from '../body.ts'
import { isUuid } from '../caller.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import type { Db } from '../db.ts'
import { AuthError, badRequest, phonesDisabled } from '../errors.ts'
import { endSessions } from '../sessions.ts'
import {
  changeEmail,
  confirmEmail,
  insertUser,
  mergeMetadata,
  toUser,
  userById,
  validEmail,
} from '../users.ts'

const Json = z.record(z.string(), z.unknown())
const Params = z.object({
  id: z.string().refine(isUuid, 'ID must conform to the uuid v4 format').optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  password_hash: z
    .string()
    .regex(/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/, 'only bcrypt hashes are known here')
    .optional(),
  email_confirm: z.boolean().optional(),
  role: z.enum(['anon', 'authenticated', 'service_role']).optional(),
  user_metadata: Json.optional(),
  app_metadata: Json.optional(),
  ban_duration: z.string().optional(),
})
type Params = z.infer<typeof Params>

/** POST /admin/users */
export async function createUser(ctx: AuthContext, { req, res }: AuthRequest): Promise<void> {
  const params = await readParams(req)
  if (!params.email) throw badRequest('Cannot create a user without either an email or phone')
  const email = validEmail(params.email)
  const passwordHash = await givenHash(ctx, params)
  const user = await transaction(ctx.pool, async (db) => {
    const id = await insertUser(db, {
      id: params.id,
      email,
      passwordHash,
      confirmed: params.email_confirm === true,
      role: params.role,
      userMetadata: params.user_metadata,
      appMetadata: params.app_metadata,
    })
    if (params.email_confirm) await confirmEmail(db, id)
    if (params.ban_duration) await ban(db, id, params.ban_duration)
    return userById(db, id)
  })
  sendJson(res, 200, toUser(user))
}

/** GET /admin/users/{id} */
export async function getUserById(ctx: AuthContext, { res, id }: AuthRequest): Promise<void> {
  sendJson(res, 200, toUser(await userById(ctx.pool, id)))
}

/** PUT /admin/users/{id}: a new password ends all sessions of the user. */
export async function updateUserById(ctx: AuthContext, { req, res, id }: AuthRequest): Promise<void> {
  const params = await readParams(req)
  await userById(ctx.pool, id)
  const email = params.email === undefined ? undefined : validEmail(params.email)
  const hash = await givenHash(ctx, params)
  const user = await transaction(ctx.pool, async (db) => {
    if (hash !== null || params.role) {
      await db.query(
        `update auth.users
            set encrypted_password = coalesce($2, encrypted_password), role = coalesce($3, role), updated_at = now()
          where id = $1`,
        [id, hash, params.role ?? null],
      )
    }
    if (hash !== null) await endSessions(db, id, 'global', null)
    if (email !== undefined) await changeEmail(db, id, email)
    if (params.email_confirm) await confirmEmail(db, id)
    if (params.ban_duration) await ban(db, id, params.ban_duration)
    if (params.app_metadata) await mergeMetadata(db, id, 'app', params.app_metadata)
    if (params.user_metadata) await mergeMetadata(db, id, 'user', params.user_metadata)
    return userById(db, id)
  })
  sendJson(res, 200, toUser(user))
}

/** DELETE /admin/users/{id} */
export async function deleteUser(ctx: AuthContext, { req, res, id }: AuthRequest): Promise<void> {
  const { should_soft_delete: soft } = await readBody(
    req,
    z.object({ should_soft_delete: z.boolean().optional() }),
  )
  if (soft) throw badRequest('Soft deletion is not supported')
  await userById(ctx.pool, id)
  await ctx.pool.query('delete from auth.users where id = $1', [id])
  sendJson(res, 200, {})
}

async function readParams(req: AuthRequest['req']): Promise<Params> {
  const params = await readBody(req, Params)
  if (params.phone) throw phonesDisabled('Phone numbers are not supported')
  return params
}

async function givenHash(ctx: AuthContext, params: Params): Promise<string | null> {
  if (params.password_hash && params.password) {
    throw badRequest('Only a password or a password hash should be provided')
  }
  if (params.password_hash) return params.password_hash
  return params.password === undefined ? null : ctx.passwords.hash(params.password)
}

const UNITS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 }

// A Go duration ("24h", "1h30m") or "none".
async function ban(db: Db, id: string, duration: string): Promise<void> {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  const valid = parts.length > 0 && parts.map(([part]) => part).join('') === duration
  if (!valid && duration !== 'none') {
    throw new AuthError(400, 'validation_failed', `invalid format for ban duration: ${duration}`)
  }
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0)
  await db.query(
    `update auth.users
        set banned_until = case when $2 > 0 then now() + make_interval(secs => $2) end, updated_at = now()
      where id = $1`,
    [id, seconds],
  )
}
