// How a proposal would be merged, and having it done.
import type { Json } from '../../../../../supabase/functions/_shared/domain/database.gen.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import type { Proposal } from '../model.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    proposal_merge: Merging
  }
}

liveKeys({ proposals: [['proposal-merge']], task_logs: [['proposal-merge']] })

export interface Conflict {
  /** Where it stands, as people name it. */
  name: string
  base: string
  /** What the branch has that it is for. */
  ours: string
  /** What is proposed. */
  theirs: string
}

export interface Merging {
  may_merge: boolean
  reason: string | null
  content_hash: string | null
  baseline_content_hash: string | null
  is_current: boolean
  conflicts: number
  changed: number
  files: { path: string; conflicts: Conflict[] }[]
  /** Why the last one failed. */
  problem: string | null
  may_release: boolean
  last_version: string | null
}

export type Choice = 'ours' | 'theirs'

export function useMerging({ id, updated_at }: Proposal) {
  return useRead({
    key: ['proposal-merge', { id, updated_at }],
    read: () => rpc('proposal_merge', { p_proposal_id: id }),
    placeholderData: (before) => before,
  })
}

export interface Merge {
  content: string
  baseline: string
  choices: Record<string, Choice[]>
  version: string | null
}

export function useMerge(id: number) {
  return useChange({
    run: ({ content, baseline, choices, version }: Merge) =>
      rpc('merge_proposal', {
        p_proposal_id: id,
        p_content_hash: content,
        p_baseline_content_hash: baseline,
        p_choices: choices as Json,
        p_version: version,
      }),
    changes: ['proposals', 'proposal', 'proposal-merge'],
  })
}
