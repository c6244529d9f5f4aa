// Checkout sessions: made by a program, clicked through by a person.
import type Stripe from 'stripe'
import { z } from 'zod'
import { sellable } from '../billing/items.ts'
import { page } from '../http/lists.ts'
import { flag, inner, listOf, metadata, paging, params, text, whole } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import { type Account, newId } from '../state/account.ts'
import type { Basket, CheckoutSession } from '../state/model.ts'
import { salesTax } from './discounts.ts'
import { lineItems } from './line-items.ts'
import { isValid } from './redeem.ts'

const HOUR = 3_600
const trialSettings = inner({
  end_behavior: inner({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
})
const subscriptionData = inner({
  billing_mode: inner({ type: z.enum(['classic', 'flexible']) }).optional(),
  default_tax_rates: listOf(text).optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  trial_period_days: whole.optional(),
  trial_settings: trialSettings.optional(),
})
const address = z
  .string()
  .max(5_000)
  .regex(/^https?:\/\//)

export const checkoutRoutes: Route[] = [
  route(
    'POST',
    '/v1/checkout/sessions',
    params<Stripe.Checkout.SessionCreateParams>()({
      allow_promotion_codes: flag.optional(),
      automatic_tax: inner({ enabled: flag }).optional(),
      billing_address_collection: z.enum(['auto', 'required']).optional(),
      cancel_url: address.optional(),
      client_reference_id: text.max(200).optional(),
      customer: text.optional(),
      customer_email: text.optional(),
      customer_update: inner({
        address: z.enum(['auto', 'never']).optional(),
        name: z.enum(['auto', 'never']).optional(),
      }).optional(),
      discounts: listOf(inner({ coupon: text.optional(), promotion_code: text.optional() })).optional(),
      expires_at: whole.optional(),
      line_items: listOf(inner({ price: text, quantity: whole.optional() })),
      locale: text.optional(),
      metadata: metadata.optional(),
      mode: z.enum(['subscription']),
      payment_method_collection: z.enum(['always', 'if_required']).optional(),
      subscription_data: subscriptionData.optional(),
      success_url: address,
      tax_id_collection: inner({ enabled: flag }).optional(),
    }),
    ({ account, given }) => {
      const customer =
        given.customer === undefined ? null : account.get('customers', given.customer, 'customer')
      if (customer && given.customer_email !== undefined)
        throw problem.invalid(
          'You may only specify one of these parameters: customer, customer_email.',
          'customer',
        )
      if (given.allow_promotion_codes && given.discounts?.length)
        throw problem.invalid(
          'You may only specify one of these parameters: allow_promotion_codes, discounts.',
          'allow_promotion_codes',
        )
      if (given.line_items.length === 0 || given.line_items.length > 20)
        throw problem.invalid('You must have between 1 and 20 line items.', 'line_items')
      const now = account.nowFor(customer?.id ?? null)
      // Sessions live by the main clock, as the browsers that open them do.
      const real = account.timeOn(null)
      const expires = given.expires_at ?? real + 24 * HOUR
      if (expires < real + HOUR / 2 || expires > real + 24 * HOUR)
        throw problem.invalid(
          'The `expires_at` timestamp must be between 30 minutes and 24 hours after Checkout Session creation.',
          'expires_at',
        )
      const basket = basketOf(account, given, now)
      if (given.automatic_tax?.enabled) basket.taxRates.push(salesTax(account).id)
      const id = newId('cs_test')
      const prices = basket.lines.map(({ price }) => account.get('prices', price))
      const subtotal = basket.lines.reduce(
        (sum, { quantity }, at) => sum + (prices[at]?.unit_amount ?? 0) * quantity,
        0,
      )
      const session: CheckoutSession = {
        id,
        object: 'checkout.session',
        adaptive_pricing: null,
        after_expiration: null,
        allow_promotion_codes: given.allow_promotion_codes ?? null,
        allowed_payment_method_types: null,
        amount_subtotal: subtotal,
        amount_total: basket.trialDays === null ? subtotal : 0,
        automatic_tax: {
          enabled: given.automatic_tax?.enabled ?? false,
          liability: null,
          provider: null,
          status: null,
        },
        billing_address_collection: given.billing_address_collection ?? null,
        cancel_url: given.cancel_url ?? null,
        client_reference_id: given.client_reference_id ?? null,
        client_secret: null,
        collected_information: null,
        consent: null,
        consent_collection: null,
        created: now,
        currency: prices[0]?.currency ?? 'usd',
        currency_conversion: null,
        custom_fields: [],
        custom_text: {
          after_submit: null,
          shipping_address: null,
          submit: null,
          terms_of_service_acceptance: null,
        },
        customer: customer?.id ?? null,
        customer_account: null,
        customer_creation: customer ? null : 'always',
        customer_details: null,
        customer_email: given.customer_email ?? null,
        discounts: basket.discounts.map((one) => ({
          coupon: one.coupon ?? null,
          promotion_code: one.promotion_code ?? null,
        })),
        expires_at: expires,
        integration_identifier: null,
        invoice: null,
        invoice_creation: null,
        livemode: false,
        locale: null,
        managed_payments: null,
        metadata: given.metadata ?? {},
        mode: 'subscription',
        origin_context: null,
        payment_intent: null,
        payment_link: null,
        payment_method_collection: given.payment_method_collection ?? 'always',
        payment_method_configuration_details: null,
        payment_method_options: null,
        payment_method_types: ['card'],
        payment_status: 'unpaid',
        permissions: null,
        recovered_from: null,
        saved_payment_method_options: null,
        setup_intent: null,
        shipping_address_collection: null,
        shipping_cost: null,
        shipping_options: [],
        status: 'open',
        submit_type: null,
        subscription: null,
        success_url: given.success_url,
        total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
        ui_mode: 'hosted_page',
        url: `${account.url}/c/pay/${id}`,
        wallet_options: null,
      }
      account.tables.checkoutSessions.set(id, session)
      account.tables.baskets.set(id, basket)
      return session
    },
  ),
  route(
    'GET',
    '/v1/checkout/sessions',
    params<Stripe.Checkout.SessionListParams>()({
      ...paging,
      customer: text.optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
      subscription: text.optional(),
    }),
    ({ account, given }) => {
      const fits = (one: CheckoutSession) =>
        (given.customer === undefined || one.customer === given.customer) &&
        (given.status === undefined || one.status === given.status) &&
        (given.subscription === undefined || one.subscription === given.subscription)
      return page([...account.tables.checkoutSessions.values()].filter(fits), given, '/v1/checkout/sessions')
    },
  ),
  byId('/v1/checkout/sessions', 'checkoutSessions'),
  route(
    'GET',
    '/v1/checkout/sessions/:id/line_items',
    params<Stripe.Checkout.SessionListLineItemsParams>()(paging),
    ({ account, given, id }) => {
      account.get('checkoutSessions', id)
      return page([...lineItems(account, id)].reverse(), given, `/v1/checkout/sessions/${id}/line_items`)
    },
  ),
  route(
    'POST',
    '/v1/checkout/sessions/:id/expire',
    params<Stripe.Checkout.SessionExpireParams>()({}),
    ({ account, id }) => {
      const session = account.get('checkoutSessions', id)
      if (session.status !== 'open')
        throw problem.invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        )
      Object.assign(session, { status: 'expired', url: null })
      account.emit('checkout.session.expired', session)
      return session
    },
  ),
]

function basketOf(
  account: Account,
  given: {
    line_items: { price: string; quantity?: number | undefined }[]
    discounts?: { coupon?: string | undefined; promotion_code?: string | undefined }[] | undefined
    subscription_data?: z.infer<typeof subscriptionData> | undefined
  },
  now: number,
): Basket {
  const about = given.subscription_data ?? {}
  const lines = given.line_items.map(({ price, quantity = 1 }, at) => {
    sellable(account, price, `line_items[${at}][price]`)
    if (quantity < 1)
      throw problem.invalid(
        'This value must be greater than or equal to 1.',
        `line_items[${at}][quantity]`,
        'parameter_invalid_integer',
      )
    return { id: newId('li'), price, quantity }
  })
  const days = about.trial_period_days
  if (days !== undefined && (days < 1 || days > 730))
    throw problem.invalid(
      'trial_period_days must be between 1 and 730.',
      'subscription_data[trial_period_days]',
    )
  return {
    lines,
    trialDays: days ?? null,
    subscriptionMetadata: about.metadata ?? {},
    billingMode: about.billing_mode?.type ?? 'flexible',
    discounts: (given.discounts ?? []).map(({ coupon, promotion_code: code }, at) => {
      if (code !== undefined)
        return { promotion_code: account.get('promotionCodes', code, `discounts[${at}][promotion_code]`).id }
      const found = account.get('coupons', coupon ?? '', `discounts[${at}][coupon]`)
      if (!isValid(found, now))
        throw problem.invalid(`Coupon expired: ${found.id}`, `discounts[${at}][coupon]`, 'coupon_expired')
      return { coupon: found.id }
    }),
    taxRates: about.default_tax_rates ?? [],
    missingCard: about.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    begun: null,
    entered: null,
  }
}
