import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { groupInviteSchema } from '../../model/group.ts'

const route = createRoute({
  method: 'get',
  path: '/groups/{id}/invites',
  tags: ['Groups'],
  summary: 'List who was invited to administer a group',
  description: 'By address; each is an admin once the invitation is used.',
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

/** GET /groups/{id}/invites */
export function listGroupInvites(app: Router): void {
  app.openapi(route, async (c) => {
    const p_group_id = decodeId('grp', c.req.valid('param').id)
    signedIn(c)
    const rows = await rpc(c, 'group_invitations', { p_group_id })
    const items = rows.map((row) => ({ ...row, invitation_id: encodeId('wkinv', row.invitation_id) }))
    return c.json({ items }, 200)
  })
}
