// Two people whose requests hang in the database, and a third whose do not.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RestStack, startRest } from '../support/rest.ts'
import { type StorageStack, startStorage } from '../support/storage.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
// More than any pool has connections.
const CROWD = Array.from({ length: 20 })

let rest: RestStack
let storage: StorageStack
beforeAll(async () => {
  rest = await startRest(`
    create table public.slow (id int);
    create table public.quick (id int);
    create function public.hang() returns bigint language sql as 'select count(*) from public.slow';
    grant select on public.slow, public.quick to anon, authenticated;`)
  storage = await startStorage()
})
afterAll(async () => {
  await rest.close()
  await storage.close()
})

/** Runs `work` while a session of the administrator holds what `sql` takes. */
async function holding(admin: pg.Pool, sql: string, work: () => Promise<void>): Promise<void> {
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query(sql)
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Waits until at least so many sessions wait for a lock. */
const waiting = (admin: pg.Pool, least: number) =>
  vi.waitFor(async () => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows[0]?.count).toBeGreaterThanOrEqual(least)
  }, PATIENCE)

describe('people who hold all the connections they may', () => {
  it.each([
    ['signed in', ['sub', 'sub']],
    ['without a name', ['192.0.2.1', '192.0.2.2']],
  ])('%s keep nobody from REST', async (_name, people) => {
    const someone = async (address: string) =>
      address === 'sub'
        ? { token: await rest.token() }
        : { token: rest.anonKey, headers: { 'x-forwarded-for': address } }
    await holding(rest.admin, 'lock table public.slow in access exclusive mode', async () => {
      const crowd = await Promise.all(people.map(someone))
      let over = 0
      for (const who of crowd)
        for (const n of CROWD.keys())
          void rest
            .ask(n % 2 ? '/slow' : '/rpc/hang', who)
            .catch(() => undefined)
            .finally(() => over++)
      await waiting(rest.admin, 3)
      const other = await someone(people[0] === 'sub' ? 'sub' : '192.0.2.3')
      expect((await rest.ask('/quick', other)).status).toBe(200)
      // It was no time-out that made room.
      expect(over).toBe(0)
    })
  })

  it('keep nobody from Storage', async () => {
    const crowd = [await storage.aUser(), await storage.aUser()]
    const third = await storage.aUser()
    const names = crowd.map(({ id }) => `own/${id}/slow`)
    // What an upload to a name takes, so that two of them come one after the other.
    const locks = names.map((name) => `pg_advisory_xact_lock(hashtextextended('${name}', 0))`)
    let hanging: Promise<unknown>[] = []
    await holding(storage.admin, `select ${locks.join(', ')}`, async () => {
      hanging = crowd.flatMap(({ id, client }) =>
        CROWD.map(() => client.storage.from('own').upload(`${id}/slow`, 'x', { upsert: true })),
      )
      await waiting(storage.admin, 3)
      expect((await third.client.storage.from('own').upload(`${third.id}/quick`, 'x')).error).toBeNull()
    })
    await Promise.all(hanging)
  })
})
