// A double of Stripe: strict, with a memory, on loopback. It speaks the API version that the product is pinned to, shows
// checkout, portal and invoices as pages, and sends signed webhooks. No money moves.
import { runDue } from './billing/due.ts'
import { Deliveries, RETRIES } from './events/delivery.ts'
import { IdempotencyKeys } from './http/idempotency.ts'
import { type Asked, listen } from './http/server.ts'
import { addEndpoint, advance } from './resources/webhooks.ts'
import { Account, type AccountSettings, USUAL } from './state/account.ts'
import { Keeper } from './state/keeper.ts'
import type { StripeEvent } from './state/model.ts'

export interface StripeOptions {
  /** 0 or nothing: any free port. */
  port?: number
  webhookUrl: string
  webhookSecret: string
  secretKey?: string
  /** The real time in seconds; the system's where none is given. */
  now?: () => number
  settings?: Partial<AccountSettings>
  /** Pauses before further attempts at a webhook, milliseconds. */
  retries?: readonly number[]
  concurrency?: number
  /** Where the state is kept across restarts; nowhere where there is none. */
  file?: string
}

export interface StripeDouble {
  url: string
  secretKey: string
  account: Account
  clock: {
    /** The time there, seconds. */
    now(): number
    /** Leads the main clock forward; what is due on the way happens. */
    advance(seconds: number): void
  }
  webhooks: Pick<
    Deliveries,
    | 'hold'
    | 'release'
    | 'shuffle'
    | 'duplicate'
    | 'drop'
    | 'lose'
    | 'settled'
    | 'hurry'
    | 'resend'
    | 'waiting'
  >
  /** Every request of the API, in order. */
  requests: Asked[]
  /**
   * What happens to the next request that fits: its connection is cut before it is done, or after. `meanwhile` is called in
   * that moment, as by who kills the asker.
   */
  cut(fits: (request: Asked) => boolean, moment: 'before' | 'after', meanwhile?: () => void): void
  /** Cuts no connection any more. */
  uncut(): void
  /** Everybody waits this long for an answer, milliseconds. */
  slow(milliseconds: number): void
  stop(): Promise<void>
}

const MOST_REQUESTS = 10_000

/** Starts the double; its one webhook endpoint gets every event. */
export async function startStripe(options: StripeOptions): Promise<StripeDouble> {
  const real = options.now ?? (() => Math.floor(Date.now() / 1_000))
  const account = new Account(real, { ...USUAL, ...options.settings })
  const keys = new IdempotencyKeys()
  const deliveries = new Deliveries(account, {
    retries: options.retries ?? RETRIES,
    concurrency: options.concurrency ?? 1,
    onChange: () => keeper?.later(),
  })
  const keeper =
    options.file === undefined ? undefined : new Keeper(options.file, account, keys, deliveries.waiting)
  keeper?.load()
  const fresh: StripeEvent[] = []
  account.onEvent = (event) => fresh.push(event)
  const flush = () => {
    const events = fresh.splice(0)
    if (events.length > 0) deliveries.take(events)
  }
  const before = () => {
    runDue(account, null, account.timeOn(null))
    flush()
  }
  const after = () => {
    flush()
    keeper?.now()
  }
  ensureEndpoint(account, options)
  const requests: Asked[] = []
  const cuts: { fits(request: Asked): boolean; moment: 'before' | 'after'; meanwhile?: () => void }[] = []
  let delay = 0
  const secretKey = options.secretKey ?? 'sk_test_double'
  const { server, url } = await listen(
    {
      account,
      keys,
      secretKey,
      before,
      after,
      onRequest(request) {
        requests.push(request)
        if (requests.length > MOST_REQUESTS) requests.shift()
      },
      disturb(request, moment) {
        const at = cuts.findIndex((one) => one.moment === moment && one.fits(request))
        if (at >= 0) {
          for (const { meanwhile } of cuts.splice(at, 1)) meanwhile?.()
          return 'cut'
        }
        if (delay === 0 || moment === 'after') return undefined
        return new Promise((resolve) => setTimeout(resolve, delay))
      },
    },
    options.port ?? 0,
  )
  account.url = url
  // Renewals, retries and expiries come by themselves.
  const ticking = setInterval(() => {
    before()
    keeper?.later()
  }, 1_000)
  ticking.unref()
  deliveries.release()
  return {
    url,
    secretKey,
    account,
    clock: {
      now: () => account.timeOn(null),
      advance(seconds) {
        advance(account, null, account.timeOn(null) + seconds)
        after()
      },
    },
    webhooks: deliveries,
    requests,
    cut: (fits, moment, meanwhile) => void cuts.push({ fits, moment, ...(meanwhile ? { meanwhile } : {}) }),
    uncut() {
      cuts.length = 0
    },
    slow(milliseconds) {
      delay = milliseconds
    },
    async stop() {
      clearInterval(ticking)
      deliveries.stop()
      keeper?.now()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function ensureEndpoint(account: Account, { webhookUrl: url, webhookSecret: secret }: StripeOptions): void {
  const known = [...account.tables.webhookEndpoints.values()].find((endpoint) => endpoint.url === url)
  if (known) account.tables.endpointSecrets.set(known.id, secret)
  else addEndpoint(account, { url, secret, events: ['*'], description: 'The product on this machine' })
}
