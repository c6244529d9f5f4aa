import { createRoute } from '@hono/zod-openapi'
import { declineInvitation as decline } from '../../../_shared/db/service-entering.ts'
import { problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { invitationOf, invitationParams } from '../../invitation-token.ts'
import { signUpTag } from '../describe.ts'

const route = createRoute({
  method: 'post',
  path: '/auth/invitations/{token}/decline',
  tags: signUpTag,
  summary: 'Decline an invitation',
  description: 'Nobody enters by it any more. Whoever has the link may decline it.',
  operationId: 'declineInvitation',
  request: { params: invitationParams },
  responses: { 204: { description: 'It is declined; its link says so.' }, ...problems(400, 404, 429) },
})

/** POST /auth/invitations/{token}/decline */
export function declineInvitation(app: Router): void {
  app.openapi(route, async (c) => {
    await invitationOf(c)
    await decline(c.req.valid('param').token, c.get('client'))
    return c.body(null, 204)
  })
}
