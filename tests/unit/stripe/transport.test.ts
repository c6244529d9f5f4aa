// Around the money: keys, versions, unknown parameters, idempotency, signed webhooks, the pages, a restart.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { type StripeDouble, type StripeOptions, startStripe } from '../../doubles/stripe/index.ts'
import { clientOf } from './world.ts'

const secret = 'whsec_test'
const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function start(
  options: Partial<StripeOptions> = {},
): Promise<{ double: StripeDouble; stripe: Stripe }> {
  const double = await startStripe({
    webhookUrl: 'http://127.0.0.1:9/',
    webhookSecret: secret,
    retries: [],
    ...options,
  })
  cleanUps.push(() => double.stop())
  return { double, stripe: clientOf(double) }
}

/** Takes webhooks, checks their signatures, and answers what it is told to. */
async function receiver(answer: () => number = () => 200) {
  const types: string[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      const signature = String(req.headers['stripe-signature'])
      types.push(new Stripe('sk_test_x').webhooks.constructEvent(body, signature, secret).type)
      res.writeHead(answer()).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { types, url: `http://127.0.0.1:${port}/` }
}

const customer = (stripe: Stripe) => stripe.customers.create({ email: 'ada@example.com' })

test('answers come as they are, whatever the client could decode', async () => {
  const { double, stripe } = await start()
  for (let count = 0; count < 5; count++) await customer(stripe)
  const answer = await fetch(`${double.url}/v1/customers`, {
    headers: { authorization: `Bearer ${double.secretKey}`, 'accept-encoding': 'gzip, br' },
  })
  expect((await answer.text()).length).toBeGreaterThan(1_024)
  expect(answer.headers.get('content-encoding')).toBeNull()
})

test('another key, another version and unknown parameters are refused as Stripe refuses them', async () => {
  const { double, stripe } = await start()
  const stranger = clientOf({ url: double.url, secretKey: 'sk_test_other' })
  await expect(customer(stranger)).rejects.toMatchObject({ statusCode: 401 })
  const old = stripe.customers.list({}, { apiVersion: '2024-04-10' })
  await expect(old).rejects.toMatchObject({ statusCode: 400 })
  const unknown: object = { emial: 'ada@example.com' }
  await expect(stripe.customers.create(unknown)).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'emial',
  })
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

test('the same key answers the same, and refuses other parameters', async () => {
  const { double, stripe } = await start()
  const key = { idempotencyKey: 'once' }
  // The answer is lost after the work was done: the SDK asks again by itself, and so may a caller.
  double.cut(({ path }) => path === '/v1/customers', 'after')
  await stripe.customers.create({ name: 'Ada' }, key)
  const again = await stripe.customers.create({ name: 'Ada' }, key)
  expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([again.id])
  await expect(stripe.customers.create({ name: 'Eve' }, key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
})

test('events are signed, sent again when refused, lost, doubled and shuffled on request', async () => {
  let status = 500
  const { types, url } = await receiver(() => status)
  const { double, stripe } = await start({ webhookUrl: url, retries: [1] })
  await customer(stripe)
  await double.webhooks.settled()
  expect(types[0]).toBe('customer.created')
  status = 200
  double.webhooks.hurry()
  await double.webhooks.settled()
  types.length = 0
  double.webhooks.duplicate(2)
  double.webhooks.drop('customer.updated')
  const { id } = await customer(stripe)
  await stripe.customers.update(id, { name: 'Ada' })
  await double.webhooks.settled()
  expect(types).toEqual(['customer.created', 'customer.created'])
})

test('an endpoint hears of what it asked for only', async () => {
  const { types, url } = await receiver()
  const { double, stripe } = await start({ webhookUrl: url })
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['customer.updated'] })
  const { id } = await customer(stripe)
  await stripe.customers.update(id, { name: 'Ada' })
  await double.webhooks.settled()
  expect(types).toEqual(['customer.updated'])
})

test('a restart loses nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'account.json')
  const first = await start({ file })
  const { id } = await first.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' })
  first.double.clock.advance(86_400)
  const then = first.double.clock.now()
  await first.double.stop()
  const second = await start({ file })
  expect((await second.stripe.customers.retrieve(id)).id).toBe(id)
  expect((await second.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' })).id).toBe(id)
  expect(second.double.clock.now()).toBeGreaterThanOrEqual(then)
})

async function session(stripe: Stripe, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const product = await stripe.products.create({ name: 'Team' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 12900,
    recurring: { interval: 'month' },
  })
  const made = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: (await customer(stripe)).id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://team.localhost/done/{CHECKOUT_SESSION_ID}',
    cancel_url: 'http://team.localhost/back',
    allow_promotion_codes: true,
    ...more,
  })
  const post = async (fields: Record<string, string>) => {
    const answer = await fetch(made.url ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    })
    return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
  }
  const card = (number: string) => post({ action: 'pay', number, expiry: '12/40', cvc: '123', name: 'Ada' })
  return {
    id: made.id,
    post,
    card,
    read: () => stripe.checkout.sessions.retrieve(made.id, { expand: ['subscription'] }),
  }
}

test('checkout: a declined card says so, a good one completes the session once', async () => {
  const { stripe } = await start()
  const { id, card, read } = await session(stripe)
  expect((await card('4000 0000 0000 9995')).text).toContain('insufficient funds')
  expect((await read()).status).toBe('open')
  expect((await card('4242 4242 4242 4242')).to).toBe(`http://team.localhost/done/${id}`)
  expect((await card('4242 4242 4242 4242')).to).toBe(`http://team.localhost/done/${id}`)
  expect(await read()).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    subscription: { status: 'active' },
  })
  expect((await stripe.subscriptions.list()).data).toHaveLength(1)
})

test('checkout: 3-D Secure is failed, then completed, and charges one invoice', async () => {
  const { stripe } = await start()
  const { card, post, read } = await session(stripe)
  expect((await card('4000 0025 0000 3155')).text).toContain('Complete authentication')
  expect((await stripe.subscriptions.list()).data[0]?.status).toBe('incomplete')
  expect((await post({ action: 'fail' })).text).toContain('unable to authenticate')
  await card('4000 0025 0000 3155')
  expect((await post({ action: 'prove' })).status).toBe(303)
  expect(await read()).toMatchObject({ status: 'complete', subscription: { status: 'active' } })
  expect((await stripe.invoices.list()).data.map(({ status, total }) => [status, total])).toEqual([
    ['paid', 12900],
  ])
})

test('checkout: a promotion code is typed, a session expires', async () => {
  const { double, stripe } = await start()
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'once' })
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALF' })
  const { card, post } = await session(stripe)
  expect((await post({ action: 'code', code: 'none' })).text).toContain('This code is invalid.')
  expect((await post({ action: 'code', code: 'half' })).text).toContain('$64.50')
  await card('4242 4242 4242 4242')
  expect((await stripe.invoices.list()).data[0]?.total).toBe(6450)
  const other = await session(stripe)
  double.clock.advance(25 * 3_600)
  expect((await other.card('4242 4242 4242 4242')).text).toContain('expired')
  expect((await other.read()).status).toBe('expired')
})

test('the portal changes the card of a subscription and cancels it', async () => {
  const { stripe } = await start()
  const { card, read } = await session(stripe)
  await card('4242 4242 4242 4242')
  const features = { payment_method_update: { enabled: true }, subscription_cancel: { enabled: true } }
  const { id: configuration } = await stripe.billingPortal.configurations.create({ features })
  const { subscription, customer: owner } = await read()
  const { url } = await stripe.billingPortal.sessions.create({
    configuration,
    customer: String(owner),
    return_url: 'http://team.localhost/',
  })
  const post = (fields: Record<string, string>) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  await post({ action: 'card', number: '5555 5555 5555 4444', expiry: '12/40', cvc: '123', name: 'Ada' })
  await post({ action: 'cancel' })
  const id = typeof subscription === 'object' && subscription ? subscription.id : ''
  const now = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })
  expect(now).toMatchObject({
    default_payment_method: { card: { last4: '4444' } },
    cancel_at_period_end: false,
  })
  expect(now.cancel_at).toBe(now.items.data[0]?.current_period_end)
})

test('an invoice has a page and a file', async () => {
  const { stripe } = await start()
  const { card } = await session(stripe)
  await card('4242 4242 4242 4242')
  const [invoice] = (await stripe.invoices.list()).data
  expect(await (await fetch(invoice?.hosted_invoice_url ?? '')).text()).toContain('Invoice paid')
  const file = await fetch(invoice?.invoice_pdf ?? '')
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect((await file.text()).startsWith('%PDF-1.4')).toBe(true)
})
