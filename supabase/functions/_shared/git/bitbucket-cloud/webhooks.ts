// Bitbucket Cloud: webhooks of a repository (developer.atlassian.com/cloud/bitbucket, REST 2.0 "Webhooks").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { RepositoryRef, Webhook } from '../model.ts'
import { at } from '../path.ts'
import { anything, idText, urlText } from '../shapes.ts'
import { ignoringMissing } from '../webhooks/missing.ts'
import { pageOf, repositoryPath } from './repositories.ts'

const events = [
  'repo:push',
  'repo:updated',
  'repo:transfer',
  'repo:deleted',
  'pullrequest:created',
  'pullrequest:updated',
  'pullrequest:fulfilled',
  'pullrequest:rejected',
]

const hookSchema = z.object({ uuid: idText, url: urlText })

/** "Create a webhook for a repository". */
export async function createWebhook(
  api: Api,
  ref: RepositoryRef,
  { url, secret }: { url: string; secret: string },
): Promise<Webhook> {
  const json = { description: 'Waymark', url, secret, active: true, events }
  const { body } = await api.call(`${repositoryPath(ref)}/hooks`, hookSchema, { method: 'POST', json })
  return { id: body.uuid, url }
}

/** "List webhooks for a repository": a repository has up to 50. */
export async function webhooks(api: Api, ref: RepositoryRef, url: string): Promise<Webhook[]> {
  const query = { pagelen: 100 }
  const { body } = await api.call(`${repositoryPath(ref)}/hooks`, pageOf(hookSchema), { query })
  return body.values.filter((hook) => hook.url === url).map(({ uuid }) => ({ id: uuid, url }))
}

/** "Delete a webhook for a repository". */
export async function deleteWebhook(api: Api, ref: RepositoryRef, id: string): Promise<void> {
  const path = `${repositoryPath(ref)}${at`/hooks/${id}`}`
  await ignoringMissing(api.call(path, anything, { method: 'DELETE' }))
}
