// One account at the double with the prices of the worked cases, a customer with a card, and a calendar to move in.
import Stripe from 'stripe'
import { type StripeDouble, startStripe } from '../../doubles/stripe/index.ts'

export type Mode = 'classic' | 'flexible'
type Prices = Record<string, number>

/** Cents: a price each month and one, ten times as much, each year (`team_yearly`). */
const PRICES: Prices = {
  starter: 4900,
  team: 12900,
  business: 39900,
  starter_user: 1200,
  team_user: 2400,
  ten: 1000,
  twenty: 2000,
  silver: 1000,
  gold: 3252,
  fifty: 5000,
  hundred: 10000,
  two_hundred: 20000,
  half_thousand: 500,
  fifteen: 1500,
  thousand_dollars: 100000,
  fifty_dollars: 5000,
}

export const seconds = (date: string) => Date.parse(date.length === 10 ? `${date}T00:00:00Z` : date) / 1_000

export class World {
  readonly double: StripeDouble
  readonly stripe: Stripe
  readonly mode: Mode
  private readonly ids = new Map<string, string>()
  customer = ''
  subscription = ''

  private constructor(double: StripeDouble, mode: Mode) {
    this.double = double
    this.mode = mode
    this.stripe = clientOf(double)
  }

  static async begin(mode: Mode, start: string | number, settings = {}): Promise<World> {
    const now = typeof start === 'number' ? start : seconds(start)
    // Nobody listens: what was not sent is not tried again here.
    const double = await startStripe({
      webhookUrl: 'http://127.0.0.1:9/',
      webhookSecret: 'whsec_test',
      now: () => now,
      retries: [],
      settings,
    })
    double.webhooks.hold()
    const world = new World(double, mode)
    const customer = await world.stripe.customers.create({
      email: 'ada@example.com',
      payment_method: 'pm_card_visa',
    })
    world.customer = customer.id
    const { data } = await world.stripe.paymentMethods.list({ customer: customer.id })
    await world.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: data[0]?.id ?? '' },
    })
    return world
  }

  /** Leads the clock to a moment. */
  until(when: string | number): void {
    const to = typeof when === 'number' ? when : seconds(when)
    this.double.clock.advance(to - this.double.clock.now())
  }

  /** The id of a price by its name here; a name with `_yearly` or `_quarterly` costs that much each year or quarter. */
  async price(name: string): Promise<string> {
    const known = this.ids.get(name)
    if (known) return known
    const [plan = '', every = 'monthly'] = name.split(/_(?=yearly$|quarterly$)/)
    const monthly = PRICES[plan] ?? Number(plan)
    const product = await this.stripe.products.create({ name: plan })
    const recurring = {
      monthly: { interval: 'month' as const },
      quarterly: { interval: 'month' as const, interval_count: 3 },
      yearly: { interval: 'year' as const },
    }[every]
    const price = await this.stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: every === 'yearly' ? monthly * 10 : monthly,
      recurring: recurring ?? { interval: 'month' },
    })
    this.ids.set(name, price.id)
    return price.id
  }

  async begins(
    items: Record<string, number>,
    more: Partial<Stripe.SubscriptionCreateParams> = {},
  ): Promise<Stripe.Subscription> {
    const subscription = await this.stripe.subscriptions.create({
      customer: this.customer,
      items: await Promise.all(
        Object.entries(items).map(async ([name, quantity]) => ({ price: await this.price(name), quantity })),
      ),
      billing_mode: { type: this.mode },
      ...more,
    })
    this.subscription = subscription.id
    return subscription
  }

  async now(): Promise<Stripe.Subscription> {
    return await this.stripe.subscriptions.retrieve(this.subscription)
  }

  /** The items of a change: of each old price what it becomes (null: gone); a name that is not there is added. */
  async items(
    change: Record<string, { to?: string; quantity?: number } | null>,
  ): Promise<Stripe.SubscriptionUpdateParams.Item[]> {
    const { items } = await this.now()
    return await Promise.all(
      Object.entries(change).map(async ([from, to]) => {
        const price = await this.price(from)
        const known = items.data.find((item) => item.price.id === price)
        if (to === null) return { id: known?.id ?? '', deleted: true }
        const quantity = to.quantity === undefined ? {} : { quantity: to.quantity }
        if (!known) return { price, ...quantity }
        return { id: known.id, ...quantity, ...(to.to ? { price: await this.price(to.to) } : {}) }
      }),
    )
  }

  /** Changes the subscription; the newest invoice afterwards. */
  async change(
    change: Record<string, { to?: string; quantity?: number } | null>,
    more: Stripe.SubscriptionUpdateParams = {},
  ): Promise<Stripe.Invoice> {
    await this.stripe.subscriptions.update(this.subscription, { items: await this.items(change), ...more })
    return await this.newest()
  }

  async invoices(): Promise<Stripe.Invoice[]> {
    const { data } = await this.stripe.invoices.list({ customer: this.customer, limit: 100 })
    return data
  }

  async newest(): Promise<Stripe.Invoice> {
    const [invoice] = await this.invoices()
    if (!invoice) throw new Error('There is no invoice.')
    return invoice
  }

  /** The next renewal, finalised. */
  async renews(): Promise<Stripe.Invoice> {
    const { items } = await this.now()
    const end = Math.min(...items.data.map(({ current_period_end: one }) => one))
    this.until(end + 3_700)
    return await this.newest()
  }

  /** Another card, which is charged from now on. */
  async card(name: string): Promise<void> {
    const method = await this.stripe.paymentMethods.attach(name, { customer: this.customer })
    await this.stripe.customers.update(this.customer, {
      invoice_settings: { default_payment_method: method.id },
    })
  }

  async pending(): Promise<Stripe.InvoiceItem[]> {
    const { data } = await this.stripe.invoiceItems.list({ customer: this.customer, pending: true })
    return [...data].reverse()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.double.stop()
  }
}

/** The SDK, pointed at a double. */
export function clientOf({ url, secretKey }: Pick<StripeDouble, 'url' | 'secretKey'>): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}
