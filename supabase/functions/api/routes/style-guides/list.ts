import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { listStyleGuides, styleGuideSchema } from '../../model/style-guide.ts'

const querySchema = z.object({
  is_default: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: those that new projects extend; `false`: the others.' }),
  workspace_id: idSchema('wk')
    .optional()
    .meta({ description: 'Without it: of all workspaces of the caller.' }),
})

const route = createRoute({
  method: 'get',
  path: '/style-guides',
  tags: ['Style guides'],
  summary: 'List style guides',
  description: 'The style guides that the caller has a role in, by name: the first thousand.',
  operationId: 'listStyleGuides',
  security: bearer,
  request: { query: querySchema },
  responses: { 200: jsonAnswer('The style guides.', z.array(styleGuideSchema)), ...problems(400, 401) },
})

/** GET /style-guides */
export function getStyleGuideList(app: Router): void {
  app.openapi(route, async (c) => {
    const { is_default, workspace_id } = c.req.valid('query')
    signedIn(c)
    const guides = await listStyleGuides(c, {
      ...(workspace_id === undefined ? {} : { p_workspace_id: decodeId('wk', workspace_id) }),
      ...(is_default === undefined ? {} : { p_is_default: is_default === 'true' }),
    })
    return c.json(guides, 200)
  })
}
