import { createRoute } from '@hono/zod-openapi'
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { manifestBytes, manifestOf, manifestSchema, missingSchema, prepared } from '../../model/push.ts'

const route = createRoute({
  method: 'post',
  path: '/push/manifest',
  tags: ['Pushing'],
  summary: 'Ask which files of a push are missing',
  description:
    'For scripts, with the CI token of a project as Bearer. Says which files the project does not hold: those of its ' +
    'branches, and those that an attempt of this push has sent before it broke off, need not be sent again. Send the ' +
    'rest by `POST /push` with the same manifest. Asking changes nothing.',
  operationId: 'askPush',
  security: bearer,
  request: { body: jsonBody(manifestSchema) },
  responses: { 200: jsonAnswer('What to send.', missingSchema), ...problems(400, 401, 403, 413, 429) },
})

/** POST /push/manifest; registered by hand, because the body may be longer than others. */
export function askPush(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/push/manifest', async (c) => {
    const to = pushingTo(c)
    await limit(c, 'push-manifest', 120, 600)
    const body = await wholeBody(c.req.raw, manifestBytes)
    const { missing, job_id } = await prepared(to.project_id, manifestOf(new TextDecoder().decode(body)))
    return c.json({
      project: { name: to.name, slug: to.slug },
      workspace: { name: to.workspace_name, slug: to.workspace_slug },
      missing,
      job_id,
    })
  })
}
