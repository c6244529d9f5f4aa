import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { readProject } from '../../model/project.ts'
import { readStyleGuides, styleGuidesSchema } from '../../model/style-guide.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/extended-ssgs',
  tags: ['Projects'],
  summary: 'Get the style guides of a project',
  description:
    'Which style guides the project extends, for all of its branches; those that the caller reads.',
  operationId: 'getExtendedStyleGuides',
  security: bearer,
  request: { params: idParam('prj') },
  responses: {
    200: jsonAnswer('The style guides.', styleGuidesSchema),
    204: { description: 'The project extends none.' },
    ...problems(400, 401, 404),
  },
})

/** GET /projects/{id}/extended-ssgs */
export function getStyleGuides(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    signedIn(c)
    await readProject(c, projectId)
    const guides = await readStyleGuides(c, projectId)
    return guides.extended_ssg_ids.length > 0 ? c.json(guides, 200) : c.body(null, 204)
  })
}
