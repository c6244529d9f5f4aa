// Two long imports of one workspace must not keep those of others waiting: while somebody else waits, a workspace has
// one runner. Alone it may use all of them, so the later one gives way when another comes, and is queued again.
import type { Pool } from 'pg'

interface Running {
  workspaceId: string
  giveWay: AbortController
}

const OTHERS_WAIT = `
  select from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  join public.task_logs l on l.job_id = (j.payload ->> 'job_id')::uuid
  where t.identifier = 'analyze' and j.locked_at is null and q.locked_at is null
    and j.run_at <= now() and j.attempts < j.max_attempts and l.workspace_id <> $1
  limit 1`

export class Room {
  readonly #places: number
  readonly #running = new Set<Running>()

  /** `places`: how many analyses run at a time. */
  constructor(places: number) {
    this.#places = places
  }

  /** Counts an analysis of a workspace; its signal says when it has to give way. */
  enter(workspaceId: string): { giveWay: AbortSignal; leave(): void } {
    const running = { workspaceId, giveWay: new AbortController() }
    this.#running.add(running)
    return { giveWay: running.giveWay.signal, leave: () => void this.#running.delete(running) }
  }

  /** Ends the latest analysis of a workspace that has all the places while another one waits. */
  async make(db: Pool): Promise<void> {
    const all = [...this.#running]
    const [first] = all
    const last = all.at(-1)
    if (!first || !last || all.length < this.#places || this.#places < 2) return
    if (all.some(({ workspaceId }) => workspaceId !== first.workspaceId)) return
    const { rowCount } = await db.query(OTHERS_WAIT, [first.workspaceId])
    if (rowCount) last.giveWay.abort()
  }
}
