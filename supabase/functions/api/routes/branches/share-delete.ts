import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam, readBranch } from '../../model/branch.ts'

const route = createRoute({
  method: 'delete',
  path: '/projects/{id}/branches/{slug}/share',
  tags: ['Branches'],
  summary: 'Revoke the link of a branch',
  description: 'Whoever has it reads the branch no more; another link can be made.',
  operationId: 'unshareBranch',
  security: bearer,
  request: { params: branchParam },
  responses: {
    204: { description: 'The link opens nothing any more.' },
    ...problems(400, 401, 403, 404, 429),
  },
})

/** DELETE /projects/{id}/branches/{slug}/share */
export function unshareBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    await allowChange(c)
    const branch = await readBranch(c, decodeId('prj', id), slug)
    await rpc(c, 'share_branch', { p_branch_id: branch.id, p_enabled: false })
    return c.body(null, 204)
  })
}
