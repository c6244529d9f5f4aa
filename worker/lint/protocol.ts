// What the job of a lint and its process say to each other.
import type { ProcessAccess } from '../analyze/protocol.ts'

/** Heap of its process: GitHub's description of 13 MB takes half of it. */
export const LINT_MEGABYTES = 1024

/** A branch, the content to lint and the guides (by hash) to lint it by. */
export interface LintWork {
  branchId: string
  projectId: string
  content: string
  guideHash: string
}

export type LintRequest = LintWork & ProcessAccess

export type LintOutcome =
  | { kind: 'done'; linted: number; reused: number; found: number }
  /** It has other content or guides by now: whoever changed them has had it linted again. */
  | { kind: 'moved' }
  /** It takes more memory than a lint may, or more time. */
  | { kind: 'too much memory' }
  | { kind: 'too much time' }
