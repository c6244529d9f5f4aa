import { createHash } from 'node:crypto'
import { createRoute, z } from '@hono/zod-openapi'
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { queuePush } from '../../../_shared/db/service-git.ts'
import { maxImportBytes } from '../../../_shared/domain/imports.ts'
import type { PushingProject } from '../../../_shared/domain/pushing-project.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { type FormBounds, type IncomingFile, readForm } from '../../../_shared/http/multipart.ts'
import { fieldRefusal, refusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { isMultipart } from '../../../_shared/http/serve.ts'
import { pushedPlace, removeUpload, upload } from '../../../_shared/storage/uploads.ts'
import {
  type Manifest,
  manifestBytes,
  manifestOf,
  mostFiles,
  type Prepared,
  prepared,
} from '../../model/push.ts'
import { queuedSchema } from '../../model/task.ts'

const formSchema = z
  .object({
    manifest: z.string().meta({
      description: 'First of all: the manifest as `POST /push/manifest` takes it, as JSON text.',
    }),
    file: z.array(z.string().meta({ format: 'binary' })).meta({
      description: 'The files that are missing. The name of each (`filename`) is its SHA-256.',
    }),
  })
  .partial({ file: true })
  .meta({ id: 'Push' })

const route = createRoute({
  method: 'post',
  path: '/push',
  tags: ['Pushing'],
  summary: 'Push a branch',
  description:
    'For scripts, with the CI token of a project as Bearer. The files of the manifest replace the content of the branch, ' +
    'which is made where there is none, once their analysis has succeeded: see `GET /tasks/{job_id}`, which takes the ' +
    'same token. What arrives is kept for a day, so that a push that broke off goes on where it was; the same push once ' +
    'more is answered with its task as long as nothing else came to the branch. Retrying is safe at any point.',
  operationId: 'push',
  security: bearer,
  request: { body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } } },
  responses: {
    202: jsonAnswer(
      'The analysis is queued.',
      queuedSchema
        .extend({ branch: z.string().meta({ description: 'The slug of the branch.', example: 'main' }) })
        .meta({ id: 'Pushed' }),
    ),
    ...problems(400, 401, 402, 403, 413, 429),
  },
})

const bounds: FormBounds = {
  fileBytes: maxImportBytes,
  files: mostFiles,
  fieldBytes: manifestBytes,
  // Each file has a heading of its own in the form.
  bytes: maxImportBytes + manifestBytes + mostFiles * 1024,
}

/** POST /push; registered by hand, because the form is read as a stream. */
export function push(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/push', async (c) => {
    const to = pushingTo(c)
    await limit(c, 'push', 60, 600)
    if (!isMultipart(c.req.raw))
      throw refusal('VALIDATION_ERROR', 'Send the files as a form (multipart/form-data).')
    return c.json(await receive(c, to), 202)
  })
}

async function receive(c: AppContext, to: PushingProject) {
  let manifest: Manifest | undefined
  let wanted: Promise<Prepared> | undefined
  const fields = await readForm(c.req.raw, bounds, async (file, before) => {
    manifest ??= manifestOf(before.get('manifest') ?? required())
    wanted ??= prepared(to.project_id, manifest)
    await takeFile(file, await wanted)
  })
  return queue(to, manifest ?? manifestOf(fields.manifest ?? required()))
}

function required(): never {
  throw fieldRefusal('manifest', 'Send the manifest first.')
}

/** Stores a file of the push under its hash; one that is there already is passed over. */
async function takeFile(file: IncomingFile, { folder, missing }: Prepared): Promise<void> {
  if (!missing.includes(file.name)) return
  const place = pushedPlace(folder + file.name)
  const hash = createHash('sha256')
  await upload(place, file, 0, (chunk) => hash.update(chunk))
  if (hash.digest('hex') === file.name) return
  await removeUpload(place)
  throw fieldRefusal('file', `The content of a file is not what its name says: ${file.name}.`)
}

async function queue(to: PushingProject, { branch, commit, files }: Manifest) {
  const { folder, fingerprint, missing, held } = await prepared(to.project_id, { branch, commit, files })
  if (missing.length > 0) throw refusalFor('upload_not_found')
  const isHeld = new Set(held)
  const kept = files.filter(({ sha256 }) => isHeld.has(sha256))
  const sent = files.filter(({ sha256 }) => !isHeld.has(sha256))
  const { job_id, branch_slug } = await queuePush(to, {
    branch,
    commit,
    fingerprint,
    uploads: sent.map(({ path, sha256 }) => ({ path, object: folder + sha256 })),
    held: kept.map(({ path, sha256 }) => ({ path, hash: sha256 })),
  })
  return { job_id, branch: branch_slug }
}
