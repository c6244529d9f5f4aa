// The whole account of the double: every object by its id, the clocks, and the events that say what happened.

import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { problem } from '../http/problem.ts'
import type {
  BalanceTransaction,
  Basket,
  CardSecret,
  Charge,
  CheckoutSession,
  Coupon,
  CreditNote,
  Customer,
  Debit,
  Discount,
  EventType,
  Invoice,
  InvoiceItem,
  InvoicePayment,
  Marks,
  PaymentIntent,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  PromotionCode,
  Refund,
  Schedule,
  SetupIntent,
  StripeEvent,
  Subscription,
  TaxRate,
  TestClock,
  Waiting,
  WebhookEndpoint,
} from './model.ts'

export const API_VERSION = '2026-10-28.endive'
/** The clock of all customers that were not put on one of their own. */
export const MAIN_CLOCK = 'clock_main'

/** What an account may choose at Stripe and the double needs to know. */
export interface AccountSettings {
  /** Where Stripe stops to try: `cancel` is what a new account has. */
  afterRetries: 'cancel' | 'unpaid' | 'past_due'
  taxRounding: 'line' | 'invoice'
  upcomingDays: number
}

export const USUAL: AccountSettings = { afterRetries: 'cancel', taxRounding: 'line', upcomingDays: 7 }

/** The tables; their names are Stripe's own words for what is in them. */
export class Tables {
  readonly products = new Map<string, Product>()
  readonly prices = new Map<string, Price>()
  readonly customers = new Map<string, Customer>()
  readonly paymentMethods = new Map<string, PaymentMethod>()
  readonly coupons = new Map<string, Coupon>()
  readonly discounts = new Map<string, Discount>()
  readonly promotionCodes = new Map<string, PromotionCode>()
  readonly taxRates = new Map<string, TaxRate>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly schedules = new Map<string, Schedule>()
  readonly invoices = new Map<string, Invoice>()
  readonly invoiceItems = new Map<string, InvoiceItem>()
  readonly invoicePayments = new Map<string, InvoicePayment>()
  readonly paymentIntents = new Map<string, PaymentIntent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly creditNotes = new Map<string, CreditNote>()
  readonly setupIntents = new Map<string, SetupIntent>()
  readonly balanceTransactions = new Map<string, BalanceTransaction>()
  readonly checkoutSessions = new Map<string, CheckoutSession>()
  readonly portalConfigurations = new Map<string, PortalConfiguration>()
  readonly portalSessions = new Map<string, PortalSession>()
  readonly webhookEndpoints = new Map<string, WebhookEndpoint>()
  readonly testClocks = new Map<string, TestClock>()
  readonly events = new Map<string, StripeEvent>()
  // What Stripe knows and does not show.
  readonly debits = new Map<string, Debit[]>()
  readonly cards = new Map<string, CardSecret>()
  readonly endpointSecrets = new Map<string, string>()
  readonly baskets = new Map<string, Basket>()
  /** Invoices whose card is of no use any more, with that card: not tried again until there is another. */
  readonly hopeless = new Map<string, string | null>()
  readonly waiting = new Map<string, Waiting>()
  readonly marks = new Map<string, Marks>()
  readonly deletedCustomers = new Map<string, Stripe.DeletedCustomer>()
}

export type TableName = keyof Tables

/** The double's state and the time it is there. */
export class Account {
  readonly tables = new Tables()
  readonly settings: AccountSettings
  /** Where its pages are; set when it listens. */
  url = ''
  /** The request that is being answered, for the events it makes. */
  request: StripeEvent['request'] = { id: null, idempotency_key: null }
  /** Called with each new event. */
  onEvent: (event: StripeEvent) => void = () => undefined
  /** Seconds that the main clock is ahead of the real one. */
  ahead = 0
  private readonly real: () => number
  private readonly held = new Map<string, number>()

  /** @param real the real time, in seconds since 1970 */
  constructor(real: () => number, settings: AccountSettings = USUAL) {
    this.real = real
    this.settings = settings
  }

  /** The time on a clock, in seconds; while it is led forward, the moment it has come to. */
  timeOn(clock: string | null): number {
    const id = clock ?? MAIN_CLOCK
    const held = this.held.get(id)
    if (held !== undefined) return held
    const own = clock === null ? undefined : this.tables.testClocks.get(clock)
    return own ? own.frozen_time : this.real() + this.ahead
  }

  /** The time of a customer. */
  nowFor(customer: string | null): number {
    return this.timeOn((customer && this.find('customers', customer)?.test_clock) || null)
  }

  /** Does the work at a moment of a clock. */
  at<T>(clock: string | null, moment: number, work: () => T): T {
    const id = clock ?? MAIN_CLOCK
    const before = this.held.get(id)
    this.held.set(id, moment)
    try {
      return work()
    } finally {
      if (before === undefined) this.held.delete(id)
      else this.held.set(id, before)
    }
  }

  /** An object by its id; refuses as Stripe does where there is none. */
  get<N extends TableName>(table: N, id: string, param = 'id'): TableValue<N> {
    const found = this.find(table, id)
    if (found === undefined) throw problem.missing(WORDS[table] ?? table, id, param)
    return found
  }

  find<N extends TableName>(table: N, id: string): TableValue<N> | undefined {
    const map: ReadonlyMap<string, TableValue<N>> = this.table(table)
    return map.get(id)
  }

  table<N extends TableName>(name: N): Map<string, TableValue<N>> {
    return this.tables[name] as Map<string, TableValue<N>>
  }

  /** Tells the webhooks; the object is kept as it is now. */
  emit(type: EventType, object: object, previous?: Record<string, unknown>): void {
    const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : null
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: customer && this.tables.customers.has(customer) ? this.nowFor(customer) : this.timeOn(null),
      data: { object: structuredClone(object), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: this.tables.webhookEndpoints.size,
      request: this.request,
      type,
    }
    this.tables.events.set(event.id, event)
    this.onEvent(event)
  }

  /** Changes an object and says so, with what it was before; nothing is said where nothing changed. */
  change<T extends object>(object: T, patch: Partial<T>, type: EventType): void {
    const previous = changed(object, patch)
    if (!previous) return
    Object.assign(object, patch)
    this.emit(type, object, previous)
  }
}

export type TableValue<N extends TableName> = Tables[N] extends Map<string, infer V> ? V : never

/** As Stripe's: a prefix that says what it is, and 24 letters and digits. */
export function newId(prefix: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  return `${prefix}_${Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join('')}`
}

function changed<T extends object>(object: T, patch: Partial<T>): Record<string, unknown> | undefined {
  const before = new Map<string, unknown>(Object.entries(object))
  const previous = Object.entries(patch).flatMap(([key, value]) =>
    JSON.stringify(before.get(key)) === JSON.stringify(value)
      ? []
      : [[key, structuredClone(before.get(key))]],
  )
  return previous.length > 0 ? Object.fromEntries(previous) : undefined
}

// As the sentence "No such customer: 'cus_…'" has them.
const WORDS: Partial<Record<TableName, string>> = {
  products: 'product',
  prices: 'price',
  customers: 'customer',
  paymentMethods: 'PaymentMethod',
  coupons: 'coupon',
  promotionCodes: 'promotion code',
  taxRates: 'tax rate',
  subscriptions: 'subscription',
  schedules: 'subscription schedule',
  invoices: 'invoice',
  invoiceItems: 'invoiceitem',
  invoicePayments: 'invoice payment',
  paymentIntents: 'payment_intent',
  setupIntents: 'setupintent',
  checkoutSessions: 'checkout session',
  portalConfigurations: 'configuration',
  webhookEndpoints: 'webhook endpoint',
  testClocks: 'test clock',
  events: 'event',
}
