// What the job and its process say to each other.
import type { Lacking } from '../git/failures.ts'
import type { Remote } from '../git/remote.ts'
import type { TaskError, TaskSource } from '../jobs/analyze-log.ts'

/** What to analyse, and by which claim: the queue's job and the pool that holds it. */
export interface Order {
  jobId: string
  source: TaskSource
  /** Null for a branch at a Git host that is not known here yet. */
  branchId: string | null
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
  | { kind: 'refused'; error: TaskError; lacks?: Lacking }
  /** The Git host took the credentials for none. */
  | { kind: 'credentials' }
  /** The Git host did not answer as it should; another attempt may go well. */
  | { kind: 'later'; message: string }

/** What is analysed: with a remote the branch at its Git host, without one what was uploaded. */
export interface AnalysisWork {
  order: Order
  remote?: Remote | undefined
}

/** What a process reaches database and Storage with. */
export interface ProcessAccess {
  dbUrl: string
  supabaseUrl: string
  serviceKey: string
}

/** What the process works with. */
export interface AnalysisRequest extends AnalysisWork, ProcessAccess {}
