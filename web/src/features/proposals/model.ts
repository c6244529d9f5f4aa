// What proposals are, as the database tells of them.
export type MarkTone = 'neutral' | 'good' | 'bad'
export type Level = 'major' | 'minor' | 'patch'
export type Status = 'open' | 'merging' | 'merged' | 'closed'

export interface Somebody {
  user_id: number
  display_name: string
  avatar_url: string | null
}

/** A proposal in the list. */
export interface ProposalItem {
  id: number
  title: string
  status: Status
  project_id: number
  project: string
  project_slug: string
  icon_name: string | null
  icon_color: string | null
  branch_name: string
  branch_slug: string
  baseline_name: string
  author: Somebody | null
  created_at: string
  updated_at: string
  major: number
  minor: number
  patch: number
  approvals: number
  objections: number
  threads: number
  is_waiting: boolean
}

export interface Check {
  name: string
  state: 'passed' | 'pending' | 'failed' | 'noted'
  sentence: string
}

export interface Requirement {
  kind: 'person' | 'team'
  id: number
  name: string
  needed: number
  given: number
}

export interface Reviewer {
  user_id: number | null
  team_id: number | null
  is_required: boolean
  name: string
  avatar_url: string | null
  /** Whether they see the proposal still. */
  reads: boolean
  /** Whether the reader may do without them: who proposes does not take back what another requires. */
  may_unask: boolean
}

export interface Review {
  id: number
  person: Somebody | null
  verdict: 'approved' | 'changes_requested'
  note: string
  created_at: string
  fallen_at: string | null
  is_mine: boolean
}

export type ComparisonState =
  | 'current'
  | 'comparing'
  | 'unknown'
  | 'unpublished'
  | 'unpublished_baseline'
  | 'gone'

export interface Proposal {
  id: number
  title: string
  description: string
  status: Status
  branch_id: number | null
  branch_name: string
  branch_slug: string
  baseline_branch_id: number | null
  baseline_name: string
  baseline_slug: string | null
  author: Somebody | null
  is_mine: boolean
  created_at: string
  updated_at: string
  ended_at: string | null
  ended_by: Somebody | null
  /** The number of its pull request at the Git host, once that told of one. */
  pull_request: number | null
  /** The pull request at the Git host, or where one is begun; null where that is not known. */
  pull_request_page: string | null
  changelog: string | null
  /** The changelog as the comparison has drafted it. */
  draft: string
  /** What the branch has now: a review is of this. */
  content_hash: string | null
  comparison: ComparisonState
  major: number
  minor: number
  patch: number
  nodes: number
  compared_at: string | null
  checks: Check[]
  requirements: Requirement[]
  reviewers: Reviewer[]
  reviews: Review[]
  threads: number
}

/** The page of a branch: its proposal, or what a new one needs. */
export interface ProposalPage {
  project: {
    id: number
    slug: string
    name: string
    type: 'web' | 'vcs' | 'cli' | 'local'
    icon_name: string | null
    icon_color: string | null
  }
  branch: {
    id: number
    name: string
    slug: string
    is_default: boolean
    has_content: boolean
    has_changes: boolean
  } | null
  may_edit: boolean
  may_moderate: boolean
  baselines: { id: number; name: string; is_default: boolean }[]
  others: { id: number; title: string; status: Status }[]
  proposal: Proposal | null
}

export interface NodeChange {
  semver: Level
  rule: string
  message: string
  before: string | null
  after: string | null
  pointer: string
  line: number
}

export interface ChangedNode {
  position: number
  uri: string
  type: string
  name: string
  operation: 'added' | 'removed' | 'updated'
  semver: Level
  change_count: number
  changes: NodeChange[]
  path: string | null
  threads: number
}

export interface BrokenNode {
  changed_uri: string
  changed_name: string
  semver: Level
  project_slug: string
  project_name: string
  branch_slug: string
  uri: string
  name: string
  type: string
  slug: string
  method: string | null
  path: string | null
  steps: number
  is_outside: boolean
}

export interface Impact {
  total: number
  is_all: boolean
  projects: number
  items: BrokenNode[]
}

export interface LintDelta {
  state: 'current' | 'outdated' | 'failed' | 'none'
  added: number
  removed: number
  items: {
    change: 'added' | 'removed'
    rule: string
    severity: string
    message: string
    file: string
    line: number | null
    place: number
  }[]
}

/** Another text for a stretch of a file, which is known by its letters and by what stands beside it. */
export interface SuggestedText {
  original: string
  before: string
  after: string
  replacement: string
}

export interface Suggestion extends SuggestedText {
  path: string
  applied_at: string | null
  applied_by: string | null
}

export interface ThreadComment {
  id: number
  author: Somebody | null
  text: string
  created_at: string
  edited_at: string | null
  is_mine: boolean
  suggestion: Suggestion | null
}

export interface Thread {
  id: number
  node_uri: string | null
  node_name: string | null
  pointer: string | null
  quote: string
  /** The file of its node, and the line of the change; null where there is none, or no longer. */
  path: string | null
  line: number | null
  created_at: string
  resolved_at: string | null
  resolved_by: string | null
  comments: ThreadComment[]
}

export const deletedUser = 'Deleted user'

export const levels: Record<Level, { tone: MarkTone; word: string; meaning: string }> = {
  major: { tone: 'bad', word: 'breaking', meaning: 'Breaking: whoever used it must change something' },
  minor: { tone: 'good', word: 'minor', meaning: 'New, or may break somebody' },
  patch: { tone: 'neutral', word: 'patch', meaning: 'Breaks nobody' },
}
/** What breaks first. */
export const levelOrder: Level[] = ['major', 'minor', 'patch']

export const statusWords: Record<Status, string> = {
  open: 'Open',
  merging: 'Being merged',
  merged: 'Merged',
  closed: 'Closed',
}

/** Whether nothing more becomes of a proposal, unless it is opened again. */
export function hasEnded({ status }: Pick<Proposal, 'status'>): boolean {
  return status === 'merged' || status === 'closed'
}
