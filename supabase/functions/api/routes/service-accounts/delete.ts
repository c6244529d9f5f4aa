import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { readServiceAccount } from '../../model/service-account.ts'

const route = createRoute({
  method: 'delete',
  path: '/projects/{id}/service-accounts/{account_id}',
  tags: ['Git'],
  summary: 'Remove a service account',
  description: 'The project is read as the person who connected it from then on.',
  operationId: 'deleteServiceAccount',
  security: bearer,
  request: { params: z.object({ id: idSchema('prj'), account_id: idSchema('prjsa') }) },
  responses: { 204: { description: 'It is gone, with its token.' }, ...problems(400, 401, 403, 404, 429) },
})

/** DELETE /projects/{id}/service-accounts/{account_id} */
export function deleteServiceAccount(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, account_id } = c.req.valid('param')
    await allowChange(c)
    const account = await readServiceAccount(c, decodeId('prj', id), decodeId('prjsa', account_id))
    await rpc(c, 'delete_service_account', { p_id: account.id })
    return c.body(null, 204)
  })
}
