// People and places for database tests: everybody acts as the real database role with the real claims.
import type { Client, QueryResultRow } from 'pg'
import { connect } from '../../../stack/postgres/connect.ts'
import type { WorkspaceRole } from '../../../supabase/functions/_shared/domain/roles.ts'
import { claimsOf } from '../../support/claims.ts'
import { testDatabase } from '../../support/database.ts'

export interface Person {
  id: number
  authId: string
  /** The session they act in; without one they have a standing session of their own. */
  sessionId?: string
}

/** Somebody who asks: a person, or null for a visitor without a session. */
export type Caller = Person | null

export interface World {
  db: Client
  end(): Promise<void>
  /** One more connection to the same database, for races; the caller ends it. */
  another(): Promise<Client>
  aPerson(name: string): Promise<Person>
  aWorkspace(slug: string, plan?: string): Promise<{ id: number; owner: Person }>
  aMember(workspaceId: number, role: WorkspaceRole, name?: string): Promise<Person>
  /** Runs statements as the caller and undoes them. */
  as<T>(caller: Caller, work: (ask: Ask) => Promise<T>): Promise<T>
  /** Runs one statement as the caller for good; rejects when it is refused. */
  does<R extends QueryResultRow>(caller: Caller, sql: string, values?: unknown[]): Promise<R[]>
  /** Calls a function as the caller for good, as `does`; its answer as JSON. */
  answer<T = Record<string, unknown>>(caller: Caller, call: string, values?: unknown[]): Promise<T>
  /** The same statement by many at once, each over a connection of its own and for good: how often it worked, and what refused the others. */
  race(callers: Caller[], sql: string, values: (index: number) => unknown[]): Promise<Record<string, number>>
  /** What the caller meets: the rows and count, or the SQLSTATE and message of the refusal. */
  attempt(caller: Caller, sql: string, values?: unknown[]): Promise<Outcome>
  /** 'allowed', or the sentence that refuses the call of a function; nothing stays. */
  said(caller: Caller, call: string, values?: unknown[]): Promise<string>
}

export type Ask = <R extends QueryResultRow>(sql: string, values?: unknown[]) => Promise<R[]>

export interface Outcome {
  rows: QueryResultRow[]
  count: number
  refused: string | null
  message: string
}

/** A migrated database of one's own, with the worker's tables, and builders for what stories need. */
export async function aWorld(): Promise<World> {
  const { urls } = await testDatabase('queued')
  const db = await connect(urls.postgres)
  const one = async <R extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<R> => {
    const { rows } = await db.query<R>(sql, values)
    if (!rows[0]) throw new Error(`no row: ${sql}`)
    return rows[0]
  }

  async function aPerson(name: string): Promise<Person> {
    const email = `${name}@example.com`
    const { id: authId } = await one<{ id: string }>(
      `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
      [email],
    )
    await claimsOf(db, { authId })
    const { id } = await one<{ id: string }>('select private.ensure_user($1, $2) as id', [authId, email])
    return { id: Number(id), authId }
  }

  async function aWorkspace(slug: string, plan = 'enterprise') {
    const owner = await aPerson(`owner-${slug}`)
    const { id } = await one<{ id: string }>('select id from private.create_workspace($1, $2, $3)', [
      owner.id,
      slug,
      `Workspace ${slug}`,
    ])
    await db.query(
      'update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = $2) where workspace_id = $1',
      [id, plan],
    )
    return { id: Number(id), owner }
  }

  async function aMember(workspaceId: number, role: WorkspaceRole, name = `${role}-${workspaceId}`) {
    const person = await aPerson(name)
    await db.query('insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, $3)', [
      workspaceId,
      person.id,
      role,
    ])
    return person
  }

  async function as<T>(caller: Caller, work: (ask: Ask) => Promise<T>): Promise<T> {
    await become(db, caller)
    try {
      return await work(async (sql, values = []) => (await db.query(sql, values)).rows)
    } finally {
      await db.query('rollback')
    }
  }

  async function does<R extends QueryResultRow>(caller: Caller, sql: string, values: unknown[] = []) {
    await become(db, caller)
    try {
      const { rows } = await db.query<R>(sql, values)
      await db.query('commit')
      return rows
    } catch (error) {
      await db.query('rollback')
      throw error
    }
  }

  async function answer<T>(caller: Caller, call: string, values: unknown[] = []): Promise<T> {
    const [row] = await does<{ answer: T }>(
      caller,
      `select to_json(f) as answer from public.${call} f`,
      values,
    )
    if (!row) throw new Error(`${call} answered no row.`)
    return row.answer
  }

  async function race(callers: Caller[], sql: string, values: (index: number) => unknown[]) {
    const clients = await Promise.all(callers.map(() => connect(urls.postgres)))
    const tally: Record<string, number> = {}
    await Promise.all(
      clients.map(async (client, index) => {
        const outcome = await become(client, callers[index] ?? null)
          .then(() => client.query(sql, values(index)))
          .then(() => client.query('commit'))
          .then(
            () => 'done',
            (error: { code?: string }) => error.code ?? String(error),
          )
        tally[outcome] = (tally[outcome] ?? 0) + 1
        await client.end()
      }),
    )
    return tally
  }

  async function attempt(caller: Caller, sql: string, values: unknown[] = []): Promise<Outcome> {
    try {
      return await as(caller, async () => {
        const { rows, rowCount } = await db.query(sql, values)
        return { rows, count: rowCount ?? 0, refused: null, message: '' }
      })
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (!code) throw error
      return { rows: [], count: 0, refused: code, message }
    }
  }

  async function said(caller: Caller, call: string, values: unknown[] = []): Promise<string> {
    const { refused, message } = await attempt(caller, `select ${call}`, values)
    return refused ? message : 'allowed'
  }

  return {
    db,
    end: () => db.end(),
    another: () => connect(urls.postgres),
    aPerson,
    aWorkspace,
    aMember,
    as,
    does,
    answer,
    race,
    attempt,
    said,
  }
}

/** Begins a transaction as the caller. */
export async function become(db: Client, caller: Caller): Promise<void> {
  const role = caller ? 'authenticated' : 'anon'
  await db.query('begin')
  const claims = caller ? await claimsOf(db, caller) : JSON.stringify({ role })
  await db.query(`set local role ${role}`)
  await db.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
}
