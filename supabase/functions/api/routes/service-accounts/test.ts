import { createRoute, z } from '@hono/zod-openapi'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { bearer, idParam, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { fieldRefusal } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answered } from '../../model/git-host.ts'
import { basicClient, projectHost, serviceAccess } from '../../model/project-host.ts'
import { credentialsSchema } from '../../model/service-account.ts'

const bodySchema = z
  .object({ credentials: credentialsSchema.partial({ token: true, username: true }).optional() })
  .meta({ id: 'ServiceAccountTest', description: 'What is absent is that of the project’s service account.' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/service-accounts/test',
  tags: ['Git'],
  summary: 'Try the credentials of a service account',
  description: 'Asks the host for the repository of the project with them.',
  operationId: 'testServiceAccount',
  security: bearer,
  request: { params: idParam('prj'), body: jsonBody(bodySchema) },
  responses: {
    200: jsonAnswer('How it went.', z.object({ success: z.boolean(), message: z.string() })),
    ...problems(400, 401, 403, 404, 429),
  },
})

/** POST /projects/{id}/service-accounts/test */
export function testServiceAccount(app: Router): void {
  app.openapi(route, async (c) => {
    const projectId = decodeId('prj', c.req.valid('param').id)
    const { credentials } = c.req.valid('json')
    const host = await projectHost(c, projectId, 'project_update')
    await limit(c, 'service-account-test', 30, 900)
    const kept = host.source.service_account?.username
    const username = credentials?.username ?? kept
    // A kept token is tried with its own name alone.
    const keptToken = async () =>
      username === kept ? (await serviceAccess(projectId, host.source))?.password : undefined
    const token = credentials?.token ?? (await keptToken())
    if (!username || !token) throw fieldRefusal('token', 'Required')
    const outcome = await (await basicClient(host.integration, username, token)).repository(host.ref)
    if (outcome.ok) return c.json({ success: true, message: 'Everything looks good!' }, 200)
    const { reason, message } = outcome.failure
    if (reason === 'rate_limited') answered(outcome)
    const wrong = reason === 'bad_credentials' || reason === 'reconnect'
    return c.json({ success: false, message: wrong ? 'Invalid username or password' : message }, 200)
  })
}
