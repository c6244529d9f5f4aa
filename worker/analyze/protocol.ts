// What the job and its process say to each other.
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

/** What the process works with. */
export interface AnalysisRequest {
  order: Order
  dbUrl: string
  supabaseUrl: string
  serviceKey: string
}

/** `failure` is the message of what was thrown: the attempt failed, the files may be fine. */
export type ProcessMessage = { progress: Progress } | { outcome: Outcome } | { failure: string }
