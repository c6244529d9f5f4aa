import { createRoute, z } from '@hono/zod-openapi'
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { addPushedImage } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { maxImportBytes } from '../../../_shared/domain/imports.ts'
import { sentenceOf } from '../../../_shared/domain/reasons.ts'
import { fromBase64 } from '../../../_shared/http/base64.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { readLongString } from '../../../_shared/http/long-string.ts'
import { fieldRefusal, refusal, refusalFor } from '../../../_shared/http/problem.ts'
import { invalid, type Router } from '../../../_shared/http/router.ts'
import { pushedPlace, removeUpload, storeParts } from '../../../_shared/storage/uploads.ts'
import { filePath } from '../../model/file-path.ts'
import { isImagePath } from '../../model/image.ts'
import { mostFiles } from '../../model/push.ts'
import { branchIdParam } from './batch.ts'

const bounds = { bytes: maxImportBytes, rest: 16 * 1024 }

const bodySchema = z
  .object({
    filepath: z
      .string()
      .min(2)
      .max(1001)
      .startsWith('/')
      .refine(isImagePath, 'Must be the path of an image.')
      .refine((path) => filePath.safeParse(path.slice(1)).success, sentenceOf('import_path_invalid'))
      .meta({ example: '/assets/images/logo.png' }),
    file: z.string().meta({ description: 'The image in Base64.' }),
  })
  .meta({ id: 'PushedImage' })

const answerSchema = z.object({ filepath: z.string() }).meta({ id: 'ImageAdded' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/branches/{slug}/images',
  tags: ['Pushing'],
  summary: 'Send an image of a push',
  description:
    'For scripts, with the CI token of the project as Bearer, for each image that `POST …/images-batch` asked for, and no other: with ' +
    'the last of them the analysis of the push starts.',
  operationId: 'addImage',
  security: bearer,
  request: { params: branchIdParam, body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The image is part of the push.', answerSchema),
    ...problems(400, 401, 404, 409, 413, 429),
  },
})

/** POST /projects/{id}/branches/{branch}/images; registered by hand, because the image is read as a stream. */
export function addImage(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/projects/:id/branches/:slug/images', async (c) => {
    const { id, slug } = c.req.param()
    const to = pushingTo(c)
    const { project_id, workspace_id } = to
    if (decodeId('prj', id) !== project_id) throw refusalFor('project_not_found')
    const branchId = decodeId('br', slug)
    await limit(c, 'push-image', mostFiles, 3600)
    const place = pushedPlace(`${workspace_id}/ci-${project_id}/${crypto.randomUUID()}`)
    let added = false
    try {
      const { rest, taken } = await readLongString(c.req.raw, 'file', bounds, (parts) =>
        storeParts(place, decoded(parts)),
      )
      const read = bodySchema.safeParse(rest)
      if (!read.success) throw invalid(read.error.issues.slice(0, 20))
      // Spelled in a way that it was not found by, with escapes in its name: nothing was stored.
      if (taken === null) throw fieldRefusal('file', 'Required')
      const { filepath } = read.data
      added = await addPushedImage(to, branchId, filepath.slice(1), place.object)
      if (!added) throw refusal('CONFLICT', 'No push of this branch waits for this image. Push once more.')
      return c.json({ filepath }, 200)
    } finally {
      if (!added) await removeUpload(place)
    }
  })
}

/** The bytes of Base64 that comes in parts. */
async function* decoded(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let left = ''
  for await (const part of parts) {
    const text = left + part
    const whole = text.length - (text.length % 4)
    left = text.slice(whole)
    yield bytesOf(text.slice(0, whole))
  }
  yield bytesOf(left)
}

function bytesOf(text: string): Uint8Array {
  const refused = () => fieldRefusal('file', 'Must be Base64.')
  // Blanks, which `atob` reads over, are none of its letters (RFC 4648 §3.3).
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw refused()
  try {
    return fromBase64(text)
  } catch {
    // A length that no bytes have: one more than a multiple of four, or filled up wrongly.
    throw refused()
  }
}
