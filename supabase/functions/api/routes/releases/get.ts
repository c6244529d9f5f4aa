import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearerOptional, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { minReleaseQuery, readReleases, releaseSchema, releaseView } from '../../model/release.ts'

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/releases/{release}',
  tags: ['Branches'],
  summary: 'Get a release',
  description:
    'One release by its version; `latest` is the newest version that is no pre-release. One before `min_release` is ' +
    'not found.',
  operationId: 'getRelease',
  security: bearerOptional,
  request: {
    params: idParam('prj').extend({ release: z.string().min(1).max(100).meta({ example: 'latest' }) }),
    query: minReleaseQuery,
  },
  responses: { 200: jsonAnswer('The release.', releaseSchema), ...problems(400, 401, 404) },
})

/** GET /projects/{id}/releases/{release} */
export function getRelease(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, release } = c.req.valid('param')
    const {
      items: [found],
    } = await readReleases(
      c,
      decodeId('prj', id),
      { limit: 1, offset: 0 },
      {
        minRelease: c.req.valid('query').min_release,
        release,
      },
    )
    if (!found) throw refusalFor('release_not_found')
    return c.json(releaseView(found), 200)
  })
}
