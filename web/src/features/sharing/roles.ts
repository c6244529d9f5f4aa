// Which project roles may be given, and in words what they mean or why not.
import type { ProjectPermission, WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import type { RoleOption } from '../../shared/ui/RoleSelect.tsx'
import { projectRoleLabel, workspaceRoleLabel } from '../../shared/ui/roles.ts'
import type { MemberRole, PersonWithAccess, TeamRole } from './queries.ts'

type Can = (permission: ProjectPermission) => boolean

const notAboveYou = 'You can only give roles up to your own.'

/** Why a role that somebody or a team has stays as it is. */
export const noChangeAboveYou = 'You can only change roles up to your own.'

/** What the button does that takes a project from somebody or a team. */
export const removeLabel = 'Remove from the project'

const meanings: Record<string, string> = {
  owner: 'Everything, and deleting the project',
  admin: 'Edit, share and change the settings',
  editor: 'Read, edit and share',
  viewer: 'Read, unpublished branches too',
  guest: 'Read published branches',
  inherit: 'What their workspace role means: editor for makers and above, otherwise viewer',
}

const permissionToGive: Record<string, ProjectPermission> = {
  owner: 'project_ownership_update',
  admin: 'project_admin_add',
  editor: 'project_editor_add',
  viewer: 'project_viewer_add',
  guest: 'project_viewer_add',
  inherit: 'project_editor_add',
}

function isReadOnly(role: WorkspaceRole | undefined): boolean {
  return role === 'viewer' || role === 'guest'
}

function meaningFor(role: string, workspaceRole: WorkspaceRole | undefined): string | undefined {
  const isCapped = isReadOnly(workspaceRole) && !['owner', 'guest', workspaceRole].includes(role)
  return isCapped ? `Counts as ${workspaceRole}: workspace ${workspaceRole}s are read-only` : meanings[role]
}

function reasonAgainst(role: string, workspaceRole: WorkspaceRole | undefined, can: Can): string | null {
  const permission =
    role === 'inherit' && isReadOnly(workspaceRole) ? 'project_viewer_add' : permissionToGive[role]
  if (role === 'owner' && isReadOnly(workspaceRole)) return 'Viewers and guests cannot own a project.'
  if (permission && can(permission)) return null
  return role === 'owner' ? 'Only the owner and workspace admins can pass on the ownership.' : notAboveYou
}

function optionsOf<Role extends string>(
  roles: readonly Role[],
  can: Can,
  workspaceRole?: WorkspaceRole,
): RoleOption<Role>[] {
  return roles.map((role) => {
    const description = meaningFor(role, workspaceRole)
    return {
      role,
      label: projectRoleLabel(role),
      ...(description === undefined ? {} : { description }),
      disabledBecause: reasonAgainst(role, workspaceRole, can),
    }
  })
}

/** Roles for somebody who has the project, the highest first; guest only for who is one already. */
export function memberOptions(
  can: Can,
  { role, workspace_role }: PersonWithAccess,
): RoleOption<MemberRole>[] {
  const roles: MemberRole[] = ['owner', 'admin', 'editor', 'viewer', 'inherit']
  return optionsOf(role === 'guest' ? [...roles, 'guest'] : roles, can, workspace_role)
}

/** Roles for those the project is being shared with. */
export function additionOptions(can: Can): RoleOption<MemberRole>[] {
  return optionsOf(['editor', 'viewer', 'inherit'], can)
}

/** Roles for teams. */
export function teamOptions(can: Can): RoleOption<TeamRole>[] {
  return optionsOf(['admin', 'editor', 'viewer'], can)
}

/** Several people with a workspace role, e.g. "3 Makers". */
export function countOfRole(count: number, role: WorkspaceRole): string {
  return `${count.toLocaleString('en')} ${workspaceRoleLabel(role)}${count === 1 ? '' : 's'}`
}
