// Roles and permissions as data: one copy of the matrix serves database, functions and client.
import matrix from './permissions.json' with { type: 'json' }

export const workspaceRoles = ['owner', 'billing', 'admin', 'maker', 'viewer', 'guest'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

export const projectRoles = ['workspace_global_admin', 'owner', 'admin', 'editor', 'viewer', 'guest'] as const
export type ProjectRole = (typeof projectRoles)[number]

/** What somebody is given in a project by name; `inherit` gives what the workspace role means. */
export const projectMemberRoles = ['guest', 'viewer', 'editor', 'admin', 'owner', 'inherit'] as const
export const projectTeamRoles = ['viewer', 'editor', 'admin'] as const
export const teamRoles = ['member', 'admin'] as const

export type WorkspacePermission = keyof typeof matrix.workspace_permissions
export type ProjectPermission = keyof typeof matrix.project_permissions
export type GroupPermission = keyof typeof matrix.group_permissions

export const workspaceRoleLabels: Record<WorkspaceRole, string> = {
  owner: 'Owner',
  billing: 'Billing Admin',
  admin: 'Admin',
  maker: 'Maker',
  viewer: 'Viewer',
  guest: 'Guest',
}
