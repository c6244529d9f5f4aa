// Who belongs to the workspace, was invited or asked to join; what of it the caller may change.
import { keepPreviousData } from '@tanstack/react-query'
import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { nextOffset, usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys, usePolled, workspaceTopic } from '../../shared/data/realtime.ts'
import type { Page, RowOf } from '../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    list_members: Page<Member>
    workspace_join_requests: JoinRequest[]
  }
}

liveKeys({
  workspace_members: [['workspace-members'], ['workspace-access']],
  users: [['workspace-members']],
  workspace_invitations: [['workspace-invitations'], ['features']],
  join_requests: [['join-requests']],
  billing_accounts: [['assignable-roles']],
})

// As the product is specified: rows a page, and pauses between two looks where no notices come.
const pageSize = 500
const pendingPollMs = 5_000
const membersPollMs = 30_000

/** A member, with why the caller may change nothing. */
export type Member = RowOf<'member_item', 'avatar_url' | 'email' | 'last_seen_at' | 'reason'>

export interface MemberFilter {
  search: string
  /** Null: whatever their role. */
  role: WorkspaceRole | null
  /** As list_members orders: name, role, created_at or last_seen_at, with '-' before it for descending. */
  order: string
}

/** The members, a page at a time, in the order and with the filter of the server. */
export function useMembers({ search, role, order }: MemberFilter, enabled = true) {
  const { id } = useWorkspace()
  const refetchInterval = usePolled(workspaceTopic(id), membersPollMs)
  return usePages({
    key: ['workspace-members', { search, role, order }],
    read: (offset) =>
      rpc('list_members', {
        p_workspace_id: id,
        p_search: search || null,
        p_roles: role ? [role] : null,
        p_order: order,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages[0]?.total ?? 0 }),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled,
  })
}

/** Invitations that nobody accepted yet, newest first; expired ones too, they can be sent again. */
export function useInvitations(enabled = true) {
  const { id } = useWorkspace()
  const refetchInterval = usePolled(workspaceTopic(id), pendingPollMs)
  return usePages({
    key: ['workspace-invitations'],
    read: (offset) => fetchInvitations(id, offset),
    initialPageParam: 0,
    getNextPageParam: afterFullPage,
    select: ({ pages }) => pages.flat(),
    refetchInterval,
    enabled,
  })
}

export type Invitation = Awaited<ReturnType<typeof fetchInvitations>>[number]

function fetchInvitations(workspaceId: number, offset: number) {
  const query = supabase
    .from('workspace_invitations')
    .select(
      'id, email, role, created_at, last_sent_at, expires_at, invited_by, inviter:users!workspace_invitations_invited_by_fkey(username, first_name, last_name)',
    )
    .eq('workspace_id', workspaceId)
    // The policy shows none that was declined or revoked.
    .is('accepted_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(offset, offset + pageSize - 1)
  return unwrap(query)
}

export type JoinRequest = RowOf<'join_request_item', 'avatar_url', { emails: RowOf<'join_request_email'>[] }>

/** Who asked to join, newest first, with those that were denied. */
export function useJoinRequests(enabled = true) {
  const { id } = useWorkspace()
  const refetchInterval = usePolled(workspaceTopic(id), pendingPollMs)
  return usePages({
    key: ['join-requests'],
    read: (offset) =>
      rpc('workspace_join_requests', {
        p_workspace_id: id,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: afterFullPage,
    select: ({ pages }) => pages.flat(),
    refetchInterval,
    enabled,
  })
}

function afterFullPage(last: unknown[], pages: unknown[][]): number | null {
  return last.length < pageSize ? null : pages.length * pageSize
}

/** Why a member may or may not do things in the workspace, in words. */
export function useAccess(userId: number) {
  const { id } = useWorkspace()
  return useRead({
    key: ['workspace-access', { userId }],
    read: () => rpc('explain_access', { p_user_id: userId, p_kind: 'workspace', p_object_id: id }),
  })
}
