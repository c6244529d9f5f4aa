import { createRoute, z } from '@hono/zod-openapi'
import { type SignedIn, signedIn } from '../../../_shared/auth/caller.ts'
import { credentialById, setPassword } from '../../../_shared/auth/credentials.ts'
import { AuthRefusal } from '../../../_shared/auth/gotrue.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { sessionIdOf } from '../../../_shared/auth/session-id.ts'
import { endSession, passwordSession } from '../../../_shared/auth/sessions.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { passwordSet } from '../../../_shared/db/service.ts'
import { passwordChanged } from '../../../_shared/db/service-entering.ts'
import { password } from '../../../_shared/domain/validation.ts'
import { bearer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, refusal } from '../../../_shared/http/problem.ts'
import type { AppContext, Router } from '../../../_shared/http/router.ts'
import { userAgent } from '../../entering.ts'
import { signInTag } from '../describe.ts'

const bodySchema = z
  .object({
    new_password: password.meta({ format: 'password', description: '6 to 50 characters.' }),
    current_password: z.string().max(255).optional().meta({
      format: 'password',
      description: 'Required when the account has a password.',
    }),
  })
  .meta({ id: 'PasswordChange' })

const route = createRoute({
  method: 'post',
  path: '/auth/password',
  tags: signInTag,
  summary: 'Set or change the password',
  description: 'Changes the password of the caller. All other sessions of the account end.',
  operationId: 'changePassword',
  security: bearer,
  middleware: [identify] as const,
  request: { body: jsonBody(bodySchema) },
  responses: { 204: { description: 'The password was changed.' }, ...problems(400, 401, 429) },
})

/** POST /auth/password */
export function changePassword(app: Router): void {
  app.openapi(route, async (c) => {
    const caller = signedIn(c)
    const { new_password, current_password } = c.req.valid('json')
    const isFirst = !(await requireCurrentPassword(c, caller, current_password))
    await change(c, caller, { password: new_password, current: current_password })
    // Nobody needs a mail about a password that they just chose for the first time.
    if (isFirst) await passwordSet(caller.authId)
    else await passwordChanged(caller.authId, sessionIdOf(caller.token), c.get('client'), userAgent(c))
    return c.body(null, 204)
  })
}

/** Whether the account had a password, which was given rightly. */
async function requireCurrentPassword(
  c: AppContext,
  { authId }: SignedIn,
  current?: string,
): Promise<boolean> {
  const account = rowsOf<{ has_password: boolean } | null>(await asCaller(c).rpc('me'))
  if (!account?.has_password) return false
  if (!current) throw fieldRefusal('current_password', 'Please enter your current password.')
  await limit(c, 'password', 10, 900)
  const client = c.get('client')
  const { email } = await credentialById(authId, client)
  const session = await passwordSession(email, current, client)
  if (session === null) throw fieldRefusal('current_password', 'The current password is incorrect.')
  if (session !== 'unconfirmed') await endSession(session.accessToken, client)
  return true
}

async function change(
  c: AppContext,
  { token }: SignedIn,
  passwords: Parameters<typeof setPassword>[1],
): Promise<void> {
  try {
    await setPassword(token, passwords, c.get('client'))
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    if (error.code === 'same_password') {
      throw fieldRefusal('new_password', 'The new password must be different from the current one.')
    }
    if (error.code === 'weak_password')
      throw fieldRefusal('new_password', 'Please choose a stronger password.')
    if (error.status === 401 || error.status === 403) {
      throw refusal('INVALID_TOKEN', 'The session has ended. Please sign in again.')
    }
    throw error
  }
}
