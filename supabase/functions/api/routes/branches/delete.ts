import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import { queuedSchema } from '../../model/task.ts'

const route = createRoute({
  method: 'delete',
  path: '/projects/{id}/branches/{slug}',
  tags: ['Branches'],
  summary: 'Remove a branch',
  description: 'Queues the removal of a branch with everything in it. The default branch stays.',
  operationId: 'deleteBranch',
  security: bearer,
  request: { params: branchParam },
  responses: {
    202: jsonAnswer('The removal is queued.', queuedSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** DELETE /projects/{id}/branches/{slug} */
export function deleteBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    await allowChange(c)
    const branch = await readBranch(c, decodeId('prj', id), slug)
    return c.json(await rpc(c, 'delete_branch', { p_branch_id: branch.id }), 202)
  })
}
