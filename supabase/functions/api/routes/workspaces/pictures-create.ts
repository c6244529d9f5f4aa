import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { keepPicture } from '../../../_shared/db/service-pictures.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { fromBase64, toBase64 } from '../../../_shared/http/base64.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { safePicture } from '../../../_shared/pictures/safe-picture.ts'

const bodySchema = z
  .object({
    kind: z.enum(['logo', 'favicon']),
    file: z
      .string()
      .max(700_000, 'Must be no more than 512 KB')
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Must be Base64.')
      .meta({ description: 'PNG or SVG in Base64, at most 512 KB and a million pixels.' }),
  })
  .meta({ id: 'PictureUpload' })

const answerSchema = z
  .object({
    url: z
      .string()
      .meta({ description: 'A path of every host of the workspace, for logo_url or favicon_url.' }),
  })
  .meta({ id: 'UploadedPicture' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/pictures',
  tags: ['Workspaces'],
  summary: 'Upload a logo or favicon',
  description:
    'Pixels are encoded anew and drawings sanitised. It is shown once the settings name it; of a workspace the twenty newest are kept.',
  operationId: 'uploadPicture',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    201: jsonAnswer('Where the picture is.', answerSchema),
    ...problems(400, 401, 402, 403, 404, 413, 429),
  },
})

/** POST /workspaces/{id}/pictures */
export function uploadPicture(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const { id } = c.req.valid('param')
    const { kind, file } = c.req.valid('json')
    const workspaceId = decodeId('wk', id)
    await rpc(c, 'check_picture_upload', { p_workspace_id: workspaceId, p_kind: kind })
    await limit(c, 'picture', 30, 600)
    const picture = file.length % 4 === 0 ? await safePicture(fromBase64(file)) : null
    if (!picture) throw refusalFor('picture_invalid')
    const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(picture.bytes))
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    await keepPicture(workspaceId, { type: picture.type, hash, content: toBase64(picture.bytes) })
    return c.json({ url: `/api/v1/workspaces/${id}/pictures/${hash}` }, 201)
  })
}
