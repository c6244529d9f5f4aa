import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { readStyleGuides, styleGuidesSchema } from '../../model/style-guide.ts'

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/extended-ssgs',
  tags: ['Projects'],
  summary: 'Choose the style guides of a project',
  description:
    'Makes the project extend these style guides of its workspace, in this order. Those that the caller does not ' +
    'read stay, behind the others.',
  operationId: 'updateExtendedStyleGuides',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(styleGuidesSchema) },
  responses: {
    200: jsonAnswer('The style guides.', styleGuidesSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** PUT /projects/{id}/extended-ssgs */
export function updateStyleGuides(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const { extended_ssg_ids } = c.req.valid('json')
    signedIn(c)
    await allowChange(c)
    await rpc(c, 'set_project_style_guides', {
      p_project_id: projectId,
      p_style_guide_ids: extended_ssg_ids.map((id) => decodeId('prj', id)),
    })
    return c.json(await readStyleGuides(c, projectId), 200)
  })
}
