// `expand[]`: ids become objects, and what Stripe shows on request only is added.

import { lineItems } from '../resources/line-items.ts'
import type { Account, TableName } from '../state/account.ts'
import { whole } from './lists.ts'
import { problem } from './problem.ts'

type Json = Record<string, unknown>

const DEEPEST = 4
// The longest prefixes first: a schedule's id begins like a subscription's.
const TABLES: readonly [string, TableName][] = [
  ['sub_sched_', 'schedules'],
  ['prod_', 'products'],
  ['price_', 'prices'],
  ['cus_', 'customers'],
  ['pm_', 'paymentMethods'],
  ['di_', 'discounts'],
  ['promo_', 'promotionCodes'],
  ['txr_', 'taxRates'],
  ['sub_', 'subscriptions'],
  ['in_', 'invoices'],
  ['ii_', 'invoiceItems'],
  ['pi_', 'paymentIntents'],
  ['ch_', 'charges'],
  ['re_', 'refunds'],
  ['cn_', 'creditNotes'],
  ['seti_', 'setupIntents'],
  ['cs_', 'checkoutSessions'],
  ['bpc_', 'portalConfigurations'],
  ['clock_', 'testClocks'],
]

/**
 * A copy of the answer with each path expanded.
 * @param paths as sent: `customer`, `data.latest_invoice.payments`
 * @throws StripeProblem where a path is too deep or nothing can be expanded there
 */
export function expanded(account: Account, answer: object, paths: readonly string[]): object {
  const copy: Json = { ...structuredClone(answer) }
  for (const path of paths) {
    const words = path.split('.')
    if (words.length - (words[0] === 'data' ? 1 : 0) > DEEPEST)
      throw problem.invalid('You cannot expand more than 4 levels of a property.', 'expand')
    walk(account, copy, words, path)
  }
  return copy
}

function walk(account: Account, at: Json, [word = '', ...rest]: string[], path: string): void {
  const added = extra(account, at, word)
  if (added !== undefined) at[word] = added
  const value = at[word]
  if (value === undefined) throw problem.invalid(`This property cannot be expanded (${path}).`, 'expand')
  if (value === null) return
  if (Array.isArray(value)) {
    const list: unknown[] = value.map((one: unknown) => object(account, one, word) ?? one)
    at[word] = list
    for (const one of list) if (rest.length > 0 && isJson(one)) walk(account, one, rest, path)
    return
  }
  const found = object(account, value, word)
  if (found) at[word] = found
  else if (!isJson(value)) throw problem.invalid(`This property cannot be expanded (${path}).`, 'expand')
  const next = at[word]
  if (rest.length > 0 && isJson(next)) walk(account, next, rest, path)
}

function object(account: Account, value: unknown, word: string): Json | undefined {
  if (typeof value !== 'string') return undefined
  // The id of a coupon is whatever its maker chose.
  const table = word === 'coupon' ? 'coupons' : TABLES.find(([prefix]) => value.startsWith(prefix))?.[1]
  const found = table && account.find(table, value)
  return isJson(found) ? structuredClone(found) : undefined
}

function extra(account: Account, { object: kind, id }: Json, word: string): unknown {
  if (typeof id !== 'string') return undefined
  const { invoicePayments, subscriptions } = account.tables
  if (kind === 'invoice' && word === 'payments') {
    const payments = [...invoicePayments.values()].filter(({ invoice }) => invoice === id)
    return structuredClone(whole(payments, `/v1/invoice_payments?invoice=${id}`))
  }
  if (kind === 'customer' && word === 'subscriptions') {
    const theirs = [...subscriptions.values()].filter(
      ({ customer, status }) => customer === id && status !== 'canceled' && status !== 'incomplete_expired',
    )
    return structuredClone(whole(theirs, `/v1/customers/${id}/subscriptions`))
  }
  if (kind === 'checkout.session' && word === 'line_items')
    return structuredClone(whole(lineItems(account, id), `/v1/checkout/sessions/${id}/line_items`))
  return undefined
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
