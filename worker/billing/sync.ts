// Products, prices, portal and webhook of a Stripe account, made as the plans say. Run again it changes nothing; a price
// that changed becomes a new one, because Stripe's prices are for ever, and who pays the old one goes on paying it.
import type Stripe from 'stripe'
import type { PlanPrices, SoldPlan } from './plans.ts'

const API_VERSION = '2026-10-28.endive'
const CURRENCY = 'usd'
/** What marks a portal configuration and a webhook as ours. */
const MARK = { waymark: 'billing' }

interface Wanted {
  webhookUrl: string
  /** The public address, for the portal's way back. */
  portalUrl: string | null
  events: Stripe.WebhookEndpointCreateParams.EnabledEvent[]
}

export interface Synced {
  prices: PlanPrices[]
  /** One sentence for each thing that was not as it should be. */
  changes: string[]
  /** Of a webhook that was made just now; Stripe shows it once. */
  webhookSecret: string | undefined
}

/** Brings an account in line with the plans. */
export async function sync(stripe: Stripe, plans: readonly SoldPlan[], wanted: Wanted): Promise<Synced> {
  const changes: string[] = []
  // First: nobody has to hear of the products that are made next.
  const webhookSecret = await ensureWebhook(stripe, wanted, changes)
  const prices: PlanPrices[] = []
  for (const plan of plans) {
    const flat = await ensureProduct(stripe, `waymark_${plan.name}`, plan.label, changes)
    const user = await ensureProduct(
      stripe,
      `waymark_${plan.name}_user`,
      `${plan.label}: extra user`,
      changes,
    )
    prices.push({
      id: plan.id,
      flat: await ensurePrice(stripe, plan, 'flat', flat, changes),
      seat: await ensurePrice(stripe, plan, 'user', user, changes),
    })
  }
  await ensurePortal(stripe, wanted.portalUrl, changes)
  return { prices, changes, webhookSecret }
}

async function ensureProduct(stripe: Stripe, id: string, name: string, changes: string[]): Promise<string> {
  const known = await stripe.products.retrieve(id).catch((error: { code?: string }) => {
    if (error.code !== 'resource_missing') throw error
  })
  if (!known) {
    await stripe.products.create({ id, name, metadata: MARK })
    changes.push(`Made the product ${name}.`)
  } else if (known.name !== name || !known.active) {
    await stripe.products.update(id, { name, active: true })
    changes.push(`Changed the product ${name}.`)
  }
  return id
}

async function ensurePrice(
  stripe: Stripe,
  plan: SoldPlan,
  kind: 'flat' | 'user',
  product: string,
  changes: string[],
): Promise<string> {
  const words = `${plan.name}_${plan.interval}_${kind}`
  const key = `waymark_${words}`
  const interval = plan.interval === 12 ? 'year' : 'month'
  const [known] = (await stripe.prices.list({ lookup_keys: [key], limit: 1 })).data
  const fits =
    known?.active &&
    known.unit_amount === plan[kind] &&
    known.currency === CURRENCY &&
    known.product === product &&
    known.recurring?.interval === interval &&
    known.recurring.interval_count === 1
  if (known && fits) {
    if (known.metadata.waymark_price !== words) {
      await stripe.prices.update(known.id, { metadata: { ...MARK, waymark_price: words } })
      changes.push(`Marked the price ${key}.`)
    }
    return known.id
  }
  const made = await stripe.prices.create({
    product,
    currency: CURRENCY,
    unit_amount: plan[kind],
    recurring: { interval },
    // As the screens say: before taxes.
    tax_behavior: 'exclusive',
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: { ...MARK, waymark_price: words },
  })
  if (known) await stripe.prices.update(known.id, { active: false })
  changes.push(`${known ? 'Replaced' : 'Made'} the price ${key}.`)
  return made.id
}

async function ensurePortal(stripe: Stripe, returnUrl: string | null, changes: string[]): Promise<void> {
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
  }
  const { data } = await stripe.billingPortal.configurations.list({ limit: 100 })
  // The account's own default is what sessions get that name no other.
  const known =
    data.find(({ metadata }) => metadata?.waymark === MARK.waymark) ?? data.find((one) => one.is_default)
  const back = returnUrl === null ? {} : { default_return_url: returnUrl }
  if (!known) {
    await stripe.billingPortal.configurations.create({ features, metadata: MARK, ...back })
    changes.push('Made the configuration of the customer portal.')
    return
  }
  const same =
    known.active &&
    known.metadata?.waymark === MARK.waymark &&
    known.default_return_url === returnUrl &&
    known.features.invoice_history.enabled &&
    known.features.payment_method_update.enabled &&
    known.features.subscription_cancel.enabled &&
    known.features.subscription_cancel.mode === 'at_period_end' &&
    known.features.customer_update.enabled
  if (same) return
  await stripe.billingPortal.configurations.update(known.id, {
    features,
    active: true,
    metadata: MARK,
    ...back,
  })
  changes.push('Changed the configuration of the customer portal.')
}

async function ensureWebhook(
  stripe: Stripe,
  { webhookUrl: url, events }: Wanted,
  changes: string[],
): Promise<string | undefined> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const known = data.find((endpoint) => endpoint.url === url)
  if (!known) {
    const made = await stripe.webhookEndpoints.create({
      url,
      enabled_events: events,
      api_version: API_VERSION,
      metadata: MARK,
    })
    changes.push(`Made the webhook ${url}.`)
    return made.secret
  }
  const asked = new Set<string>(known.enabled_events)
  if (
    known.status !== 'enabled' ||
    asked.size !== events.length ||
    events.some((event) => !asked.has(event))
  ) {
    await stripe.webhookEndpoints.update(known.id, { enabled_events: events, disabled: false })
    changes.push(`Changed the webhook ${url}.`)
  }
  return undefined
}
