import type { RoleOption } from '../../shared/ui/RoleSelect.tsx'
import { teamRoleLabel } from '../../shared/ui/roles.ts'
import type { Team, TeamRole } from './queries.ts'

const readers = ['viewer', 'guest']

/** The roles of a team, and why somebody with these workspace roles cannot be its admin. */
export function roleOptions(team: Team, workspaceRoles: string[]): RoleOption<TeamRole>[] {
  return [
    {
      role: 'admin',
      label: teamRoleLabel('admin'),
      description: 'Adds and removes members, changes and deletes the team',
      disabledBecause: whyNoAdmin(team, workspaceRoles),
    },
    { role: 'member', label: teamRoleLabel('member'), description: 'Works on the projects of the team' },
  ]
}

function whyNoAdmin(team: Team, workspaceRoles: string[]): string | null {
  if (!team.my_permissions.includes('team_admin_add')) return 'You do not have permission to add admins.'
  if (workspaceRoles.some((role) => readers.includes(role))) {
    return 'Viewers and guests can only be members of a team.'
  }
  return null
}
