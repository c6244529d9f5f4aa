// How the projects that somebody edits stand against their style guides: by project, rule, team and owner, and over time.
import { keepPreviousData } from '@tanstack/react-query'
import { nextOffset, usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import type { Page, RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type { Severity } from '../../shared/problems/words.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    governance_report: Report
    governance_trend: Day[]
    governance_waivers: Page<Waiver>
  }
}

liveKeys({
  branch_lints: [['governance-report'], ['governance-trend'], ['governance-waivers']],
  project_teams: [['governance-report']],
})

export type ReportRow = RowOf<
  'governance_row',
  'slug' | 'severity' | 'score' | 'guide' | 'linted_at' | 'branch_slug',
  { severity: Severity | null }
>
export type Report = RowOf<'governance_report', 'score', { items: ReportRow[] }>
export type Day = RowOf<'governance_day'>
export type Waiver = RowOf<'governance_waiver', 'node_uri' | 'owner_id' | 'owner_name'>

export const dimensions = ['project', 'rule', 'team', 'owner'] as const
export type Dimension = (typeof dimensions)[number]

/** What of all projects the report is about. */
export interface Narrowed {
  rule: string | null
  teamId: number | null
  ownerId: number | null
}

const pageSize = 50

function useArgs({ rule, teamId, ownerId }: Narrowed) {
  const { id } = useWorkspace()
  return { p_workspace_id: id, p_rule: rule, p_team_id: teamId, p_owner_id: ownerId }
}

/** The report, a page at a time, the worst first. */
export function useReport(by: Dimension, narrowed: Narrowed, search: string) {
  const args = useArgs(narrowed)
  return usePages({
    key: ['governance-report', { by, ...narrowed, search }],
    read: (offset: number) =>
      rpc('governance_report', {
        ...args,
        p_by: by,
        p_search: search || null,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  })
}

/** All of its rows, for a file. */
export async function wholeReport(
  workspaceId: number,
  by: Dimension,
  { rule, teamId, ownerId }: Narrowed,
  search: string,
) {
  const rows: ReportRow[] = []
  for (;;) {
    const page = await rpc('governance_report', {
      p_workspace_id: workspaceId,
      p_rule: rule,
      p_team_id: teamId,
      p_owner_id: ownerId,
      p_by: by,
      p_search: search || null,
      p_limit: 1000,
      p_offset: rows.length,
    })
    rows.push(...page.items)
    if (page.items.length === 0 || rows.length >= page.total) return rows
  }
}

/** What there was at the end of each of the last ninety days. */
export function useTrend(narrowed: Narrowed) {
  const args = useArgs(narrowed)
  return useRead({
    key: ['governance-trend', { ...narrowed }],
    read: () => rpc('governance_trend', { ...args, p_days: 90 }),
    placeholderData: keepPreviousData,
  })
}

/** The waivers of all projects that somebody edits, those that end first before others. */
export function useWaivers() {
  const { id } = useWorkspace()
  return usePages({
    key: ['governance-waivers'],
    read: (offset: number) =>
      rpc('governance_waivers', { p_workspace_id: id, p_limit: pageSize, p_offset: offset }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })
}
