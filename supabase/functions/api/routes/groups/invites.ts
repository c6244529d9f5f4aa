import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { type GroupInviteRow, groupInviteSchema } from '../../model/group.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/groups/{id}/invites',
  tags: ['Groups'],
  summary: 'List who was invited to administer a group',
  operationId: 'listGroupInvites',
  security: bearer,
  request: { params: idParam('grp') },
  responses: {
    200: jsonAnswer(
      'The invitations.',
      z.object({ items: z.array(groupInviteSchema) }).meta({ id: 'GroupInvites' }),
    ),
    ...problems(400, 401, 403, 404),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/groups/{id}/invites/{invitation_id}',
  tags: ['Groups'],
  summary: 'Take a group off an invitation',
  description: 'The invitation to the workspace stays.',
  operationId: 'deleteGroupInvite',
  security: bearer,
  request: { params: z.object({ id: idSchema('grp'), invitation_id: idSchema('wkinv') }) },
  responses: {
    204: { description: 'The group does not come with it any more.' },
    ...problems(400, 401, 403, 404, 429),
  },
})

/** GET /groups/{id}/invites */
export function listGroupInvites(app: Router): void {
  app.openapi(listRoute, async (c) => {
    const p_group_id = decodeId('grp', c.req.valid('param').id)
    signedIn(c)
    const rows = await rpc<GroupInviteRow[]>(c, 'group_invitations', { p_group_id })
    const items = rows.map((row) => ({ ...row, invitation_id: encodeId('wkinv', row.invitation_id) }))
    return c.json({ items }, 200)
  })
}

/** DELETE /groups/{id}/invites/{invitation_id} */
export function deleteGroupInvite(app: Router): void {
  app.openapi(deleteRoute, async (c) => {
    const { id, invitation_id } = c.req.valid('param')
    const p_group_id = decodeId('grp', id)
    const p_invitation_id = decodeId('wkinv', invitation_id)
    await allowChange(c)
    await rpc(c, 'unlink_invitation', { p_invitation_id, p_group_id })
    return c.body(null, 204)
  })
}
