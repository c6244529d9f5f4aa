// GitHub: webhooks of a repository (docs.github.com, REST "Repository webhooks").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { RepositoryRef, Webhook } from '../model.ts'
import { at } from '../path.ts'
import { anything, idText, listOf, urlText } from '../shapes.ts'
import { ignoringMissing } from '../webhooks/missing.ts'
import { repositoryPath } from './content.ts'

const events = ['push', 'create', 'delete', 'pull_request', 'repository']

const hookSchema = z.object({ id: idText, config: z.object({ url: urlText.optional() }) })

/** "Create a repository webhook". */
export async function createWebhook(
  api: Api,
  ref: RepositoryRef,
  { url, secret }: { url: string; secret: string },
): Promise<Webhook> {
  const config = { url, secret, content_type: 'json', insecure_ssl: '0' }
  const { body } = await api.call(`${repositoryPath(ref)}/hooks`, hookSchema, {
    method: 'POST',
    json: { name: 'web', active: true, events, config },
  })
  return { id: body.id, url }
}

/** "List repository webhooks": a repository has up to 20 an event. */
export async function webhooks(api: Api, ref: RepositoryRef, url: string): Promise<Webhook[]> {
  const query = { per_page: 100 }
  const { body } = await api.call(`${repositoryPath(ref)}/hooks`, listOf(hookSchema), { query })
  return body.filter(({ config }) => config.url === url).map(({ id }) => ({ id, url }))
}

/** "Delete a repository webhook". */
export async function deleteWebhook(api: Api, ref: RepositoryRef, id: string): Promise<void> {
  const path = `${repositoryPath(ref)}${at`/hooks/${id}`}`
  await ignoringMissing(api.call(path, anything, { method: 'DELETE' }))
}
