import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { maxImportSize } from '../../../_shared/domain/imports.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { idempotencyHeader, type Outcome, once } from '../../../_shared/http/idempotency.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { isMultipart } from '../../../_shared/http/serve.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import { formFingerprint, type UploadedFile, withImportForm } from '../../model/import-form.ts'
import { requireInProject } from '../../model/permissions.ts'
import { readProject } from '../../model/project.ts'
import { queuedSchema } from '../../model/task.ts'

const formSchema = z
  .object({
    file: z.string().meta({
      format: 'binary',
      description: `An OpenAPI 2.0, 3.0 or 3.1 document in JSON or YAML, or a Markdown article; at most ${maxImportSize}.`,
    }),
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
    'task, which fails with the same in `payload.error`.',
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
    signedIn(c)
    await limit(c, 'import', 120, 600)
    if (!isMultipart(c.req.raw))
      throw refusal('VALIDATION_ERROR', 'Send the file as a form (multipart/form-data).')
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
  return withImportForm(c, workspace_id, async ({ file }) => {
    if (!file) throw refusalFor('import_without_file')
    return { status: 202, body: await queue(c, projectId, slug, file) }
  })
}

async function queue(c: AppContext, projectId: number, slug: string, file: UploadedFile) {
  return rpc(c, 'import_files', { p_project_id: projectId, p_branch_slug: slug, p_uploads: [file] })
}
