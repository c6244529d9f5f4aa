import { createRoute } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { askedByTeam, commitSchema, commitView, readCommits, shaParam } from '../../model/commit.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/commits/{sha}',
  tags: ['Branches'],
  summary: 'Get a commit',
  description:
    'One commit; where it is on several branches, as it came last. Documents of commits ' +
    '(`Accept: application/octet-stream`) are not kept, and not found: the files of a branch are what its export has.',
  operationId: 'getCommit',
  security: bearer,
  request: { params: idParam('prj').extend({ sha: shaParam }) },
  responses: { 200: jsonAnswer('The commit.', commitSchema), ...problems(400, 401, 404) },
})

/** GET /projects/{id}/commits/{sha} */
export function getCommit(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, sha } = c.req.valid('param')
    askedByTeam(c)
    const {
      items: [newest],
    } = await readCommits(c, decodeId('prj', id), { limit: 1, offset: 0 }, sha)
    if (!newest) throw refusal('NOT_FOUND', 'Commit not found.')
    if (c.req.header('accept')?.startsWith('application/octet-stream'))
      throw refusal('NOT_FOUND', 'The document of this commit is not kept.')
    return c.json(commitView(newest), 200)
  })
}
