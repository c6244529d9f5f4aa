// One path for everything that Stripe says: an event, the page after a checkout, a change just made, the daily check. The
// customer is read anew, under a number, and the database applies it in one transaction.
import type { Stripe } from 'stripe'
import { readSnapshot, type Snapshot } from './snapshot.ts'
import { Together } from './together.ts'

/** The event that causes a reading, as the database keeps it. */
export interface EventRead {
  id: string
  type: string
  api_version: string | null
  /** Seconds since 1970. */
  created: number
  object_id: string | null
}

export interface Reading {
  workspace_id: number | null
  customer: string | null
  reading: number
  is_done: boolean
  /** Whether nothing of the customer was read as a whole yet. */
  is_first: boolean
}

/** The database, as whoever reads has it: functions by PostgREST, the worker by its connection. */
export interface BillingStore {
  begin(workspaceId: number | null, customer: string | null, event: EventRead | null): Promise<Reading>
  apply(
    reading: { workspace_id: number; reading: number },
    snapshot: Snapshot,
    eventId: string | null,
    ahead: number | null,
  ): Promise<boolean>
}

export interface Cause {
  workspaceId?: number
  customer?: string | null
  event?: EventRead
  /** Whether the event is of the live mode, whose clock is ours. */
  isLive?: boolean
  /** Whether old invoices are read too; as with the first reading, and with events that may be about one. */
  isWhole?: boolean
}

const attempts = 5
/** Closer than this the two clocks are the same. */
const sameClockSeconds = 3_600

interface Ask {
  stripe: Stripe
  customer: string
  /** The number under which it was begun. */
  number: number
  isWhole: boolean
}

interface Shared {
  snapshot: Snapshot
  /** The highest number of those who share it. */
  number: number
}

// A burst of events of one customer is read once or twice, not once for each.
const readings = new Together<Ask, Shared>(async (asks) => {
  const [{ stripe, customer }] = asks as readonly [Ask]
  const snapshot = await readSnapshot(
    stripe,
    customer,
    asks.some(({ isWhole }) => isWhole),
  )
  return { snapshot, number: Math.max(...asks.map(({ number }) => number)) }
})

/**
 * Reads a workspace's customer at Stripe and applies what is there. What another reading that began later has applied holds
 * what this one would tell; it is made again only where it reads old invoices and the other one did not. Throws once that
 * happened five times.
 */
export async function readAndApply(store: BillingStore, stripe: Stripe, cause: Cause): Promise<void> {
  const event = cause.event ?? null
  const ahead = event && cause.isLive === false ? secondsAhead(event.created) : null
  for (let attempt = 0; attempt < attempts; attempt++) {
    const reading = await store.begin(cause.workspaceId ?? null, cause.customer ?? null, event)
    const { workspace_id, customer } = reading
    if (reading.is_done && event) return
    if (workspace_id === null || customer === null) return
    const isWhole = cause.isWhole === true || reading.is_first || (event !== null && isOfOldInvoices(event))
    const ask = { stripe, customer, number: reading.reading, isWhole }
    // A person who waits for their own change waits for nobody else's reading.
    const { snapshot, number } = event
      ? await readings.join(customer, ask)
      : { snapshot: await readSnapshot(stripe, customer, isWhole), number: ask.number }
    if (await store.apply({ workspace_id, reading: number }, snapshot, event?.id ?? null, ahead)) return
  }
  throw new Error('Other readings of the same customer came first, five times.')
}

/** Money is given back of any invoice, however old it is. */
function isOfOldInvoices({ type }: EventRead): boolean {
  return type === 'charge.refunded' || type.startsWith('credit_note.')
}

function secondsAhead(created: number): number | null {
  const ahead = created - Math.floor(Date.now() / 1000)
  return ahead > sameClockSeconds ? ahead : null
}
