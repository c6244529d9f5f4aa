import { createRoute, z } from '@hono/zod-openapi'
import { keptPicture } from '../../../_shared/db/service-pictures.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { fromBase64 } from '../../../_shared/http/base64.ts'
import { bearerOptional, idParam, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { countImage } from '../../model/image-answer.ts'

const route = createRoute({
  method: 'get',
  path: '/workspaces/{id}/pictures/{hash}',
  tags: ['Workspaces'],
  summary: 'Get a logo or favicon',
  description: 'A picture that was uploaded, for anyone. Nothing in it runs: it comes sandboxed.',
  operationId: 'getPicture',
  security: bearerOptional,
  request: {
    params: idParam('wk').extend({
      hash: z.string().regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in hexadecimal digits.'),
    }),
  },
  responses: {
    200: {
      description: 'The picture.',
      content: { 'image/*': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problems(400, 404, 429),
  },
})

/** GET /workspaces/{id}/pictures/{hash} */
export function getPicture(app: Router): void {
  app.openapi(route, async (c) => {
    await countImage(c)
    const { id, hash } = c.req.valid('param')
    const picture = await keptPicture(decodeId('wk', id), hash)
    if (!picture) throw refusalFor('picture_not_found')
    c.header('Content-Type', picture.type)
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    // Its address says what is in it.
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return c.newResponse(Uint8Array.from(fromBase64(picture.content)), 200)
  })
}
