import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answered } from '../../model/git-host.ts'
import { cursorQuery, nextField, setNextLink } from '../../model/host-repository.ts'
import { projectClient, projectHost } from '../../model/project-host.ts'

const branchSchema = z
  .object({
    name: z.string().meta({ example: 'release/2.0' }),
    commit: z.string().meta({ description: 'Where it stands.' }),
  })
  .meta({ id: 'HostBranch' })

const route = createRoute({
  method: 'get',
  path: '/projects/{id}/repository/branches',
  tags: ['Git'],
  summary: 'List the branches of a repository',
  description:
    'As its Git host has them now, followed here or not, for who may follow one; up to 100 a page.',
  operationId: 'listRepositoryBranches',
  security: bearer,
  request: { params: idParam('prj'), query: cursorQuery },
  responses: {
    200: jsonAnswer('A page.', z.object({ items: z.array(branchSchema), ...nextField })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** GET /projects/{id}/repository/branches */
export function listRepositoryBranches(app: Router): void {
  app.openapi(route, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', id)
    const host = await projectHost(c, projectId, 'project_branch_create_delete')
    const client = await projectClient(c, projectId, host)
    const { items, next } = answered(await client.branches(host.ref, c.req.valid('query').cursor))
    setNextLink(c, `/api/v1/projects/${id}/repository/branches`, next)
    return c.json({ items, next }, 200)
  })
}
