// What webhooks are signed with: a secret of each project, derived from one of its integration, so that who learns the one
// speaks for no other repository.
import { keepWebhookSecret, webhookIntegration } from '../../_shared/db/service-git.ts'
import { type GitKind, isGitKind } from '../../_shared/domain/git-hosts.ts'
import { newWebhookSecret, secretFor } from '../../_shared/git/webhooks/secret.ts'
import { type Box, open, seal } from '../../_shared/secrets/box.ts'

/** What a webhook of an integration is verified with. */
export interface WebhookSender {
  kind: GitKind
  workspaceId: number
  /** The sealed secret: who takes a delivery says which one it was verified with. */
  box: Box
  /** Of the integration: webhooks from before projects had their own are signed with it, and those are derived from it. */
  secret: string
}

const rememberedMs = 60_000
const mostRemembered = 500
const remembered = new Map<number, WebhookSender & { until: number }>()
/** Of integrations that this process has not heard of: where many tell at once it asks once. */
const asked = new Map<number, Promise<WebhookSender | null>>()

/**
 * What webhooks of an integration may be verified with: as this process remembers it, then as it is now, where that
 * differs. Nothing for one that does not exist, is switched off, or never had a webhook.
 */
export async function* webhookSenders(integrationId: number): AsyncGenerator<WebhookSender> {
  const known = remembered.get(integrationId)
  const isFresh = known !== undefined && known.until > Date.now()
  if (isFresh) yield known
  const found = await (isFresh ? lookUp(integrationId) : lookUpOnce(integrationId))
  remembered.delete(integrationId)
  if (found === null) return
  const [oldest] = remembered.keys()
  if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest)
  remembered.set(integrationId, { ...found, until: Date.now() + rememberedMs })
  if (!isFresh || found.box.ciphertext !== known.box.ciphertext) yield found
}

function lookUpOnce(id: number): Promise<WebhookSender | null> {
  const asking = asked.get(id) ?? lookUp(id).finally(() => asked.delete(id))
  asked.set(id, asking)
  return asking
}

async function lookUp(id: number): Promise<WebhookSender | null> {
  const integration = await webhookIntegration(id)
  if (!integration?.secret || !isGitKind(integration.kind)) return null
  return {
    kind: integration.kind,
    workspaceId: integration.workspace_id,
    box: integration.secret,
    secret: await open(integration.secret, contextOf(id)),
  }
}

/** What the webhook of a project is signed with; without one, those of before. */
export async function secretOf(
  sender: Pick<WebhookSender, 'secret'>,
  projectId: number | null,
): Promise<string> {
  return projectId === null ? sender.secret : secretFor(sender.secret, String(projectId))
}

/** The secret of a project. That of the integration is made where there is none: of two at once both get the same. */
export async function webhookSecret(integrationId: number, projectId: number): Promise<string> {
  const box = await seal(newWebhookSecret(), contextOf(integrationId))
  const secret = await open(await keepWebhookSecret(integrationId, box), contextOf(integrationId))
  return secretOf({ secret }, projectId)
}

function contextOf(integrationId: number): string {
  return `integration:${integrationId}:webhook`
}
