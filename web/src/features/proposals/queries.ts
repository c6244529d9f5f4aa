// What screens of proposals ask the database for, and what they change.
import { keepPreviousData } from '@tanstack/react-query'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { fetchBinary, isMissing } from '../../shared/data/binary.ts'
import { useChange } from '../../shared/data/change.ts'
import { nextOffset, type Query, usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys, projectTopic, usePolled, workspaceTopic } from '../../shared/data/realtime.ts'
import type { RowOf } from '../../shared/data/rows.ts'
import { type ResultOf, rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import type {
  ChangedNode,
  Impact,
  Level,
  LintDelta,
  Proposal,
  ProposalItem,
  ProposalPage,
  SuggestedText,
  Thread,
} from './model.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    list_proposals: { total: number; items: ProposalItem[] }
    proposal_at: ProposalPage | null
    proposal_nodes: { total: number; items: ChangedNode[] }
    proposal_impact: Impact
    proposal_discussion: Thread[]
    proposal_lint: LintDelta | null
    proposal_people: RowOf<'mentionable_person', 'avatar_url'>[]
  }
}

liveKeys({
  proposals: [['proposals'], ['proposal'], ['proposal-nodes'], ['proposal-impact'], ['proposal-discussion']],
  documents: [['proposal']],
  branch_lints: [['proposal-lint']],
  task_logs: [['proposal']],
  document_commits: [['proposal-commit']],
})

const pollMs = 30_000
const pageSize = 50

export interface Asked {
  of: 'all' | 'mine' | 'waiting'
  status: 'open' | 'merged' | 'closed' | 'all'
  search: string
  projectId: number | null
}

/** Proposals of the workspace, those that something happened to last first. */
export function useProposals({ of, status, search, projectId }: Asked) {
  const { id } = useWorkspace()
  return usePages({
    key: ['proposals', { of, status, search, projectId }],
    read: (offset: number) =>
      rpc('list_proposals', {
        p_workspace_id: id,
        p_of: of,
        p_status: status,
        p_search: search,
        p_project_id: projectId,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    refetchInterval: usePolled(workspaceTopic(id), pollMs),
    placeholderData: keepPreviousData,
  })
}

/** The page of a branch; null where there is none for the caller. */
export function useProposalPage(project: string, branch: string, proposalId: number | null) {
  const { id } = useWorkspace()
  return useRead({
    key: ['proposal', { project, branch, proposalId }],
    read: () =>
      rpc('proposal_at', {
        p_workspace_id: id,
        p_project_slug: project,
        p_branch_slug: branch,
        p_proposal_id: proposalId,
      }),
    refetchInterval: usePolled(workspaceTopic(id), pollMs),
  })
}

/** What a proposal changes, a page at a time. */
export function useChangedNodes({ id, compared_at }: Proposal, search: string, level: Level | null) {
  return usePages({
    key: ['proposal-nodes', { id, compared_at, search, level }],
    read: (offset: number) =>
      rpc('proposal_nodes', {
        p_proposal_id: id,
        p_search: search,
        p_semver: level,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  })
}

/** Who refers to what a proposal changes. */
export function useImpact({ id, compared_at }: Proposal) {
  return usePages({
    key: ['proposal-impact', { id, compared_at }],
    read: (offset: number) => rpc('proposal_impact', { p_proposal_id: id, p_limit: 200, p_offset: offset }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })
}

/** Which violations a proposal brings and takes away; null for who does not change the content. */
export function useLintDelta({ id, compared_at }: Proposal) {
  return useRead({
    key: ['proposal-lint', { id, compared_at }],
    read: () => rpc('proposal_lint', { p_proposal_id: id }),
  })
}

export function useDiscussion({ id }: Proposal, projectId: number) {
  return useRead({
    key: ['proposal-discussion', { id }],
    read: () => rpc('proposal_discussion', { p_proposal_id: id }),
    refetchInterval: usePolled(projectTopic(projectId), pollMs),
  })
}

/** Others who read a proposal, by a part of their name; null asks nothing. */
export function usePeople(proposalId: number, search: string | null) {
  return useRead({
    key: ['proposal-people', { proposalId, search }],
    read:
      search === null ? null : () => rpc('proposal_people', { p_proposal_id: proposalId, p_search: search }),
    placeholderData: keepPreviousData,
  })
}

/** The teams of the workspace that the caller sees. */
export function useTeams(enabled: boolean) {
  const { id } = useWorkspace()
  return useRead({
    key: ['teams', { ofProposals: id }],
    read: () =>
      unwrap(supabase.from('teams').select('id,name').eq('workspace_id', id).order('name').limit(500)),
    enabled,
  })
}

/** Projects by a part of their name, for a new proposal. */
export function useProjectsNamed(search: string) {
  const { id } = useWorkspace()
  return useRead({
    key: ['projects', { proposable: search }],
    read: () =>
      unwrap(
        supabase
          .from('projects')
          .select('id,slug,name')
          .eq('workspace_id', id)
          .ilike('name', `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`)
          .order('name')
          .limit(50),
      ),
    placeholderData: keepPreviousData,
  })
}

/** The branches of a project that can be proposed: all but the default one. */
export function useBranchesOf(projectId: number | null) {
  return useRead({
    key: ['branches', { proposable: projectId }],
    read:
      projectId === null
        ? null
        : () =>
            unwrap(
              supabase
                .from('branches')
                .select('id,slug,name')
                .eq('project_id', projectId)
                .eq('is_default', false)
                .order('name')
                .limit(500),
            ),
  })
}

export type ProposedNode = NonNullable<ResultOf<'branch_node_by_uri'>>

/** A node as it is on a branch; null where it has none. */
export function useNodeOn(branchId: number | null, uri: string, comparedAt: string | null) {
  return useRead({
    key: ['proposal-node', { branchId, uri, comparedAt }],
    read: branchId === null ? null : () => rpc('branch_node_by_uri', { p_branch_id: branchId, p_uri: uri }),
  })
}

/** How the text of a file on a branch is read; empty where the branch does not have it. */
export async function readFile(projectId: number, branch: string, path: string): Promise<string> {
  const names = ['projects', encodeId('prj', projectId), 'branches', branch, 'file']
  const address = `/${names.map(encodeURIComponent).join('/')}?${new URLSearchParams({ path })}`
  const text = await fetchBinary(address)
    .then((response) => response.text())
    .catch((error: unknown) => {
      if (isMissing(error)) return ''
      throw error
    })
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}

/** The text of a file on the baseline and on the branch. */
export function textsQuery(
  projectId: number,
  { baseline_slug: baseline, branch_slug: branch, compared_at }: Proposal,
  path: string,
): Query<[string, string]> {
  return {
    key: ['proposal-texts', { projectId, baseline, branch, path, compared_at }],
    read: () =>
      Promise.all([
        baseline === null ? '' : readFile(projectId, baseline, path),
        readFile(projectId, branch, path),
      ]),
  }
}

/** A file on the branch of a proposal; null reads nothing. */
export function useBranchText(
  projectId: number,
  { branch_slug: branch, compared_at, content_hash }: Proposal,
  path: string | null,
) {
  return useRead({
    key: ['proposal-text', { projectId, branch, path, compared_at, content_hash }],
    read: path === null ? null : () => readFile(projectId, branch, path),
  })
}

/** How the commit of a suggestion goes; null asks nothing. */
export function useSuggestionCommit(id: string | null, projectId: number) {
  return useRead({
    key: ['proposal-commit', { id }],
    read:
      id === null
        ? null
        : async () =>
            (await unwrap(supabase.from('document_commits').select('status,reason').eq('id', id)))[0] ?? null,
    refetchInterval: usePolled(projectTopic(projectId), 2_000),
  })
}

const changes = ['proposals', 'proposal', 'proposal-discussion', 'proposal-nodes']

export interface NewProposal {
  branchId: number
  baselineId: number
  title: string
  description: string
}

export const createProposal = ({ branchId, baselineId, title, description }: NewProposal) =>
  rpc('create_proposal', {
    p_branch_id: branchId,
    p_baseline_branch_id: baselineId,
    p_title: title,
    p_description: description,
  })

export const proposalChanges = changes

interface Said {
  title?: string
  description?: string
  changelog?: string
}

/** What is said of a proposal; what is left out stays. `was`: what whoever writes began with, which nobody may have changed since. */
export function useUpdateProposal(id: number) {
  return useChange({
    run: ({ said, was }: { said: Said; was: { [Key in keyof Said]: string | null } }) =>
      rpc('update_proposal', {
        p_proposal_id: id,
        p_title: said.title ?? null,
        p_description: said.description ?? null,
        p_changelog: said.changelog ?? null,
        p_was: was,
      }),
    changes,
  })
}

export function useCloseProposal(id: number) {
  return useChange({
    run: () => rpc('close_proposal', { p_proposal_id: id }),
    changes,
    success: 'Proposal closed',
    failure: 'The proposal was not closed',
  })
}

export function useReopenProposal(id: number) {
  return useChange({
    run: () => rpc('reopen_proposal', { p_proposal_id: id }),
    changes,
    success: 'Proposal opened again',
    failure: 'The proposal was not opened again',
  })
}

export function useReview(id: number) {
  return useChange({
    run: ({
      verdict,
      content,
      note,
    }: {
      verdict: 'approved' | 'changes_requested'
      content: string
      note: string
    }) =>
      rpc('review_proposal', {
        p_proposal_id: id,
        p_verdict: verdict,
        p_content_hash: content,
        p_note: note,
      }),
    changes,
  })
}

export function useWithdrawReview(id: number) {
  return useChange({
    run: () => rpc('withdraw_review', { p_proposal_id: id }),
    changes,
    failure: 'Your review was not taken back',
  })
}

export interface Asking {
  userId?: number | null
  teamId?: number | null
  isRequired?: boolean
}

export function useAskReviewer(id: number) {
  return useChange({
    run: ({ userId = null, teamId = null, isRequired = false }: Asking) =>
      rpc('ask_reviewer', {
        p_proposal_id: id,
        p_user_id: userId,
        p_team_id: teamId,
        p_is_required: isRequired,
      }),
    changes,
    failure: 'The review was not asked for',
  })
}

export function useUnaskReviewer(id: number) {
  return useChange({
    run: ({ userId = null, teamId = null }: Asking) =>
      rpc('unask_reviewer', { p_proposal_id: id, p_user_id: userId, p_team_id: teamId }),
    changes,
    failure: 'They are still asked',
  })
}

export interface Beginning {
  text: string
  key: string
  uri?: string
  pointer?: string
  quote?: string
  suggestion?: SuggestedText | null
}

export const startThread = (id: number, { text, key, uri, pointer, quote, suggestion }: Beginning) =>
  rpc('start_proposal_thread', {
    p_proposal_id: id,
    p_text: text,
    p_key: key,
    p_node_uri: uri ?? null,
    p_pointer: pointer ?? null,
    p_quote: quote ?? '',
    p_suggestion: suggestion ? { ...suggestion } : null,
  })

/** Begins a thread; whoever calls shows what is refused. */
export function useStartThread(id: number) {
  return useChange({ run: (beginning: Beginning) => startThread(id, beginning), changes })
}

export function useReplyTo(threadId: number) {
  return useChange({
    run: ({ text, key, suggestion }: { text: string; key: string; suggestion: SuggestedText | null }) =>
      rpc('reply_to_proposal_thread', {
        p_thread_id: threadId,
        p_text: text,
        p_key: key,
        p_suggestion: suggestion && { ...suggestion },
      }),
    changes,
  })
}

/** Takes a suggestion over; whoever calls shows what is refused. */
export function useApply<Result>(run: () => Promise<Result>) {
  return useChange({ run, changes: [...changes, 'proposal-text'] })
}

export function useEditComment() {
  return useChange({
    run: ({ id, text }: { id: number; text: string }) =>
      rpc('edit_proposal_comment', { p_comment_id: id, p_text: text }),
    changes,
  })
}

export function useDeleteComment() {
  return useChange({ run: (id: number) => rpc('delete_proposal_comment', { p_comment_id: id }), changes })
}

export function useResolveThread(threadId: number) {
  return useChange({
    run: (isResolved: boolean) =>
      rpc('resolve_proposal_thread', { p_thread_id: threadId, p_is_resolved: isResolved }),
    changes,
    failure: 'The thread was not changed',
  })
}
