// Customers: who pays, with what, and what they have left.

import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { cancelNow } from '../billing/cancel.ts'
import { methodOf } from '../billing/cards.ts'
import { moveBalance } from '../billing/invoices.ts'
import { page } from '../http/lists.ts'
import {
  inner,
  mergeMetadata,
  metadata,
  orNothing,
  paging,
  params,
  range,
  text,
  whole,
  within,
} from '../http/params.ts'
import { problem } from '../http/problem.ts'
import { type Route, route } from '../http/routes.ts'
import { type Account, newId } from '../state/account.ts'
import type { Customer } from '../state/model.ts'
import { withoutUndefined } from './catalogue.ts'
import { attach } from './payment-methods.ts'

const address = inner({
  city: text.nullable().default(null),
  country: text.nullable().default(null),
  line1: text.nullable().default(null),
  line2: text.nullable().default(null),
  postal_code: text.nullable().default(null),
  state: text.nullable().default(null),
})
const email = z
  .string()
  .max(512)
  .regex(/^[^\s@]+@[^\s@]+$/)
const fields = {
  address: orNothing(address).optional(),
  balance: whole.optional(),
  description: orNothing(text).optional(),
  email: orNothing(email).optional(),
  invoice_settings: inner({ default_payment_method: text.optional() }).optional(),
  metadata: orNothing(metadata).optional(),
  name: orNothing(text.max(256)).optional(),
  phone: orNothing(text).optional(),
  tax_exempt: orNothing(z.enum(['exempt', 'none', 'reverse'])).optional(),
}

interface NewCustomer {
  email?: string | null | undefined
  name?: string | null | undefined
  metadata?: Record<string, string> | null | undefined
  clock?: string | null | undefined
}

/** A new customer, with the fields that were given. */
export function newCustomer(account: Account, about: NewCustomer): Customer {
  const id = newId('cus')
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: account.timeOn(about.clock ?? null),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: about.email ?? null,
    invoice_prefix: randomBytes(4).toString('hex').toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: about.metadata ?? {},
    name: about.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: about.clock ?? null,
  }
  account.tables.customers.set(id, customer)
  return customer
}

export const customerRoutes: Route[] = [
  route(
    'POST',
    '/v1/customers',
    params<Stripe.CustomerCreateParams>()({
      ...fields,
      payment_method: text.optional(),
      test_clock: text.optional(),
    }),
    ({ account, given }) => {
      if (given.test_clock) clockWithRoom(account, given.test_clock)
      const now = account.timeOn(given.test_clock ?? null)
      const method = given.payment_method && methodOf(account, given.payment_method, now)
      const customer = newCustomer(account, {
        email: given.email,
        name: given.name,
        metadata: given.metadata,
        clock: given.test_clock,
      })
      Object.assign(customer, withoutUndefined(columnsOf(given)))
      if (method) attach(account, method, customer)
      account.emit('customer.created', customer)
      setDefaultMethod(account, customer, given.invoice_settings?.default_payment_method)
      return customer
    },
  ),
  route(
    'GET',
    '/v1/customers',
    params<Stripe.CustomerListParams>()({
      ...paging,
      created: range.optional(),
      email: text.optional(),
      test_clock: text.optional(),
    }),
    ({ account, given }) => {
      const fits = (customer: Customer) =>
        within(customer.created, given.created) &&
        (given.email === undefined || customer.email === given.email) &&
        customer.test_clock === (given.test_clock ?? null)
      return page([...account.tables.customers.values()].filter(fits), given, '/v1/customers')
    },
  ),
  // One that was deleted is known by its id still, and nothing else of it.
  route('GET', '/v1/customers/:id', params<Stripe.CustomerRetrieveParams>()({}), ({ account, id }) =>
    account.tables.deletedCustomers.has(id) ? gone(id) : account.get('customers', id),
  ),
  route(
    'POST',
    '/v1/customers/:id',
    params<Stripe.CustomerUpdateParams>()(fields),
    ({ account, given, id }) => {
      const customer = account.get('customers', id)
      const method = given.invoice_settings?.default_payment_method
      if (method) mustBeTheirs(account, customer, method)
      const { balance: wanted, ...rest } = withoutUndefined(columnsOf(given))
      const patch = { ...rest, metadata: mergeMetadata(customer.metadata, given.metadata) }
      account.change(customer, patch, 'customer.updated')
      if (wanted !== undefined) moveBalance(account, customer, wanted - customer.balance, null, 'adjustment')
      setDefaultMethod(account, customer, method)
      return customer
    },
  ),
  route('DELETE', '/v1/customers/:id', params<Stripe.CustomerDeleteParams>()({}), ({ account, id }) => {
    const customer = account.get('customers', id)
    for (const subscription of account.tables.subscriptions.values())
      if (subscription.customer === id && !['canceled', 'incomplete_expired'].includes(subscription.status))
        cancelNow(account, subscription, { invoiceNow: false, prorate: false })
    account.tables.customers.delete(id)
    account.tables.deletedCustomers.set(id, gone(id))
    account.emit('customer.deleted', customer)
    return gone(id)
  }),
  route(
    'GET',
    '/v1/customers/:id/balance_transactions',
    params<Stripe.CustomerListBalanceTransactionsParams>()(paging),
    ({ account, given, id }) => {
      account.get('customers', id)
      const theirs = [...account.tables.balanceTransactions.values()].filter(
        ({ customer }) => customer === id,
      )
      return page(theirs, given, `/v1/customers/${id}/balance_transactions`)
    },
  ),
  route(
    'POST',
    '/v1/customers/:id/balance_transactions',
    params<Stripe.CustomerCreateBalanceTransactionParams>()({
      amount: whole,
      currency: text,
      description: text.optional(),
    }),
    ({ account, given, id }) => {
      const customer = account.get('customers', id)
      if (given.amount !== 0) customer.currency ??= given.currency
      const made = moveBalance(account, customer, given.amount, null, 'adjustment')
      if (!made) throw problem.invalid('Nothing to enter.', 'amount')
      made.description = given.description ?? null
      return made
    },
  ),
]

function gone(id: string): Stripe.DeletedCustomer {
  return { id, object: 'customer', deleted: true }
}

function columnsOf<T extends { invoice_settings?: unknown; metadata?: unknown; expand?: unknown }>(given: T) {
  const { invoice_settings: _i, metadata: _m, expand: _e, ...rest } = given
  return rest
}

function setDefaultMethod(account: Account, customer: Customer, method: string | undefined): void {
  if (method === undefined) return
  mustBeTheirs(account, customer, method)
  const settings = { ...customer.invoice_settings, default_payment_method: method }
  account.change(customer, { invoice_settings: settings }, 'customer.updated')
}

/** @throws StripeProblem for somebody else's card, or nobody's */
export function mustBeTheirs(account: Account, customer: Customer, method: string): void {
  if (account.get('paymentMethods', method, 'payment_method').customer === customer.id) return
  throw problem.invalid(
    `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
    'default_payment_method',
    'resource_missing',
  )
}

// https://docs.stripe.com/billing/testing/test-clocks: three customers a clock.
function clockWithRoom(account: Account, clock: string): void {
  account.get('testClocks', clock, 'test_clock')
  const there = [...account.tables.customers.values()].filter((customer) => customer.test_clock === clock)
  if (there.length >= 3)
    throw problem.invalid('Test clocks can have at most 3 customers attached to them.', 'test_clock')
}
