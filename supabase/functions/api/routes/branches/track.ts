import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam } from '../../model/branch.ts'
import { branchForScript, pushedBranchSchema } from '../../model/pushed-branch.ts'
import { queuedSchema } from '../../model/task.ts'

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/branches/{slug}',
  tags: ['Branches'],
  summary: 'Track a branch',
  description:
    'Queues the analysis of a branch at the Git host of the project. If it exists there, it is listed among the ' +
    'branches afterwards and follows every push. One that is tracked already is analysed again. With the CI token of a ' +
    'project that is pushed to: the branch of this name, made where there is none.',
  operationId: 'trackBranch',
  security: bearer,
  request: { params: branchParam },
  responses: {
    200: jsonAnswer('The branch, for who pushes to it.', pushedBranchSchema),
    202: jsonAnswer('The analysis is queued.', queuedSchema),
    ...problems(400, 401, 402, 403, 404, 429),
  },
})

/** PUT /projects/{id}/branches/{slug} */
export function trackBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    const { pushesTo } = c.get('caller')
    if (pushesTo) return c.json(await branchForScript(c, pushesTo, decodeId('prj', id), slug), 200)
    await allowChange(c)
    return c.json(await rpc(c, 'track_branch', { p_project_id: decodeId('prj', id), p_branch: slug }), 202)
  })
}
