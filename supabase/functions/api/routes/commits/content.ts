import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { asCaller, rowsOf } from '../../../_shared/db/rest.ts'
import { storedFiles } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal, refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { openStored, streamOf } from '../../../_shared/storage/stored.ts'
import { branchParam, readBranch } from '../../model/branch.ts'
import { shaParam } from '../../model/commit.ts'
import { readProject } from '../../model/project.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/branches/{slug}/commits/{sha}/content',
  tags: ['Studio'],
  summary: 'Get a file of a commit',
  description:
    'A file as it was when a version was published, for comparing: of the hundred newest commits of a branch that is ' +
    'written in the Studio without Git. For who reads its working copy.',
  operationId: 'getCommitContent',
  security: bearer,
  request: {
    params: branchParam.extend({ sha: shaParam }),
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

/** GET /projects/{id}/branches/{slug}/commits/{sha}/content */
export function getCommitContent(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, slug, sha } = c.req.valid('param')
    const { path } = c.req.valid('query')
    signedIn(c)
    await limit(c, 'document', 3000, 300)
    const projectId = decodeId('prj', id)
    const branch = await readBranch(c, projectId, slug)
    const answer = await asCaller(c)
      .rpc('commit_files', { p_branch_id: branch.id, p_sha: sha })
      .eq('path', path)
    const [file] = rowsOf(answer)
    if (!file?.hash) throw refusalFor('commit_not_kept')
    const { workspace_id } = await readProject(c, projectId)
    const [stored] = await storedFiles(workspace_id, [file.hash])
    const content = stored && (await openStored(stored.object))
    if (!content) throw refusal('NOT_FOUND', 'The file is not stored any more.')
    c.header('Content-Type', 'application/octet-stream')
    c.header('Content-Security-Policy', 'sandbox')
    return c.newResponse(streamOf(content), 200)
  })
}
