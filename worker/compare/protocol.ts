// What the job of a comparison and its process say to each other.
import type { ProcessAccess } from '../analyze/protocol.ts'

/** Two branches, by the contents that are to be compared. */
export interface ComparisonWork {
  branchId: string
  content: string
  defaultBranchId: string
  defaultContent: string
}

export type ComparisonRequest = ComparisonWork & ProcessAccess

export type ComparisonOutcome =
  | { kind: 'done' }
  /** One of the two has other content by now: whoever wrote it has had it compared again. */
  | { kind: 'moved' }
  /** The two cannot be compared, or not within the time. */
  | { kind: 'unknown' }
  | { kind: 'too much time' }
