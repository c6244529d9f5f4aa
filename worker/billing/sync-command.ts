// `npm run billing -- sync`
import pg from 'pg'
import { eventTypes } from '../../supabase/functions/_shared/billing/events.ts'
import { stripeClient } from '../../supabase/functions/_shared/billing/stripe.ts'
import { keepPrices, soldPlans } from './plans.ts'
import { sync } from './sync.ts'

/** Brings the account in line with the plans of the database, and says what it changed. */
export async function syncCommand(): Promise<void> {
  const dbUrl = process.env.SUPABASE_DB_URL
  if (!dbUrl) throw new Error('SUPABASE_DB_URL is missing.')
  const stripe = await stripeClient()
  if (!stripe) throw new Error('STRIPE_SECRET_KEY is missing: there is no Stripe account to work on.')
  const db = new pg.Client({ connectionString: dbUrl, application_name: 'waymark-billing' })
  await db.connect()
  try {
    const { prices, changes, webhookSecret } = await sync(stripe, await soldPlans(db), {
      webhookUrl: webhookUrl(process.env),
      portalUrl: process.env.WAYMARK_URL ?? null,
      events: [...eventTypes],
    })
    const kept = await keepPrices(db, prices)
    for (const change of changes) console.log(change)
    if (kept > 0) console.log(`${kept} plans have new prices in the database.`)
    if (changes.length === 0 && kept === 0) console.log('Everything was there already.')
    if (webhookSecret)
      console.log(`The webhook's secret, shown this once, for STRIPE_WEBHOOK_SECRET: ${webhookSecret}`)
  } finally {
    await db.end()
  }
}

// The double stands on this machine and calls the gateway there; Stripe calls the public address.
function webhookUrl({
  STRIPE_API_URL: double,
  SUPABASE_URL: near,
  WAYMARK_URL: open,
}: NodeJS.ProcessEnv): string {
  const base = double ? near : open
  if (!base) throw new Error(`${double ? 'SUPABASE_URL' : 'WAYMARK_URL'} is missing.`)
  return new URL('/api/v1/webhooks/stripe', base).href
}
