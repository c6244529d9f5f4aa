// Billing: random histories, at whose end ledger, double and database agree to the cent; and webhooks at 50 a second.
// A history takes a second of a processor's time: `HISTORIES=10000 npm run bench billing` lives as many as were asked for, with the function
// killed in the middle of some (of one in KILLED_EVERY, for half of the work is its next start); FIRST_HISTORY goes on
// where another run ended.
import { createHmac } from 'node:crypto'
import { freeBlock } from '../../stack/ports.ts'
import { type Catalogue, live } from '../support/billing/history.ts'
import { aDouble, aFreeWorkspace, ask, client, type Place, sellPlans } from '../support/billing/place.ts'
import { killHard } from '../support/processes.ts'
import { atMost, type BenchContext, percentile, type Row } from './bench.ts'
import { atPace } from './support/crowd.ts'

const COMMAND = 'HISTORIES=10000 npm run bench billing'
const HISTORIES = Number(process.env.HISTORIES ?? 50)
const FIRST = Number(process.env.FIRST_HISTORY ?? 1)
const KILLED_EVERY = Number(process.env.KILLED_EVERY ?? 1)
const TOLD_EVERY = 25
const STEPS = 12
const A_SECOND = 50
const SECONDS = 10

export default async function bench({ start, comparing }: BenchContext): Promise<Row[]> {
  const port = await freeBlock(1)
  const keys = { secretKey: 'sk_test_double', webhookSecret: 'whsec_double' }
  const stack = await start({
    args: ['--no-demo', '--no-app'],
    env: {
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    },
  })
  try {
    const place = { stack, port, ...keys }
    const double = await aDouble(place)
    const plans = (await sellPlans(place)).prices.map(({ id }) => id)
    // Measured where the first histories are lived.
    const p95 = FIRST === 1 ? [await webhooks(place)] : []
    await double.stop()
    const rows = p95.map((ms) =>
      atMost(`A webhook of Stripe, ${A_SECOND} a second, p95`, ms, 'ms', 100, 'npm run bench billing'),
    )
    if (comparing) return rows
    const wrong = await histories(place, { account: double.account, plans }, () =>
      killHard(stack.run().children['function billing']?.pid),
    )
    return [...rows, atMost(`Histories of ${HISTORIES} that do not add up`, wrong, '', 0, COMMAND)]
  } finally {
    await stack.stop()
  }
}

async function histories(place: Place, from: Catalogue, killFunction: () => void): Promise<number> {
  let wrong = 0
  let kills = 0
  const kill = () => {
    killFunction()
    kills++
  }
  for (let count = 1; count <= HISTORIES; count++) {
    const seed = FIRST + count - 1
    const catalogue = seed % KILLED_EVERY === 0 ? { ...from, kill } : from
    const history = await live(place, catalogue, seed, STEPS)
    if (count % TOLD_EVERY === 0) console.log(`  ${count} histories, ${kills} kills, ${wrong} wrong`)
    if (history.wrong.length === 0) continue
    wrong++
    console.error([`History ${seed}:`, ...history.steps, ...history.wrong].join('\n  '))
  }
  return wrong
}

/** Events of one customer, sent at their times whether or not those before were answered. */
async function webhooks(place: Place): Promise<number> {
  const workspace = await aFreeWorkspace(place)
  const bought = await ask(place, workspace, '/checkout', { json: await aCheckout(place, workspace.slug) })
  if (bought.status !== 200) throw new Error(bought.text)
  const [customer] = (await client(place).customers.list()).data
  const event = (at: number) =>
    JSON.stringify({
      id: `evt_bench_${at}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(Date.now() / 1_000),
      livemode: false,
      type: 'customer.updated',
      data: { object: { id: customer?.id, object: 'customer' } },
    })
  const times: number[] = []
  const send = async (at: number) => {
    const body = event(at)
    const now = Math.floor(Date.now() / 1_000)
    const mac = createHmac('sha256', place.webhookSecret).update(`${now}.${body}`).digest('hex')
    const begun = performance.now()
    const answer = await fetch(`${place.stack.apiUrl}/api/v1/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${now},v1=${mac}` },
      body,
    })
    if (!answer.ok) throw new Error(`A webhook was answered ${answer.status}: ${await answer.text()}`)
    times.push(performance.now() - begun)
  }
  await send(-1)
  times.length = 0
  await atPace(A_SECOND * SECONDS, A_SECOND, send)
  return percentile(times, 0.95)
}

async function aCheckout({ stack }: Place, slug: string) {
  const origin = stack.waymarkUrl.replace('://', `://${slug}.`).replace(/\/$/, '')
  const answer = await fetch(`${stack.apiUrl}/api/v1/billing/products`)
  const { products }: { products: { id: number; pricing_plans: { id: number }[] }[] } = JSON.parse(
    await answer.text(),
  )
  return {
    mode: 'subscription',
    billing_pricing_plan_id: products.find(({ id }) => id === 2)?.pricing_plans[0]?.id,
    success_url: `${origin}/admin/billing/success/{CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/admin/billing`,
    is_trial: false,
  }
}
