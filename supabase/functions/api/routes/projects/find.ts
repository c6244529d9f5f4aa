import { createRoute, z } from '@hono/zod-openapi'
import { bearerOptional, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireSite } from '../../../_shared/pages/site.ts'
import { projectIdOf, projectSchema, projectView, readProject } from '../../model/project.ts'

const querySchema = z.object({
  slug: z.string().min(1).max(200).meta({ description: 'The slug of the project.', example: 'todos' }),
})

const route = createRoute({
  method: 'get',
  path: '/projects',
  tags: ['Projects'],
  summary: 'Find a project by its slug',
  description:
    'The project of this slug, or that had it before, in the workspace whose host is called. Public projects need no token.',
  operationId: 'findProject',
  security: bearerOptional,
  request: { query: querySchema },
  responses: { 200: jsonAnswer('The project.', projectSchema), ...problems(400, 401, 404) },
})

/** GET /projects */
export function findProject(app: Router): void {
  app.openapi(route, async (c) => {
    const { slug } = c.req.valid('query')
    const site = await requireSite(c)
    return c.json(projectView(await readProject(c, await projectIdOf(c, site.id, slug))), 200)
  })
}
