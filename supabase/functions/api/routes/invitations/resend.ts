import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { allowInvitations } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { requireDone } from '../../model/bulk.ts'

const route = createRoute({
  tags: ['Members'],
  security: bearer,
  request: { params: idParam('wkinv') },
  method: 'post',
  path: '/invitations/{id}/resend',
  summary: 'Send an invitation again',
  description: 'The new mail has a new link, which holds for 30 days; the old link does not hold any more.',
  operationId: 'resendInvitation',
  responses: { 204: { description: 'It is on its way.' }, ...problems(400, 401, 402, 403, 404, 429) },
})

/** POST /invitations/{id}/resend */
export function resendInvitation(app: Router): void {
  app.openapi(route, async (c) => {
    const id = decodeId('wkinv', c.req.valid('param').id)
    signedIn(c)
    await allowInvitations(c)
    requireDone(await rpc(c, 'resend_invitations', { p_ids: [id] }))
    return c.body(null, 204)
  })
}
