// Holds the worker at a chosen place: a lock that its next statement there has to wait for.
import type { Client } from 'pg'
import type { World } from './world.ts'

export interface Blockade {
  /** Resolves when somebody waits for the lock. */
  reached(): Promise<void>
  /** Lets it pass; with a statement, which takes effect in the same moment. */
  lift(sql?: string, values?: unknown[]): Promise<void>
}

/** Locks a table against writing (reads and the worker's own earlier steps pass). */
export async function blockTable(world: World, table: string, mode = 'exclusive'): Promise<Blockade> {
  const client = await world.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in ${mode} mode`)
  return blockade(world, client)
}

/** Locks the row of a branch, as the swap does first of all. */
export async function blockBranch(world: World, branchId: string): Promise<Blockade> {
  const client = await world.connect()
  await client.query('begin')
  await client.query('select 1 from public.branches where id = $1 for update', [branchId])
  return blockade(world, client)
}

async function blockade(world: World, client: Client): Promise<Blockade> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const holder = rows[0]?.pid
  return {
    async reached() {
      await world.untilRow('select 1 as waits from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [
        holder,
      ])
    },
    async lift(sql, values) {
      if (sql) await client.query(sql, values)
      await client.query('commit')
    },
  }
}
