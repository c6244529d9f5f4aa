import { createRoute, z } from '@hono/zod-openapi'
import { browserHash, ensureBrowserHash, plannedBrowserHash } from '../../../_shared/auth/browser.ts'
import { setCredentialPassword } from '../../../_shared/auth/credentials.ts'
import { provenSession } from '../../../_shared/auth/sessions.ts'
import { permitPassword } from '../../../_shared/db/service.ts'
import { enterWorkspace, redeemReset, requestReset } from '../../../_shared/db/service-entering.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { confirmationCode, email, password } from '../../../_shared/domain/validation.ts'
import { idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { wrongCode } from '../../codes.ts'
import { answerEntry, loginResultSchema, signedInAnswer, userAgent } from '../../entering.ts'
import { atLeast, discreetMs } from '../../timing.ts'
import { setsCookie, signInTag } from '../describe.ts'

const address = email.meta({ example: 'ada@example.com' })
const workspace = idSchema('wk').optional()

const codeRoute = createRoute({
  method: 'post',
  path: '/auth/password/code',
  tags: signInTag,
  summary: 'Mail a code for a new password',
  description: 'The answer is the same whether or not there is an account with the address.',
  operationId: 'requestPasswordCode',
  request: { body: jsonBody(z.object({ email: address, workspace_id: workspace })) },
  responses: {
    204: { description: 'If there is such an account, the code is on its way.' },
    ...problems(400, 429),
  },
})

const resetRoute = createRoute({
  method: 'post',
  path: '/auth/password/reset',
  tags: signInTag,
  summary: 'Choose a new password with a code',
  description:
    'Uses the code up, in the browser that asked for it, ends all sessions of the account and opens a new one.',
  operationId: 'resetPassword',
  request: {
    body: jsonBody(
      z
        .object({
          email: address,
          code: confirmationCode.max(20).meta({ example: '042117' }),
          password: password.meta({ format: 'password' }),
          workspace_id: workspace,
        })
        .meta({ id: 'PasswordReset' }),
    ),
  },
  responses: {
    200: { ...jsonAnswer('The password was changed.', loginResultSchema), headers: setsCookie },
    ...problems(400, 402, 403, 404, 429),
  },
})

/** POST /auth/password/code */
export function passwordCode(app: Router): void {
  app.openapi(codeRoute, async (c) => {
    const startedAt = performance.now()
    const { email: to } = c.req.valid('json')
    const { retry_after } = await requestReset(to, c.get('client'), await ensureBrowserHash(c))
    await atLeast(discreetMs, startedAt)
    if (retry_after > 0) throw tooManyRequests(retry_after)
    return c.body(null, 204)
  })
}

/** POST /auth/password/reset */
export function passwordReset(app: Router): void {
  app.openapi(resetRoute, async (c) => {
    const body = c.req.valid('json')
    const client = c.get('client')
    const workspaceId = body.workspace_id === undefined ? null : decodeId('wk', body.workspace_id)
    const reset = await redeemReset(body.email, body.code, workspaceId, client, await browserHash(c))
    if (reset.retry_after > 0) throw tooManyRequests(reset.retry_after)
    if (reset.outcome === 'not_member') {
      const detail = 'You need to be a member of this workspace to reset your password.'
      throw refusal('INSUFFICIENT_PERMISSIONS', detail)
    }
    if (reset.outcome !== 'ok') throw wrongCode(reset.outcome)
    await permitPassword(reset.auth_id, { tells: true, userAgent: userAgent(c) }, client)
    await setCredentialPassword(reset.auth_id, body.password, client)
    const opening = { method: 'code' } as const
    if (workspaceId === null)
      return c.json(await signedInAnswer(c, await provenSession(reset.auth_email, client), opening), 200)
    const entry = await enterWorkspace(reset.auth_id, workspaceId, await plannedBrowserHash(c), client)
    return c.json(await answerEntry(c, entry, opening), 200)
  })
}
