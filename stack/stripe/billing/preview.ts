// The invoice that is to come, with or without a change. https://docs.stripe.com/api/invoices/create_preview
import { problem } from '../http/problem.ts'
import type { Draft } from '../money/draft.ts'
import { type Account, newId } from '../state/account.ts'
import type { Invoice, Subscription } from '../state/model.ts'
import { pendingDrafts } from './items.ts'
import { makeInvoice } from './make-invoice.ts'
import { periodEnd, renewal } from './next-period.ts'
import { atPhase } from './phases.ts'
import { type ChangeRequest, planChange } from './plan-change.ts'

/** The next renewal as it looks now. */
export function previewRenewal(account: Account, subscription: Subscription): Invoice {
  const end = periodEnd(subscription.items.data)
  const { lines } = renewal(account, atPhase(account, subscription, end), end)
  return upcoming(
    account,
    subscription,
    [...pendingDrafts(account, subscription), ...lines],
    end,
    subscription.discounts,
  )
}

/**
 * The next invoice of a subscription after a change: of the change itself where that is billed at once.
 * @param recurring the invoices after that, without prorations
 * @throws StripeProblem where there will be none, or the change is refused
 */
export function previewChange(
  account: Account,
  subscription: Subscription,
  request: ChangeRequest,
  recurring: boolean,
): Invoice {
  const now = account.nowFor(subscription.customer)
  const planned = planChange(account, subscription, request, now)
  const pending = recurring ? [] : [...pendingDrafts(account, subscription), ...planned.prorations]
  const atOnce =
    planned.fresh.length > 0 || (request.behavior === 'always_invoice' && planned.prorations.length > 0)
  if (atOnce && !recurring)
    return upcoming(
      account,
      subscription,
      [...pending, ...planned.fresh],
      now,
      request.discounts,
      request.prorationDate,
    )
  const end = periodEnd(planned.items)
  const then = {
    billing_cycle_anchor: planned.anchor,
    default_tax_rates: request.rates,
    items: { ...subscription.items, data: planned.items },
  }
  const next = request.items.length > 0 ? then : atPhase(account, { ...subscription, ...then }, end)
  const { lines } = subscription.cancel_at_period_end ? { lines: [] } : renewal(account, next, end)
  if (lines.length + pending.length === 0)
    throw problem.invalid('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
  return upcoming(
    account,
    subscription,
    [...pending, ...lines],
    end,
    request.discounts,
    request.prorationDate,
  )
}

function upcoming(
  account: Account,
  subscription: Subscription,
  drafts: Draft[],
  at: number,
  discounts: string[],
  prorationDate?: number,
): Invoice {
  const customer = account.get('customers', subscription.customer)
  const invoice = makeInvoice(account, {
    customer,
    subscription,
    drafts,
    reason: 'upcoming',
    at,
    discounts,
    currency: subscription.currency,
    prorationDate,
    id: newId('upcoming_in'),
  })
  return { ...invoice, ...dueOf(invoice.total, customer.balance) }
}

/** What is due of a total after a customer's balance, cents. */
export function dueOf(total: number, balance: number) {
  const due = Math.max(0, total + balance)
  const ending = Math.min(0, total + balance)
  return { amount_due: due, amount_remaining: due, starting_balance: balance, ending_balance: ending }
}
