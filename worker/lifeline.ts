// Which workers are alive. graphile-worker frees the jobs of a crashed worker only after four hours; here every
// worker process holds an advisory lock named after each of its pools for as long as it lives. Postgres drops the lock with
// the connection, so whoever can take the lock knows that its owner is dead, with any number of replicas.
import pg from 'pg'
import type { Log } from './log.ts'

export interface Lifeline {
  /** Takes the lock of one of this process's pools; must be held before the pool takes its first job. */
  hold(poolId: string): Promise<void>
  /** Frees the jobs and queues of dead workers; returns how many workers were found dead. */
  freeDead(): Promise<number>
  close(): Promise<void>
}

const KEY = `hashtextextended('waymark.worker:' || $1::text, 0)`

/** Opens the connection whose life is the worker's; `onLost` is called when it breaks. */
export async function openLifeline(dbUrl: string, onLost: () => void, log: Log): Promise<Lifeline> {
  const client = new pg.Client({
    connectionString: dbUrl,
    keepAlive: true,
    application_name: 'waymark-worker',
  })
  let closing = false
  const own = new Map<string, Promise<unknown>>()
  let lost = false
  const lose = () => {
    if (closing || lost) return
    lost = true
    onLost()
  }
  client.on('error', lose)
  client.on('end', lose)
  await client.connect()

  async function freeIfDead(id: string): Promise<boolean> {
    const { rows } = await client.query<{ dead: boolean }>(`select pg_try_advisory_lock(${KEY}) as dead`, [
      id,
    ])
    if (!rows[0]?.dead) return false
    try {
      await client.query('select graphile_worker.force_unlock_workers(array[$1::text])', [id])
      log('warn', 'freed the jobs of a worker that ended without notice', { pool: id })
      return true
    } finally {
      await client.query(`select pg_advisory_unlock(${KEY})`, [id])
    }
  }

  return {
    async hold(poolId) {
      // Every worker of the pool asks; all of them wait for the one lock.
      const held = own.get(poolId) ?? client.query(`select pg_advisory_lock(${KEY})`, [poolId])
      own.set(poolId, held)
      await held
    },
    async freeDead() {
      const { rows } = await client.query<{ locked_by: string }>(
        `select locked_by from graphile_worker._private_jobs where locked_by is not null
         union
         select locked_by from graphile_worker._private_job_queues where locked_by is not null`,
      )
      let dead = 0
      for (const { locked_by: id } of rows) if (!own.has(id) && (await freeIfDead(id))) dead++
      return dead
    },
    async close() {
      closing = true
      await client.end()
    },
  }
}
