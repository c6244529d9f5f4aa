// Whether somebody works on the jobs. A job that is late because others come first says nothing about that: jobs of one
// queue run one after the other, and further imports of a workspace wait for those of other workspaces.
import type pg from 'pg'
import type { StateWithNote } from './health.ts'

/** A job that could have run this long ago says that nobody runs them. */
const LATE_SECONDS = 15 * 60

// Before a worker's first start there are no jobs. Priority 0 is what stands behind nothing of its own workspace.
const THERE = `select to_regclass('graphile_worker._private_jobs') is not null as there`
const LATE = `
  select j.id::text, coalesce(q.queue_name, t.identifier) as queue,
         extract(epoch from now() - j.run_at)::int / 60 as minutes,
         q.locked_at is not null or j.priority > 0 and exists (
           select from graphile_worker._private_jobs r where r.task_id = j.task_id and r.locked_at is not null
         ) as behind
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.locked_at is null and j.attempts < j.max_attempts
    and j.run_at < now() - make_interval(secs => ${LATE_SECONDS})
  order by behind, j.run_at limit 1`

/** The look at the queue: rejects when a job that stands behind nobody is not done; a stuck queue is a note. */
export function watchQueue(db: Pick<pg.Pool, 'query'>): () => Promise<string | StateWithNote> {
  // Between two jobs of a queue nobody holds it for a moment: what is late has to be so at two looks.
  let seen: string | undefined
  return async () => {
    const { rows: tables } = await db.query<{ there: boolean }>(THERE)
    if (!tables[0]?.there) return 'ok'
    const { rows } = await db.query<{ id: string; queue: string; minutes: number; behind: boolean }>(LATE)
    const [late] = rows
    const before = seen
    seen = late?.behind === false ? late.id : undefined
    if (!late) return 'ok'
    if (!late.behind && before === late.id) throw new Error(`a job has waited for ${late.minutes} minutes`)
    return {
      state: 'ok',
      note: `The queue ${late.queue} has a job that has waited for ${late.minutes} minutes.`,
    }
  }
}
