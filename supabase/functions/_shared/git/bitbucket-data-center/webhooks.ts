// Bitbucket Data Center: webhooks of a repository (developer.atlassian.com/server/bitbucket, REST "Repository",
// "Create webhook").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { RepositoryRef, Webhook } from '../model.ts'
import { at } from '../path.ts'
import { anything, idText, urlText } from '../shapes.ts'
import { ignoringMissing } from '../webhooks/missing.ts'
import { pageOf, repositoryPath } from './repositories.ts'

const events = [
  'repo:refs_changed',
  'repo:modified',
  'pr:opened',
  'pr:from_ref_updated',
  'pr:merged',
  'pr:declined',
  'pr:deleted',
]

const hookSchema = z.object({ id: idText, url: urlText })

/** "Create webhook". */
export async function createWebhook(
  api: Api,
  ref: RepositoryRef,
  { url, secret }: { url: string; secret: string },
): Promise<Webhook> {
  const json = { name: 'Waymark', url, active: true, events, configuration: { secret } }
  const { body } = await api.call(`${repositoryPath(ref)}/webhooks`, hookSchema, { method: 'POST', json })
  return { id: body.id, url }
}

/** "Find webhooks". */
export async function webhooks(api: Api, ref: RepositoryRef, url: string): Promise<Webhook[]> {
  const query = { limit: 1000 }
  const { body } = await api.call(`${repositoryPath(ref)}/webhooks`, pageOf(hookSchema), { query })
  return body.values.filter((hook) => hook.url === url)
}

/** "Delete webhook". */
export async function deleteWebhook(api: Api, ref: RepositoryRef, id: string): Promise<void> {
  const path = `${repositoryPath(ref)}${at`/webhooks/${id}`}`
  await ignoringMissing(api.call(path, anything, { method: 'DELETE' }))
}
