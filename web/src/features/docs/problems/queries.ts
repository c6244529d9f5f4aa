// The problems of a branch: what its style guides find, for who may change its content.
import { nextOffset, usePages, useRead } from '../../../shared/data/read.ts'
import { liveKeys } from '../../../shared/data/realtime.ts'
import type { RowOf } from '../../../shared/data/rows.ts'
import { rpc } from '../../../shared/data/supabase.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import type { Severity } from '../../../shared/problems/words.ts'

declare module '../../../shared/data/supabase.ts' {
  interface Results {
    branch_problems: Problems | null
  }
}

liveKeys({ branch_lints: [['problems']] })

export type Problem = RowOf<
  'branch_problem',
  | 'documentation_url'
  | 'node_uri'
  | 'node_slug'
  | 'node_name'
  | 'waiver_id'
  | 'waiver_reason'
  | 'waiver_owner_id'
  | 'waiver_owner'
  | 'waiver_expires_on',
  { severity: Severity }
>

/** What is wrong with a ruleset: that of the branch, or that of a guide which the project extends. */
export interface Fault {
  guide: string | null
  file: string
  line: number
  column: number
  rule: string | null
  message: string
}

export type Problems = RowOf<
  'branch_problems',
  'guide' | 'linted_at' | 'score' | 'base_name' | 'new_errors' | 'new_warnings' | 'new_others',
  {
    state: 'current' | 'outdated' | 'failed' | 'none'
    guide: 'own' | 'extended' | 'recommended' | null
    faults: Fault[]
    rules: RowOf<'branch_rule', never, { severity: Severity }>[]
    items: Problem[]
  }
>

export interface Filter {
  /** Empty: of every severity. */
  severities: Severity[]
  rule: string
  search: string
  only: '' | 'new' | 'debt' | 'waived'
}

const pageSize = 50

const argsOf = (branchId: number, { severities, rule, search, only }: Filter) => ({
  p_branch_id: branchId,
  p_severities: severities.length > 0 ? severities : null,
  p_rule: rule || null,
  p_search: search || null,
  p_only: only || null,
})

/** The problems of a branch, a page at a time; null for who does not change its content. */
export function useProblems(branchId: number, filter: Filter) {
  return usePages({
    key: ['problems', { branchId, ...filter }],
    read: (offset: number) =>
      rpc('branch_problems', { ...argsOf(branchId, filter), p_limit: pageSize, p_offset: offset }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last &&
      nextOffset(
        last,
        pages.filter((page) => page !== null),
      ),
    signedIn: true,
  })
}

/** Those of one node. */
export function useNodeProblems(branchId: number, uri: string, enabled: boolean) {
  return useRead({
    key: ['problems', { branchId, uri }],
    read: () => rpc('branch_problems', { p_branch_id: branchId, p_uri: uri, p_limit: pageSize }),
    signedIn: true,
    enabled,
  })
}

/** All that a filter leaves, for a file. */
export async function allProblems(branchId: number, filter: Filter): Promise<Problem[]> {
  const atOnce = 1000
  const found: Problem[] = []
  for (;;) {
    const page = await rpc('branch_problems', {
      ...argsOf(branchId, filter),
      p_limit: atOnce,
      p_offset: found.length,
    })
    if (!page || page.items.length === 0) return found
    found.push(...page.items)
    if (found.length >= page.total) return found
  }
}

/** Who may answer for a waiver: members whose role may edit projects, a hundred by name. */
export function useOwners() {
  const { id } = useWorkspace()
  return useRead({
    key: ['waiver-owners'],
    read: async () => {
      const { items } = await rpc('list_members', {
        p_workspace_id: id,
        p_roles: ['owner', 'billing', 'admin', 'maker'],
        p_order: 'name',
        p_limit: 100,
      })
      return items.map(({ user_id, display_name, is_me }) => ({
        id: user_id,
        name: display_name,
        isMe: is_me,
      }))
    },
    signedIn: true,
  })
}
