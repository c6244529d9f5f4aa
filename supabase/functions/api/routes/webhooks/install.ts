import { createRoute, z } from '@hono/zod-openapi'
import { config } from '../../../_shared/config.ts'
import { setWebhook } from '../../../_shared/db/service-git.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, idSchema, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { answered } from '../../model/git-host.ts'
import { type ProjectHost, projectClient, projectHost } from '../../model/project-host.ts'
import { webhookSecret } from '../../model/webhook-secret.ts'

const bodySchema = z.object({ project_id: idSchema('prj') }).meta({ id: 'WebhookOfProject' })
const request = { params: idParam('wkintg'), body: jsonBody(bodySchema) }
const path = '/vcs-integrations/{id}/webhooks'

const installRoute = createRoute({
  method: 'post',
  path,
  tags: ['Git'],
  summary: 'Install the webhook of a project',
  description:
    'At the Git host, by the caller’s connected account or else the project’s service account, with a secret of the project. ' +
    'One that is there already is kept; one from before projects had secrets of their own is replaced.',
  operationId: 'installWebhook',
  security: bearer,
  request,
  responses: {
    201: jsonAnswer('It is there.', z.object({ webhook_external_id: z.string(), url: z.string() })),
    ...problems(400, 401, 403, 404, 409, 429),
  },
})

const removeRoute = createRoute({
  method: 'delete',
  path,
  tags: ['Git'],
  summary: 'Remove the webhook of a project',
  operationId: 'removeWebhook',
  security: bearer,
  request,
  responses: { 204: { description: 'It is gone at the host.' }, ...problems(400, 401, 403, 404, 429) },
})

/** POST /vcs-integrations/{id}/webhooks */
export function installWebhook(app: Router): void {
  app.openapi(installRoute, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', c.req.valid('json').project_id)
    const host = await hostAt(c, projectId, id)
    const client = await projectClient(c, projectId, host)
    const shared = `${config().baseUrl.origin}/api/v1/webhooks/git/${encodeId('wkintg', host.integration.id)}`
    const url = `${shared}/${encodeId('prj', projectId)}`
    const [there] = answered(await client.webhooks(host.ref, url))
    const made = there ?? answered(await client.createWebhook(host.ref, await hook(host, projectId, url)))
    await setWebhook(projectId, made.id)
    // One of before, with the secret of the whole integration, counts no more.
    for (const old of answered(await client.webhooks(host.ref, shared)))
      answered(await client.deleteWebhook(host.ref, old.id))
    return c.json({ webhook_external_id: made.id, url }, 201)
  })
}

/** DELETE /vcs-integrations/{id}/webhooks */
export function removeWebhook(app: Router): void {
  app.openapi(removeRoute, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', c.req.valid('json').project_id)
    const host = await hostAt(c, projectId, id)
    const { webhook_external_id: hookId } = host.source.repository
    if (hookId) {
      const client = await projectClient(c, projectId, host)
      answered(await client.deleteWebhook(host.ref, hookId))
    }
    await setWebhook(projectId, null)
    return c.body(null, 204)
  })
}

/** The host of a project's repository, where it is that of the integration. */
async function hostAt(c: AppContext, projectId: number, integration: string): Promise<ProjectHost> {
  const host = await projectHost(c, projectId, 'project_update')
  if (host.integration.id !== decodeId('wkintg', integration)) throw refusalFor('integration_not_found')
  return host
}

async function hook({ integration }: ProjectHost, projectId: number, url: string) {
  return { url, secret: await webhookSecret(integration.id, projectId) }
}
