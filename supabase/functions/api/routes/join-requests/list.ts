import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { joinRequestPageSchema } from '../../model/join-request.ts'
import { withUserId } from '../../model/person.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/join-requests',
  tags: ['Members'],
  summary: 'List join requests',
  description: 'Who asked to join, the latest first.',
  operationId: 'listJoinRequests',
  security: bearer,
  request: { params: idParam('wk'), query: pageQueryOf(50, 500) },
  responses: {
    200: pageAnswer('A page of requests.', joinRequestPageSchema),
    ...problems(400, 401, 403, 404),
  },
})

/** GET /workspaces/{id}/join-requests */
export function listJoinRequests(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const p_workspace_id = decodeId('wk', id)
    const page = c.req.valid('query')
    signedIn(c)
    const [rows, total] = await Promise.all([
      rpc(c, 'workspace_join_requests', {
        p_workspace_id,
        p_limit: page.limit,
        p_offset: page.offset,
      }),
      count(c, p_workspace_id),
    ])
    setPageHeaders(c, `/api/v1/workspaces/${id}/join-requests`, page, total)
    return c.json({ items: rows.map(({ id: _number, ...row }) => withUserId(row)), total }, 200)
  })
}

async function count(c: AppContext, workspaceId: number): Promise<number> {
  const rows = asCaller(c).from('join_requests').select('id', { count: 'exact', head: true })
  const { count } = await rows.eq('workspace_id', workspaceId)
  return count ?? 0
}
