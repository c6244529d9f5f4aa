import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange, limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { keyContext, platformOf } from '../../../_shared/migration/index.ts'
import { seal } from '../../../_shared/secrets/box.ts'
import {
  askPlatform,
  chosenOf,
  newMigrationsSchema,
  queuedMigrationsSchema,
  queuedMigrationsView,
  requireAccount,
} from '../../model/migration.ts'

const longestName = 75

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/migrations',
  tags: ['Projects'],
  summary: 'Migrate projects',
  description:
    'Queues projects of another platform: each becomes a project of the caller, with its versions as branches, and a task ' +
    'whose log says what could not be taken along. One that came before goes into the project that it became. From `next` ' +
    'only with the permission of billing, in a workspace that came from there.',
  operationId: 'createMigrations',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(newMigrationsSchema) },
  responses: {
    202: jsonAnswer('What was queued.', queuedMigrationsSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /workspaces/{id}/migrations */
export function createMigrations(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    const workspaceId = decodeId('wk', c.req.valid('param').id)
    const { source, account, api_key: key, project_ids: ids, visibility } = c.req.valid('json')
    await rpc(c, 'check_migration', { p_workspace_id: workspaceId, p_source: source })
    requireAccount(source, account)
    await limit(c, 'migration', 60, 600)
    const listed = await askPlatform(async () => platformOf(source, account, key).list())
    const answer = await rpc(c, 'queue_migrations', {
      p_workspace_id: workspaceId,
      p_source: source,
      p_account: account,
      p_key: await seal(key, keyContext(workspaceId, source)),
      p_projects: chosenOf(listed, ids).map(({ id, name }) => ({
        external_id: id,
        name: Array.from(name).slice(0, longestName).join(''),
      })),
      p_visibility: visibility,
    })
    return c.json(queuedMigrationsView(answer), 202)
  })
}
