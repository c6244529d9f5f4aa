// What dies is started again, by itself; what is not ours is left alone. One kill of each kind: `npm run bench -- kills`
// does fifty under load.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { alive, gone } from '../../stack/postgres/orphan.ts'
import type { Run } from '../../stack/supervisor/folder/run-file.ts'
import { killHard } from '../support/processes.ts'
import { type RunningStack, startStack, temporaryDir } from '../support/stack.ts'

// Without the product's migrations: it starts in a second.
const BARE = { command: 'stack', args: ['--bare'] } as const
const PATIENCE = { timeout: 30_000, interval: 50 }

let stack: RunningStack
const clients: pg.Client[] = []

beforeAll(async () => {
  stack = await startStack(BARE)
  await query('create table public.kept (id int primary key); grant all on public.kept to service_role')
  await service('/storage/v1/bucket', { method: 'POST', body: JSON.stringify({ id: 'b', name: 'b' }) })
})
afterAll(() => stack.stop())
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end().catch(() => undefined)
})

async function admin(): Promise<pg.Client> {
  const url = new URL(stack.dbUrl)
  url.username = 'supabase_admin'
  const client = await connect(url.href)
  clients.push(client)
  return client
}

/** What runs once a Postgres is written down, another one than `before`: while it is started again there is none. */
function running(before?: Run): Promise<Run> {
  return vi.waitFor(() => {
    const run = stack.run()
    expect(run.children.postgres).toBeDefined()
    expect(run.children.postgres).not.toEqual(before?.children.postgres)
    return run
  }, PATIENCE)
}

async function query(sql: string) {
  const client = await connect(stack.dbUrl)
  return client.query(sql).finally(() => client.end())
}

function service(path: string, init: RequestInit = {}): Promise<Response> {
  const { serviceRoleKey } = stack
  const headers = {
    apikey: serviceRoleKey,
    authorization: `Bearer ${serviceRoleKey}`,
    'content-type': 'application/json',
  }
  return fetch(`${stack.apiUrl}${path}`, { ...init, headers })
}

/** The end of a connection: once one is ended by a crash, no other backend of before it answers any more. */
function ended(client: pg.Client): Promise<void> {
  return new Promise((resolve) => client.once('end', () => resolve()))
}

/** Waits until the whole way through gateway, REST and Postgres is open. */
async function back(): Promise<void> {
  await vi.waitFor(async () => expect((await service('/rest/v1/kept')).status).toBe(200), PATIENCE)
}

describe('a backend of Postgres that is killed', () => {
  it.each([
    ['Auth', 'auth.users', () => service('/auth/v1/admin/users?page=1')],
    ['Storage', 'storage.buckets', () => service('/storage/v1/bucket')],
    ['REST', 'public.kept', () => service('/rest/v1/kept')],
  ])(
    'ends the request of %s with a 503 that says when to try again, and nothing else',
    async (_name, table, ask) => {
      const { supervisor } = stack.run()
      const holder = await admin()
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      const asked = ask()
      const watcher = await admin()
      const waiting = await vi.waitFor(async () => {
        const { rows } = await watcher.query<{ pid: number }>(
          // Beside the request, REST may be reading its catalog anew, which waits for the same lock.
          `select pid from pg_stat_activity where wait_event_type = 'Lock'
             and application_name <> 'waymark-catalog' and query not like 'autovacuum%'`,
        )
        expect(rows).toHaveLength(1)
        return rows[0]?.pid
      }, PATIENCE)
      const crashed = Promise.all([ended(holder), ended(watcher)])
      killHard(waiting)
      const answer = await asked
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      await crashed
      await back()
      expect(stack.run().supervisor).toEqual(supervisor)
    },
  )
})

describe('Postgres as a whole', () => {
  it('is started again when it is killed, and nothing that was acknowledged is lost', async () => {
    const before = await running()
    expect((await service('/rest/v1/kept', { method: 'POST', body: '{"id":1}' })).status).toBe(201)
    const crashed = ended(await admin())
    killHard(before.children.postgres?.pid)
    // Its backends answer a little longer.
    await crashed
    const after = await running(before)
    await back()
    expect(after.supervisor).toEqual(before.supervisor)
    expect(await (await service('/rest/v1/kept?id=eq.1')).json()).toEqual([{ id: 1 }])
  })

  it('is started again when nothing can be written down of it, and that is made up for', async () => {
    const before = await running()
    const inTheWay = join(stack.dataDir, 'run.json.new')
    mkdirSync(inTheWay)
    const crashed = ended(await admin())
    killHard(before.children.postgres?.pid)
    await crashed
    await back()
    expect(stack.run()).toEqual(before)
    expect(alive(before.supervisor.pid)).toBe(true)
    rmdirSync(inTheWay)
    expect((await running(before)).supervisor).toEqual(before.supervisor)
  })
})

describe('the supervisor', () => {
  it('is started again when it is killed, on the same ports, with foreign clients connected and busy', async () => {
    const before = await running()
    await admin()
    const busy = await admin()
    const statement = busy.query('select count(*) from generate_series(1, 1e12::bigint)').catch(() => 'ended')
    killHard(before.supervisor.pid)
    await vi.waitFor(() => expect(stack.run().supervisor).not.toEqual(before.supervisor), PATIENCE)
    await back()
    expect(await statement).toBe('ended')
    expect(stack.run().ports).toEqual(before.ports)
    expect(before.children.postgres && alive(before.children.postgres.pid)).toBe(false)
  })

  it('ends in order when its launcher is killed', async () => {
    const other = await startStack(BARE)
    const { supervisor, children } = other.run()
    await other.end('SIGKILL')
    expect(await gone(supervisor.pid, 10_000)).toBe(true)
    expect(Object.values(children).filter(({ pid }) => alive(pid))).toEqual([])
    await other.stop()
  })
})

describe('a copy of the folder of a running instance', () => {
  it('starts beside the original and leaves it alone', async () => {
    const before = stack.run()
    const dataDir = join(temporaryDir(), 'copy')
    spawnSync('cp', ['-a', stack.dataDir, dataDir])
    const copy = await startStack({ ...BARE, dataDir })
    expect(copy.output()).toContain(`is a copy of ${stack.dataDir}, made while Waymark ran there`)
    expect(stack.run()).toEqual(before)
    expect((await service('/rest/v1/kept')).status).toBe(200)
    expect(copy.run().ports).not.toEqual(before.ports)
    await copy.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
