import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { ciTokenSchema, newCiToken, sealCiToken } from '../../model/ci-token.ts'

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/ci-token',
  tags: ['Pushing'],
  summary: 'Make a CI token',
  description: 'Gives the project a new token. The one before it, if there was one, ends at once.',
  operationId: 'createCiToken',
  security: bearer,
  request: { params: idParam('prj') },
  responses: { 201: jsonAnswer('The new token.', ciTokenSchema), ...problems(400, 401, 403, 404, 429) },
})

/** POST /projects/{id}/ci-token */
export function createCiToken(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    await allowChange(c)
    const token = newCiToken()
    await rpc(c, 'keep_ci_token', {
      p_project_id: projectId,
      p_token: token,
      p_secret: await sealCiToken(projectId, token),
    })
    return c.json({ ci_token: token, created_at: new Date().toISOString(), last_used_at: null }, 201)
  })
}
