import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, problems, timestamp } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'

const scheduledSchema = z
  .object({ delete_at: timestamp.meta({ description: 'When it will be gone for good.' }) })
  .meta({ id: 'WorkspaceDeletion' })

const route = createRoute({
  method: 'delete',
  path: '/workspaces/{id}',
  tags: ['Workspaces'],
  summary: 'Delete a workspace',
  description:
    'By an owner, with a proof of the last ten minutes (403 `PROOF_REQUIRED`). The workspace and everything in it is deleted a week later; until then an owner can cancel that. Refused while its plan is paid for and not cancelled.',
  operationId: 'deleteWorkspace',
  security: bearer,
  request: { params: idParam('wk') },
  responses: {
    202: jsonAnswer('It will be deleted; asking once more changes nothing.', scheduledSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** DELETE /workspaces/{id} */
export function deleteWorkspace(app: Router): void {
  app.openapi(route, async (c) => {
    signedIn(c)
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    await allowChange(c)
    const delete_at = z.string().parse(await rpc(c, 'delete_workspace', { p_workspace_id }))
    return c.json({ delete_at: new Date(delete_at).toISOString() }, 202)
  })
}
