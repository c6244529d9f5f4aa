import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import { shareSchema } from '../../model/share.ts'

const bodySchema = z
  .object({
    expires_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .default(null)
      .meta({ description: 'Within five years; without it the link has no end.' }),
    new_link: z
      .boolean()
      .default(false)
      .meta({ description: 'Makes another link in place of the present one, which ends.' }),
  })
  .meta({ id: 'BranchShareUpdate' })

const route = createRoute({
  method: 'put',
  path: '/projects/{id}/branches/{slug}/share',
  tags: ['Branches'],
  summary: 'Share a branch by a link',
  description: 'Lets anybody read this one branch by a link that cannot be guessed.',
  operationId: 'shareBranch',
  security: bearer,
  request: { params: branchParam, body: jsonBody(bodySchema) },
  responses: { 200: jsonAnswer('The link.', shareSchema), ...problems(400, 401, 403, 404, 429) },
})

/** PUT /projects/{id}/branches/{slug}/share */
export function shareBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    const { expires_at, new_link } = c.req.valid('json')
    await allowChange(c)
    const branch = await readBranch(c, decodeId('prj', id), slug)
    const share = await rpc(c, 'share_branch', {
      p_branch_id: branch.id,
      p_enabled: true,
      p_expires_at: expires_at,
      p_new_link: new_link,
    })
    return c.json(share, 200)
  })
}
