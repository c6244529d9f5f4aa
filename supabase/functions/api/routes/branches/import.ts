import { createHash } from 'node:crypto'
import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { queuePush } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { maxImportSize } from '../../../_shared/domain/imports.ts'
import type { PushingProject } from '../../../_shared/domain/pushing-project.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { idempotencyHeader, type Outcome, once } from '../../../_shared/http/idempotency.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { isMultipart } from '../../../_shared/http/serve.ts'
import { pushedPlace, removeUpload } from '../../../_shared/storage/uploads.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import {
  formFingerprint,
  type ImportForm,
  pathsField,
  type UploadedFile,
  withImportForm,
  withStoredFile,
} from '../../model/import-form.ts'
import { requireInProject } from '../../model/permissions.ts'
import { readProject } from '../../model/project.ts'
import { pushFingerprint } from '../../model/push.ts'
import { queuedSchema } from '../../model/task.ts'

const formSchema = z
  .object({
    file: z.string().meta({
      format: 'binary',
      description: `An OpenAPI 2.0, 3.0 or 3.1 document in JSON or YAML, or a Markdown article; at most ${maxImportSize}.`,
    }),
    paths: pathsField,
  })
  .meta({ id: 'BranchImport' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/branches/{slug}/import',
  tags: ['Branches'],
  summary: 'Import a file',
  description:
    'Replaces the content of a branch by a file. Readers see the old content until the analysis has succeeded. ' +
    'A file that cannot be read is refused with line and column; one of more than 2 MB (YAML: 1 MB) is read by its ' +
    'task, which fails with the same in `payload.error`. With the CI token of the project as Bearer a branch that is not ' +
    'there is made, and the same file again is answered with its task.',
  operationId: 'importBranch',
  security: bearer,
  request: {
    params: branchParam,
    headers: idempotencyHeader,
    body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } },
  },
  responses: {
    202: jsonAnswer('The analysis is queued.', queuedSchema),
    ...problems(400, 401, 403, 404, 409, 413, 429),
  },
})

/** POST /projects/{id}/branches/{slug}/import; registered by hand, because the form is read as a stream. */
export function importBranch(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/projects/:id/branches/:slug/import', async (c) => {
    const projectId = decodeId('prj', c.req.param('id'))
    const { pushesTo } = c.get('caller')
    if (!pushesTo) signedIn(c)
    await limit(c, 'import', 120, 600)
    if (!isMultipart(c.req.raw))
      throw refusal('VALIDATION_ERROR', 'Send the file as a form (multipart/form-data).')
    if (pushesTo) return c.json(await receiveFromScript(c, pushesTo, projectId, c.req.param('slug')), 202)
    await requireInProject(c, projectId, 'project_contents_update')
    const branch = await readBranch(c, projectId, c.req.param('slug'))
    const { status, body } = await once(c, formFingerprint(c), () => receive(c, projectId, branch.slug))
    return c.json(body, status)
  })
}

async function receive(
  c: AppContext,
  projectId: number,
  slug: string,
): Promise<Outcome<z.infer<typeof queuedSchema>>> {
  const { workspace_id } = await readProject(c, projectId)
  return withImportForm(c, workspace_id, async ({ files }) => {
    if (files.length === 0) throw refusalFor('import_without_file')
    return { status: 202, body: await queue(c, projectId, slug, files) }
  })
}

/** With a CI token: the file lies in the folder of the project's pushes, and is a push of one file. */
async function receiveFromScript(
  c: AppContext,
  to: PushingProject,
  projectId: number,
  branch: string,
): Promise<z.infer<typeof queuedSchema>> {
  const { project_id, workspace_id } = to
  if (project_id !== projectId) throw refusalFor('project_not_found')
  const place = pushedPlace(`${workspace_id}/ci-${project_id}/${crypto.randomUUID()}`)
  const hash = createHash('sha256')
  const queuedFile = async ({ file }: ImportForm) => {
    if (!file) throw refusalFor('import_without_file')
    const files = [{ path: file.path, sha256: hash.digest('hex') }]
    const fingerprint = await pushFingerprint({ branch, commit: null, files })
    return queuePush(to, { branch, commit: null, fingerprint, uploads: [file], held: [] })
  }
  const { job_id, came_before } = await withStoredFile(c, place, queuedFile, (chunk) => hash.update(chunk))
  if (came_before) await removeUpload(place)
  return { job_id }
}

async function queue(c: AppContext, projectId: number, slug: string, files: UploadedFile[]) {
  return rpc(c, 'import_files', { p_project_id: projectId, p_branch_slug: slug, p_uploads: files })
}
