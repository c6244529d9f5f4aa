import { createRoute } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { changesSchema, settingsOf, settingsSchema } from '../../model/workspace-settings.ts'

const bodySchema = changesSchema
  .extend({
    seen: changesSchema.optional().meta({
      description:
        'What the caller saw of the settings that are changed. Where one was changed meanwhile to something else than ' +
        'is wanted, nothing is written: 409.',
    }),
  })
  .meta({ id: 'WorkspaceUpdate', description: 'What to change; what is absent stays.' })

const route = createRoute({
  method: 'patch',
  path: '/workspaces/{id}',
  tags: ['Workspaces'],
  summary: 'Change the settings of a workspace',
  description: 'All that is sent is changed, or nothing. Each setting is recorded in the activity.',
  operationId: 'updateWorkspace',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('All settings as they are now.', settingsSchema),
    ...problems(400, 401, 402, 403, 404, 409, 429),
  },
})

/** PATCH /workspaces/{id} */
export function updateWorkspace(app: Router): void {
  app.openapi(route, async (c) => {
    await allowChange(c)
    const { seen, ...changes } = c.req.valid('json')
    const changed = await rpc(c, 'update_workspace_settings', {
      p_workspace_id: decodeId('wk', c.req.valid('param').id),
      p_changes: settingsOf(changes),
      p_seen: seen ? settingsOf(seen) : null,
    })
    return c.json(changed, 200)
  })
}
