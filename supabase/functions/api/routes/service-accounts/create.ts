import { createRoute, z } from '@hono/zod-openapi'
import { rpc } from '../../../_shared/db/rest.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { allowChange } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import {
  credentialsSchema,
  sealServiceToken,
  serviceAccountSchema,
  serviceAccountView,
} from '../../model/service-account.ts'

const bodySchema = z
  .object({
    name: z.string().trim().min(1, 'Required').max(100).meta({ example: 'Documentation' }),
    kind: z
      .string()
      .optional()
      .meta({ description: 'That of the project’s Git host, whatever is said here.' }),
    credentials: credentialsSchema,
  })
  .meta({ id: 'NewServiceAccount' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/service-accounts',
  tags: ['Git'],
  summary: 'Give a project its service account',
  description:
    'The product reads the repository with it from then on. Its token is kept encrypted and never shown.',
  operationId: 'createServiceAccount',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(bodySchema) },
  responses: {
    201: jsonAnswer('The service account.', serviceAccountSchema),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

/** POST /projects/{id}/service-accounts */
export function createServiceAccount(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const { name, credentials } = c.req.valid('json')
    await allowChange(c)
    const made = await rpc(c, 'create_service_account', {
      p_project_id: projectId,
      p_name: name,
      p_username: credentials.username,
      p_token: await sealServiceToken(projectId, credentials.token),
    })
    return c.json(serviceAccountView(made), 201)
  })
}
