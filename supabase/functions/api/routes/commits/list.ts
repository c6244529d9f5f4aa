import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { linkHeader, pageQueryOf, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { askedByTeam, commitSchema, commitView, readCommits } from '../../model/commit.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/commits',
  tags: ['Branches'],
  summary: 'List commits',
  description:
    'The states that the branches of a project have had, the newest first; a commit on several branches once for each. ' +
    'For full members of the workspace, of the branches that they read, and for the CI token of the project.',
  operationId: 'listCommits',
  security: bearer,
  request: { params: idParam('prj'), query: pageQueryOf(100, 1000) },
  responses: {
    200: {
      ...jsonAnswer(
        'A page of commits.',
        z.object({ items: z.array(commitSchema) }).meta({ id: 'CommitList' }),
      ),
      headers: linkHeader,
    },
    ...problems(400, 401, 404),
  },
})

/** GET /projects/{id}/commits */
export function listCommits(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const page = c.req.valid('query')
    askedByTeam(c)
    const { items, total } = await readCommits(c, decodeId('prj', id), page)
    setPageHeaders(c, `/api/v1/projects/${id}/commits`, page, total)
    return c.json({ items: items.map(commitView) }, 200)
  })
}
