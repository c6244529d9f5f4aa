import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { ciTokenOf } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answerOf, ciTokenSchema } from '../../model/ci-token.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/ci-token',
  tags: ['Pushing'],
  summary: 'Show the CI token of a project',
  description: 'For who may change the content of the project.',
  operationId: 'getCiToken',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 200: jsonAnswer('The token.', ciTokenSchema), ...problems(400, 401, 403, 404) },
})

/** GET /projects/{id}/ci-token */
export function getCiToken(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    const permission = { p_project_id: projectId, p_permission: 'project_contents_update' }
    await rpc(c, 'check_project_permission', permission)
    return c.json(await answerOf(projectId, await ciTokenOf(projectId)), 200)
  })
}
