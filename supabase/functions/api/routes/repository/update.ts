import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, rowsOf, rpc } from '../../../_shared/db/rest.ts'
import type { Database } from '../../../_shared/domain/database.gen.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { repositoryColumns, repositorySchema, repositoryView } from '../../model/repository.ts'

const bodySchema = z
  .object({ commit_statuses: z.boolean(), pull_request_comments: z.boolean() })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'Nothing to change was sent.')
  .meta({ id: 'RepositoryUpdate', description: 'What is said at the host; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/projects/{id}/repository',
  tags: ['Git'],
  summary: 'Change what is said at the Git host',
  description: 'Whether commits get a status, and pull requests a comment, with what was found in them.',
  operationId: 'updateRepository',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('The repository as it is now.', repositorySchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** PATCH /projects/{id}/repository */
export function updateRepository(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const changes = c.req.valid('json')
    await allowChange(c)
    await rpc(c, 'check_project_permission', { p_project_id: projectId, p_permission: 'project_update' })
    const answer = await asCaller(c)
      .from('project_repositories')
      .update(changes as Database['public']['Tables']['project_repositories']['Update'])
      .eq('project_id', projectId)
      .select(repositoryColumns)
      .maybeSingle()
    const row = rowsOf(answer)
    if (!row) throw refusalFor('project_without_repository')
    return c.json(repositoryView(row), 200)
  })
}
