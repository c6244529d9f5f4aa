import { createRoute, z } from '@hono/zod-openapi'
import { ensureBrowserHash } from '../../../_shared/auth/browser.ts'
import { requestCode } from '../../../_shared/db/service.ts'
import { email } from '../../../_shared/domain/validation.ts'
import { jsonBody, problems } from '../../../_shared/http/describe.ts'
import { tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { signUpTag } from '../describe.ts'

const route = createRoute({
  method: 'post',
  path: '/auth/signup/code',
  tags: signUpTag,
  summary: 'Mail a confirmation code',
  description:
    'Sends a code that holds for 15 minutes and five attempts, in the browser that asked (by cookie). A new code replaces the one before it. ' +
    'The answer does not tell whether the address is known.',
  operationId: 'requestSignupCode',
  request: { body: jsonBody(z.object({ email: email.meta({ example: 'ada@example.com' }) })) },
  responses: { 204: { description: 'The code is on its way.' }, ...problems(400, 429) },
})

/** POST /auth/signup/code */
export function signupCode(app: Router): void {
  app.openapi(route, async (c) => {
    const { email: to } = c.req.valid('json')
    const { sent, retry_after } = await requestCode('signup', to, c.get('client'), await ensureBrowserHash(c))
    if (!sent) throw tooManyRequests(retry_after)
    return c.body(null, 204)
  })
}
