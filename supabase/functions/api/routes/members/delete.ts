import { createRoute, z } from '@hono/zod-openapi'
import { asCaller, rowsOf, rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { email } from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import {
  bearer,
  idList,
  idParam,
  idSchema,
  jsonAnswer,
  jsonBody,
  problems,
} from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { bulkSchema, bulkView } from '../../model/bulk.ts'
import { requireInWorkspace } from '../../model/permissions.ts'

const bodySchema = z
  .object({
    user_ids: idList('usr').optional(),
    email: email.optional(),
    heir_id: idSchema('usr')
      .optional()
      .meta({ description: 'Who gets their projects; the caller when absent.' }),
  })
  .refine(
    ({ user_ids, email }) => (user_ids === undefined) !== (email === undefined),
    'Send either user_ids or email.',
  )
  .meta({ id: 'MembersRemoval', description: 'Either the members, or the primary address of one.' })

const route = createRoute({
  method: 'delete',
  path: '/workspaces/{id}/members',
  tags: ['Members'],
  summary: 'Remove members',
  description:
    'Removes members with everything given to them; their projects pass to `heir_id`. Nobody removes themselves, or a ' +
    'member who outranks them.',
  operationId: 'deleteMembers',
  security: bearer,
  request: { params: idParam('wk'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('How each removal went, for `user_ids`.', bulkSchema),
    204: { description: 'The member of the address is removed.' },
    ...problems(400, 401, 403, 404, 429),
  },
})

/** DELETE /workspaces/{id}/members */
export function deleteMembers(app: Router): void {
  app.openapi(route, async (c) => {
    const p_workspace_id = decodeId('wk', c.req.valid('param').id)
    const { user_ids = [], email: address, heir_id } = c.req.valid('json')
    const p_heir_id = heir_id === undefined ? null : decodeId('usr', heir_id)
    await allowChange(c)
    if (address !== undefined) {
      await removeByAddress(c, { p_workspace_id, p_heir_id }, address)
      return c.body(null, 204)
    }
    const p_user_ids = user_ids.map((id) => decodeId('usr', id))
    const done = await rpc(c, 'remove_members', { p_workspace_id, p_user_ids, p_heir_id })
    return c.json(bulkView(done), 200)
  })
}

interface From {
  p_workspace_id: number
  p_heir_id: number | null
}

async function removeByAddress(c: AppContext, from: From, address: string): Promise<void> {
  await requireInWorkspace(c, from.p_workspace_id, 'WorkspaceMembersApprove')
  const query = asCaller(c).from('emails').select('user_id').eq('email', address.toLowerCase())
  const [row] = rowsOf<{ user_id: number }[]>(await query.not('confirmed_at', 'is', null))
  if (!row) throw refusalFor('member_not_found')
  await rpc(c, 'remove_member', { ...from, p_user_id: row.user_id })
}
