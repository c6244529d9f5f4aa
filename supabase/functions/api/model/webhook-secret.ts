// What the webhooks of an integration are signed with: made once, for all repositories of its host.
import { keepWebhookSecret } from '../../_shared/db/service-git.ts'
import { newWebhookSecret } from '../../_shared/git/webhooks/verify.ts'
import { type Box, open, seal } from '../../_shared/secrets/box.ts'

/** Opens the secret of an integration. */
export function openWebhookSecret(integrationId: number, box: Box): Promise<string> {
  return open(box, contextOf(integrationId))
}

/** The secret of an integration, which is made where there is none: of two at once both get the same. */
export async function webhookSecret(integrationId: number): Promise<string> {
  const box = await seal(newWebhookSecret(), contextOf(integrationId))
  return openWebhookSecret(integrationId, await keepWebhookSecret(integrationId, box))
}

function contextOf(integrationId: number): string {
  return `integration:${integrationId}:webhook`
}
