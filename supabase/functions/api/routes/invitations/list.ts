import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, pageOf } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, rangeOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  type InvitationRow,
  invitationColumns,
  invitationPageSchema,
  invitationView,
} from '../../model/invitation.ts'
import { requireInWorkspace } from '../../model/permissions.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/invitations',
  tags: ['Members'],
  summary: 'List invitations',
  description:
    'Who was invited and has not come yet, the latest first. Expired invitations can be sent again.',
  operationId: 'listInvitations',
  security: bearer,
  request: { params: idParam('wk'), query: pageQueryOf(50, 500) },
  responses: {
    200: pageAnswer('A page of invitations.', invitationPageSchema),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /workspaces/{id}/invitations */
export function listInvitations(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const workspaceId = decodeId('wk', id)
    const page = c.req.valid('query')
    signedIn(c)
    await requireInWorkspace(c, workspaceId, 'WorkspaceMembersRead')
    const answer = await asCaller(c)
      .from('workspace_invitations')
      .select(invitationColumns, { count: 'exact' })
      .eq('workspace_id', workspaceId)
      // The policy shows none that was declined or revoked.
      .is('accepted_at', null)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(...rangeOf(page))
    const { rows, total } = pageOf<InvitationRow>(answer)
    setPageHeaders(c, `/api/v1/workspaces/${id}/invitations`, page, total)
    return c.json({ items: rows.map(invitationView), total }, 200)
  })
}
