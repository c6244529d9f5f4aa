import { escapeLiteral, type Pool, type PoolClient } from 'pg'
import { SharedPool } from '../postgres/shared-pool.ts'
import { NoTurn } from '../turns.ts'
import { failedStatement, forgetPrepared, runBatch } from './batch.ts'
import { milliseconds, type Waiting, withinBudget } from './budget.ts'
import type { Answer, Statement } from './compile/compile.ts'

/** What a transaction runs as: everything Postgres and the policies may ask about the request. */
export interface Context {
  role: string
  /** Who is asking: a person, or a visitor's address. Undefined for who acts for many. */
  caller?: string | undefined
  /** The settings that hold for this transaction only, `role` excluded, e.g. `request.jwt.claims`. */
  settings: readonly (readonly [name: string, value: string])[]
  readOnly: boolean
  /** Runs first, with role and settings set: what it raises ends the transaction. */
  before?: Statement | undefined
  /** Who waits for the answer: once they have gone, what only reads is cancelled. */
  waiting?: Waiting | undefined
}

/** Nobody waits for the answer any more. */
export class ClientGone extends Error {
  override name = 'ClientGone'
}

/** No connection came free in time. */
export class PoolTimeout extends Error {
  override name = 'PoolTimeout'
}

const VISITOR = 'anon'
const STALE_PLAN = '0A000'
/** A deadlock, and a transaction that could not be put after another one. */
export const COLLISIONS: ReadonlySet<string> = new Set(['40P01', '40001'])

/**
 * Connections as the authenticator; every transaction takes the caller's role and gives it back. Visitors have a few
 * of their own, so that nobody without a name keeps those who are signed in from theirs.
 */
export class Sessions {
  readonly #known: SharedPool
  readonly #visitors: SharedPool

  constructor(url: string, size: number, visitors: number) {
    const options = {
      connectionString: url,
      idleTimeoutMillis: 60_000,
      application_name: 'waymark-rest',
    }
    this.#known = new SharedPool({ ...options, max: size })
    this.#visitors = new SharedPool({ ...options, max: visitors })
  }

  /** Connections in use and waiting requests, for health and tests. */
  get usage(): { total: number; idle: number; waiting: number } {
    const pools = [this.#known.pool, this.#visitors.pool]
    const sum = (count: (pool: Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0)
    return {
      total: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }
  }

  /**
   * Runs statements in one transaction in the caller's role; resolves to the rows of each. With `accept`, the
   * transaction is only committed when it returns without throwing. All statements together get the time that one
   * may take. Throws what Postgres raised.
   */
  async run(context: Context, statements: Statement[], accept?: (rows: Rows[]) => void): Promise<Rows[]> {
    const connections = context.role === VISITOR ? this.#visitors : this.#known
    const client = await inTime(connections.connect(context.caller))
    let broken = false
    try {
      if (context.waiting?.destroyed) throw new ClientGone('nobody waits for the answer')
      const run = accept
        ? () => checked(client, context, statements, accept)
        : () => plain(client, context, statements)
      return await withFreshPlans(client, run)
    } catch (error) {
      broken = !isServerError(error)
      throw error
    } finally {
      client.release(broken)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#known.close(), this.#visitors.close()])
  }
}

async function inTime<Taken>(taking: Promise<Taken>): Promise<Taken> {
  try {
    return await taking
  } catch (error) {
    const isLate = error instanceof Error && error.message.startsWith('timeout exceeded')
    throw isLate || error instanceof NoTurn ? new PoolTimeout(error.message) : error
  }
}

type Rows = (string | null)[][]

/** Reads the one row of a compiled statement. */
export function answerOf(rows: Rows | undefined): Answer {
  const [count, total, body, headers, status, identity, inserted] = rows?.[0] ?? []
  return {
    rows: count ?? null,
    total: total ?? null,
    body: body ?? null,
    headers: headers ?? null,
    status: status ?? null,
    identity: identity ?? null,
    inserted: inserted ?? null,
  }
}

async function plain(client: PoolClient, context: Context, statements: Statement[]): Promise<Rows[]> {
  return opened(client, context, opening(context), statements)
}

const refusals = new WeakSet<object>()

/** Whether it was the call before the request that raised this: the request itself was never asked. */
export function refusedBefore(error: unknown): boolean {
  return typeof error === 'object' && error !== null && refusals.has(error)
}

async function opened(
  client: PoolClient,
  context: Context,
  first: Statement[],
  statements: Statement[],
): Promise<Rows[]> {
  try {
    const run = () => runBatch(client, context.role, [...first, ...statements])
    const results = await withinBudget(client, budgetOf(context), () => onceMore(client, context.role, run))
    return results.slice(first.length)
  } catch (error) {
    if (context.before && failedStatement(error) === first.length - 1) refusals.add(error as object)
    throw error
  }
}

/** What Postgres ended for the sake of another transaction left nothing behind, and nobody has seen an answer of it. */
async function onceMore(client: PoolClient, role: string, run: () => Promise<Rows[]>): Promise<Rows[]> {
  try {
    return await run()
  } catch (error) {
    if (!COLLISIONS.has(String((error as { code?: unknown }).code))) throw error
    await runBatch(client, role, [ROLLBACK])
    return await run()
  }
}

/** The last setting holds, as it does in the transaction. A change that has begun goes on without its client. */
function budgetOf({ settings, readOnly, waiting }: Context) {
  const timeout = settings.findLast(([name]) => name === 'statement_timeout')?.[1]
  return { ms: milliseconds(timeout), waiting: readOnly ? waiting : undefined }
}

async function checked(
  client: PoolClient,
  context: Context,
  statements: Statement[],
  accept: (rows: Rows[]) => void,
): Promise<Rows[]> {
  try {
    const answers = await opened(client, context, [BEGIN, ...opening(context)], statements)
    accept(answers)
    await runBatch(client, context.role, [COMMIT])
    return answers
  } catch (error) {
    await runBatch(client, context.role, [ROLLBACK])
    throw error
  }
}

/** DDL may invalidate what a connection has prepared; nothing has run then, so once more with new plans. */
async function withFreshPlans(client: PoolClient, run: () => Promise<Rows[]>): Promise<Rows[]> {
  try {
    return await run()
  } catch (error) {
    if (!isStalePlan(error)) throw error
    forgetPrepared(client)
    return await run()
  }
}

const BEGIN: Statement = { sql: 'begin', values: [] }
const COMMIT: Statement = { sql: 'commit', values: [] }
const ROLLBACK: Statement = { sql: 'rollback', values: [] }

function opening(context: Context): Statement[] {
  return context.before ? [enter(context), context.before] : [enter(context)]
}

/** Sets role and settings, local to the transaction. The role comes last: it could not set what only others may. */
function enter({ role, settings, readOnly }: Context): Statement {
  const mode = readOnly ? [['transaction_read_only', 'on'] as const] : []
  const all = [...settings, ...mode, ['role', role] as const]
  // The names are part of the text: of half the parameters Postgres makes half the work.
  const calls = all.map(([name], index) => `set_config(${escapeLiteral(name)}, $${index + 1}, true)`)
  return { sql: `select ${calls.join(', ')}`, values: all.map(([, value]) => value) }
}

function isServerError(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  if (error instanceof ClientGone) return true
  const { code, severity } = error as Error & { code?: string; severity?: string }
  // Errors of our own `accept` have no severity; Postgres's FATAL ends the connection.
  return severity === undefined ? !isConnectionError(code) : severity !== 'FATAL' && severity !== 'PANIC'
}

function isConnectionError(code: string | undefined): boolean {
  return code === undefined || /^E[A-Z]+$/.test(code)
}

function isStalePlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === STALE_PLAN && message !== undefined && /cached plan/.test(message)
}
