import { createRoute, z } from '@hono/zod-openapi'
import { mailWorkspaces } from '../../../_shared/db/service.ts'
import { email } from '../../../_shared/domain/validation.ts'
import { jsonBody, problems } from '../../../_shared/http/describe.ts'
import { tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { atLeast, discreetMs } from '../../timing.ts'
import { signInTag } from '../describe.ts'

const route = createRoute({
  method: 'post',
  path: '/auth/find-workspaces',
  tags: signInTag,
  summary: 'Mail me my workspaces',
  description:
    'Sends the list of workspaces to the address, if it belongs to any. The answer is the same either way.',
  operationId: 'findWorkspaces',
  request: { body: jsonBody(z.object({ email: email.meta({ example: 'ada@example.com' }) })) },
  responses: { 204: { description: 'Accepted.' }, ...problems(400, 429) },
})

/** POST /auth/find-workspaces */
export function findWorkspaces(app: Router): void {
  app.openapi(route, async (c) => {
    const startedAt = performance.now()
    const wait = await mailWorkspaces(c.req.valid('json').email, c.get('client'))
    if (wait > 0) throw tooManyRequests(wait)
    await atLeast(discreetMs, startedAt)
    return c.body(null, 204)
  })
}
