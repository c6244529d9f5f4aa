import { createRoute } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, idParam, problems } from '../../../_shared/http/describe.ts'
import { pageAnswer, pageQueryOf, pageSchema, setPageHeaders } from '../../../_shared/http/paging.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { minReleaseQuery, readReleases, releaseSchema, releaseView } from '../../model/release.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/releases',
  tags: ['Branches'],
  summary: 'List releases',
  description: 'The versions of a project on the branches that the caller reads, the newest version first.',
  operationId: 'listReleases',
  security: bearerOptional,
  request: { params: idParam('prj'), query: pageQueryOf(100, 1000).extend(minReleaseQuery.shape) },
  responses: {
    200: pageAnswer('A page of releases.', pageSchema('ReleaseList', releaseSchema)),
    ...problems(400, 401, 404),
  },
})

/** GET /projects/{id}/releases */
export function listReleases(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const { min_release, ...page } = c.req.valid('query')
    const { items, total } = await readReleases(c, decodeId('prj', id), page, { minRelease: min_release })
    setPageHeaders(c, `/api/v1/projects/${id}/releases`, page, total)
    return c.json({ items: items.map(releaseView), total }, 200)
  })
}
