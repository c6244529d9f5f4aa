import { createRoute, z } from '@hono/zod-openapi'
import { throttle } from '../../../_shared/db/service.ts'
import { inviteCommitters, receiveWebhook, webhookIntegration } from '../../../_shared/db/service-git.ts'
import { isGitKind } from '../../../_shared/domain/git-hosts.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { reachable } from '../../../_shared/git/committers.ts'
import type { GitEvent } from '../../../_shared/git/webhooks/event.ts'
import { parseWebhook } from '../../../_shared/git/webhooks/parse.ts'
import { verifyWebhook } from '../../../_shared/git/webhooks/verify.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import { networkOf } from '../../../_shared/http/client-address.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { databaseEventOf } from '../../model/git-event.ts'
import { openWebhookSecret } from '../../model/webhook-secret.ts'

/** Hosts send a line for each commit and file of a push; most cut theirs off far below. */
const mostBytes = 5 * 1024 * 1024
/** Of one address for one integration, in a minute: a host tells of all repositories of a company at once. */
const mostDeliveries = 3000
/** Of one address, in a minute, of what is not signed. */
const mostRefused = 60

const route = createRoute({
  method: 'post',
  path: '/webhooks/git/{integrationId}',
  tags: ['Git'],
  summary: 'Receive a webhook of a Git host',
  description:
    'For Git hosts, in the form of each kind, signed with the secret that installing the webhook gave them: GitHub ' +
    '`X-Hub-Signature-256`, Bitbucket `X-Hub-Signature`, GitLab `X-Gitlab-Token` or `webhook-signature`, Azure DevOps ' +
    'basic authentication. What it tells only starts work: content is read from the host itself. A delivery that comes ' +
    'again is applied once.',
  operationId: 'receiveWebhook',
  security: [],
  request: {
    params: z.object({ integrationId: idSchema('wkintg') }),
    body: { required: true, content: { 'application/json': { schema: z.looseObject({}) } } },
  },
  responses: {
    202: jsonAnswer(
      'It was taken.',
      z.object({
        outcomes: z.array(z.string()).meta({
          description:
            'Of each event: `queued`, `applied`, `ignored`, `unknown_repository` or, where it came before, `duplicate`.',
          example: ['queued'],
        }),
      }),
    ),
    ...problems(400, 401, 413, 429),
  },
})

/** POST /webhooks/git/{integrationId}; registered by hand, because the signature is of the bytes. */
export function receiveWebhooks(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/webhooks/git/:integrationId', async (c) => {
    const id = decodeId('wkintg', c.req.param('integrationId'))
    await allowed(c, `webhook:${id}`, mostDeliveries)
    const body = await wholeBody(c.req.raw, mostBytes)
    const { headers } = c.req.raw
    const kind = await provenKind(id, headers, body)
    if (!kind) {
      await allowed(c, 'webhook-refused', mostRefused)
      throw refusal('UNAUTHENTICATED', 'The webhook is not signed as it should be.')
    }
    const delivery = await parseWebhook(kind, headers, body)
    const reported = delivery.events.filter((event) => databaseEventOf(event) !== null)
    const outcomes: string[] = []
    // Of several events in one delivery each is applied once.
    for (const [n, event] of reported.entries())
      outcomes.push(await applied(id, `${delivery.id.slice(0, 180)}${n === 0 ? '' : `#${n}`}`, event))
    return c.json({ outcomes: outcomes.length > 0 ? outcomes : ['ignored'] }, 202)
  })
}

/** Applies an event; who brought commits is invited where the project wants that. */
async function applied(id: number, deliveryId: string, event: GitEvent): Promise<string> {
  const { outcome, project_id } = await receiveWebhook(id, deliveryId, databaseEventOf(event) ?? {})
  if (event.type === 'push' && outcome === 'queued' && project_id) {
    const emails = reachable(event.authors).map(({ email }) => email)
    if (emails.length > 0) await inviteCommitters(project_id, emails)
  }
  return outcome
}

/** The kind of the integration's host where the sender knows its secret; null otherwise, whatever is missing. */
async function provenKind(id: number, headers: Headers, body: Uint8Array<ArrayBuffer>) {
  const integration = await webhookIntegration(id)
  if (!integration?.secret || !isGitKind(integration.kind)) return null
  const secret = await openWebhookSecret(id, integration.secret)
  return (await verifyWebhook(integration.kind, headers, body, secret)) ? integration.kind : null
}

async function allowed(c: AppContext, name: string, maximum: number): Promise<void> {
  const wait = await throttle(`${name}:${networkOf(c.get('client') ?? 'unknown')}`, maximum, 60)
  if (wait > 0) throw tooManyRequests(wait)
}
