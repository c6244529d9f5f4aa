import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { confirmationRequired } from '../../model/confirmation.ts'

const bodySchema = z
  .object({
    group_id: idSchema('grp').nullable().meta({ description: 'Null takes the project out of its group.' }),
    confirm: z
      .boolean()
      .default(false)
      .meta({ description: 'Needed when an internal group turns the public project internal.' }),
    seen: z
      .object({ group_id: idSchema('grp').nullable() })
      .optional()
      .meta({ description: 'The group that you saw it in: 409 where somebody else has moved it since.' }),
  })
  .meta({ id: 'ProjectGroup' })

const answerSchema = z
  .object({
    group_id: idSchema('grp').nullable(),
    visibility_changed: z.boolean().meta({ description: 'Whether the project turned internal.' }),
  })
  .meta({ id: 'ProjectMoved' })

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/group',
  tags: ['Projects'],
  summary: 'Move a project into a group, or out of any',
  description:
    'Turning the project internal without `confirm` is refused with 409, as is a move over one that was not `seen`.',
  operationId: 'putProjectGroup',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('Where the project is now.', answerSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** PUT /projects/{id}/group */
export function putProjectGroup(app: Router): void {
  app.openapi(route, async (c) => {
    const { group_id, confirm, seen } = c.req.valid('json')
    const idOf = (group: string | null) => (group === null ? null : decodeId('grp', group))
    const args = {
      p_project_id: decodeId('prj', c.req.valid('param').id),
      p_group_id: idOf(group_id),
      p_confirm: confirm,
      p_seen: seen ? { group_id: idOf(seen.group_id) } : null,
    }
    await allowChange(c)
    const { confirmation_required, visibility_changed } = await rpc(c, 'move_project', args)
    if (confirmation_required) throw confirmationRequired(1)
    return c.json({ group_id, visibility_changed }, 200)
  })
}
