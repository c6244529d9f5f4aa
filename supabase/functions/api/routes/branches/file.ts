import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { storedFiles } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { openStored, streamOf } from '../../../_shared/storage/stored.ts'
import { branchParam, readBranch } from '../../model/branch.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/file',
  tags: ['Branches'],
  summary: 'Get a file of a branch',
  description:
    'A file as it was last analysed, by its path, for comparing branches. For full members who read the branch: files ' +
    'hold what is internal as well.',
  operationId: 'getBranchFile',
  security: bearer,
  request: {
    params: branchParam,
    query: z.object({ path: z.string().min(1).max(1000).meta({ example: 'reference/todos.yaml' }) }),
  },
  responses: {
    200: {
      description: 'The file.',
      content: { 'application/octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...problems(400, 401, 404, 429),
  },
})

/** GET /projects/{id}/branches/{slug}/file */
export function getBranchFile(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug } = c.req.valid('param')
    const { path } = c.req.valid('query')
    signedIn(c)
    await limit(c, 'document', 3000, 300)
    const branch = await readBranch(c, decodeId('prj', id), slug)
    const answer = await asCaller(c)
      .from('branch_files')
      .select('workspace_id,hash')
      .eq('branch_id', branch.id)
      .eq('path', path)
    const [file] = rowsOf(answer)
    if (!file) throw refusal('NOT_FOUND', 'There is no such file on this branch.')
    const [stored] = await storedFiles(file.workspace_id, [file.hash.replace(/^\\x/, '')])
    const content = stored && (await openStored(stored.object))
    if (!content) throw refusal('NOT_FOUND', 'The file is not stored any more.')
    c.header('Content-Type', 'application/octet-stream')
    c.header('Content-Security-Policy', 'sandbox')
    return c.newResponse(streamOf(content), 200)
  })
}
