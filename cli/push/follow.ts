import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, isAnswer, type ServerClient } from '../server/client.ts'
import { type RetryOptions, withRetries } from '../server/retries.ts'

/** A line of an analysis's log. */
export interface TaskLine {
  level: 'info' | 'warn' | 'error'
  message: string
  rule: string | null
  path: string | null
  line_number: number | null
  column_number: number | null
}

/** The task of a push: its analysis. */
export interface Task {
  job_id: string
  status: 'queued' | 'running' | 'success' | 'failed'
  payload: {
    progress?: { phase: string; done: number; total: number }
    error?: { message: string; file?: string; line?: number; column?: number }
    counts?: Record<string, number>
  }
  duration_ms: number | null
  lines: TaskLine[]
}

export interface FollowOptions extends RetryOptions {
  /** How long to wait for the end. */
  seconds: number
  onTask?: (task: Task) => void
  now?: () => number
}

const forSeconds = (seconds: number) => sleep(seconds * 1000)

/** Waits until a task has ended; gives it as it was last seen, ended or not. */
export async function follow(
  client: ServerClient,
  jobId: string,
  { seconds, onTask, now = Date.now, ...retries }: FollowOptions,
): Promise<Task> {
  const { wait = forSeconds } = retries
  const path = `tasks/${encodeURIComponent(jobId)}`
  const until = now() + seconds * 1000
  for (let pause = 0.3; ; pause = Math.min(pause * 1.5, 3)) {
    const task = await withRetries(() => client.json<Task>(path, {}, isTask), retries)
    onTask?.(task)
    if (hasEnded(task) || now() >= until) return task
    await wait(pause)
  }
}

function isTask({ status, payload, lines }: Answer): boolean {
  return typeof status === 'string' && isAnswer(payload) && Array.isArray(lines)
}

/** Whether nothing more comes of a task. */
export function hasEnded({ status }: Task): boolean {
  return status === 'success' || status === 'failed'
}
