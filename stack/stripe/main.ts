// The double as a program: what `npm start` runs beside the product where no Stripe key is configured.
import { startStripe } from './index.ts'

const env = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`The Stripe double needs ${name}.`)
  return value
}

const double = await startStripe({
  port: Number(env('STRIPE_DOUBLE_PORT')),
  file: env('STRIPE_DOUBLE_FILE'),
  secretKey: env('STRIPE_SECRET_KEY'),
  webhookUrl: env('STRIPE_DOUBLE_WEBHOOK_URL'),
  webhookSecret: env('STRIPE_WEBHOOK_SECRET'),
  // As docs/billing.md asks of an account: what was not paid can still be paid.
  settings: { afterRetries: 'unpaid' },
})
console.log('stripe ready')
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    double.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
