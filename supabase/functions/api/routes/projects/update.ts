import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
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
import type { Router } from '../../../_shared/http/router.ts'
import { iconFields, projectSchema, projectView, readProject } from '../../model/project.ts'
import { seenField } from '../../model/seen.ts'

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
    seen: seenField,
  })
  .partial()
  .refine((body) => Object.keys(body).some((key) => key !== 'seen'), 'Nothing to change was sent.')
  .meta({ id: 'ProjectUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/projects/{id}',
  tags: ['Projects'],
  summary: 'Change a project',
  description: 'Name, address, looks, visibility and settings; each as far as the caller and the plan may.',
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
    const { seen, ...body } = c.req.valid('json')
    await rpc(c, 'update_project', {
      p_project_id: id,
      p_name: body.name,
      p_slug: body.slug,
      p_description: body.description,
      p_icon_name: body.icon ?? body.icon_name,
      p_icon_color: body.icon_color,
      p_visibility: body.visibility,
      p_is_design_library: body.is_design_library,
      p_use_legacy_exporter: body.use_legacy_exporter,
      p_auto_invite_committers: body.auto_invite_committers,
      p_seen: seen ? byColumn(seen) : null,
    })
    return c.json(projectView(await readProject(c, id)), 200)
  })
}

/** `icon` goes before `icon_name`, the name of its column. */
const byColumn = ({ icon, ...fields }: z.infer<typeof seenField>) =>
  icon === undefined ? fields : { ...fields, icon_name: icon }
