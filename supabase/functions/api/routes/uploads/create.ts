import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { maxImportSize } from '../../../_shared/domain/imports.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { isMultipart } from '../../../_shared/http/serve.ts'
import { pathsField, withImportForm } from '../../model/import-form.ts'

const mostUploads = 2000

const formSchema = z
  .object({
    file: z
      .string()
      .meta({ format: 'binary', description: `Files of any kind; together at most ${maxImportSize}.` }),
    paths: pathsField,
  })
  .meta({ id: 'UploadForm' })

const answerSchema = z
  .object({
    objects: z.array(z.string()).meta({ description: 'The name of each, in the order they came.' }),
  })
  .meta({ id: 'Uploads' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/uploads',
  tags: ['Studio'],
  summary: 'Upload files for the Studio',
  description:
    'Files that are no text, or a long one. The names that are answered are what `rpc/create_documents` and ' +
    '`rpc/replace_document` take as `upload`; what nothing comes of is removed within a day.',
  operationId: 'createUploads',
  security: bearer,
  request: {
    params: idParam('wk'),
    body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } },
  },
  responses: {
    201: jsonAnswer('They are stored.', answerSchema),
    ...problems(400, 401, 403, 404, 413, 429),
  },
})

/** POST /workspaces/{id}/uploads; registered by hand, because the form is read as a stream. */
export function createUploads(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/workspaces/:id/uploads', async (c) => {
    const workspaceId = decodeId('wk', c.req.param('id'))
    signedIn(c)
    await limit(c, 'upload', mostUploads, 600)
    if (!isMultipart(c.req.raw))
      throw refusal('VALIDATION_ERROR', 'Send the file as a form (multipart/form-data).')
    return withImportForm(c, workspaceId, async ({ files }) => {
      if (files.length === 0) throw refusalFor('import_without_file')
      return c.json({ objects: files.map(({ object }) => object) }, 201)
    })
  })
}
