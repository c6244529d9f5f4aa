// What becomes of a job whose attempt did not come to its end: it is given back, tried again, or given up.
import type { JobHelpers } from 'graphile-worker'
import type { Pool } from 'pg'
import { type Context, GivenBack } from '../context.ts'
import { messageOf } from '../log.ts'
import { failTask, requeueTask } from './analyze-log.ts'

export interface Attempt {
  /** Of the task log. */
  jobId: string
  job: JobHelpers['job']
  /** For our log. */
  what: string
  /** What people see when this was the last attempt. */
  shown: string
}

/** Returns when the task has ended for good; rejects for graphile-worker to try it again. */
export async function afterAttempt(
  { db, log, stopping }: Context,
  { jobId, job, what, shown }: Attempt,
  error: unknown,
): Promise<void> {
  const held = await heldJob(db, job)
  if (!held) throw error
  await requeueTask(db, jobId)
  if (stopping.aborted) {
    await giveBackJob(db, job)
    throw new GivenBack()
  }
  const { attempts, most } = held
  log('error', `${what} failed`, { job: jobId, attempt: attempts, of: most, reason: messageOf(error) })
  if (attempts < most) throw error
  await failTask(db, jobId, { message: shown })
}

// Taken over by another one, it and its log are no longer ours to touch. How often it was tried may be counted anew by now.
async function heldJob(db: Pool, job: JobHelpers['job']) {
  const { rows } = await db.query<{ attempts: number; most: number }>(
    'select attempts, max_attempts as most from graphile_worker.jobs where id = $1 and locked_by = $2',
    [job.id, job.locked_by],
  )
  return rows[0]
}

/** A part of a long job is done for good: how often it fails is counted from here. */
export async function countAttemptsAnew(db: Pool, job: JobHelpers['job']): Promise<void> {
  await db.query(
    'update graphile_worker._private_jobs set attempts = 1 where id = $1 and locked_by = $2 and attempts > 1',
    [job.id, job.locked_by],
  )
}

/** Until what ran out of its time is tried once more: whatever else slowed the machine may be over. */
const AGAIN_SECONDS = 60

/** Whether work that ran out of its time is tried once more; whoever is told so throws. */
export async function isTriedOnceMore(db: Pool, job: JobHelpers['job']): Promise<boolean> {
  if (job.attempts > 1) return false
  await db.query(
    'update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $3) where id = $1 and locked_by = $2',
    [job.id, job.locked_by, AGAIN_SECONDS],
  )
  return true
}

/** Has a job done later, for what it waits for; the attempt does not count. Whoever calls it throws GivenBack. */
export async function putOff(
  { db }: Context,
  { jobId, job }: Pick<Attempt, 'jobId' | 'job'>,
  seconds: number,
): Promise<void> {
  await requeueTask(db, jobId)
  await giveBackJob(db, job, seconds)
}

/** Gives back a job that was interrupted: the attempt does not count, and the next worker need not wait for the back-off. */
export async function giveBackJob(db: Pool, job: JobHelpers['job'], seconds = 0): Promise<void> {
  await db.query(
    `with freed as (
       update graphile_worker._private_jobs
       set attempts = greatest(attempts - 1, 0), run_at = now() + make_interval(secs => $3), locked_at = null, locked_by = null
       where id = $1 and locked_by = $2
       returning job_queue_id
     )
     update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
     from freed where q.id = freed.job_queue_id and q.locked_by = $2`,
    [job.id, job.locked_by, seconds],
  )
}
