// Stripe, behind one configuration: `STRIPE_SECRET_KEY`, `STRIPE_WEBHOOK_SECRET` and, for a double, `STRIPE_API_URL`.
import type { Stripe } from 'stripe'
import { setting } from '../env.ts'

/** The version of Stripe's API that the product reads and writes. */
export const stripeVersion = '2026-10-28.endive'

/** How long one request may take, in milliseconds, and how often the SDK tries it again, under the same key. */
const timeoutMs = 15_000
const retries = 2

let client: Promise<Stripe> | undefined

/** The client; null where no key is configured. Loaded when it is first needed. */
export async function stripeClient(): Promise<Stripe | null> {
  const key = setting('STRIPE_SECRET_KEY')
  if (!key) return null
  client ??= connect(key, setting('STRIPE_API_URL'))
  return await client
}

async function connect(key: string, address: string | undefined): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe')
  return new Client(key, {
    apiVersion: stripeVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    httpClient: Client.createFetchHttpClient(),
    ...(address ? place(new URL(address)) : {}),
  })
}

function place({ hostname, port, protocol }: URL) {
  const scheme: 'http' | 'https' = protocol === 'http:' ? 'http' : 'https'
  return { host: hostname, port: Number(port) || (scheme === 'http' ? 80 : 443), protocol: scheme }
}

/** Whether no money moves: a key of Stripe's test mode, or a double. */
export function movesNoMoney(): boolean {
  return Boolean(setting('STRIPE_API_URL')) || !/^(sk|rk)_live_/.test(setting('STRIPE_SECRET_KEY') ?? '')
}

/** Whether Stripe Tax works out the taxes of what is bought: the operator's choice, `STRIPE_AUTOMATIC_TAX`. */
export function taxesAutomatically(): boolean {
  return setting('STRIPE_AUTOMATIC_TAX') === 'true'
}

/** What a checkout asks Stripe Tax for: the taxes of where the buyer is, by the address given there; with a tax id they may give. */
export function checkoutTax(): Pick<
  Stripe.Checkout.SessionCreateParams,
  'automatic_tax' | 'customer_update' | 'tax_id_collection'
> {
  if (!taxesAutomatically()) return {}
  return {
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: true },
  }
}

/** The discounts that a subscription has, as a change names them that keeps them: Stripe drops what it is not told of. */
export function discountsOf({ discounts }: Stripe.Subscription): { discount: string }[] {
  return discounts.flatMap((held) => idOf(held) ?? []).map((discount) => ({ discount }))
}

/** The id of what Stripe sends as an id or, expanded, as a whole. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
