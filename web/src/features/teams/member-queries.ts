// Who is in a team, who may come in, and the changes to it.
import { keepPreviousData } from '@tanstack/react-query'
import { useMe } from '../../shared/data/me.ts'
import { nextOffset, usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys, withParam } from '../../shared/data/realtime.ts'
import type { AssignableMember, BulkAnswer, Page, Placement, RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'
import type { TeamRole } from './queries.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    set_team_members: BulkAnswer<number | string, Placement>
    team_assignable_members: AssignableMember[]
    team_members_list: Page<TeamMember>
  }
}

const pageSize = 100

liveKeys({
  team_members: [
    withParam('team-members', 'teamId'),
    withParam('assignable-to-team', 'teamId'),
    withParam('team-access', 'teamId'),
  ],
  workspace_members: [['team-members'], ['assignable-to-team'], ['team-access']],
  workspace_invitations: [['team-members']],
})

/** Somebody in a team, or an invitation that will bring somebody into it. */
export type TeamMember = RowOf<
  'team_member_item',
  'user_id' | 'username' | 'first_name' | 'last_name' | 'avatar_url' | 'email' | 'invitation_id',
  { type: 'member' | 'invitation' }
>

/** The people of a team, a page at a time: members first, then invitations. */
export function useTeamMembers(teamId: number, search: string) {
  return usePages({
    key: ['team-members', { teamId, search }],
    read: (offset) =>
      rpc('team_members_list', {
        p_team_id: teamId,
        p_search: search,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  })
}

/** Members of the workspace who are not in the team yet. */
export function useAssignable(teamId: number, search: string) {
  return useRead({
    key: ['assignable-to-team', { teamId, search }],
    read: () => rpc('team_assignable_members', { p_team_id: teamId, p_search: search }),
    placeholderData: keepPreviousData,
  })
}

/** What the caller is to the team and why, in a sentence. */
export function useMyAccess(teamId: number) {
  const me = useMe().data?.id
  return useRead({
    key: ['team-access', { teamId }],
    read:
      me === undefined
        ? null
        : () => rpc('explain_access', { p_user_id: me, p_kind: 'team', p_object_id: teamId }),
  })
}

export type Who = { user_id: number } | { email: string }

/** Adds people to a team, each as the rules allow; addresses of nobody in the workspace are invited. */
export const addMembers = (teamId: number, people: Who[], role: TeamRole) =>
  rpc('set_team_members', { p_team_id: teamId, p_members: people.map((who) => ({ ...who, role })) })

/** Changes the role of somebody in a team, or that of the invitation. */
export const setRole = (teamId: number, member: TeamMember, role: TeamRole) =>
  rpc('set_team_member', { p_team_id: teamId, ...target(member), p_role: role })

/** Takes somebody, or somebody's invitation, out of a team. */
export const removeMember = (teamId: number, member: TeamMember) =>
  rpc('remove_team_member', { p_team_id: teamId, ...target(member) })

const target = ({ user_id, email }: TeamMember) =>
  user_id === null ? { p_email: email } : { p_user_id: user_id }

/** Gives up the caller's own place in a team. */
export const leaveTeam = (teamId: number) => rpc('leave_team', { p_team_id: teamId })
