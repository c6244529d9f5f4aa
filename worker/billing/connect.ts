// The SDK, pointed at Stripe or at its double.
import Stripe from 'stripe'

const API_VERSION = '2026-10-28.endive'

/** @throws Error where no key is configured */
export function connectStripe(env: NodeJS.ProcessEnv): Stripe {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: address } = env
  if (!key) throw new Error('STRIPE_SECRET_KEY is missing: there is no Stripe account to work on.')
  const usual = { apiVersion: API_VERSION, telemetry: false, maxNetworkRetries: 2 } as const
  if (!address) return new Stripe(key, usual)
  const { hostname, port, protocol } = new URL(address)
  return new Stripe(key, {
    ...usual,
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
  })
}
