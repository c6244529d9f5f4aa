// The admins of a group: who they are, who was invited, and changing both.
import { keepPreviousData } from '@tanstack/react-query'
import { messageOf } from '../../shared/data/api.ts'
import { useChange } from '../../shared/data/change.ts'
import { nextOffset, usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import type { AssignableMember, Page, RowOf } from '../../shared/data/rows.ts'
import { rpc } from '../../shared/data/supabase.ts'
import { groupLists } from './changes.ts'
import type { Group } from './model.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    group_assignable_members: AssignableMember[]
    group_invitations: InvitedAdmin[]
    group_members: Page<GroupAdmin>
  }
}

const admins = 'group-admins'

liveKeys({
  group_admins: [[admins]],
  workspace_invitations: [[admins], ['groups']],
  workspace_invitation_groups: [[admins], ['groups']],
  workspace_members: [[admins]],
  users: [[admins]],
})

/** The address is only for those who read the members of the workspace. */
export type GroupAdmin = RowOf<'group_member_item', 'avatar_url' | 'email'>

export type InvitedAdmin = RowOf<'group_invitation_item'>

const pageSize = 100

/** The admins of a group, by name, a page at a time. */
export function useGroupAdmins(groupId: number) {
  return usePages({
    key: [admins, { groupId }],
    read: (offset) =>
      rpc('group_members', {
        p_group_id: groupId,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages[0]?.total ?? 0 }),
  })
}

/** Addresses that become admins once they accept their invitation. */
export function useInvitedAdmins(groupId: number) {
  return useRead({
    key: [admins, { groupId, list: 'invited' }],
    read: () => rpc('group_invitations', { p_group_id: groupId }),
  })
}

/** Members who may still become admins; guests cannot. */
export function useAssignableAdmins(groupId: number, search: string) {
  return useRead({
    key: [admins, { groupId, list: 'assignable', search }],
    read: () => rpc('group_assignable_members', { p_group_id: groupId, p_search: search || null }),
    placeholderData: keepPreviousData,
  })
}

/** Makes a member an admin, or invites an address to become one. */
export function addAdmin(groupId: number, who: { p_user_id: number } | { p_email: string }) {
  return rpc('add_group_admin', { p_group_id: groupId, ...who })
}

/** Ends somebody's administration; never the last admin's. */
export function useRemoveAdmin(group: Group) {
  return useChange({
    run: (admin: GroupAdmin) => rpc('remove_group_admin', { p_group_id: group.id, p_user_id: admin.user_id }),
    changes: groupLists,
    success: 'Member Removed',
    failure: (error, admin) =>
      `Unable to remove ${admin.display_name} from ${group.name}: ${messageOf(error)}`,
  })
}

/** Takes the group off an invitation that has not been accepted yet. */
export function useRemoveInvited(group: Group) {
  return useChange({
    run: (invited: InvitedAdmin) =>
      rpc('unlink_invitation', { p_invitation_id: invited.invitation_id, p_group_id: group.id }),
    changes: groupLists,
    success: 'Invitation Removed',
    failure: (error, invited) => `Unable to remove ${invited.email} from ${group.name}: ${messageOf(error)}`,
  })
}
