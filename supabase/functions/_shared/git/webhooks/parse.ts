// Reads what a host delivered. Only after `verifyWebhook`: nothing in it proves where it comes from.

import type { GitKind } from '../../domain/git-hosts.ts'
import { azureEvents } from '../azure-devops/events.ts'
import { bitbucketCloudEvents } from '../bitbucket-cloud/events.ts'
import { bitbucketDataCenterEvents } from '../bitbucket-data-center/events.ts'
import { githubEvents } from '../github/events.ts'
import { gitlabEvents } from '../gitlab/events.ts'
import type { Bytes } from '../model.ts'
import type { GitEvent, WebhookDelivery } from './event.ts'

interface Reader {
  /** Headers that name the delivery, the first that is there counts. */
  idHeaders: string[]
  /** The header that names the event; where there is none, the body does. */
  nameHeader?: string
  /** The events of a body; null for a shape that the host does not document. */
  events(name: string, body: unknown): GitEvent[] | null
}

const azure: Reader = { idHeaders: [], events: (_name, body) => azureEvents(body) }

const readers: Record<GitKind, Reader> = {
  github: { idHeaders: ['x-github-delivery'], nameHeader: 'x-github-event', events: githubEvents },
  // The first stays the same when a delivery is tried again ("Webhook events: delivery headers").
  gitlab: {
    idHeaders: ['idempotency-key', 'webhook-id', 'x-gitlab-event-uuid'],
    nameHeader: 'x-gitlab-event',
    events: gitlabEvents,
  },
  bitbucket_cloud: {
    idHeaders: ['x-request-uuid'],
    nameHeader: 'x-event-key',
    events: bitbucketCloudEvents,
  },
  // Its `X-Request-Id` is a name that gateways in front of us give anew: the hash of the body, which says when, is kept.
  bitbucket_data_center: {
    idHeaders: [],
    nameHeader: 'x-event-key',
    events: bitbucketDataCenterEvents,
  },
  azure_devops_services: azure,
  azure_devops_server: azure,
}

/** The delivery in a request. Never throws: what cannot be read is ignored. */
export async function parseWebhook(
  kind: GitKind,
  headers: Headers,
  rawBody: Bytes,
): Promise<WebhookDelivery> {
  const reader = readers[kind]
  const body = jsonIn(rawBody)
  const name = (reader.nameHeader ? (headers.get(reader.nameHeader) ?? '') : '').slice(0, 100)
  const events = body === undefined ? null : reader.events(name, body)
  const ignored: GitEvent[] = [{ type: 'ignored', what: name || 'unknown' }]
  return {
    id: idIn(reader, headers, body) ?? (await hashOf(rawBody)),
    events: events === null || events.length === 0 ? ignored : events,
  }
}

function jsonIn(rawBody: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return undefined
  }
}

function idIn({ idHeaders }: Reader, headers: Headers, body: unknown): string | null {
  // Azure DevOps names it in the body, one id for all subscriptions that the event is told to.
  const inBody = idHeaders.length === 0 ? (body as { id?: unknown } | null | undefined)?.id : undefined
  const found = [...idHeaders.map((name) => headers.get(name)), inBody]
  const id = found.find((one): one is string => typeof one === 'string' && /^[\w{}:.-]{8,100}$/.test(one))
  return id ?? null
}

/** For hosts that name none: the same content is the same delivery. */
async function hashOf(rawBody: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', rawBody))
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
