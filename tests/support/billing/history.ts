// One random history of a workspace that pays: changes of every kind, time that passes, cards that fail, webhooks lost,
// doubled and out of order, answers lost between Stripe and the database. Told by its seed, so that it can be told again.
import { generator } from '../../../stack/stripe/events/delivery.ts'
import type { StripeDouble } from '../../doubles/stripe/index.ts'
import type { HostResponse } from '../stack.ts'
import { wrongInDatabase } from './database.ts'
import { wrongInLedger } from './ledger.ts'
import { aDouble, aFreeWorkspace, ask, client, copyPlans, type Place, type Workspace } from './place.ts'

const DAY = 86_400
const CARDS = ['pm_card_visa', 'pm_card_chargeCustomerFail', 'pm_card_mastercard'] as const
const PRODUCTS = [2, 3, 5]

export interface History {
  /** What was done, with what came of it. */
  steps: string[]
  /** What does not hold at its end. */
  wrong: string[]
}

interface Teller {
  place: Place
  double: StripeDouble
  workspace: Workspace
  random: () => number
  steps: string[]
  wrong: string[]
  /** Ids of the plans that are sold. */
  plans: readonly string[]
  kill: (() => void) | undefined
  /** Whether it was killed since the last call began: a webhook may have met what was to meet that call, and it died late. */
  wasKilled: boolean
}

/** What histories begin with. */
export interface Catalogue {
  account: StripeDouble['account']
  plans: readonly string[]
  /** Kills the process that asks Stripe; where nobody else uses it. */
  kill?: () => void
}

/** Lives a history of so many steps. @param catalogue a double that has the plans already */
export async function live(
  place: Place,
  catalogue: Catalogue,
  seed: number,
  length: number,
): Promise<History> {
  const random = generator(seed)
  const double = await aDouble(place)
  try {
    copyPlans(catalogue, double)
    const workspace = await aFreeWorkspace(place)
    const { plans, kill } = catalogue
    const t: Teller = {
      place,
      double,
      workspace,
      random,
      steps: [],
      wrong: [],
      plans,
      kill,
      wasKilled: false,
    }
    disturb(t, seed)
    await buy(t)
    for (let step = 0; step < length; step++) await oneOf(random, STEPS)(t)
    await heal(t)
    t.wrong.push(...wrongInLedger(double), ...(await wrongInDatabase(place, double, workspace)))
    return { steps: t.steps, wrong: t.wrong }
  } finally {
    await double.stop()
  }
}

const oneOf = <T>(random: () => number, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}

function disturb({ double, random, steps }: Teller, seed: number): void {
  const { webhooks } = double
  if (random() < 0.5) webhooks.shuffle(seed)
  if (random() < 0.3) webhooks.duplicate(2)
  const lost = oneOf(random, [
    'none',
    'invoice.paid',
    'customer.subscription.updated',
    'checkout.session.completed',
    'customer.subscription.deleted',
  ] as const)
  if (lost !== 'none') webhooks.drop(lost)
  steps.push(`webhooks: ${lost} lost`)
}

const isChange = ({ method }: { method: string }) => method === 'POST'

/** Asks; where the connection to Stripe is cut, or who asked it was killed, once more, as a person would who saw an error. */
async function put(t: Teller, path: string, json: object, method = 'PUT'): Promise<HostResponse> {
  const isCut = t.random() < 0.15
  // As often as the SDK asks, so that the product sees it fail, before or after Stripe did it.
  const moment = t.random() < 0.5 ? 'before' : 'after'
  const isKilled = !isCut && t.kill !== undefined && t.random() < 0.1
  if (isCut) for (let times = 0; times < 6; times++) t.double.cut(isChange, moment)
  let wasKilled = t.wasKilled
  t.wasKilled = false
  if (isKilled)
    t.double.cut(isChange, moment, () => {
      t.wasKilled = true
      t.kill?.()
    })
  const ask1 = () => ask(t.place, t.workspace, path, { method, ...(method === 'DELETE' ? {} : { json }) })
  let answer = await ask1()
  t.double.uncut()
  wasKilled ||= t.wasKilled
  if ((isCut || wasKilled) && answer.status >= 500) answer = await ask1()
  const disturbed = isCut ? ` (cut ${moment})` : isKilled ? ` (killed ${moment})` : ''
  t.steps.push(`${method} ${path} ${JSON.stringify(json)}${disturbed}: ${answer.status}`)
  if (answer.status >= 500)
    t.wrong.push(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer
}

async function buy(t: Teller): Promise<void> {
  const plan = oneOf(t.random, t.plans)
  const origin = t.place.stack.waymarkUrl.replace('://', `://${t.workspace.slug}.`).replace(/\/$/, '')
  const answer = await put(
    t,
    '/checkout',
    {
      mode: 'subscription',
      billing_pricing_plan_id: Number(plan),
      success_url: `${origin}/admin/billing/success/{CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/admin/billing`,
      is_trial: t.random() < 0.3,
    },
    'POST',
  )
  if (answer.status !== 200) return
  const { redirect_url: page } = answer.json<{ redirect_url: string }>()
  const number = oneOf(t.random, [
    '4242424242424242',
    '4242424242424242',
    '4000002500003155',
    '4000000000000341',
  ])
  const submit = (fields: Record<string, string>) =>
    fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  let paid = await submit({
    action: 'pay',
    number,
    expiry: '12/50',
    cvc: '123',
    name: 'Ada',
    email: 'ada@example.com',
  })
  if (paid.status === 200 && (await paid.text()).includes('Complete authentication'))
    paid = await submit({ action: t.random() < 0.8 ? 'prove' : 'fail' })
  t.steps.push(`card ${number.slice(-4)}: ${paid.status}`)
  const [session] = /cs_\w+/.exec(paid.headers.get('location') ?? '') ?? []
  if (session && t.random() < 0.7) await put(t, '/checkout', { session_id: session })
}

async function upgrade(t: Teller): Promise<void> {
  const product = oneOf(t.random, PRODUCTS)
  const preview = await ask(t.place, t.workspace, `/proration/${product}`)
  if (preview.status !== 200) return
  const { amount, proration_date: date } = preview.json<{ amount: number; proration_date: number }>()
  const before = t.double.account.tables.invoices.size
  const answer = await put(t, '/upgrade', { product_id: product, proration_date: date })
  if (answer.status !== 200) return
  const made = [...t.double.account.tables.invoices.values()].slice(before)
  const charged = made.reduce((sum, invoice) => sum + invoice.amount_due, 0)
  // Less than a card takes is charged with the next invoice.
  const small = amount < 50 && charged === 0
  if (charged !== amount && !small) t.wrong.push(`an upgrade was shown as ${amount} and charged ${charged}`)
}

async function withCode(t: Teller): Promise<void> {
  const stripe = client(t.place)
  const coupon = await stripe.coupons.create(
    t.random() < 0.5
      ? { percent_off: 20, duration: 'forever' }
      : { amount_off: 500, currency: 'usd', duration: 'once' },
  )
  const { code } = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  await put(t, '/upgrade', { product_id: oneOf(t.random, PRODUCTS), promotion_code: code.slice(0, 30) })
}

async function otherCard(t: Teller): Promise<void> {
  const [customer] = t.double.account.tables.customers.values()
  if (!customer) return
  const stripe = client(t.place)
  const card = oneOf(t.random, CARDS)
  const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } })
  for (const one of t.double.account.tables.subscriptions.values())
    if (!['canceled', 'incomplete_expired'].includes(one.status))
      await stripe.subscriptions.update(one.id, { default_payment_method: id })
  t.steps.push(`card ${card}`)
}

async function time(t: Teller): Promise<void> {
  const days = 1 + Math.floor(t.random() * 40)
  t.double.clock.advance(days * DAY + Math.floor(t.random() * DAY))
  await t.double.webhooks.settled()
  t.steps.push(`${days} days pass`)
}

const STEPS: readonly ((t: Teller) => Promise<unknown>)[] = [
  upgrade,
  upgrade,
  withCode,
  otherCard,
  time,
  time,
  time,
  buy,
  (t) => put(t, '/downgrade', { product_id: oneOf(t.random, [2, 3]) }),
  (t) => put(t, '/downgrade', {}, 'DELETE'),
  (t) => put(t, '/interval', { interval: oneOf(t.random, [1, 12]) }),
  (t) => put(t, '/seats', { paid: Math.floor(t.random() * 6) }),
  (t) => put(t, '/seats', { paid: Math.floor(t.random() * 6) }),
  (t) => put(t, '/cancel', { reason: 'expensive', details: 'It is' }, 'POST'),
  (t) => put(t, '/cancel', {}, 'DELETE'),
]

/** Everything that was lost is made good by the next event that arrives: the product reads anew. */
async function heal({ double, place }: Teller): Promise<void> {
  const { webhooks } = double
  webhooks.drop()
  webhooks.shuffle()
  webhooks.duplicate(1)
  webhooks.hurry()
  await webhooks.settled()
  const [customer] = double.account.tables.customers.values()
  if (customer) await client(place).customers.update(customer.id, { metadata: { healed: 'yes' } })
  await webhooks.settled()
}
