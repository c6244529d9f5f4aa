import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireMember } from '../../model/permissions.ts'
import { listStyleGuides, styleGuideSchema } from '../../model/style-guide.ts'

const querySchema = z.object({
  visibility: z
    .enum(['public', 'internal'])
    .optional()
    .meta({ description: 'Only the style guides that are so.' }),
})

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/default-style-guides',
  tags: ['Style guides'],
  summary: 'Get the default style guides of a workspace',
  description: 'The style guides that new projects of the workspace extend; those that the caller reads.',
  operationId: 'getDefaultStyleGuides',
  security: bearer,
  request: { params: idParam('wk'), query: querySchema },
  responses: {
    200: jsonAnswer('The style guides.', z.array(styleGuideSchema)),
    ...problems(400, 401, 404),
  },
})

/** GET /workspaces/{id}/default-style-guides */
export function getDefaultStyleGuides(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const { visibility } = c.req.valid('query')
    signedIn(c)
    await requireMember(c, p_workspace_id)
    const guides = await listStyleGuides(c, {
      p_workspace_id,
      p_is_default: true,
      ...(visibility === undefined ? {} : { p_visibility: visibility }),
    })
    return c.json(guides, 200)
  })
}
