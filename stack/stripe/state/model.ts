// What the double keeps: the SDK's own shapes with relations as ids, and decimals as the texts they are on the wire.
import type Stripe from 'stripe'

type Narrow<T, U extends Partial<T>> = Omit<T, keyof U> & U
type Replace<T, U extends Partial<Record<keyof T, unknown>>> = Omit<T, keyof U> & U

export type ListOf<T> = Pick<Stripe.ApiList<T>, 'object' | 'data' | 'has_more' | 'url'>

export type Product = Narrow<Stripe.Product, { default_price: string | null }>
export type Price = Replace<
  Narrow<Stripe.Price, { product: string; unit_amount: number; metadata: Stripe.Metadata }>,
  { unit_amount_decimal: string | null }
>
export type Plan = Replace<Narrow<Stripe.Plan, { product: string }>, { amount_decimal: string | null }>
export type Customer = Narrow<
  Stripe.Customer,
  {
    invoice_settings: Narrow<Stripe.Customer.InvoiceSettings, { default_payment_method: string | null }>
    invoice_prefix: string
    next_invoice_sequence: number
    test_clock: string | null
  }
>
export type PaymentMethod = Narrow<
  Stripe.PaymentMethod,
  { customer: string | null; card: Stripe.PaymentMethod.Card }
>
export type Coupon = Stripe.Coupon
export type Discount = Narrow<
  Stripe.Discount,
  {
    customer: string | null
    promotion_code: string | null
    source: Narrow<Stripe.Discount.Source, { coupon: string }>
  }
>
export type PromotionCode = Narrow<
  Stripe.PromotionCode,
  { customer: string | null; promotion: Narrow<Stripe.PromotionCode.Promotion, { coupon: string }> }
>
export type TaxRate = Stripe.TaxRate
export type SubscriptionItem = Replace<
  Narrow<Stripe.SubscriptionItem, { quantity: number; discounts: string[] }>,
  { price: Price; plan: Plan }
>
export type PendingUpdate = Replace<
  Narrow<Stripe.Subscription.PendingUpdate, { discounts: string[] | null }>,
  { subscription_items: SubscriptionItem[] | null }
>
export type Subscription = Replace<
  Narrow<
    Stripe.Subscription,
    {
      customer: string
      default_payment_method: string | null
      default_tax_rates: TaxRate[]
      discounts: string[]
      latest_invoice: string | null
      pending_setup_intent: string | null
      schedule: string | null
      test_clock: string | null
    }
  >,
  { items: ListOf<SubscriptionItem>; pending_update: PendingUpdate | null }
>
export type LinePricing = Replace<Stripe.InvoiceLineItem.Pricing, { unit_amount_decimal: string | null }>
export type InvoiceLine = Replace<
  Narrow<Stripe.InvoiceLineItem, { discounts: string[]; subscription: string | null; quantity: number }>,
  { pricing: LinePricing | null; quantity_decimal: string | null }
>
/** Without `payments`, which Stripe shows on request only. */
export type Invoice = Replace<
  Narrow<
    Omit<Stripe.Invoice, 'payments'>,
    {
      customer: string
      default_payment_method: string | null
      discounts: string[]
      auto_advance: boolean
      test_clock: string | null
      total_taxes: Stripe.Invoice.TotalTax[]
      hosted_invoice_url: string | null
      invoice_pdf: string | null
    }
  >,
  { lines: ListOf<InvoiceLine> }
>
export type InvoicePayment = Narrow<
  Stripe.InvoicePayment,
  {
    invoice: string
    payment: Narrow<Stripe.InvoicePayment.Payment, { payment_intent: string }>
  }
>
export type InvoiceItem = Replace<
  Narrow<
    Stripe.InvoiceItem,
    { customer: string; invoice: string | null; discounts: string[]; test_clock: string | null }
  >,
  { pricing: LinePricing | null; quantity_decimal: string }
>
export type PaymentIntent = Narrow<
  Stripe.PaymentIntent,
  { customer: string | null; payment_method: string | null; latest_charge: string | null }
>
export type Charge = Narrow<
  Stripe.Charge,
  { customer: string | null; payment_intent: string; payment_method: string | null }
>
export type Refund = Narrow<
  Stripe.Refund,
  { charge: string; customer: string | null; payment_intent: string; payment_method: string | null }
>
export type CreditNote = Replace<
  Narrow<
    Stripe.CreditNote,
    { customer: string; invoice: string; customer_balance_transaction: string | null }
  >,
  { lines: ListOf<CreditNoteLine>; refunds: CreditNoteRefund[] }
>
export type CreditNoteLine = Replace<Stripe.CreditNoteLineItem, { unit_amount_decimal: string | null }>
export type CreditNoteRefund = Narrow<Stripe.CreditNote.Refund, { refund: string }>
export type SetupIntent = Narrow<
  Stripe.SetupIntent,
  { customer: string | null; payment_method: string | null }
>
export type CheckoutSession = Narrow<
  Stripe.Checkout.Session,
  {
    customer: string | null
    subscription: string | null
    invoice: string | null
    payment_intent: string | null
    setup_intent: string | null
    metadata: Stripe.Metadata
    url: string | null
    status: 'open' | 'complete' | 'expired'
  }
>
export type PortalConfiguration = Stripe.BillingPortal.Configuration
export type PortalSession = Narrow<Stripe.BillingPortal.Session, { configuration: string }>
export type BalanceTransaction = Narrow<
  Stripe.CustomerBalanceTransaction,
  { customer: string; invoice: string | null }
>
export type SchedulePhase = Narrow<
  Stripe.SubscriptionSchedule.Phase,
  { items: SchedulePhaseItem[]; discounts: SchedulePhaseDiscount[] }
>
export type SchedulePhaseItem = Narrow<
  Stripe.SubscriptionSchedule.Phase.Item,
  { price: string; plan: string; quantity: number; metadata: Stripe.Metadata }
>
export type SchedulePhaseDiscount = Narrow<
  Stripe.SubscriptionSchedule.Phase.Discount,
  { coupon: string | null; discount: string | null; promotion_code: string | null }
>
export type Schedule = Narrow<
  Stripe.SubscriptionSchedule,
  { customer: string; subscription: string | null; test_clock: string | null; phases: SchedulePhase[] }
>
export type WebhookEndpoint = Stripe.WebhookEndpoint
export type TestClock = Stripe.TestHelpers.TestClock

export type EventType = Stripe.Event['type']
/** As the SDK's events, of any type: the object is as it was when it happened. */
export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: EventType
}

/** What was really charged for a part of an item's period, which `flexible` gives back of. Cents, seconds. */
export interface Debit {
  amount: number
  start: number
  end: number
}

/** What Stripe knows of a test card beyond what it shows: its number says how it behaves. */
export interface CardSecret {
  number: string
  /** True after an authentication that allows later payments without the owner. */
  setUp: boolean
}

/** What a checkout session will sell; Stripe shows it as line_items, on request. */
export interface Basket {
  lines: { id: string; price: string; quantity: number }[]
  trialDays: number | null
  subscriptionMetadata: Stripe.Metadata
  billingMode: 'classic' | 'flexible'
  discounts: { coupon?: string; promotion_code?: string }[]
  taxRates: string[]
  missingCard: 'cancel' | 'create_invoice' | 'pause'
  /** The subscription that was begun and waits for its payment. */
  begun: string | null
  /** What was entered, while its owner proves that the card is theirs. */
  entered: { method: string; email: string | null; name: string | null } | null
}

/** What a pending update will set once its invoice is paid, beyond what the subscription shows. */
export interface Waiting {
  invoice: string
  debits: [string, Debit[]][]
  anchor: number
}

/** Marks of a subscription's clock work that its object does not show. */
export interface Marks {
  upcomingFor: number | null
  trialWarned: boolean
}
