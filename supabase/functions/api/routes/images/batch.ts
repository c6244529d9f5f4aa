import { createRoute, z } from '@hono/zod-openapi'
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { awaitImages } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { maxImportBytes } from '../../../_shared/domain/imports.ts'
import { sentenceOf } from '../../../_shared/domain/reasons.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import { bearer, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import { invalid, type Router } from '../../../_shared/http/router.ts'
import { boundedJson } from '../../model/bounded-json.ts'
import { filePath } from '../../model/file-path.ts'
import { isImagePath } from '../../model/image.ts'
import { mostFiles } from '../../model/push.ts'

/** A list of as many images as a push may have files. */
const bodyBytes = 4 * 1024 * 1024

const imageSchema = z.object({
  base_uri: z.string().max(1001).meta({ example: '/assets/images/logo.png' }),
  data_hash: z.string().max(128),
  size_in_bytes: z.int().min(0),
})
type Image = z.infer<typeof imageSchema>

const bodySchema = z.object({ images: z.array(imageSchema).max(mostFiles) }).meta({ id: 'ImageBatch' })

/** The path of a branch by its identifier. */
export const branchIdParam = z.object({
  id: idSchema('prj'),
  slug: z.string().meta({ description: 'The identifier of the branch.', example: 'YnI6Mw' }),
})

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/branches/{slug}/images-batch',
  tags: ['Pushing'],
  summary: 'Ask which images to send',
  description:
    'For scripts, with the CI token of the project as Bearer, between a push without its images and the images: the ' +
    'analysis of the push waits until those of `please_add` are there.',
  operationId: 'batchImages',
  security: bearer,
  request: { params: branchIdParam, body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer(
      'What to send by `POST …/images`.',
      z
        .object({
          please_add: z.array(imageSchema),
          accounted_for: z.array(imageSchema),
          please_dont_add: z.array(imageSchema.extend({ reason: z.string() })),
        })
        .meta({ id: 'ImageBatchAnswer' }),
    ),
    ...problems(400, 401, 404, 413, 429),
  },
})

/** POST /projects/{id}/branches/{branch}/images-batch; registered by hand, because the body may be longer than others. */
export function batchImages(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/projects/:id/branches/:slug/images-batch', async (c) => {
    const { id, slug } = c.req.param()
    const project = pushingTo(c)
    if (decodeId('prj', id) !== project.project_id) throw refusalFor('project_not_found')
    const branchId = decodeId('br', slug)
    await limit(c, 'images-batch', 60, 600)
    const images = imagesOf(await wholeBody(c.req.raw, bodyBytes))
    const wanted = images.filter((image) => !reasonAgainst(image))
    const answer = await awaitImages(project, branchId, wanted.map(pathOf))
    const asked = new Set(answer)
    const reasonFor = (image: Image) => reasonAgainst(image) ?? (answer ? badPath : nothingWaits)
    const isAsked = (image: Image) => !reasonAgainst(image) && asked.has(pathOf(image))
    return c.json({
      please_add: images.filter(isAsked),
      accounted_for: [],
      please_dont_add: images
        .filter((image) => !isAsked(image))
        .map((image) => ({ ...image, reason: reasonFor(image) })),
    })
  })
}

const badPath = sentenceOf('import_path_invalid')
const nothingWaits = 'No push of this branch waits for images.'

/** The images of a body, each path once. */
function imagesOf(body: Uint8Array): Image[] {
  const read = bodySchema.safeParse(boundedJson(new TextDecoder().decode(body)))
  if (!read.success) throw invalid(read.error.issues.slice(0, 20))
  return [...new Map(read.data.images.map((image) => [image.base_uri, image])).values()]
}

const pathOf = ({ base_uri }: Image) => base_uri.slice(1)

function reasonAgainst({ base_uri, size_in_bytes }: Image): string | undefined {
  if (!base_uri.startsWith('/') || !isImagePath(base_uri)) return 'It is not an image.'
  // What the database cannot even be asked about; it knows the rest of the rule.
  if (!filePath.safeParse(base_uri.slice(1)).success) return badPath
  return size_in_bytes > maxImportBytes ? 'It is too large.' : undefined
}
