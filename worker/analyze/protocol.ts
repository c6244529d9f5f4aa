// What the job and its thread say to each other.
import type { TaskError } from '../jobs/analyze-log.ts'

/** What to analyse, and by which claim: the queue's job and the pool that holds it. */
export interface Order {
  jobId: string
  branchId: string
  projectId: string
  workspaceId: string
  queueJobId: string
  poolId: string
}

export interface Progress {
  phase: 'download' | 'parse' | 'nodes' | 'write'
  done: number
  total: number
}

export type Outcome =
  | { kind: 'done'; nodes: number; snapshotsWritten: number }
  /** The files hold something a person has to mend; the branch is as it was. */
  | { kind: 'refused'; error: TaskError }

export interface ThreadData {
  order: Order
  dbUrl: string
  supabaseUrl: string
  serviceKey: string
}

export type ThreadMessage = { progress: Progress } | { outcome: Outcome }
