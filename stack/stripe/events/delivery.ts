// Sending events to webhook endpoints: signed, tried again when refused, and disturbed where a test asks for it.

import { fitsType } from '../resources/invoices.ts'
import type { Account } from '../state/account.ts'
import type { EventType, StripeEvent } from '../state/model.ts'
import { signature } from './sign.ts'

export interface Delivery {
  event: string
  endpoint: string
  attempts: number
  /** The real moment of the next attempt, milliseconds. */
  at: number
}

export interface DeliveryOptions {
  /** Pauses before each further attempt, milliseconds. Stripe's are not published; they grow for three days. */
  retries: readonly number[]
  /** How many are sent at once. */
  concurrency: number
  /** Called when what is still to be sent has changed. */
  onChange(): void
}

const PATIENCE = 10_000
export const RETRIES = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000]

export class Deliveries {
  readonly waiting: Delivery[] = []
  private readonly account: Account
  private readonly options: DeliveryOptions
  private readonly ended = new AbortController()
  private held = false
  private random: (() => number) | undefined
  private copies = 1
  private readonly dropped = new Set<EventType>()
  private running = 0
  private timer: NodeJS.Timeout | undefined
  private idle: (() => void)[] = []

  constructor(account: Account, options: DeliveryOptions) {
    this.account = account
    this.options = options
  }

  /** Takes the events of one request, or one step of a clock. */
  take(events: readonly StripeEvent[]): void {
    const fresh: Delivery[] = []
    for (const event of events) {
      if (this.dropped.has(event.type)) continue
      for (const endpoint of this.account.tables.webhookEndpoints.values()) {
        if (
          endpoint.status !== 'enabled' ||
          !endpoint.enabled_events.some((one) => fitsType(one, event.type))
        )
          continue
        for (let copy = 0; copy < this.copies; copy++)
          fresh.push({ event: event.id, endpoint: endpoint.id, attempts: 0, at: 0 })
      }
      event.pending_webhooks = fresh.filter((one) => one.event === event.id).length
    }
    this.waiting.push(...(this.random ? shuffled(fresh, this.random) : fresh))
    if (fresh.length > 0) this.options.onChange()
    this.pump()
  }

  /** Keeps everything until `release`. */
  hold(): void {
    this.held = true
  }

  /** Sends what was held, in any order where `shuffle` was asked for. */
  release(): void {
    this.held = false
    if (this.random) this.waiting.splice(0, this.waiting.length, ...shuffled(this.waiting, this.random))
    this.pump()
  }

  /** From now on no order; the same seed shuffles the same way. Without a seed in order again. */
  shuffle(seed?: number): void {
    this.random = seed === undefined ? undefined : generator(seed)
  }

  /** Sends each event this often. */
  duplicate(times: number): void {
    this.copies = times
  }

  /** Loses the events of a type; without one, none any more. */
  drop(type?: EventType): void {
    if (type === undefined) this.dropped.clear()
    else this.dropped.add(type)
  }

  /** Loses everything that waits now. */
  lose(): void {
    this.waiting.length = 0
    this.options.onChange()
    this.pump()
  }

  /** Sends an event again, as the dashboard and the CLI do. */
  resend(event: StripeEvent): void {
    this.take([event])
  }

  /** Tries at once what waits for its next attempt. */
  hurry(): void {
    for (const delivery of this.waiting) delivery.at = 0
    this.pump()
  }

  /** Resolves when everything was sent, or waits for a later attempt. */
  async settled(): Promise<void> {
    while (this.running > 0 || (!this.held && this.waiting.some(({ at }) => at <= Date.now())))
      await new Promise<void>((resolve) => this.idle.push(resolve))
  }

  stop(): void {
    this.ended.abort()
    clearTimeout(this.timer)
    this.wake()
  }

  private pump(): void {
    clearTimeout(this.timer)
    if (this.ended.signal.aborted) return
    while (!this.held && this.running < this.options.concurrency) {
      const at = this.waiting.findIndex((delivery) => delivery.at <= Date.now())
      const [next] = at < 0 ? [] : this.waiting.splice(at, 1)
      if (!next) break
      this.running++
      void this.send(next).finally(() => {
        this.running--
        this.pump()
      })
    }
    if (this.running === 0) this.wake()
    const soonest = Math.min(...this.waiting.map(({ at }) => at))
    if (this.held || !Number.isFinite(soonest) || this.running >= this.options.concurrency) return
    this.timer = setTimeout(() => this.pump(), Math.max(0, soonest - Date.now()))
    this.timer.unref()
  }

  private wake(): void {
    const idle = this.idle
    this.idle = []
    for (const resolve of idle) resolve()
  }

  private async send(delivery: Delivery): Promise<void> {
    const event = this.account.tables.events.get(delivery.event)
    const endpoint = this.account.tables.webhookEndpoints.get(delivery.endpoint)
    const secret = this.account.tables.endpointSecrets.get(delivery.endpoint)
    if (!event || !endpoint || secret === undefined) return
    const body = JSON.stringify(event, null, 2)
    const ok = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        // Signed anew each time.
        'stripe-signature': signature(body, secret, Math.floor(Date.now() / 1_000)),
      },
      body,
      signal: AbortSignal.any([this.ended.signal, AbortSignal.timeout(PATIENCE)]),
    }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    )
    if (ok) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
    const pause = this.options.retries[delivery.attempts]
    if (!ok && pause !== undefined && !this.ended.signal.aborted)
      this.waiting.push({ ...delivery, attempts: delivery.attempts + 1, at: Date.now() + pause })
    this.options.onChange()
  }
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list]
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [result[at], result[other]]
    if (one !== undefined && two !== undefined) [result[at], result[other]] = [two, one]
  }
  return result
}
