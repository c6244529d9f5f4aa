import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import { shareSchema } from '../../model/share.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/share',
  tags: ['Branches'],
  summary: 'Get the link of a branch',
  description: 'The link that lets anybody read the branch, for who may change it.',
  operationId: 'getBranchShare',
  security: bearer,
  request: { params: branchParam },
  responses: { 200: jsonAnswer('The link.', shareSchema), ...problems(400, 401, 403, 404) },
})

/** GET /projects/{id}/branches/{slug}/share */
export function getBranchShare(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    signedIn(c)
    const branch = await readBranch(c, decodeId('prj', id), slug)
    return c.json(await rpc(c, 'branch_share', { p_branch_id: branch.id }), 200)
  })
}
