// What must hold of an account at Stripe whatever happened: the sums add up, nothing is below zero, no time is paid twice.
import type { StripeDouble } from '../../doubles/stripe/index.ts'

type Tables = StripeDouble['account']['tables']
type Invoice = Tables['invoices'] extends Map<string, infer I> ? I : never

/** What does not hold, as sentences; none where all is well. */
export function wrongInLedger({ account }: StripeDouble): string[] {
  const { customers, invoices, subscriptions } = account.tables
  const all = [...invoices.values()]
  return [
    ...all.flatMap(wrongInInvoice),
    ...[...customers.values()].flatMap(({ id, balance }) => {
      const moved = all
        .filter((one) => one.customer === id && one.number !== null && one.status !== 'void')
        .reduce((sum, { total, amount_due: due }) => sum + total - due, 0)
      return moved === balance ? [] : [`the balance of ${id} is ${balance}, its invoices moved ${moved}`]
    }),
    ...[...subscriptions.keys()].flatMap((id) => paidTwice(all.filter((one) => of(one) === id))),
    ...tooMany([...subscriptions.values()]),
  ]
}

const of = (invoice: Invoice) => invoice.parent?.subscription_details?.subscription

function wrongInInvoice(invoice: Invoice): string[] {
  const { id, total, subtotal, amount_due: due, amount_paid: paid, amount_remaining: left, status } = invoice
  const lines = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0)
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const wrong = []
  if (lines !== subtotal || subtotal - off !== total)
    wrong.push(`the lines of ${id} do not add up to ${total}`)
  if (due < 0 || paid < 0 || left < 0) wrong.push(`${id} has an amount below zero`)
  if (status === 'paid' && (left !== 0 || paid !== due)) wrong.push(`${id} is paid with ${paid} of ${due}`)
  if (total < 0 && (due !== 0 || status !== 'paid') && status !== 'draft')
    wrong.push(`${id} is a credit that is not one`)
  return wrong
}

/**
 * Time that was billed more than once for the same kind of price: whole periods and remaining time count once, time given
 * back takes one away.
 */
function paidTwice(invoices: readonly Invoice[]): string[] {
  const edges = new Map<string, [number, number][]>()
  for (const invoice of invoices) {
    if (invoice.status === 'void' || invoice.status === 'draft') continue
    for (const line of invoice.lines.data) {
      const product = line.pricing?.price_details?.product ?? ''
      if (line.amount === 0) continue
      // One kind is the plans, whichever of them; the other their seats.
      const kind = product.endsWith('_user') ? 'seats' : 'plan'
      const sign = line.amount < 0 ? -1 : 1
      const list = edges.get(kind) ?? []
      list.push([line.period.start, sign], [line.period.end, -sign])
      edges.set(kind, list)
    }
  }
  return [...edges].flatMap(([kind, list]) => {
    let open = 0
    // At one moment what is given back counts before what begins.
    for (const [at, sign] of list.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      open += sign
      if (open > 1)
        return [`${kind}: the time from ${new Date(at * 1_000).toISOString()} is paid ${open} times`]
    }
    return []
  })
}

function tooMany(subscriptions: { customer: string; status: string }[]): string[] {
  const running = subscriptions.filter(({ status }) =>
    ['trialing', 'active', 'past_due', 'unpaid'].includes(status),
  )
  const customers = running.map(({ customer }) => customer)
  return customers
    .filter((customer, at) => customers.indexOf(customer) !== at)
    .map((id) => `${id} pays two subscriptions`)
}
