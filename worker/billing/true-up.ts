// The quarter's bill of contracts: seats in use beyond the agreed ones, invoiced at Stripe where the workspace has a customer
// there, and by whoever wrote the contract where not.
import type { Stripe } from 'stripe'
import { invoiceRead } from '../../supabase/functions/_shared/billing/snapshot.ts'
import { taxesAutomatically } from '../../supabase/functions/_shared/billing/stripe.ts'
import { messageOf } from '../log.ts'
import type { Db } from './store.ts'

interface Due {
  workspace_id: string
  customer: string | null
  seats: number
  amount: number
  quarter: string
}

const daysUntilDue = 30

/**
 * Bills the contracts whose quarter is over, each once and each for itself; answers how many.
 * @throws AggregateError with what kept some from being billed, after the others: they are due still
 */
export async function billTrueUps(db: Db, stripe: Stripe | null): Promise<number> {
  const { rows } = await db.query<Due>('select * from private.due_true_ups()')
  const failures: Error[] = []
  for (const due of rows) await bill(db, stripe, due).catch((error) => failures.push(failureOf(due, error)))
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('\n'))
  return rows.length
}

async function bill(db: Db, stripe: Stripe | null, due: Due): Promise<void> {
  const { customer } = due
  const invoice = stripe && customer && due.amount > 0 ? await invoiced(stripe, customer, due) : null
  await db.query('select private.end_true_up($1, $2, $3, $4, $5)', [
    due.workspace_id,
    due.quarter,
    invoice?.seats ?? due.seats,
    invoice?.amount ?? due.amount,
    invoice && JSON.stringify(invoice.read),
  ])
}

function failureOf({ workspace_id: id, quarter }: Due, cause: unknown): Error {
  return new Error(`${quarter} of workspace ${id} is not billed: ${messageOf(cause)}`, { cause })
}

/**
 * Writes and sends the invoice of a quarter. Of one that was begun before, however long ago, what it counted then holds: an
 * invoice of the quarter is looked for, and only what is missing of it is done.
 */
async function invoiced(stripe: Stripe, customer: string, due: Due) {
  const { workspace_id, quarter } = due
  const key = (step: string) => ({ idempotencyKey: `true-up:${workspace_id}:${quarter}:${step}` })
  const { data } = await stripe.invoices.list({ customer, collection_method: 'send_invoice', limit: 100 })
  const begun = data.find(
    ({ metadata, status }) =>
      metadata?.quarter === quarter && metadata.workspace_id === workspace_id && status !== 'void',
  )
  const invoice =
    begun ??
    (await stripe.invoices.create(
      {
        customer,
        collection_method: 'send_invoice',
        days_until_due: daysUntilDue,
        auto_advance: false,
        pending_invoice_items_behavior: 'exclude',
        ...(taxesAutomatically() ? { automatic_tax: { enabled: true } } : {}),
        metadata: { workspace_id, quarter, seats: String(due.seats), amount: String(due.amount) },
      },
      key(`invoice:${customer}:${due.seats}:${due.amount}`),
    ))
  const seats = Number(invoice.metadata?.seats ?? due.seats)
  const amount = Number(invoice.metadata?.amount ?? due.amount)
  const id = invoice.id ?? ''
  if (invoice.status === 'draft' && invoice.lines.data.length === 0)
    await stripe.invoiceItems.create(
      { customer, invoice: id, currency: 'usd', amount, description: `${seats} more seats in ${quarter}` },
      key(`item:${id}`),
    )
  const sent =
    invoice.status === 'draft'
      ? await stripe.invoices.finalizeInvoice(id, {}, key(`finalize:${id}`))
      : invoice
  return { seats, amount, read: invoiceRead(sent)[0] ?? null }
}
