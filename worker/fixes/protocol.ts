// What the job of a fix and its process say to each other.
import type { ProcessAccess } from '../analyze/protocol.ts'
import type { NotWritten } from '../git/as-author.ts'
import type { Remote } from '../git/remote.ts'

/** A rule that is to be fixed in a project, as the database has it. */
export interface BegunFix {
  id: number
  workspace_id: number
  project_id: number
  rule: string
  /** Whether it has ended, and only its branch at the host is to be taken back. */
  is_over: boolean
  /** The commit on which a branch of it began at the host that is not proposed. */
  pushed_on: string | null
  author_id: number | null
  author: { name: string; email: string | null } | null
  /** What it is fixed on: the default branch, by its content. */
  branch_id: number
  branch: string
  content_hash: string
  commit_hash: string | null
  is_git: boolean
  new_branch: string
  /** Seconds since 1970, UTC. */
  time: number
}

export interface FixWork {
  fix: BegunFix
  /** The repository that it is committed to; null for a project without one. */
  remote: Remote | null
  isServiceAccount: boolean
}

export type FixRequest = FixWork & ProcessAccess

export type FixOutcome =
  | { kind: 'proposed'; mended: number; left: number }
  /** What a person has to know of it is said, and its branch at the host is gone. */
  | { kind: 'over' }
  /** Nothing was mended. */
  | { kind: 'empty' }
  /** The branch stands at another commit at its host. */
  | { kind: 'moved' }
  | { kind: 'too much' }
  | NotWritten
