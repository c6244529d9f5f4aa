// What the job of a proposal's comparison and its process say to each other.
import type { ProcessAccess } from '../analyze/protocol.ts'

/** Both branches of a proposal, by the contents that are to be compared. */
export interface ProposalWork {
  proposalId: string
  branchId: string
  content: string
  baselineId: string
  baselineContent: string
}

export type ProposalRequest = ProposalWork & ProcessAccess

export type ProposalOutcome =
  | { kind: 'done' }
  /** One of the two has other content by now, or the proposal has ended. */
  | { kind: 'moved' }
  /** The two cannot be compared, or not within the time. */
  | { kind: 'unknown' }
  | { kind: 'too much time' }
