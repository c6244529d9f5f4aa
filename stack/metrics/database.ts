// What Postgres knows of the work that waits and of who is connected. It is asked when somebody reads the metrics, once
// however many read at the same time; where it does not answer its numbers are left out, never told as they were.
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

const THERE = `select to_regclass('graphile_worker._private_jobs') is not null as there`
const JOBS = `
  select t.identifier as task,
         count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())::int as waiting,
         count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at > now())::int as later,
         count(*) filter (where j.locked_at is not null)::int as running,
         count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts)::int as failed,
         coalesce(extract(epoch from now() - min(j.run_at)
           filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)::float8 as age
  from graphile_worker._private_tasks t left join graphile_worker._private_jobs j on j.task_id = t.id
  group by t.identifier`
const CONNECTIONS = `
  select coalesce(usename, '') as role, coalesce(state, '') as state, count(*)::int as count
  from pg_stat_activity where backend_type = 'client backend' group by 1, 2`
const MOST = `select current_setting('max_connections')::int as most`

const STATES = ['waiting', 'later', 'running', 'failed'] as const
type Jobs = Record<(typeof STATES)[number], number> & { task: string; age: number }
interface Known {
  jobs: Jobs[]
  connections: { role: string; state: string; count: number }[]
  most: number
}

/** Registers the gauges of the queue and the connections, which `db` is asked for. */
export function databaseMetrics(registry: Registry, db: Pick<pg.Pool, 'query'>): void {
  // All gauges of one reading are filled from one answer; the registry collects them side by side.
  let reading: Promise<Known | undefined> | undefined
  const read = () => {
    reading ??= readAll(db)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauge = (name: string, help: string, labelNames: string[], fill: (to: Gauge, known: Known) => void) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const known = await read()
        if (labelNames.length > 0) this.reset()
        else this.remove()
        if (known) fill(this, known)
      },
    })
  gauge('waymark_queue_jobs', 'Jobs by task and state.', ['task', 'state'], (to, { jobs }) => {
    for (const job of jobs) for (const state of STATES) to.set({ task: job.task, state }, job[state])
  })
  gauge(
    'waymark_queue_oldest_seconds',
    'How long the oldest waiting job could have run.',
    ['task'],
    (to, { jobs }) => {
      for (const { task, age } of jobs) to.set({ task }, age)
    },
  )
  gauge(
    'waymark_postgres_connections',
    'Connections of clients.',
    ['role', 'state'],
    (to, { connections }) => {
      for (const { role, state, count } of connections) to.set({ role, state }, count)
    },
  )
  gauge('waymark_postgres_max_connections', 'How many there may be.', [], (to, { most }) => to.set(most))
  new Gauge({
    name: 'waymark_postgres_answers',
    help: '1 where Postgres answered for these metrics, else 0: then the numbers it would know are not there.',
    registers: [registry],
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
}

async function readAll(db: Pick<pg.Pool, 'query'>): Promise<Known> {
  const { rows: connections } = await db.query<Known['connections'][number]>(CONNECTIONS)
  const { rows: limits } = await db.query<{ most: number }>(MOST)
  // Before a worker's first start there are no jobs.
  const { rows: tables } = await db.query<{ there: boolean }>(THERE)
  const jobs = tables[0]?.there ? (await db.query<Jobs>(JOBS)).rows : []
  return { jobs, connections, most: limits[0]?.most ?? 0 }
}
