// A second look for jobs. graphile-worker locks the free queues while it looks and passes over those that are locked: of two
// runners that hear of jobs at once, one may see none. It would look again when its poll is due, and so would the other,
// in step: each time they meet, jobs wait another two seconds. Queues that a runner has just freed it does not see either.
import type { EventEmitter } from 'node:events'
import type { WorkerPool } from 'graphile-worker'

/** After what happened, ms; each is drawn between half of it and all, so that runners fall out of step. */
const LOOKS_MS = [120, 400, 1_200]

type Pool = Pick<WorkerPool, 'nudge'>

/** Has a runner look for jobs again a little after it heard of some, and after one that it ended, until `stopping`. */
export function lookAgain(events: EventEmitter, stopping: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = (pool: Pool, [ms, ...later]: number[]) => {
    clearTimeout(timer)
    if (ms === undefined) return
    timer = setTimeout(
      () => {
        if (stopping.aborted) return
        pool.nudge(1)
        after(pool, later)
      },
      ms * (0.5 + Math.random() / 2),
    )
  }
  events.on('pool:listen:notification', ({ workerPool }: { workerPool: Pool }) => after(workerPool, LOOKS_MS))
  events.on('job:complete', ({ worker }: { worker: { workerPool: Pool } }) =>
    after(worker.workerPool, LOOKS_MS),
  )
  stopping.addEventListener('abort', () => clearTimeout(timer), { once: true })
}
