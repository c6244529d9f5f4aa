import { createRoute } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam, branchSchema, branchView, readBranch } from '../../model/branch.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}',
  tags: ['Branches'],
  summary: 'Get a branch',
  description: 'When it was last analysed, from which commit, and how much is in it.',
  operationId: 'getBranch',
  security: bearerOptional,
  request: { params: branchParam },
  responses: { 200: jsonAnswer('The branch.', branchSchema), ...problems(400, 401, 404) },
})

/** GET /projects/{id}/branches/{slug} */
export function getBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    return c.json(branchView(await readBranch(c, decodeId('prj', id), slug)), 200)
  })
}
