import { createRoute, z } from '@hono/zod-openapi'
import { throttle } from '../../../_shared/db/service.ts'
import { takeWebhook } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { webhookLines } from '../../../_shared/git/webhooks/lines.ts'
import { parseWebhook } from '../../../_shared/git/webhooks/parse.ts'
import { mayBeSigned, verifyWebhook } from '../../../_shared/git/webhooks/verify.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import { networkOf } from '../../../_shared/http/client-address.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { idSchema, jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusal, tooManyRequests } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { isBounded } from '../../model/bounded-json.ts'
import { databaseEventOf } from '../../model/git-event.ts'
import { secretOf, type WebhookSender, webhookSenders } from '../../model/webhook-secret.ts'

/** Hosts send a line for each commit and file of a push; most cut theirs off far below. */
const mostBytes = 5 * 1024 * 1024
/** Longer ones are counted before they are parsed, in a minute of a workspace. */
const longBytes = 256 * 1024
const mostLong = 120
/** Of one address, in a minute, of what is not signed. */
const mostRefused = 60

/** A push of a whole repository is taken in parts: what one of them costs is bounded. */
const mostTogether = 200

const takeInLine = webhookLines(takeWebhook)

const paths = ['/webhooks/git/{integrationId}/{projectId}', '/webhooks/git/{integrationId}'] as const

const routeAt = (path: (typeof paths)[number]) =>
  createRoute({
    method: 'post',
    path,
    tags: ['Git'],
    summary:
      path === paths[0]
        ? 'Receive a webhook of a Git host'
        : 'Receive a webhook that was installed before projects had secrets of their own',
    description:
      'For Git hosts, in the form of each kind, signed with the secret that installing the webhook gave them: GitHub ' +
      '`X-Hub-Signature-256`, Bitbucket `X-Hub-Signature`, GitLab `webhook-signature` or `X-Gitlab-Token`, Azure DevOps ' +
      'basic authentication. What it tells only starts work: content, and where a repository is, are read from the host ' +
      'itself. A delivery that comes again is applied once. The secret of a project speaks for its repository alone; that ' +
      'of an integration counts for projects whose webhook was not installed anew since.',
    operationId: path === paths[0] ? 'receiveWebhook' : 'receiveWebhookOfIntegration',
    security: [],
    request: {
      params: z.object({
        integrationId: idSchema('wkintg'),
        ...(path === paths[0] ? { projectId: idSchema('prj') } : {}),
      }),
      body: { required: true, content: { 'application/json': { schema: z.looseObject({}) } } },
    },
    responses: {
      202: jsonAnswer(
        'It was taken.',
        z.object({
          outcomes: z.array(z.string()).meta({
            description:
              'Of each event: `queued` for what is applied next, `duplicate` where it came before. `ignored`: it tells of ' +
              'nothing that concerns a repository, or no branch that is followed or could be. What came of each stands in the deliveries of its project.',
            example: ['queued'],
          }),
        }),
      ),
      ...problems(400, 401, 413, 429),
    },
  })

/** POST /webhooks/git/{integrationId}/{projectId}; registered by hand, because the signature is of the bytes. */
export function receiveWebhooks(app: Router): void {
  for (const path of paths) app.openAPIRegistry.registerPath(routeAt(path))
  app.post('/webhooks/git/:integrationId', (c) => receive(c, c.req.param('integrationId'), null))
  app.post('/webhooks/git/:integrationId/:projectId', (c) =>
    receive(c, c.req.param('integrationId'), c.req.param('projectId')),
  )
}

async function receive(c: AppContext, integration: string, project: string | null) {
  const id = decodeId('wkintg', integration)
  const projectId = project === null ? null : decodeId('prj', project)
  const client = c.get('client')
  const { headers } = c.req.raw
  if (Number(headers.get('content-length')) > mostBytes)
    throw refusal('PAYLOAD_TOO_LARGE', 'The request is too large.')
  let body: Uint8Array<ArrayBuffer> | undefined
  for await (const sender of webhookSenders(id)) {
    const secret = await secretOf(sender, projectId)
    // What its headers tell is decided before the body is read.
    if (!(await mayBeSigned(sender.kind, headers, secret))) continue
    body ??= await wholeBody(c.req.raw, mostBytes)
    if (!(await verifyWebhook(sender.kind, headers, body, secret))) continue
    const outcomes = await take({ id, projectId, client, sender, headers, body })
    if (outcomes) return c.json({ outcomes }, 202)
  }
  throw await refused(c)
}

interface Signed {
  id: number
  projectId: number | null
  client: string | null
  sender: WebhookSender
  headers: Headers
  body: Uint8Array<ArrayBuffer>
}

/** Leaves the events of a delivery to the worker; null where what it was verified with counts no more. */
async function take({ id, projectId, client, sender, headers, body }: Signed): Promise<string[] | null> {
  if (body.byteLength > longBytes) {
    const wait = await throttle(`webhook-long:${sender.workspaceId}`, mostLong, 60)
    if (wait > 0) throw tooManyRequests(wait)
    if (!isBounded(new TextDecoder().decode(body)))
      throw refusal('PAYLOAD_TOO_LARGE', 'The request holds too many values.')
  }
  const delivery = await parseWebhook(sender.kind, headers, body)
  const reported = delivery.events.map(databaseEventOf).filter((event) => event !== null)
  if (reported.length === 0) return ['ignored']
  // Nobody takes the names of deliveries away from another project.
  const name = `${projectId === null ? '' : `${projectId}:`}${delivery.id}`.slice(0, 180)
  // Of several events in one delivery each is applied once.
  const deliveries = reported.map((event, n) => ({
    id: `${name}${n === 0 ? '' : `#${n}`}`,
    event: { ...event, project_id: projectId },
  }))
  const outcomes: string[] = []
  for (let at = 0; at < deliveries.length; at += mostTogether) {
    const part = deliveries.slice(at, at + mostTogether)
    const answer = await takeInLine({ integrationId: id, box: sender.box, client }, part)
    if (!answer.is_current) return null
    if (answer.wait > 0) throw tooManyRequests(answer.wait)
    const taken = new Set(answer.taken)
    const ignored = new Set(answer.ignored)
    for (const { id: one } of part)
      outcomes.push(taken.has(one) ? 'queued' : ignored.has(one) ? 'ignored' : 'duplicate')
  }
  return outcomes
}

// Counted by who is refused only: strangers can let a host send what is signed wrongly, and its own must still arrive.
async function refused(c: AppContext) {
  const wait = await throttle(`webhook-refused:${networkOf(c.get('client') ?? 'unknown')}`, mostRefused, 60)
  return wait > 0
    ? tooManyRequests(wait)
    : refusal('UNAUTHENTICATED', 'The webhook is not signed as it should be.')
}
