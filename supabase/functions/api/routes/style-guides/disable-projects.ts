import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idList, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { projectBulkSchema, projectBulkView } from '../../model/bulk.ts'

const route = createRoute({
  method: 'patch',
  path: '/style-guides/{ssg_id}/disable-projects',
  tags: ['Style guides'],
  summary: 'Disable a style guide for projects',
  description: 'Takes the style guide from many projects. Each project for itself, as the rules allow.',
  operationId: 'disableStyleGuide',
  security: bearer,
  request: {
    params: z.object({ ssg_id: idSchema('prj') }),
    body: jsonBody(z.object({ project_ids: idList('prj') }).meta({ id: 'DisableStyleGuide' })),
  },
  responses: {
    200: jsonAnswer('How it went, by project.', projectBulkSchema),
    ...problems(400, 401, 404, 429),
  },
})

/** PATCH /style-guides/{ssg_id}/disable-projects */
export function disableStyleGuide(app: Router): void {
  app.openapi(route, async (c) => {
    const p_style_guide_id = decodeId('prj', c.req.valid('param').ssg_id)
    const p_project_ids = c.req.valid('json').project_ids.map((id) => decodeId('prj', id))
    signedIn(c)
    await allowChange(c)
    return c.json(
      projectBulkView(await rpc(c, 'disable_style_guide', { p_style_guide_id, p_project_ids })),
      200,
    )
  })
}
