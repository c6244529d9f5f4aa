import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { bearerOptional, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { countImage, imageNotFound, imageResponses, sendImage } from '../../model/image-answer.ts'

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    image_by_hash: RowOf<'found_image'>[]
  }
}

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in hexadecimal digits.')
  .meta({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })

const route = createRoute({
  method: 'get',
  path: '/images/{hash}',
  tags: ['Documentation'],
  summary: 'Get an image by its hash',
  description: 'The SHA-256 of its file. For whoever reads a branch that has the image.',
  operationId: 'getImageByHash',
  security: bearerOptional,
  request: { params: z.object({ hash }) },
  responses: { ...imageResponses, ...problems(400, 401, 404, 413, 429) },
})

/** GET /images/{hash} */
export function getImageByHash(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.get('/images/:hash', async (c) => {
    await countImage(c)
    const { data: asked } = hash.safeParse(c.req.param('hash'))
    const [image] = asked ? await rpc(c, 'image_by_hash', { p_hash: asked }) : []
    if (!(asked && image)) throw imageNotFound()
    return sendImage(c, image.path, { workspace_id: image.workspace_id, hash: asked })
  })
}
