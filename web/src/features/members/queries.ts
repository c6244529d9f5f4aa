// Who belongs to the workspace, was invited or asked to join; what of it the caller may change.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { liveKeys, usePolled, workspaceTopic } from '../../shared/data/realtime.ts'
import { db, rpc, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

liveKeys({
  workspace_members: [['workspace-members'], ['assignable-roles'], ['access']],
  users: [['workspace-members']],
  workspace_invitations: [['workspace-invitations'], ['features']],
  join_requests: [['join-requests']],
  billing_accounts: [['assignable-roles']],
})

// Spec 3 §9.
const pageSize = 500
const pendingPollMs = 5_000
const membersPollMs = 30_000

export interface Member {
  user_id: number
  username: string
  display_name: string
  avatar_url: string | null
  email: string | null
  role: WorkspaceRole
  last_seen_at: string | null
  created_at: string
  is_me: boolean
  may_change_role: boolean
  may_remove: boolean
  /** Why the caller may change nothing. */
  reason: string | null
}

export interface MemberFilter {
  search: string
  /** Null: whatever their role. */
  role: WorkspaceRole | null
  /** As list_members orders: name, role, created_at or last_seen_at, with '-' before it for descending. */
  order: string
}

interface MemberPage {
  items: Member[]
  total: number
}

/** The members, a page at a time, in the order and with the filter of the server. */
export function useMembers({ search, role, order }: MemberFilter, enabled = true) {
  const { id } = useWorkspace()
  const refetchInterval = usePolled(workspaceTopic(id), membersPollMs)
  return useInfiniteQuery({
    queryKey: ['workspace-members', id, { search, role, order }],
    queryFn: ({ pageParam }) =>
      rpc<MemberPage>('list_members', {
        p_workspace_id: id,
        p_search: search || null,
        p_roles: role ? [role] : null,
        p_order: order,
        p_limit: pageSize,
        p_offset: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const known = pages.reduce((sum, { items }) => sum + items.length, 0)
      return known < total ? known : null
    },
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    refetchInterval,
    enabled,
  })
}

export interface Invitation {
  id: number
  email: string
  role: WorkspaceRole
  created_at: string
  last_sent_at: string
  expires_at: string
  invited_by: number | null
  inviter: { username: string; first_name: string; last_name: string } | null
}

/** Invitations that nobody accepted yet, newest first; expired ones too, they can be sent again. */
export function useInvitations(enabled = true) {
  const { id } = useWorkspace()
  const refetchInterval = usePolled(workspaceTopic(id), pendingPollMs)
  return useInfiniteQuery({
    queryKey: ['workspace-invitations', id],
    queryFn: ({ pageParam }) => fetchInvitations(id, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: ({ pages }) => pages.flat(),
    refetchInterval,
    enabled,
  })
}

function fetchInvitations(workspaceId: number, offset: number) {
  const query = db
    .from('workspace_invitations')
    .select(
      'id, email, role, created_at, last_sent_at, expires_at, invited_by, inviter:users!workspace_invitations_invited_by_fkey(username, first_name, last_name)',
    )
    .eq('workspace_id', workspaceId)
    .is('accepted_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(offset, offset + pageSize - 1)
  return unwrap<Invitation[]>(query)
}

export interface JoinRequest {
  id: number
  user_id: number
  username: string
  full_name: string
  avatar_url: string | null
  emails: { email: string; primary: boolean }[]
  created_at: string
  is_denied: boolean
}

/** Who asked to join, newest first, with those that were denied. */
export function useJoinRequests(enabled = true) {
  const { id } = useWorkspace()
  const refetchInterval = usePolled(workspaceTopic(id), pendingPollMs)
  return useInfiniteQuery({
    queryKey: ['join-requests', id],
    queryFn: ({ pageParam }) =>
      rpc<JoinRequest[]>('workspace_join_requests', {
        p_workspace_id: id,
        p_limit: pageSize,
        p_offset: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: ({ pages }) => pages.flat(),
    refetchInterval,
    enabled,
  })
}

function nextOffset(last: unknown[], pages: unknown[][]): number | null {
  return last.length < pageSize ? null : pages.length * pageSize
}

export interface AssignableRole {
  role: WorkspaceRole
  allowed: boolean
  reason: string | null
  needs_upgrade: boolean
}

/**
 * The roles that the caller may invite at, highest first, with the reasons against the others. Who may change roles may
 * give the same ones to every member whom they may change.
 */
export function useAssignableRoles(enabled = true) {
  const { id } = useWorkspace()
  return useQuery({
    queryKey: ['assignable-roles', id],
    queryFn: () => rpc<AssignableRole[]>('assignable_roles', { p_workspace_id: id }),
    enabled,
  })
}

export interface Access {
  summary: string
  role: WorkspaceRole | null
  reasons: { source: string; sentence: string; counts: boolean }[]
  cannot: { permission: string; sentence: string }[]
}

/** Why a member may or may not do things in the workspace, in words. */
export function useAccess(userId: number) {
  const { id } = useWorkspace()
  return useQuery({
    queryKey: ['access', 'workspace', id, userId],
    queryFn: () => rpc<Access>('explain_access', { p_user_id: userId, p_kind: 'workspace', p_object_id: id }),
  })
}
