import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Progress } from '../analyze/protocol.ts'

const PAUSE_MS = 300

export interface ProgressWriter {
  report(progress: Progress): void
  /** Resolves when nothing is being written any more; later reports are dropped. */
  settled(): Promise<void>
}

/** Writes the latest progress into the task log, at most every 300 ms and one write at a time. */
export function progressWriter(db: Pool, jobId: string): ProgressWriter {
  let latest: Progress | undefined
  let writing: Promise<void> = Promise.resolve()
  let busy = false
  const closing = new AbortController()

  async function drain(): Promise<void> {
    while (latest && !closing.signal.aborted) {
      const progress = latest
      latest = undefined
      await write(db, jobId, progress)
      await pause(PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
    busy = false
  }

  return {
    report(progress) {
      latest = progress
      if (busy || closing.signal.aborted) return
      busy = true
      writing = drain()
    },
    async settled() {
      closing.abort()
      await writing
    },
  }
}

// Progress is a courtesy: that it could not be written must not end the analysis.
async function write(db: Pool, jobId: string, progress: Progress): Promise<void> {
  await db
    .query(
      `update public.task_logs set payload = payload || jsonb_build_object('progress', $2::jsonb)
       where job_id = $1 and status = 'running'`,
      [jobId, JSON.stringify(progress)],
    )
    .catch(() => undefined)
}
