// How long one request may keep a connection busy. Postgres counts its statement_timeout anew for every statement, and
// knows nothing of a client that has gone: both are watched here, and what runs is cancelled (decision 56).
import { connect } from 'node:net'
import type { PoolClient } from 'pg'

/**
 * Who waits for an answer, as a ServerResponse is. No AbortSignal: Node makes an error with its stack at the end of
 * each, for every request that is answered well.
 */
export interface Waiting {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

export interface Budget {
  /** For all statements together; undefined for no bound but Postgres's own for each. */
  ms: number | undefined
  /** Undefined when it does not matter whether anybody does. */
  waiting: Waiting | undefined
}

/** What it takes to cancel what a connection runs: which backend it speaks with, and where. */
type Cancellable = Pick<PoolClient, 'host' | 'port' | 'processID' | 'secretKey'>

/** Runs statements on a connection; beyond the budget it ends as a statement does that took too long. */
export async function withinBudget<Result>(
  client: Cancellable,
  { ms, waiting }: Budget,
  work: () => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const cancels: Promise<void>[] = []
  const cancel = () => {
    clearTimeout(timer)
    cancels.push(requestCancel(client))
    // Between two statements Postgres ignores it.
    timer = setTimeout(cancel, AGAIN_MS)
  }
  if (ms !== undefined) {
    timer = setTimeout(() => {
      isLate = true
      cancel()
    }, ms)
  }
  const forget = waiting && whenGone(waiting, cancel)
  try {
    return await work()
  } catch (error) {
    if (isLate && error instanceof Error && (error as { code?: string }).code === CANCELLED)
      error.message = 'canceling statement due to statement timeout'
    throw error
  } finally {
    clearTimeout(timer)
    forget?.()
    // None that is under way may meet the next request on this connection, however long Postgres takes to read it.
    await Promise.all(cancels)
  }
}

const leavers = new WeakMap<Waiting, Set<() => void>>()

/**
 * Calls back once nobody waits any more, unless it was forgotten by then. A request of GraphQL runs many statements side by
 * side: they share one listener, for Node takes more than ten for a leak.
 */
function whenGone(waiting: Waiting, leave: () => void): () => void {
  const known = leavers.get(waiting)
  const all = known ?? new Set<() => void>()
  if (!known) {
    leavers.set(waiting, all)
    waiting.once('close', () => {
      for (const each of [...all]) each()
    })
  }
  all.add(leave)
  return () => all.delete(leave)
}

const CANCELLED = '57014'
const AGAIN_MS = 1_000
const CANCEL_REQUEST = 80_877_102

/** Asks Postgres to cancel what a connection runs; resolves when it has read that, or nobody is there to read it. */
function requestCancel({ host, port, processID, secretKey }: Cancellable): Promise<void> {
  const message = Buffer.alloc(16)
  for (const [index, word] of [message.length, CANCEL_REQUEST, processID, secretKey].entries())
    message.writeInt32BE(word, index * 4)
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket.on('error', () => undefined)
    // Postgres closes it when the signal is sent.
    socket.once('close', () => resolve())
    socket.resume()
    socket.end(message)
  })
}

const UNITS: Record<string, number> = { '': 1, ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time-out as Postgres writes it, in milliseconds; undefined for none (0) and for what is not understood. */
export function milliseconds(timeout: string | undefined): number | undefined {
  const [, amount, unit] = /^\s*(\d+)\s*([a-z]*)\s*$/.exec(timeout ?? '') ?? []
  const ms = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN)
  return ms > 0 ? ms : undefined
}
