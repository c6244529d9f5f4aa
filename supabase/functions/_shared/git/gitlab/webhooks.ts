// GitLab: webhooks of a project (docs.gitlab.com, "Project webhooks API").
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { RepositoryRef, Webhook } from '../model.ts'
import { at } from '../path.ts'
import { anything, idText, listOf, urlText } from '../shapes.ts'
import { ignoringMissing } from '../webhooks/missing.ts'
import { projectPath } from './repositories.ts'

const hookSchema = z.object({ id: idText, url: urlText })

const madeSchema = hookSchema.extend({ signing_token_present: z.boolean().optional() })

/**
 * "Add a webhook to a project". Versions that sign take the secret as their key; older ones do not know that field, and send
 * the secret along.
 */
export async function createWebhook(
  api: Api,
  ref: RepositoryRef,
  { url, secret }: { url: string; secret: string },
): Promise<Webhook> {
  const json = {
    url,
    signing_token: secret,
    push_events: true,
    tag_push_events: true,
    merge_requests_events: true,
    enable_ssl_verification: true,
  }
  const path = `${projectPath(ref)}/hooks`
  const { body } = await api.call(path, madeSchema, { method: 'POST', json })
  const { id } = body
  if (body.signing_token_present === true) return { id, url }
  try {
    await api.call(`${path}${at`/${id}`}`, anything, { method: 'PUT', json: { url, token: secret } })
  } catch (error) {
    await deleteWebhook(api, ref, id).catch(() => undefined)
    throw error
  }
  return { id, url }
}

/** "List webhooks for a project". */
export async function webhooks(api: Api, ref: RepositoryRef, url: string): Promise<Webhook[]> {
  const query = { per_page: 100 }
  const { body } = await api.call(`${projectPath(ref)}/hooks`, listOf(hookSchema), { query })
  return body.filter((hook) => hook.url === url)
}

/** "Delete a project webhook". */
export async function deleteWebhook(api: Api, ref: RepositoryRef, id: string): Promise<void> {
  const path = `${projectPath(ref)}${at`/hooks/${id}`}`
  await ignoringMissing(api.call(path, anything, { method: 'DELETE' }))
}
