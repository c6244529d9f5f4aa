import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { ciTokenOf } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answerOf, ciTokenSchema, newCiToken, sealCiToken } from '../../model/ci-token.ts'

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/ci-token',
  tags: ['Pushing'],
  summary: 'Make a CI token',
  description:
    'Gives the project a new token. The one before it, if there was one, ends at once; with `unless_there` it stays, and is answered.',
  operationId: 'createCiToken',
  security: bearer,
  request: {
    params: idParam('prj'),
    query: z.object({ unless_there: z.enum(['true', 'false']).default('false') }),
  },
  responses: {
    201: jsonAnswer('The token that counts now.', ciTokenSchema),
    ...problems(400, 401, 403, 404, 429),
  },
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
      p_unless_there: c.req.valid('query').unless_there === 'true',
    })
    return c.json(await answerOf(projectId, await ciTokenOf(projectId)), 201)
  })
}
