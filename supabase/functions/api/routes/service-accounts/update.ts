import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  credentialsSchema,
  readServiceAccount,
  sealServiceToken,
  serviceAccountSchema,
  serviceAccountView,
} from '../../model/service-account.ts'

const bodySchema = z
  .object({
    name: z.string().trim().min(1, 'Required').max(100),
    credentials: credentialsSchema.omit({ type: true }).partial(),
  })
  .partial()
  .meta({
    id: 'ServiceAccountUpdate',
    description: 'What to change; what is absent stays. Another user name needs its token.',
  })

const route = createRoute({
  method: 'patch',
  path: '/projects/{id}/service-accounts/{account_id}',
  tags: ['Git'],
  summary: 'Change a service account',
  description: 'Its name, or what it signs in with at the Git host.',
  operationId: 'updateServiceAccount',
  security: bearer,
  request: {
    params: z.object({ id: idSchema('prj'), account_id: idSchema('prjsa') }),
    body: jsonBody(bodySchema),
  },
  responses: {
    200: jsonAnswer('The service account as it is now.', serviceAccountSchema),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** PATCH /projects/{id}/service-accounts/{account_id} */
export function updateServiceAccount(app: Router): void {
  app.openapi(route, async (c) => {
    const { id, account_id } = c.req.valid('param')
    const projectId = decodeId('prj', id)
    const { name, credentials } = c.req.valid('json')
    await allowChange(c)
    const account = await readServiceAccount(c, projectId, decodeId('prjsa', account_id))
    const token = credentials?.token
    const changed = await rpc(c, 'update_service_account', {
      p_id: account.id,
      p_name: name ?? null,
      p_username: credentials?.username ?? null,
      p_token: token === undefined ? null : await sealServiceToken(projectId, token),
    })
    return c.json(serviceAccountView(changed), 200)
  })
}
