import { createRoute, z } from '@hono/zod-openapi'
import type { Stripe } from 'stripe'
import { customerOfEvent, eventRead, moves } from '../../../_shared/billing/events.ts'
import { readAndApply } from '../../../_shared/billing/reading.ts'
import { isMarked, takeBack } from '../../../_shared/billing/waiting.ts'
import { billingStore, eventFailed } from '../../../_shared/db/service-billing.ts'
import { setting } from '../../../_shared/env.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import { jsonAnswer, problems } from '../../../_shared/http/describe.ts'
import { refusal, refusalFor, unavailable } from '../../../_shared/http/problem.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { configured } from '../../model/asking.ts'

const maxBytes = 1024 * 1024
const toleranceSeconds = 300
const notSigned = 'The webhook is not signed as it should be.'

const route = createRoute({
  method: 'post',
  path: '/webhooks/stripe',
  tags: ['Billing'],
  summary: 'What Stripe tells',
  description:
    'Signed by Stripe (`Stripe-Signature`). Answered with success once it is applied, so that Stripe sends again what was not.',
  operationId: 'receiveStripeEvent',
  request: { headers: z.object({ 'stripe-signature': z.string().optional() }) },
  responses: {
    200: jsonAnswer('Applied.', z.object({ received: z.literal(true) })),
    ...problems(400, 401, 413),
  },
})

/** POST /webhooks/stripe */
export function receiveStripe(app: Router): void {
  app.openapi(route, async (c) => {
    const secret = setting('STRIPE_WEBHOOK_SECRET')
    if (!secret) throw refusalFor('billing_not_configured')
    const stripe = await configured()
    const event = await verified(
      stripe,
      await wholeBody(c.req.raw, maxBytes),
      c.req.header('stripe-signature') ?? '',
      secret,
    )
    if (!moves(event)) return c.json({ received: true as const }, 200)
    try {
      const { object } = event.data
      // What an upgrade took back is not done where its request was cut off, or where the bank confirms it only now.
      if (object.object === 'subscription' && isMarked(object)) await takeBack(stripe, object.id)
      await readAndApply(billingStore, stripe, {
        customer: customerOfEvent(event),
        event: eventRead(event),
        isLive: event.livemode,
      })
    } catch (error) {
      await eventFailed(event.id, error instanceof Error ? error.message : String(error))
      throw unavailable(error)
    }
    return c.json({ received: true as const }, 200)
  })
}

/** The event of a signed body; 401 for one that is not Stripe's, or whose time is not now. */
async function verified(
  stripe: Stripe,
  body: Uint8Array,
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  const stated = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
  // The SDK lets times to come through.
  if (stated - Date.now() / 1000 > toleranceSeconds) throw refusal('INVALID_TOKEN', notSigned)
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, secret, toleranceSeconds)
  } catch (error) {
    throw refusal('INVALID_TOKEN', notSigned, { cause: error })
  }
}
