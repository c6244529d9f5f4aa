// What the job of a commit and its process say to each other.
import type { ProcessAccess } from '../analyze/protocol.ts'
import type { Remote } from '../git/remote.ts'

export interface ChosenDocument {
  id: string
  epoch: number
  seq: number
  path: string
  /** What its file is called in the branch; null for a new one. */
  published_path: string | null
  is_deleted: boolean
  /** The last update that is committed; null for what is there. */
  up_to: number | null
}

/** The commit that is to be made, as the database has it. */
export interface BegunCommit {
  /** The branch that was edited. */
  branch: string
  branch_id: number
  project_id: number
  workspace_id: number
  author_id: number | null
  author: { name: string; email: string | null } | null
  is_allowed: boolean
  message: string
  new_branch: string | null
  base_commit: string
  /** Seconds since 1970, UTC. */
  time: number
  documents: ChosenDocument[]
}

export interface CommitWork {
  begun: BegunCommit
  remote: Remote
  /** Whether the project's service account makes it. */
  isServiceAccount: boolean
}

export type CommitRequest = CommitWork & ProcessAccess

/** A document as it was committed; path and hash (SHA-256, hex) are null for one that was deleted. */
export interface CommittedDocument {
  id: string
  epoch: number
  seq: number
  path: string | null
  hash: string | null
}

export type CommitOutcome =
  | { kind: 'pushed'; commit: string; committed: CommittedDocument[] }
  /** The branch stands at another commit there; nothing was written. */
  | { kind: 'moved'; commit: string }
  | { kind: 'refused' | 'credentials' | 'later'; message: string }
