// Where events are sent, and the clocks that tests lead forward.
import type Stripe from 'stripe'
import { z } from 'zod'
import { runDue } from '../billing/due.ts'
import { page } from '../http/lists.ts'
import {
  flag,
  listOf,
  mergeMetadata,
  metadata,
  orNothing,
  paging,
  params,
  text,
  whole,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import { after } from '../money/periods.ts'
import { type Account, API_VERSION, MAIN_CLOCK, newId } from '../state/account.ts'
import type { TestClock, WebhookEndpoint } from '../state/model.ts'

const url = z
  .string()
  .max(5_000)
  .regex(/^https?:\/\/[^\s]+$/)

/** An endpoint with its secret, which is shown when it is made and never again. */
export function addEndpoint(
  account: Account,
  about: {
    url: string
    secret: string
    events: string[]
    description?: string | null
    metadata?: Stripe.Metadata
  },
): WebhookEndpoint {
  const endpoint: WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: account.timeOn(null),
    description: about.description ?? null,
    enabled_events: about.events,
    livemode: false,
    metadata: about.metadata ?? {},
    status: 'enabled',
    url: about.url,
  }
  account.tables.webhookEndpoints.set(endpoint.id, endpoint)
  account.tables.endpointSecrets.set(endpoint.id, about.secret)
  return endpoint
}

export const webhookRoutes: Route[] = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    params<Stripe.WebhookEndpointCreateParams>()({
      api_version: z.literal(API_VERSION).optional(),
      description: text.optional(),
      enabled_events: listOf(text).refine((list) => list.length > 0),
      metadata: metadata.optional(),
      url,
    }),
    ({ account, given }) => {
      const secret = newId('whsec')
      const endpoint = addEndpoint(account, {
        url: given.url,
        secret,
        events: given.enabled_events,
        description: given.description ?? null,
        metadata: given.metadata ?? {},
      })
      return { ...endpoint, secret }
    },
  ),
  route(
    'GET',
    '/v1/webhook_endpoints',
    params<Stripe.WebhookEndpointListParams>()(paging),
    ({ account, given }) => page(account.tables.webhookEndpoints.values(), given, '/v1/webhook_endpoints'),
  ),
  byId('/v1/webhook_endpoints', 'webhookEndpoints'),
  route(
    'POST',
    '/v1/webhook_endpoints/:id',
    params<Stripe.WebhookEndpointUpdateParams>()({
      description: orNothing(text).optional(),
      disabled: flag.optional(),
      enabled_events: listOf(text).optional(),
      metadata: orNothing(metadata).optional(),
      url: url.optional(),
    }),
    ({ account, given, id }) => {
      const endpoint = account.get('webhookEndpoints', id)
      Object.assign(endpoint, {
        description: given.description === undefined ? endpoint.description : given.description,
        enabled_events: given.enabled_events ?? endpoint.enabled_events,
        metadata: mergeMetadata(endpoint.metadata, given.metadata),
        status: given.disabled === undefined ? endpoint.status : given.disabled ? 'disabled' : 'enabled',
        url: given.url ?? endpoint.url,
      })
      return endpoint
    },
  ),
  route(
    'DELETE',
    '/v1/webhook_endpoints/:id',
    params<Stripe.WebhookEndpointDeleteParams>()({}),
    ({ account, id }) => {
      account.get('webhookEndpoints', id)
      account.tables.webhookEndpoints.delete(id)
      account.tables.endpointSecrets.delete(id)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  ),
  route(
    'POST',
    '/v1/test_helpers/test_clocks',
    params<Stripe.TestHelpers.TestClockCreateParams>()({
      frozen_time: whole,
      name: text.max(300).optional(),
    }),
    ({ account, given }) => {
      const clock = clockObject(newId('clock'), given.frozen_time, account.timeOn(null), given.name ?? null)
      account.tables.testClocks.set(clock.id, clock)
      account.emit('test_helpers.test_clock.created', clock)
      return clock
    },
  ),
  route(
    'GET',
    '/v1/test_helpers/test_clocks/:id',
    params<Stripe.TestHelpers.TestClockRetrieveParams>()({}),
    ({ account, id }) => (id === MAIN_CLOCK ? mainClock(account) : account.get('testClocks', id)),
  ),
  route(
    'GET',
    '/v1/test_helpers/test_clocks',
    params<Stripe.TestHelpers.TestClockListParams>()(paging),
    ({ account, given }) =>
      page(
        [mainClock(account), ...account.tables.testClocks.values()],
        given,
        '/v1/test_helpers/test_clocks',
      ),
  ),
  route(
    'POST',
    '/v1/test_helpers/test_clocks/:id/advance',
    params<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: whole }),
    ({ account, given, id }) => {
      if (id === MAIN_CLOCK) {
        advance(account, null, given.frozen_time)
        return mainClock(account)
      }
      const clock = account.get('testClocks', id)
      notTooFar(account, id, given.frozen_time)
      advance(account, id, given.frozen_time)
      account.emit('test_helpers.test_clock.ready', clock)
      return clock
    },
  ),
  route(
    'DELETE',
    '/v1/test_helpers/test_clocks/:id',
    params<Stripe.TestHelpers.TestClockDeleteParams>()({}),
    ({ account, id }) => {
      account.get('testClocks', id)
      account.tables.testClocks.delete(id)
      for (const customer of [...account.tables.customers.values()])
        if (customer.test_clock === id) forget(account, customer.id)
      return { id, object: 'test_helpers.test_clock', deleted: true }
    },
  ),
]

/**
 * Leads a clock forward; everything due on the way happens at its own moment.
 * @throws StripeProblem where it would go back
 */
export function advance(account: Account, clock: string | null, to: number): void {
  const now = account.timeOn(clock)
  if (to <= now)
    throw problem.invalid('New frozen_time must be after the current frozen_time.', 'frozen_time')
  runDue(account, clock, to)
  const own = clock === null ? undefined : account.tables.testClocks.get(clock)
  if (own) own.frozen_time = to
  else account.ahead += to - now
}

// Two intervals of the shortest subscription at most.
function notTooFar(account: Account, clock: string, to: number): void {
  const now = account.timeOn(clock)
  const recurrings = [...account.tables.subscriptions.values()]
    .filter((one) => one.test_clock === clock && one.status !== 'canceled')
    .flatMap(({ items }) => items.data.flatMap(({ price }) => (price.recurring ? [price.recurring] : [])))
  const most = Math.min(...recurrings.map((recurring) => after(now, recurring, 2)))
  if (to > most)
    throw problem.invalid(
      'You can only advance at most two intervals from the current frozen time based on the shortest subscription interval.',
      'frozen_time',
    )
}

function forget(account: Account, customer: string): void {
  for (const subscription of [...account.tables.subscriptions.values()])
    if (subscription.customer === customer) account.tables.subscriptions.delete(subscription.id)
  account.tables.customers.delete(customer)
}

function mainClock(account: Account): TestClock {
  return clockObject(MAIN_CLOCK, account.timeOn(null), 0, 'The clock of everybody who has none')
}

function clockObject(id: string, frozen: number, created: number, name: string | null): TestClock {
  return {
    id,
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + 30 * 86_400,
    frozen_time: frozen,
    livemode: false,
    name,
    status: 'ready',
    status_details: {},
  }
}
