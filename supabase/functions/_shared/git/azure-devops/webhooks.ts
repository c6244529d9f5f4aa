// Azure DevOps: service hooks that lead to one address (learn.microsoft.com/rest/api/azure/devops/hooks, "Subscriptions";
// "Service hooks events"). One subscription an event: together they are one webhook of ours, whose id lists theirs.
import { z } from 'zod'
import type { Api } from '../api.ts'
import type { RepositoryRef, Webhook } from '../model.ts'
import { GitRefusal } from '../outcome.ts'
import { at } from '../path.ts'
import { anything, idText, listOf, shownText } from '../shapes.ts'
import { ignoringMissing } from '../webhooks/missing.ts'
import { basicUser } from '../webhooks/verify.ts'
import { accountPath, asked, placeOf } from './place.ts'
import { organization, repository } from './repositories.ts'

const events = [
  'git.push',
  'git.pullrequest.created',
  'git.pullrequest.updated',
  'git.pullrequest.merged',
  'git.repo.renamed',
  'git.repo.deleted',
]

const subscriptionSchema = z.object({
  id: idText,
  consumerInputs: z.object({ url: shownText(2000) }),
  publisherInputs: z.object({ repository: shownText(200) }),
})

function hooksPath(ref: RepositoryRef): string {
  return `${accountPath(placeOf(ref.externalOrgSlug).account)}/_apis/hooks/subscriptions`
}

/** "Subscriptions - Create", for each event. What fails half-way takes back what was made. */
export async function createWebhook(
  api: Api,
  ref: RepositoryRef,
  { url, secret }: { url: string; secret: string },
): Promise<Webhook> {
  const { externalId: projectId } = await organization(api, ref.externalOrgSlug)
  const { externalId: repositoryId } = await repository(api, ref)
  const made: string[] = []
  try {
    for (const eventType of events) {
      const json = {
        publisherId: 'tfs',
        eventType,
        resourceVersion: '1.0',
        consumerId: 'webHooks',
        consumerActionId: 'httpRequest',
        publisherInputs: { projectId, repository: repositoryId },
        consumerInputs: { url, basicAuthUsername: basicUser, basicAuthPassword: secret },
      }
      const request = { ...asked(api.settings), method: 'POST' as const, json }
      made.push((await api.call(hooksPath(ref), z.object({ id: idText }), request)).body.id)
    }
  } catch (error) {
    await deleteWebhook(api, ref, made.join(',')).catch(() => undefined)
    throw error
  }
  return { id: idOf(made), url }
}

/** "Subscriptions - List" of web hooks: as many together as one webhook of ours has. */
export async function webhooks(api: Api, ref: RepositoryRef, url: string): Promise<Webhook[]> {
  const repositoryId = (await repository(api, ref)).externalId
  const query = { publisherId: 'tfs', consumerId: 'webHooks' }
  const schema = z.object({ value: listOf(subscriptionSchema.or(z.unknown().transform(() => null)), 5000) })
  const { body } = await api.call(hooksPath(ref), schema, asked(api.settings, query))
  const own = body.value.filter(
    (found) => found?.consumerInputs.url === url && found.publisherInputs.repository === repositoryId,
  )
  const ids = own.flatMap((found) => found?.id ?? []).toSorted()
  return Array.from({ length: Math.ceil(ids.length / events.length) }, (_, n) => ({
    id: idOf(ids.slice(n * events.length, (n + 1) * events.length)),
    url,
  }))
}

/** In one order, whichever the host lists them in. */
function idOf(subscriptions: string[]): string {
  return subscriptions.toSorted().join(',')
}

/** "Subscriptions - Delete", for each. */
export async function deleteWebhook(api: Api, ref: RepositoryRef, id: string): Promise<void> {
  const ids = id.split(',').filter(Boolean)
  if (ids.length > 50) throw new GitRefusal('invalid', 'This is no webhook.')
  for (const one of ids) {
    const path = `${hooksPath(ref)}${at`/${one}`}`
    await ignoringMissing(api.call(path, anything, { ...asked(api.settings), method: 'DELETE' }))
  }
}
