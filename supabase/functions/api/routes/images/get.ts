import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { branchIdFor, branchParam } from '../../model/branch.ts'
import { countImage, imageNotFound, imageResponses, sendImage } from '../../model/image-answer.ts'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    branch_image: RowOf<'branch_image'>[]
  }
}

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/images/{path}',
  tags: ['Documentation'],
  summary: 'Get an image of a branch',
  description:
    'For whoever reads the branch. The path is that of the file in the project, slashes included. Nothing in an image ' +
    'runs: it comes sandboxed, and under the type that its name says. Clients that send `Accept: application/json` ' +
    'get it as JSON, up to 5 MiB.',
  operationId: 'getImage',
  security: bearerOptional,
  request: { params: branchParam.extend({ path: z.string().meta({ example: 'assets/images/logo.png' }) }) },
  responses: { ...imageResponses, ...problems(400, 401, 404, 413, 429) },
})

/** GET /projects/{id}/branches/{slug}/images/{path}; registered by hand, because the path has slashes. */
export function getImage(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.get('/projects/:id/branches/:slug/images/:path{.+}', async (c) => {
    await countImage(c)
    const { id, slug, path } = c.req.param()
    const branchId = await branchIdFor(c, decodeId('prj', id), slug)
    const [image] = await rpc(c, 'branch_image', { p_branch_id: branchId, p_path: path })
    if (!image) throw imageNotFound()
    return sendImage(c, path, image)
  })
}
