import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { setPassword } from '../../../_shared/auth/credentials.ts'
import { AuthRefusal } from '../../../_shared/auth/gotrue.ts'
import { identify } from '../../../_shared/auth/identify.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { password } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
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
  description:
    'Changes the password of the caller; without one, a proof of the last ten minutes is asked for (403 `PROOF_REQUIRED`). All other sessions of the account end.',
  operationId: 'changePassword',
  security: bearer,
  middleware: [identify] as const,
  request: { body: jsonBody(bodySchema) },
  responses: { 204: { description: 'The password was changed.' }, ...problems(400, 401, 403, 429) },
})

/** POST /auth/password */
export function changePassword(app: Router): void {
  app.openapi(route, async (c) => {
    const { token } = signedIn(c)
    const { new_password, current_password } = c.req.valid('json')
    if (new_password === current_password) throw fieldRefusal('new_password', same)
    if (current_password) await limit(c, 'password', 10, 900)
    await permit(c, current_password)
    await change(c, token, { password: new_password, current: current_password })
    return c.body(null, 204)
  })
}

const same = 'The new password must be different from the current one.'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    permit_password_change: RowOf<'proof', never, { outcome: 'permitted' | 'wrong' }>
  }
}

/** Asks the database: with the current password or, where there is none, a recent proof. */
async function permit(c: AppContext, current: string | undefined): Promise<void> {
  const { outcome, retry_after } = await rpc(c, 'permit_password_change', {
    p_current_password: current ?? null,
    p_user_agent: userAgent(c),
  })
  if (retry_after > 0) throw tooManyRequests(retry_after)
  if (outcome === 'wrong') throw fieldRefusal('current_password', 'The current password is incorrect.')
}

async function change(
  c: AppContext,
  token: string,
  passwords: Parameters<typeof setPassword>[1],
): Promise<void> {
  try {
    await setPassword(token, passwords, c.get('client'))
  } catch (error) {
    const code = error instanceof AuthRefusal ? error.code : null
    if (code === 'same_password') throw fieldRefusal('new_password', same)
    if (code === 'weak_password') throw fieldRefusal('new_password', 'Please choose a stronger password.')
    // Another change may have used the permit up, or ended this session. Auth has no word for it, the database says why.
    await permit(c, passwords.current)
    throw error
  }
}
