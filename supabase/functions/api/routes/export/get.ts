import { createRoute, z } from '@hono/zod-openapi'
import { downloadZip } from 'client-zip'
import { kindByName } from '../../../../../analysis/files/kinds.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { storedFiles } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal, refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { openStored, streamOf } from '../../../_shared/storage/stored.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import { allFormed, exportForm, formed, formOf, isData, later, nameOf } from '../../model/export-form.ts'
import { readProject } from '../../model/project.ts'

const querySchema = z.object({
  path: z.string().min(1).max(1000).optional().meta({
    description: 'One file, as it was imported; without it all files, as a zip archive.',
    example: 'reference/todos.yaml',
  }),
  ...exportForm,
})

const binary = { schema: z.string().meta({ format: 'binary' }) }

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/export',
  tags: ['Documentation'],
  summary: 'Export a branch',
  description:
    'The files of a branch as they were imported, for full members of the workspace (and its tokens, of JSON and YAML ' +
    'files): they hold what is internal too. They are passed on as they are read. One file, or all JSON and YAML files of ' +
    'a branch, may be had in another form, which is made when somebody first asks for it; while that takes longer than a ' +
    'request, the answer is 503, and who asks again finds more of it made.',
  operationId: 'exportBranch',
  security: bearer,
  request: { params: branchParam, query: querySchema },
  responses: {
    200: {
      description: 'The archive, or the file.',
      content: { 'application/zip': binary, 'application/octet-stream': binary },
    },
    ...problems(400, 401, 404, 413, 429),
  },
})

interface BranchFile {
  path: string
  workspace_id: number
  hash: string
}

const pageSize = 1000
const mostFiles = 5_000
const tooManyFiles = `More than ${mostFiles.toLocaleString('en')} files would be in this archive: name one of them, or export the workspace.`

/** GET /projects/{id}/branches/{slug}/export */
export function exportBranch(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    const { path, kind, format } = c.req.valid('query')
    if (path === undefined && format !== undefined)
      throw fieldRefusal('path', 'Name the file that is to have another format.')
    const projectId = decodeId('prj', id)
    await limit(c, 'export', 60, 600)
    const branch = await readBranch(c, projectId, slug)
    const files = await filesOf(c, branch.id, path)
    if (files.length === 0) throw refusal('NOT_FOUND', 'There is no file here that you may export.')
    const form = path === undefined ? null : formOf(path, kind, format)
    if (path !== undefined && form) {
      await limit(c, 'export-form', 60, 600)
      attach(c, nameOf(path, form))
      return c.newResponse(streamOf(await formed(c, branch.id, path, form)), 200)
    }
    const objects = await objectsOf(files)
    const [first] = files
    const response =
      path && first
        ? await single(first, objects)
        : archive(files, objects, kind === 'original' ? null : await formsOf(c, branch.id, files, kind))
    attach(c, path ? nameOf(path, null) : `${(await readProject(c, projectId)).slug}.zip`)
    return c.newResponse(streamOf(response), 200)
  })
}

function attach(c: AppContext, name: string): void {
  c.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  c.header('Content-Type', name.endsWith('.zip') ? 'application/zip' : 'application/octet-stream')
}

/** The files of a branch that the caller may list: the policy of the table decides. */
async function filesOf(c: AppContext, branchId: number, path?: string): Promise<BranchFile[]> {
  const files: BranchFile[] = []
  for (;;) {
    const query = asCaller(c)
      .from('branch_files')
      .select('path, workspace_id, hash')
      .eq('branch_id', branchId)
    const page = rowsOf<BranchFile[]>(
      await (path === undefined ? query : query.eq('path', path))
        .order('path')
        .range(files.length, files.length + pageSize - 1),
    )
    files.push(...page.map((file) => ({ ...file, hash: file.hash.replace(/^\\x/, '') })))
    if (files.length > mostFiles) throw refusal('PAYLOAD_TOO_LARGE', tooManyFiles)
    if (page.length < pageSize) return files
  }
}

async function objectsOf(files: BranchFile[]): Promise<Map<string, string>> {
  const [first] = files
  const stored = first
    ? await storedFiles(first.workspace_id, [...new Set(files.map(({ hash }) => hash))])
    : []
  return new Map(stored.map(({ hash, object }) => [hash, object]))
}

function single({ hash }: BranchFile, objects: Map<string, string>): Promise<Response> {
  return opened(objects.get(hash))
}

async function opened(object: string | undefined): Promise<Response> {
  const content = object === undefined ? null : await openStored(object)
  if (!content) throw refusal('NOT_FOUND', 'The file is not stored any more.')
  return content
}

interface Forms {
  /** The objects of the files that have the form, by path. */
  objects: Map<string, string>
  /** Why the others do not. */
  refused: { name: string; input: string } | null
}

/** The descriptions and models of a branch in another form. */
async function formsOf(
  c: AppContext,
  branchId: number,
  files: BranchFile[],
  kind: 'bundled' | 'dereferenced',
): Promise<Forms> {
  await limit(c, 'export-form', 60, 600)
  const forms = await allFormed(c, branchId, kind)
  const objects = new Map<string, string>()
  const refused: string[] = []
  for (const path of files.map((file) => file.path).filter(isData)) {
    const form = forms.get(path)
    // Analysed anew since the files were listed.
    if (!form) throw later()
    if ('object' in form) objects.set(path, form.object)
    // Tables of contents, settings and rulesets refer to nothing that could come along.
    else if (kindByName(path) === 'data') refused.push(`${path}: ${form.error}\n`)
  }
  return {
    objects,
    refused: refused.length > 0 ? { name: `not-${kind}.txt`, input: refused.join('') } : null,
  }
}

/** An archive that is made as it is read: each file is fetched when its turn comes. */
function archive(files: BranchFile[], originals: Map<string, string>, forms: Forms | null): Response {
  async function* entries() {
    for (const { path, hash } of files)
      yield {
        // Some programs that unpack take a backslash for the end of a folder's name.
        name: path.replaceAll('\\', '_'),
        input: await opened(forms?.objects.get(path) ?? originals.get(hash)),
      }
    if (forms?.refused) yield forms.refused
  }
  return downloadZip(entries())
}
