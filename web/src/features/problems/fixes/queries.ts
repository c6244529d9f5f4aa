// Rules that have a quick fix, and how it is proposed in many projects at once.
import { nextOffset, usePages, useRead } from '../../../shared/data/read.ts'
import { liveKeys, usePolled, workspaceTopic } from '../../../shared/data/realtime.ts'
import type { Page, RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    fixable_rules: FixableRule[]
    rule_fix_projects: Page<FixProject>
    propose_rule_fixes: Proposed
  }
}

liveKeys({
  rule_fixes: [['rule-fix-projects']],
  branch_lints: [['fixable-rules'], ['rule-fix-projects']],
  proposals: [['rule-fix-projects']],
})

export type FixableRule = RowOf<'fixable_rule'>
/** A project that goes against a rule, and how its last fix went. */
export type FixProject = RowOf<
  'rule_fix_project',
  | 'branch_slug'
  | 'reason'
  | 'status'
  | 'problem'
  | 'mended'
  | 'left_over'
  | 'proposal_branch_slug'
  | 'proposal_status',
  { status: 'queued' | 'running' | 'proposed' | 'failed' | null }
>

interface Proposed {
  results: { ok: boolean; message: string | null }[]
  succeeded: number
  failed: number
}

/** At once, as the database has it. */
export const mostAtOnce = 20
const pageSize = 50
const pollMs = 10_000

/** The rules with a quick fix that projects of somebody go against. */
export function useFixableRules() {
  const { id } = useWorkspace()
  return useRead({ key: ['fixable-rules'], read: () => rpc('fixable_rules', { p_workspace_id: id }) })
}

/** The projects that go against a rule, those with most violations first. */
export function useFixProjects(rule: string | null) {
  const { id } = useWorkspace()
  return usePages({
    key: ['rule-fix-projects', { rule }],
    read: (offset: number) =>
      rpc('rule_fix_projects', {
        p_workspace_id: id,
        // Of no rule there are none.
        p_rule: rule ?? '',
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    refetchInterval: usePolled(workspaceTopic(id), pollMs),
  })
}

/** Has the rule fixed in projects; each that cannot be says why. */
export function proposeFixes(workspaceId: number, rule: string, projectIds: number[]): Promise<Proposed> {
  return rpc('propose_rule_fixes', { p_workspace_id: workspaceId, p_rule: rule, p_project_ids: projectIds })
}

/** How that went, in words. */
export function proposedNotice({ results, succeeded, failed }: Proposed): string | { warning: string } {
  const count = (number: number) => (number === 1 ? '1 project' : `${number} projects`)
  if (failed === 0) return `A fix is being made in ${count(succeeded)}`
  return {
    warning: `${count(failed)} cannot be fixed: ${results.find(({ ok }) => !ok)?.message ?? ''}`,
  }
}
