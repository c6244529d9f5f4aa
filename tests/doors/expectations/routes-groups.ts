import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { both, group, type Rule, team, workspace } from '../support/callers.ts'
import type { World } from '../support/world.ts'
import { type RouteCells, userId } from './routes.ts'

const groupCell = (route: string, may: Rule, more: Partial<RouteCells> = {}): RouteCells => ({
  route,
  in: 'group',
  may,
  ...more,
})
const teamCell = (route: string, may: Rule, more: Partial<RouteCells> = {}): RouteCells => ({
  route,
  in: 'team',
  may,
  ...more,
})

const aide = (w: World) => ({ user_id: userId(w, 'aide') })
const fresh = (w: World) => ({ user_id: userId(w, 'fresh') })
const seesMembers = workspace('WorkspaceMembersRead')

export const groupAndTeamRoutes: RouteCells[] = [
  groupCell('GET /groups/{id}', group('group_view')),
  groupCell('PATCH /groups/{id}', group('group_update'), { body: () => ({ name: 'Renamed' }) }),
  groupCell('DELETE /groups/{id}', group('group_delete')),
  groupCell('GET /groups/{id}/members', group('group_member_read')),
  groupCell('PUT /groups/{id}/members/{user_id}', group('group_member_add'), { params: fresh }),
  groupCell('PUT /groups/{id}/members', group('group_member_add'), {
    body: (w) => ({ email: w.people.fresh.email }),
  }),
  groupCell('DELETE /groups/{id}/members/me', group('group_leave')),
  groupCell('DELETE /groups/{id}/members/{user_id}', group('group_member_delete'), { params: aide }),
  groupCell('GET /groups/{id}/invites', group('group_member_read')),
  // Known to who sees the members; of others' groups an invitation says nothing.
  groupCell('DELETE /groups/{id}/invites/{invitation_id}', both(seesMembers, group('group_member_delete')), {
    params: (w) => ({ invitation_id: encodeId('wkinv', w.things.invitationId) }),
    knows: () => false,
  }),
  groupCell('GET /groups/{id}/assignable-members', group('group_member_add')),
  teamCell('GET /teams/{id}', team('team_view')),
  teamCell('PATCH /teams/{id}', team('team_settings_update'), { body: () => ({ name: 'Renamed' }) }),
  teamCell('DELETE /teams/{id}', team('team_delete')),
  teamCell('GET /teams/{id}/members', team('team_view')),
  teamCell('PUT /teams/{id}/members', team('team_member_add'), { body: fresh }),
  teamCell('PUT /teams/{id}/members', team('team_admin_add'), {
    what: 'as admin',
    body: (w) => ({ ...fresh(w), role: 'admin' }),
  }),
  teamCell('PUT /teams/{id}/members', team('team_user_add'), {
    what: 'by address',
    body: () => ({ email: 'newcomer@doors.example' }),
  }),
  teamCell('DELETE /teams/{id}/members/me', team('team_leave')),
  teamCell('DELETE /teams/{id}/members', team('team_member_delete'), { body: aide }),
  teamCell('GET /teams/{id}/assignable-members', team('team_member_add')),
]
