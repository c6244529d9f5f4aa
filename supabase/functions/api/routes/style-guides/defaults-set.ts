import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireMember } from '../../model/permissions.ts'
import { readProject } from '../../model/project.ts'
import { listStyleGuides, styleGuideSchema } from '../../model/style-guide.ts'

const bodySchema = z
  .object({ project_id: idSchema('prj'), enabledForNewProjects: z.boolean() })
  .meta({ id: 'DefaultStyleGuide' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/default-style-guides',
  tags: ['Style guides'],
  summary: 'Choose a default style guide',
  description:
    'Says whether new projects of the workspace extend a style guide of it. Projects that are there keep what they have.',
  operationId: 'setDefaultStyleGuide',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The default style guides.', z.array(styleGuideSchema)),
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** POST /workspaces/{id}/default-style-guides */
export function setDefaultStyleGuide(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const { project_id, enabledForNewProjects } = c.req.valid('json')
    const p_project_id = decodeId('prj', project_id)
    signedIn(c)
    await allowChange(c)
    await requireMember(c, p_workspace_id)
    // Of the workspace of the address, and no other of the caller's.
    if ((await readProject(c, p_project_id)).workspace_id !== p_workspace_id)
      throw refusalFor('style_guide_not_found')
    await rpc(c, 'set_default_style_guide', {
      p_project_id,
      p_is_enabled: enabledForNewProjects,
    })
    return c.json(await listStyleGuides(c, { p_workspace_id, p_is_default: true }), 200)
  })
}
