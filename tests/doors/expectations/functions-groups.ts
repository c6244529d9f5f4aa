import { group, type Place, type Rule, team } from '../support/callers.ts'
import type { World } from '../support/world.ts'
import type { Args, FunctionCells } from './functions.ts'

type More = (world: World) => Args

const groupCell = (name: string, may: Rule, more: More = () => ({})): FunctionCells => ({
  name,
  in: 'group',
  args: (w, at) => ({ p_group_id: w.groups[at] ?? 0, ...more(w) }),
  may,
})
const teamCell = (name: string, may: Rule, more: More = () => ({})): FunctionCells => ({
  name,
  in: 'team',
  args: (w, at) => ({ p_team_id: w.teams[at] ?? 0, ...more(w) }),
  may,
})

const aide: More = (w) => ({ p_user_id: w.people.aide.id })
const fresh: More = (w) => ({ p_user_id: w.people.fresh.id })
const stranger: More = () => ({ p_email: 'newcomer@doors.example' })

export const groupAndTeamFunctions: FunctionCells[] = [
  groupCell('group_details', group('group_view')),
  groupCell('update_group', group('group_update'), () => ({ p_description: 'changed' })),
  groupCell('group_reviewers', group('group_view')),
  groupCell('set_group_reviewers', group('group_update'), (w) => ({
    p_team_id: w.teams.joined ?? 0,
    p_approvals: 1,
  })),
  groupCell('delete_group', group('group_delete')),
  groupCell('group_members', group('group_member_read')),
  groupCell('group_invitations', group('group_member_read')),
  groupCell('group_assignable_members', group('group_member_add')),
  groupCell('add_group_admin', group('group_member_add'), fresh),
  groupCell('remove_group_admin', group('group_member_delete'), aide),
  groupCell('leave_group', group('group_leave')),
  {
    ...groupCell('explain_access', group('group_member_read')),
    args: (w: World, at: Place) => ({ ...aide(w), p_kind: 'group', p_object_id: w.groups[at] ?? 0 }),
  },
  teamCell('team_details', team('team_view')),
  teamCell('team_members_list', team('team_view')),
  teamCell('update_team', team('team_settings_update'), () => ({ p_description: 'changed' })),
  teamCell('delete_team', team('team_delete')),
  { ...teamCell('delete_teams', team('team_delete')), args: (w, at) => ({ p_team_ids: [w.teams[at] ?? 0] }) },
  teamCell('team_assignable_members', team('team_member_add')),
  teamCell('set_team_member', team('team_member_add'), fresh),
  {
    ...teamCell('set_team_member', team('team_admin_add'), (w) => ({ ...fresh(w), p_role: 'admin' })),
    what: 'as admin',
  },
  { ...teamCell('set_team_member', team('team_user_add'), stranger), what: 'by address' },
  teamCell('set_team_members', team('team_member_add'), (w) => ({
    p_members: [{ user_id: w.people.fresh.id, role: 'member' }],
  })),
  teamCell('remove_team_member', team('team_member_delete'), aide),
  teamCell('leave_team', team('team_leave')),
  {
    ...teamCell('explain_access', team('team_member_add')),
    args: (w: World, at: Place) => ({ ...aide(w), p_kind: 'team', p_object_id: w.teams[at] ?? 0 }),
  },
]
