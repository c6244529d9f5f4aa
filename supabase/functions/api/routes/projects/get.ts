import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { projectNotFound, projectSchema, projectView, readProject } from '../../model/project.ts'

const answerSchema = projectSchema
  .extend({
    workspace: z.object({
      id: idSchema('wk'),
      name: z.string().meta({ example: 'Analytical Engines' }),
      slug: z.string().meta({ example: 'analytical-engines' }),
    }),
  })
  .meta({ id: 'ProjectWithWorkspace', description: 'A project and the workspace it belongs to.' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}',
  tags: ['Projects'],
  summary: 'Get a project',
  description: 'A project the caller may read. Public projects need no token.',
  operationId: 'getProject',
  security: bearerOptional,
  request: { params: idParam('prj') },
  responses: { 200: jsonAnswer('The project.', answerSchema), ...problems(400, 401, 404) },
})

/** GET /projects/{id} */
export function getProject(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('prj', c.req.valid('param').id)
    const [row, host] = await Promise.all([
      readProject(c, id),
      asCaller(c).rpc('project_workspace', { p_project_id: id }),
    ])
    const workspace = rowsOf<{ id: number; name: string; slug: string } | null>(host)
    if (!workspace) throw projectNotFound()
    const { name, slug } = workspace
    return c.json({ ...projectView(row), workspace: { id: encodeId('wk', workspace.id), name, slug } }, 200)
  })
}
