// Token buckets by client address: generous for people and their scripts, tight for guessing.
import { AuthError } from './errors.ts'

const MAX_CLIENTS = 10_000

/** Returns a check that throws over_request_rate_limit once `burst` is used up; `perSecond` refills it. */
export function createRateLimit(o: { burst: number; perSecond: number }): (client: string) => void {
  const buckets = new Map<string, { left: number; at: number }>()
  return (client) => {
    const now = Date.now()
    const bucket = buckets.get(client)
    const refilled = bucket ? bucket.left + ((now - bucket.at) / 1000) * o.perSecond : o.burst
    const left = Math.min(o.burst, refilled) - 1
    if (left < 0) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    // Re-inserting keeps the longest unseen client first, the one to forget.
    buckets.delete(client)
    if (buckets.size >= MAX_CLIENTS) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(client, { left, at: now })
  }
}
