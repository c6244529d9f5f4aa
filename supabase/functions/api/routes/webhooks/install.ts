import { createRoute, z } from '@hono/zod-openapi'
import { config } from '../../../_shared/config.ts'
import {
  beginWebhookChange,
  endWebhookChange,
  setWebhook,
  type WebhookChange,
} from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import type { GitClient } from '../../../_shared/git/client.ts'
import type { RepositoryRef, Webhook } from '../../../_shared/git/model.ts'
import { webhookAddresses } from '../../../_shared/git/webhooks/addresses.ts'
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
const mostRemoved = 100

const installRoute = createRoute({
  method: 'post',
  path,
  tags: ['Git'],
  summary: 'Install the webhook of a project',
  description:
    'At the Git host, by the caller’s connected account or else the project’s service account, with a secret of the project. ' +
    'The one that was installed so before is kept; others at its address, whose secrets nobody knows here, and one from ' +
    'before projects had secrets of their own are replaced.',
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
  description: 'All that lead to the project are removed at the host.',
  operationId: 'removeWebhook',
  security: bearer,
  request,
  responses: { 204: { description: 'It is gone at the host.' }, ...problems(400, 401, 403, 404, 409, 429) },
})

/** POST /vcs-integrations/{id}/webhooks */
export function installWebhook(app: Router): void {
  app.openapi(installRoute, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', c.req.valid('json').project_id)
    const host = await hostAt(c, projectId, id)
    const { own, shared } = addresses(host, projectId)
    const client = await projectClient(c, projectId, host)
    const { id: webhookId } = await changing(projectId, async ({ claim, trusted_id: trusted }) => {
      const there = answered(await client.webhooks(host.ref, own))
      const known = there.find((hook) => hook.id === trusted)
      // First: some hosts take one webhook an address.
      await remove(
        client,
        host.ref,
        there.filter((hook) => hook !== known),
      )
      const hook = known ?? (await make(client, host, { projectId, claim, url: own }))
      // One of before, with the secret of the whole integration, counts no more.
      await remove(client, host.ref, answered(await client.webhooks(host.ref, shared)))
      return hook
    })
    return c.json({ webhook_external_id: webhookId, url: own }, 201)
  })
}

/** DELETE /vcs-integrations/{id}/webhooks */
export function removeWebhook(app: Router): void {
  app.openapi(removeRoute, async (c) => {
    const { id } = c.req.valid('param')
    const projectId = decodeId('prj', c.req.valid('json').project_id)
    const host = await hostAt(c, projectId, id)
    const { webhook_external_id: written } = host.source.repository
    const client = await projectClient(c, projectId, host)
    await changing(projectId, async ({ claim }) => {
      for (const url of Object.values(addresses(host, projectId)))
        await remove(client, host.ref, await webhooksAt(client, host.ref, url))
      if (written) answered(await client.deleteWebhook(host.ref, written))
      if (!(await setWebhook(projectId, claim, null))) throw refusalFor('webhook_being_changed')
    })
    return c.body(null, 204)
  })
}

/** The host of a project's repository, where it is that of the integration. */
async function hostAt(c: AppContext, projectId: number, integration: string): Promise<ProjectHost> {
  const host = await projectHost(c, projectId, 'project_update')
  if (host.integration.id !== decodeId('wkintg', integration)) throw refusalFor('integration_not_found')
  return host
}

function addresses({ integration }: ProjectHost, projectId: number) {
  return webhookAddresses(config().baseUrl.origin, integration.id, projectId)
}

/** Works at the webhook of a project while nobody else does: of two presses at once the second is refused. */
async function changing<T>(projectId: number, work: (change: WebhookChange) => Promise<T>): Promise<T> {
  const change = await beginWebhookChange(projectId)
  if (!change) throw refusalFor('webhook_being_changed')
  try {
    return await work(change)
  } finally {
    // A claim that cannot be given back ends by itself.
    await endWebhookChange(projectId, change.claim).catch(() => undefined)
  }
}

async function make(
  client: GitClient,
  { integration, ref }: ProjectHost,
  { projectId, claim, url }: { projectId: number; claim: string; url: string },
): Promise<Webhook> {
  const secret = await webhookSecret(integration.id, projectId)
  const made = answered(await client.createWebhook(ref, { url, secret }))
  if (await setWebhook(projectId, claim, made.id)) return made
  await client.deleteWebhook(ref, made.id)
  throw refusalFor('webhook_being_changed')
}

/** The webhooks at an address; none where the repository is gone. */
async function webhooksAt(client: GitClient, ref: RepositoryRef, url: string): Promise<Webhook[]> {
  const found = await client.webhooks(ref, url)
  return !found.ok && found.failure.reason === 'not_found' ? [] : answered(found)
}

/** Removes webhooks at the host, a hundred a request. */
async function remove(client: GitClient, ref: RepositoryRef, webhooks: Webhook[]): Promise<void> {
  for (const { id } of webhooks.slice(0, mostRemoved)) answered(await client.deleteWebhook(ref, id))
}
