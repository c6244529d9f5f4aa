import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { overrideSchema, overrideView, readOverride } from '../../model/override.ts'

const route = createRoute({
  method: 'get',
  path: '/overrides/{id}',
  tags: ['Documentation'],
  summary: 'Get an override',
  description: 'For who may change the content of the project.',
  operationId: 'getOverride',
  security: bearer,
  request: { params: idParam('ovr') },
  responses: { 200: jsonAnswer('The override.', overrideSchema), ...problems(400, 401, 404) },
})

/** GET /overrides/{id} */
export function getOverride(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('ovr', c.req.valid('param').id)
    signedIn(c)
    return c.json(overrideView(await readOverride(c, id)), 200)
  })
}
