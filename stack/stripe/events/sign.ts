// Stripe-Signature: the moment and an HMAC of moment and body. https://docs.stripe.com/webhooks#verify-manually
import { createHmac } from 'node:crypto'

/** @param now the real time, in seconds: receivers compare it with theirs */
export function signature(body: string, secret: string, now: number): string {
  const mac = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')
  return `t=${now},v1=${mac}`
}
