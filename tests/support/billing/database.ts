// What the database must say of a workspace, by what Stripe has of its customer.
import type { StripeDouble } from '../../doubles/stripe/index.ts'
import { sql } from '../../functions/support/people.ts'
import type { Place, Workspace } from './place.ts'

interface Row {
  product: string
  months: number | null
  paid: number | null
  status: string | null
  subscription: string | null
  customer: string | null
}

const RUNNING = ['trialing', 'active', 'past_due', 'unpaid']

/** What the database says and Stripe does not, as sentences. */
export async function wrongInDatabase(
  { stack }: Place,
  double: StripeDouble,
  workspace: Workspace,
): Promise<string[]> {
  const [row] = await sql<Row>(
    stack,
    `select p.name as product, a.cycle_interval_months as months, a.paid_members as paid, a.stripe_status as status,
       a.stripe_subscription_id as subscription, a.stripe_customer_id as customer
     from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
     where a.workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )
  const { subscriptions } = double.account.tables
  const running = [...subscriptions.values()].find(({ status }) => RUNNING.includes(status))
  const expected = running
    ? { status: running.status, subscription: running.id, ...has(running.items.data) }
    : { product: 'free', months: null, paid: null }
  const wrong = Object.entries(expected).flatMap(([name, value]) => {
    const own = row && Object.entries(row).find(([key]) => key === name)?.[1]
    return own === value ? [] : [`the database has ${name} ${String(own)}, Stripe ${String(value)}`]
  })
  return [...wrong, ...(await wrongInvoices(stack, double, workspace))]
}

function has(items: { price: { metadata: Record<string, string> }; quantity: number }[]) {
  const words = items.map(({ price, quantity }) => ({ word: price.metadata.waymark_price ?? '', quantity }))
  const [, product = '', months = ''] =
    /^(.+)_(\d+)_flat$/.exec(words.find(({ word }) => word.endsWith('_flat'))?.word ?? '') ?? []
  const seats = words
    .filter(({ word }) => word.endsWith('_user'))
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return { product, months: Number(months), paid: seats }
}

const NEWEST = 10

async function wrongInvoices(
  stack: Place['stack'],
  double: StripeDouble,
  workspace: Workspace,
): Promise<string[]> {
  const rows = await sql<{ id: string; total: number; status: string; paid: number }>(
    stack,
    `select stripe_invoice_id as id, total, status, amount_paid as paid from public.billing_invoices
     where workspace_id = (select id from public.workspaces where slug = $1)`,
    [workspace.slug],
  )
  // A reading takes the newest; what was lost of those before stays as it was last seen.
  const newest = [...double.account.tables.invoices.values()].slice(-NEWEST)
  return newest.flatMap(({ id, total, status, amount_paid: paid }) => {
    const row = rows.find((one) => one.id === id)
    const same = row && row.total === total && row.status === status && row.paid === paid
    return same
      ? []
      : [`the invoice ${id} is ${status}, ${paid} of ${total}, in the database ${JSON.stringify(row)}`]
  })
}
