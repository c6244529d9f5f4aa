import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const bodySchema = z
  .object({
    version: z.string().min(1).max(100).nullable().meta({
      description: 'Where the project stays; null: it follows the newest.',
      example: '1.2.0',
    }),
  })
  .meta({ id: 'StyleGuidePin' })

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/extended-ssgs/{ssg_id}/version',
  tags: ['Style guides'],
  summary: 'Stay at a version of a style guide',
  description: 'Makes the project stay at a release of a style guide that it extends, or follow the newest.',
  operationId: 'pinStyleGuide',
  security: bearer,
  request: { params: z.object({ id: idSchema('prj'), ssg_id: idSchema('prj') }), body: jsonBody(bodySchema) },
  responses: { 204: { description: 'It does.' }, ...problems(400, 401, 403, 404, 429) },
})

/** PUT /projects/{id}/extended-ssgs/{ssg_id}/version */
export function setStyleGuideVersion(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, ssg_id } = c.req.valid('param')
    const { version } = c.req.valid('json')
    signedIn(c)
    await allowChange(c)
    await rpc(c, 'pin_style_guide', {
      p_project_id: decodeId('prj', id),
      p_style_guide_id: decodeId('prj', ssg_id),
      ...(version === null ? {} : { p_version: version }),
    })
    return c.body(null, 204)
  })
}
