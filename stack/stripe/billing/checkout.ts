// What happens behind the checkout page. https://docs.stripe.com/payments/checkout
import { reduce } from '../money/discounts.ts'
import { newCustomer } from '../resources/customers.ts'
import { byCode } from '../resources/discounts.ts'
import { attach } from '../resources/payment-methods.ts'
import { reasonAgainst, redeem } from '../resources/redeem.ts'
import { ratesOf } from '../resources/redeem-for.ts'
import type { Account } from '../state/account.ts'
import type { Basket, CheckoutSession, Coupon, Customer, Price } from '../state/model.ts'
import { asksOnSetup, type CardDetails, charge, keepCard, refusedAtEntry } from './cards.ts'
import { collect, unpaid } from './collect.ts'
import { setupIntent } from './intents.ts'
import { subscribe } from './subscribe.ts'

const DAY = 86_400

/** What came of an attempt to pay: over, a sentence for the page, or the owner of the card is asked. */
export type Submitted = { kind: 'complete' } | { kind: 'refused'; message: string } | { kind: 'action' }

export interface Entered {
  card: CardDetails
  email: string | null
}

/** What the page shows: each line, what is taken off, what is due now. Cents. */
export function summary(account: Account, session: CheckoutSession) {
  const basket = account.get('baskets', session.id)
  const lines = basket.lines.map(({ price: id, quantity }) => {
    const price = account.get('prices', id)
    return {
      price,
      quantity,
      name: account.get('products', price.product).name,
      amount: price.unit_amount * quantity,
    }
  })
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const coupons = basket.discounts.map((request) => couponOf(account, request))
  const discountable = lines.map(({ amount }) => ({ amount, discountable: true }))
  const reductions = coupons.map((coupon) => ({ id: coupon.id, coupon, only: null }))
  // As the invoice will have it, to the cent.
  const off = reduce(discountable, reductions)
    .flat()
    .reduce((sum, { amount }) => sum + amount, 0)
  const total = subtotal - off
  return { basket, lines, subtotal, off, coupons, total, dueNow: basket.trialDays === null ? total : 0 }
}

function couponOf(account: Account, request: Basket['discounts'][number]): Coupon {
  const code =
    request.promotion_code === undefined ? undefined : account.get('promotionCodes', request.promotion_code)
  return account.get('coupons', code?.promotion.coupon ?? request.coupon ?? '')
}

/** Puts a typed promotion code on a session; a sentence where it cannot be. */
export function applyCode(account: Account, session: CheckoutSession, typed: string): string | undefined {
  const code = byCode(account, typed, true)
  if (!code || !session.allow_promotion_codes) return 'This code is invalid.'
  const { subtotal, basket } = summary(account, session)
  const customer = session.customer === null ? null : account.get('customers', session.customer)
  const reason = reasonAgainst(account, code, account.get('coupons', code.promotion.coupon), {
    customer,
    amount: subtotal,
  })
  if (!reason) basket.discounts = [{ promotion_code: code.id }]
  return reason
}

/** Pays with a card that was typed in. */
export function submit(account: Account, session: CheckoutSession, { card, email }: Entered): Submitted {
  const now = account.nowFor(session.customer)
  const refused = refusedAtEntry(card, now)
  if (refused) return { kind: 'refused', message: refused.message }
  const method = keepCard(account, { ...card, email }, now)
  const { basket, dueNow } = summary(account, session)
  basket.entered = { method: method.id, email, name: card.name ?? null }
  const asks =
    dueNow > 0 ? charge(account, method.id, false).kind === 'action' : asksOnSetup(account, method.id)
  if (!asks) return pay(account, session, false)
  if (dueNow > 0 && basket.begun === null) begin(account, session, false)
  return { kind: 'action' }
}

/** The answer of the card's owner to 3-D Secure. */
export function authenticate(account: Account, session: CheckoutSession, proven: boolean): Submitted {
  const basket = account.get('baskets', session.id)
  if (!basket.entered) return { kind: 'refused', message: 'Enter your card again.' }
  if (proven) return pay(account, session, true)
  basket.entered = null
  return {
    kind: 'refused',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}

/** Completes a session for which no card is asked. */
export function completeWithoutCard(
  account: Account,
  session: CheckoutSession,
  email: string | null,
): Submitted {
  const { basket } = summary(account, session)
  basket.entered = null
  session.customer_email ??= email
  begin(account, session, false)
  return complete(account, session)
}

function pay(account: Account, session: CheckoutSession, proven: boolean): Submitted {
  const basket = account.get('baskets', session.id)
  const { entered } = basket
  if (!entered) return { kind: 'refused', message: 'Enter your card again.' }
  if (basket.begun === null) {
    const { dueNow } = summary(account, session)
    const outcome = dueNow > 0 ? charge(account, entered.method, proven) : { kind: 'paid' as const }
    if (outcome.kind !== 'paid') return { kind: 'refused', message: unpaid(outcome).message }
    begin(account, session, proven)
    return complete(account, session)
  }
  // The subscription waits since the first try: its one invoice is paid with the card of now.
  const subscription = account.get('subscriptions', basket.begun)
  if (subscription.status === 'active') return complete(account, session)
  const invoice = account.get('invoices', subscription.latest_invoice ?? '')
  if (invoice.status !== 'open') return { kind: 'refused', message: 'This payment can no longer be made.' }
  const method = account.get('paymentMethods', entered.method)
  attach(account, method, account.get('customers', subscription.customer))
  subscription.default_payment_method = method.id
  const outcome = collect(account, invoice, { method: method.id, authenticated: proven, automatic: false })
  if (outcome.kind === 'paid') return complete(account, session)
  return { kind: 'refused', message: unpaid(outcome).message }
}

function begin(account: Account, session: CheckoutSession, proven: boolean): void {
  const { basket, lines, subtotal } = summary(account, session)
  const customer = customerOf(account, session, basket)
  const now = account.nowFor(customer.id)
  const method = basket.entered?.method ?? null
  if (method !== null) {
    attach(account, account.get('paymentMethods', method), customer)
    if (proven || !asksOnSetup(account, method)) account.get('cards', method).setUp = true
  }
  const items = lines.map(({ price, quantity }: { price: Price; quantity: number }) => ({ price, quantity }))
  const { subscription } = subscribe(account, {
    customer,
    items,
    mode: basket.billingMode,
    behavior: 'create_prorations',
    payment: 'allow_incomplete',
    collection: 'charge_automatically',
    daysUntilDue: null,
    trialEnd: basket.trialDays === null ? null : now + basket.trialDays * DAY,
    missingCard: basket.missingCard,
    anchor: null,
    cancelAt: null,
    cancelAtPeriodEnd: false,
    method,
    authenticated: proven,
    rates: ratesOf(account, basket.taxRates),
    metadata: basket.subscriptionMetadata,
    description: null,
    discounts: (id) =>
      redeem(account, basket.discounts, {
        customer,
        subscription: id,
        amount: subtotal,
        checkoutSession: session.id,
      }),
  })
  basket.begun = subscription.id
  session.customer = customer.id
}

function customerOf(account: Account, session: CheckoutSession, basket: Basket): Customer {
  if (session.customer !== null) return account.get('customers', session.customer)
  const customer = newCustomer(account, {
    email: basket.entered?.email ?? session.customer_email,
    name: basket.entered?.name ?? null,
  })
  account.emit('customer.created', customer)
  return customer
}

function complete(account: Account, session: CheckoutSession): Submitted {
  const { basket, total, off, dueNow } = summary(account, session)
  const subscription = account.get('subscriptions', basket.begun ?? '')
  const customer = account.get('customers', subscription.customer)
  const invoice = account.get('invoices', subscription.latest_invoice ?? '')
  if (dueNow === 0 && basket.entered)
    session.setup_intent = setupIntent(
      account,
      customer,
      basket.entered.method,
      'succeeded',
      account.nowFor(customer.id),
    ).id
  Object.assign(session, {
    status: 'complete',
    payment_status: invoice.total > 0 ? 'paid' : 'no_payment_required',
    customer: customer.id,
    subscription: subscription.id,
    invoice: invoice.id,
    amount_total: basket.trialDays === null ? total : 0,
    url: null,
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    customer_details: {
      address: null,
      business_name: null,
      email: basket.entered?.email ?? customer.email,
      individual_name: null,
      name: basket.entered?.name ?? customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  } satisfies Partial<CheckoutSession>)
  basket.entered = null
  account.emit('checkout.session.completed', session)
  return { kind: 'complete' }
}
