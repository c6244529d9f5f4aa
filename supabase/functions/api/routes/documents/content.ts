import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { streamOf } from '../../../_shared/storage/stored.ts'
import { branchIdFor, branchParam } from '../../model/branch.ts'
import { documentContent } from '../../model/document.ts'
import { imageType } from '../../model/image.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/documents/{document}/content',
  tags: ['Studio'],
  summary: 'Get the content of a document',
  description:
    'A file of the working copy as it would be published now: an image that was just uploaded, or a text with what was typed, ' +
    'its line endings and its mark. Nothing in it runs: it comes sandboxed, images under the type that their name says.',
  operationId: 'getDocumentContent',
  security: bearerOptional,
  request: {
    params: branchParam.extend({ document: z.uuid() }),
    query: z.object({
      of: z.enum(['now', 'published', 'branch']).default('now').meta({
        description:
          'As it is; as it was last published or pulled; or, where the branch has moved under it, what that has by now.',
      }),
    }),
  },
  responses: {
    200: {
      description: 'The file.',
      content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problems(400, 401, 404, 429),
  },
})

/** GET /projects/{id}/branches/{slug}/documents/{document}/content */
export function getDocumentContent(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug, document } = c.req.valid('param')
    const { of } = c.req.valid('query')
    await limit(c, 'document', 3000, 300)
    const branchId = await branchIdFor(c, decodeId('prj', id), slug)
    const { path, content } = await documentContent(c, branchId, document, of)
    c.header('Content-Type', imageType(path) ?? 'application/octet-stream')
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Cache-Control', 'private, no-cache')
    return c.newResponse(streamOf(content), 200)
  })
}
