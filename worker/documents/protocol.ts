// What the job of a compaction and its process say to each other.
import type { ProcessAccess } from '../analyze/protocol.ts'

export interface CompactionWork {
  branchId: string
}

export type CompactionRequest = CompactionWork & ProcessAccess

/** The document that is next. */
export interface CompactionProgress {
  id: string
  epoch: number
}

export type CompactionOutcome =
  | { kind: 'done'; documents: number }
  /** What was typed there does not fit into the memory or the time of a compaction. */
  | { kind: 'refused'; because: 'size' | 'time' }
