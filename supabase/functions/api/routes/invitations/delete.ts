import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireDone } from '../../model/bulk.ts'

const route = createRoute({
  tags: ['Members'],
  security: bearer,
  request: { params: idParam('wkinv') },
  method: 'delete',
  path: '/invitations/{id}',
  summary: 'Withdraw an invitation',
  description: 'One’s own, or any with the permission to approve members.',
  operationId: 'deleteInvitation',
  responses: {
    204: { description: 'Its link does not hold any more.' },
    ...problems(400, 401, 403, 404, 429),
  },
})

/** DELETE /invitations/{id} */
export function deleteInvitation(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('wkinv', c.req.valid('param').id)
    await allowChange(c)
    requireDone(await rpc(c, 'revoke_invitations', { p_ids: [id] }))
    return c.body(null, 204)
  })
}
