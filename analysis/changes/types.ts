import type { NodeType } from '../types.ts'

/** What a change asks of the next version number. `minor` may break somebody, `major` breaks whoever used it. */
export type Level = 'major' | 'minor' | 'patch'

/** How changes are shown: what may break, what is new, and the rest. */
export type ChangeGroup = 'breaking' | 'added' | 'fixed'

export interface ChangePlace {
  file: string
  /** JSON pointer inside the file. */
  pointer: string
  /** 1-based. */
  line: number
  column: number
}

export interface Change {
  /** Name of the rule, see rules.ts and schema-rules.ts. */
  rule: string
  level: Level
  group: ChangeGroup
  /** A sentence for a person. */
  message: string
  /** The kind of node that changed. */
  node: NodeType
  /** Method in upper case and path, or a webhook's name, of the operation that it concerns. */
  operation?: { method: string; path: string }
  /** Where it stands: in the new files, or in the old ones when the new ones no longer have it. */
  side: 'old' | 'new'
  place: ChangePlace
  before?: string
  after?: string
}

export interface ChangeReport {
  /** The highest level of all changes, null without any. */
  level: Level | null
  counts: Record<Level, number>
  changes: Change[]
  /** Whether there was more than is worth listing; the level is then that of what was found. */
  truncated: boolean
}

/** A change of a node of a branch. */
export interface NodeChange extends Change {
  /** The node that it is shown with; one that is gone is in the old state only. */
  uri: string
  /** As a number of a version tells it: the level, and `minor` for what was added. */
  semver: Level
}

/** What changed between two states of a branch. */
export interface BranchChanges extends Omit<ChangeReport, 'changes'> {
  /** The highest `semver` of all changes, null without any. */
  semver: Level | null
  /** What to show and to judge by: each change once for every operation, API, model or article that it concerns. */
  changes: NodeChange[]
  /**
   * The same, once more, for the pages of models that APIs use, as serious as it is for the operations that use them.
   * Not in `level`, `semver` and `counts`.
   */
  modelChanges: NodeChange[]
}

export interface CompareOptions {
  /** The date against which announced ends are read, as `2026-01-31`; without it they count as past. */
  today?: string
  /** Whether a version that does not tell of what breaks is a change too. */
  checkVersion?: boolean
}
