import { createRoute } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { newReleaseSchema, readReleases, releaseSchema, releaseView } from '../../model/release.ts'

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/releases',
  tags: ['Branches'],
  summary: 'Make a release',
  description:
    'Makes the content that a branch has now a version of the project, for who may change its branches. A version is ' +
    'given out once.',
  operationId: 'createRelease',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(newReleaseSchema) },
  responses: {
    201: jsonAnswer('The release.', releaseSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** POST /projects/{id}/releases */
export function createRelease(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const { version, notes, branch } = c.req.valid('json')
    signedIn(c)
    await allowChange(c)
    await rpc(c, 'create_release', {
      p_project_id: projectId,
      p_version: version,
      ...(notes === undefined ? {} : { p_notes: notes }),
      ...(branch === undefined ? {} : { p_branch_slug: branch }),
    })
    const { items } = await readReleases(c, projectId, { limit: 1, offset: 0 }, { release: version })
    const [made] = items
    if (!made) throw refusalFor('release_not_found')
    return c.json(releaseView(made), 201)
  })
}
