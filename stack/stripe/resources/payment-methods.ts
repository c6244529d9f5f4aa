// Cards, kept for later.
import type Stripe from 'stripe'
import { z } from 'zod'
import { keepCard, methodOf, refusedAtEntry } from '../billing/cards.ts'
import { page } from '../http/lists.ts'
import { inner, paging, params, text, whole } from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { byId, type Route, route } from '../http/routes.ts'
import type { Account } from '../state/account.ts'
import type { Customer, PaymentMethod } from '../state/model.ts'

/** Gives a card to a customer. @throws StripeProblem where it is somebody's already */
export function attach(account: Account, method: PaymentMethod, customer: Customer): void {
  if (method.customer === customer.id) return
  if (method.customer !== null)
    throw problem.invalid('The payment method you provided has already been attached to a customer.')
  method.customer = customer.id
  account.emit('payment_method.attached', method)
}

export const paymentMethodRoutes: Route[] = [
  route(
    'POST',
    '/v1/payment_methods',
    params<Stripe.PaymentMethodCreateParams>()({
      type: z.enum(['card']),
      card: inner({ number: text, exp_month: whole, exp_year: whole, cvc: text }),
      billing_details: inner({ email: text.optional(), name: text.optional() }).optional(),
    }),
    ({ account, given }) => {
      const { number, exp_month: expMonth, exp_year: expYear, cvc } = given.card
      const now = account.timeOn(null)
      const details = { number, expMonth, expYear, cvc, ...given.billing_details }
      const refused = refusedAtEntry(details, now)
      // A declining card can be entered; it cannot be attached.
      if (refused && refused.code !== 'card_declined')
        throw problem.card(refused.message, refused.code, refused.declineCode)
      return keepCard(account, details, now)
    },
  ),
  route(
    'GET',
    '/v1/payment_methods',
    params<Stripe.PaymentMethodListParams>()({
      ...paging,
      customer: text.optional(),
      type: z.enum(['card']).optional(),
    }),
    ({ account, given }) => listFor(account, given.customer ?? null, given),
  ),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    params<Stripe.CustomerListPaymentMethodsParams>()({ ...paging, type: z.enum(['card']).optional() }),
    ({ account, given, id }) => listFor(account, account.get('customers', id).id, given),
  ),
  byId('/v1/payment_methods', 'paymentMethods'),
  route(
    'POST',
    '/v1/payment_methods/:id/attach',
    params<Stripe.PaymentMethodAttachParams>()({ customer: text }),
    ({ account, given, id }) => {
      const customer = account.get('customers', given.customer, 'customer')
      const now = account.nowFor(customer.id)
      const method = methodOf(account, id, now)
      const card = account.get('cards', method.id)
      const { exp_month: expMonth, exp_year: expYear } = method.card
      const refused = refusedAtEntry({ number: card.number, expMonth, expYear, cvc: '123' }, now)
      if (refused) throw problem.card(refused.message, refused.code, refused.declineCode)
      attach(account, method, customer)
      return method
    },
  ),
  route(
    'POST',
    '/v1/payment_methods/:id/detach',
    params<Stripe.PaymentMethodDetachParams>()({}),
    ({ account, id }) => {
      const method = account.get('paymentMethods', id)
      detach(account, method)
      return method
    },
  ),
]

/** Takes a card from its customer and from wherever it was the default. */
export function detach(account: Account, method: PaymentMethod): void {
  if (method.customer === null)
    throw problem.invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  const customer = account.get('customers', method.customer)
  const settings = customer.invoice_settings
  if (settings.default_payment_method === method.id)
    account.change(
      customer,
      { invoice_settings: { ...settings, default_payment_method: null } },
      'customer.updated',
    )
  for (const subscription of account.tables.subscriptions.values())
    if (subscription.default_payment_method === method.id)
      account.change(subscription, { default_payment_method: null }, 'customer.subscription.updated')
  method.customer = null
  account.emit('payment_method.detached', method, { customer: customer.id })
}

function listFor(account: Account, customer: string | null, given: Parameters<typeof page>[1]) {
  const theirs = [...account.tables.paymentMethods.values()].filter(
    (method) => method.customer === customer && method.customer !== null,
  )
  return page(theirs, given, '/v1/payment_methods')
}
