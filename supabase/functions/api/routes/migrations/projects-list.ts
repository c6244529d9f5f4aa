import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange, limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { platformOf } from '../../../_shared/migration/index.ts'
import {
  askPlatform,
  externalAccountSchema,
  externalProjectSchema,
  externalProjectView,
  requireAccount,
} from '../../model/migration.ts'

const answerSchema = z
  .object({ items: z.array(externalProjectSchema).meta({ description: '1000 at most.' }) })
  .meta({ id: 'ExternalProjects' })

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/migrations/projects',
  tags: ['Projects'],
  summary: 'List projects of another platform',
  description:
    'What a key of Stoplight, SwaggerHub or Postman sees there, to choose from. The key is not kept.',
  operationId: 'listExternalProjects',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(externalAccountSchema) },
  responses: {
    200: jsonAnswer('The projects.', answerSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /workspaces/{id}/migrations/projects */
export function listExternalProjects(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const { source, account, api_key: key } = c.req.valid('json')
    await rpc(c, 'check_migration', { p_workspace_id: workspaceId, p_source: source })
    requireAccount(source, account)
    await limit(c, 'migration-list', 60, 600)
    const projects = await askPlatform(async () => platformOf(source, account, key).list())
    return c.json({ items: projects.map(externalProjectView) }, 200)
  })
}
