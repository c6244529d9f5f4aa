// Idempotency keys: the first answer is given again, word for word. https://docs.stripe.com/api/idempotent_requests
import { createHash } from 'node:crypto'
import { problem } from './problem.ts'

export interface Kept {
  /** Method, path and parameters of the first request. */
  asked: string
  route: string
  status: number
  body: string
  at: number
}

// Seconds for which Stripe keeps a key, at least.
const KEPT_FOR = 86_400

export class IdempotencyKeys {
  readonly kept = new Map<string, Kept>()
  private readonly inUse = new Set<string>()

  /**
   * The answer of the first request with this key, or nothing where this is the first.
   * @throws StripeProblem 400 where it came with other parameters, 409 while the first is answered
   */
  before(key: string, route: string, body: string, now: number): Kept | undefined {
    if (key.length > 255)
      throw problem.malformed('Idempotency keys must be 255 characters or less.', undefined)
    if (this.inUse.has(key))
      throw problem.idempotency(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        'idempotency_key_in_use',
      )
    const kept = this.kept.get(key)
    if (!kept || kept.at + KEPT_FOR < now) {
      this.inUse.add(key)
      return undefined
    }
    if (kept.route !== route)
      throw problem.idempotency(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${route}' vs '${kept.route}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    if (kept.asked !== hash(body))
      throw problem.idempotency(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      )
    return kept
  }

  /** Keeps what was answered; without an answer the key is free again. */
  after(
    key: string,
    route: string,
    body: string,
    now: number,
    answer?: { status: number; body: string },
  ): void {
    this.inUse.delete(key)
    for (const [old, { at }] of this.kept) {
      // They are in the order in which they came.
      if (at + KEPT_FOR >= now) break
      this.kept.delete(old)
    }
    if (answer) this.kept.set(key, { asked: hash(body), route, at: now, ...answer })
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64')
