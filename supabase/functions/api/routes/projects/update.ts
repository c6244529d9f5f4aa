import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, declaredRowsOf } from '../../../_shared/db/rest.ts'
import type { Database } from '../../../_shared/domain/database.gen.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import {
  hexColour,
  projectName,
  projectSlug,
  projectVisibility,
  tagline,
} from '../../../_shared/domain/validation.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  iconFields,
  type ProjectRow,
  projectColumns,
  projectSchema,
  projectView,
  readProject,
} from '../../model/project.ts'

const bodySchema = z
  .object({
    name: projectName.meta({ example: 'To-dos' }),
    slug: projectSlug.meta({
      description: 'Addresses with the old slug lead to the new one.',
      example: 'todos',
    }),
    description: tagline,
    ...iconFields,
    icon_color: hexColour,
    visibility: projectVisibility,
    is_design_library: z.boolean(),
    use_legacy_exporter: z.boolean(),
    auto_invite_committers: z.boolean(),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'Nothing to change was sent.')
  .meta({ id: 'ProjectUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/projects/{id}',
  tags: ['Projects'],
  summary: 'Change a project',
  operationId: 'updateProject',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The project as it is now.', projectSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** PATCH /projects/{id} */
export function updateProject(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('prj', c.req.valid('param').id)
    await allowChange(c)
    const { icon, ...body } = c.req.valid('json')
    // What is undefined is not in the JSON that the database gets.
    const changes = icon === undefined ? body : { ...body, icon_name: icon }
    const row = declaredRowsOf<ProjectRow | null>(
      await asCaller(c)
        .from('projects')
        .update(changes as Database['public']['Tables']['projects']['Update'])
        .eq('id', id)
        .select(projectColumns)
        .maybeSingle(),
    )
    if (row) return c.json(projectView(row), 200)
    await readProject(c, id)
    throw refusal('INSUFFICIENT_PERMISSIONS', 'You do not have permission to change this project.')
  })
}
