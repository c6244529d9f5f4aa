// What was begun on the page of a checkout and is not paid: Stripe lets its first invoice be paid for a day still.
import type { Stripe } from 'stripe'
import { idOf } from './stripe.ts'

/**
 * Ends what a customer began to buy, once its page is closed, so that nobody pays for it beside what is bought next. What was
 * paid in this very moment stays as it is; a reading afterwards tells.
 */
export async function endUnpaid(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'incomplete', limit: 100 })
  for (const { id, latest_invoice } of data) {
    const invoice = idOf(latest_invoice)
    try {
      // First of all: what cannot be paid any more was not paid for either.
      if (invoice) await stripe.invoices.voidInvoice(invoice)
      await stripe.subscriptions.cancel(id)
    } catch (error) {
      // Paid, or over, meanwhile.
      if ((error as { type?: string }).type !== 'StripeInvalidRequestError') throw error
    }
  }
}
