import { createRoute, z } from '@hono/zod-openapi'
import { browserHash, ensureBrowserHash } from '../../../_shared/auth/browser.ts'
import { setCredentialPassword } from '../../../_shared/auth/credentials.ts'
import { permitPassword } from '../../../_shared/db/service.ts'
import { requestWorkspaceSignup, workspaceSignup } from '../../../_shared/db/service-entering.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { confirmationCode, email, password } from '../../../_shared/domain/validation.ts'
import { idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answerEntry, loginResultSchema, withCredential } from '../../entering.ts'
import { atLeast, discreetMs } from '../../timing.ts'
import { setsCookie, signUpTag } from '../describe.ts'

const address = email.meta({ example: 'ada@example.com' })

const workspaceName = z.string().max(60).meta({
  description:
    'The name (slug) of the workspace. Not its id: ids can be counted, and the mail names the workspace.',
  example: 'analytical-engines',
})

const codeRoute = createRoute({
  method: 'post',
  path: '/auth/signup/email/code',
  tags: signUpTag,
  summary: 'Mail a code for an account in a workspace',
  description:
    'Only where the workspace allows signing up by e-mail. The answer does not tell whether the address is known.',
  operationId: 'requestEmailSignupCode',
  request: { body: jsonBody(z.object({ email: address, workspace: workspaceName })) },
  responses: { 204: { description: 'The code is on its way.' }, ...problems(400, 403, 404, 429) },
})

const signupRoute = createRoute({
  method: 'post',
  path: '/auth/signup/email',
  tags: signUpTag,
  summary: 'Sign up for a workspace with a code',
  description:
    'Uses the code up, in the browser that asked for it, and enters the workspace: by invitation, by an approved domain, or with a join request. An account that has a password keeps it.',
  operationId: 'emailSignup',
  request: {
    body: jsonBody(
      z
        .object({
          email: address,
          code: confirmationCode.max(20).meta({ example: '042117' }),
          password: password.meta({ format: 'password' }),
          workspace_id: idSchema('wk'),
        })
        .meta({ id: 'EmailSignup' }),
    ),
  },
  responses: {
    200: { ...jsonAnswer('What came of it.', loginResultSchema), headers: setsCookie },
    ...problems(400, 402, 403, 404, 429),
  },
})

/** POST /auth/signup/email/code */
export function emailSignupCode(app: Router): void {
  app.openapi(codeRoute, async (c) => {
    const startedAt = performance.now()
    const { email: to, workspace } = c.req.valid('json')
    const browser = await ensureBrowserHash(c)
    const { retry_after } = await requestWorkspaceSignup(workspace, to, c.get('client'), browser)
    if (retry_after > 0) throw tooManyRequests(retry_after)
    await atLeast(discreetMs, startedAt)
    return c.body(null, 204)
  })
}

/** POST /auth/signup/email */
export function emailSignup(app: Router): void {
  app.openapi(signupRoute, async (c) => {
    const { email: address, code, password: chosen, workspace_id } = c.req.valid('json')
    const client = c.get('client')
    const request = {
      workspaceId: decodeId('wk', workspace_id),
      email: address,
      code,
      browserHash: await browserHash(c),
    }
    const entry = await withCredential(c, (authId) => workspaceSignup(request, authId, client))
    if (entry.auth_id && !entry.has_password) {
      await permitPassword(entry.auth_id, { tells: false }, client)
      await setCredentialPassword(entry.auth_id, chosen, client)
    }
    return c.json(await answerEntry(c, entry, { method: 'code' }), 200)
  })
}
