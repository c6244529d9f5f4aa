// Taxes that Stripe works out: asked for at the checkout where the operator switched them on.
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type StripeDouble, startStripe } from '../../../stack/stripe/index.ts'
import { checkoutTax } from '../../../supabase/functions/_shared/billing/stripe.ts'

let double: StripeDouble
let stripe: Stripe

beforeEach(async () => {
  double = await startStripe({ webhookUrl: 'http://127.0.0.1:1/', webhookSecret: 'whsec_test' })
  const { hostname, port } = new URL(double.url)
  stripe = new Stripe(double.secretKey, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port,
    protocol: 'http',
  })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await double.stop()
})

async function invoiceOfCheckout() {
  const product = await stripe.products.create({ name: 'Startup' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 12_900,
    recurring: { interval: 'month' },
    tax_behavior: 'exclusive',
  })
  const customer = await stripe.customers.create({ name: 'Acme' })
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://acme.test/done',
    ...checkoutTax(),
  })
  const fields = { action: 'pay', number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'Ada' }
  await fetch(url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ ...fields, email: 'ada@example.com' }),
    redirect: 'manual',
  })
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data
  return invoice
}

it('comes on top where it is switched on', async () => {
  vi.stubEnv('STRIPE_AUTOMATIC_TAX', 'true')
  expect(await invoiceOfCheckout()).toMatchObject({ subtotal: 12_900, total: 14_190, status: 'paid' })
})

it('is nothing where it is not', async () => {
  vi.stubEnv('STRIPE_AUTOMATIC_TAX', '')
  expect(await invoiceOfCheckout()).toMatchObject({ subtotal: 12_900, total: 12_900, status: 'paid' })
})
