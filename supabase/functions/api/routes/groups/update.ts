import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { confirmationRequired } from '../../model/confirmation.ts'
import { groupFields, groupSchema, groupView } from '../../model/group.ts'
import { lookOf } from '../../model/presentation.ts'
import { seenField } from '../../model/seen.ts'

const bodySchema = z
  .object({
    ...groupFields,
    confirm: z.boolean().meta({
      description: 'Needed when the group turns internal and has public projects: they turn internal too.',
    }),
    seen: seenField,
  })
  .partial()
  .refine(
    (body) => Object.keys(body).some((key) => key !== 'confirm' && key !== 'seen'),
    'Nothing to change was sent.',
  )
  .meta({ id: 'GroupUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/groups/{id}',
  tags: ['Groups'],
  summary: 'Change a group',
  description: 'Turning public projects internal without `confirm` is refused with 409 and their number.',
  operationId: 'updateGroup',
  security: bearer,
  request: { params: idParam('grp'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The group as it is now.', groupSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** PATCH /groups/{id} */
export function updateGroup(app: Router): void {
  app.openapi(route, async (c) => {
    const p_group_id = decodeId('grp', c.req.valid('param').id)
    const body = c.req.valid('json')
    await allowChange(c)
    const updated = await rpc(c, 'update_group', {
      p_group_id,
      p_name: body.name ?? null,
      p_description: body.description ?? null,
      p_visibility: body.visibility ?? null,
      ...lookOf(body),
      p_confirm: body.confirm ?? false,
      p_seen: body.seen ?? null,
    })
    if (updated.confirmation_required) throw confirmationRequired(updated.public_projects)
    return c.json(groupView(updated.group), 200)
  })
}
