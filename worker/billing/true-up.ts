// The quarter's bill of contracts: seats in use beyond the agreed ones, invoiced at Stripe where the workspace has a customer
// there, and by whoever wrote the contract where not.
import type { Stripe } from 'stripe'
import { invoiceRead } from '../../supabase/functions/_shared/billing/snapshot.ts'
import type { Db } from './store.ts'

interface Due {
  workspace_id: string
  customer: string | null
  seats: number
  amount: number
  quarter: string
}

const daysUntilDue = 30

/** Bills the contracts whose quarter is over, each once; answers how many. */
export async function billTrueUps(db: Db, stripe: Stripe | null): Promise<number> {
  const { rows } = await db.query<Due>('select * from private.due_true_ups()')
  for (const due of rows) {
    const invoice =
      stripe && due.customer && due.amount > 0 ? await invoiced(stripe, due.customer, due) : null
    await db.query('select private.end_true_up($1, $2, $3, $4, $5)', [
      due.workspace_id,
      due.quarter,
      due.seats,
      due.amount,
      invoice && JSON.stringify(invoice),
    ])
  }
  return rows.length
}

/** Writes and sends the invoice; asked for again, the same one. */
async function invoiced(stripe: Stripe, customer: string, { workspace_id: id, seats, amount, quarter }: Due) {
  const key = (step: string) => ({ idempotencyKey: `true-up:${id}:${quarter}:${step}` })
  const draft = await stripe.invoices.create(
    {
      customer,
      collection_method: 'send_invoice',
      days_until_due: daysUntilDue,
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      metadata: { workspace_id: id, quarter },
    },
    key('invoice'),
  )
  const invoiceId = draft.id ?? ''
  await stripe.invoiceItems.create(
    {
      customer,
      invoice: invoiceId,
      currency: 'usd',
      amount,
      description: `${seats} more seats in ${quarter}`,
    },
    key('item'),
  )
  const now = await stripe.invoices.retrieve(invoiceId)
  const sent =
    now.status === 'draft' ? await stripe.invoices.finalizeInvoice(invoiceId, {}, key('finalize')) : now
  return invoiceRead(sent)[0] ?? null
}
