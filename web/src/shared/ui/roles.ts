// What roles are called and what they let one do.
import {
  type WorkspaceRole,
  workspaceRoleLabels,
} from '../../../../supabase/functions/_shared/domain/roles.ts'

const workspaceDescriptions: Record<WorkspaceRole, string> = {
  owner: 'Full control of the workspace',
  billing: 'Manage settings, projects and billing',
  admin: 'Manage settings, projects and members',
  maker: 'Create, edit and share projects',
  viewer: 'View projects, and share those that were shared with them',
  guest: 'View only the projects they are assigned to',
}

const projectLabels: Record<string, string> = {
  workspace_global_admin: 'Workspace Admin',
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
  guest: 'Guest',
  inherit: 'Workspace role',
}

const teamLabels: Record<string, string> = { admin: 'Admin', member: 'Member' }

/** What a workspace role is called; 'Pending' for invitations and join requests. */
export function workspaceRoleLabel(role: string): string {
  return role === 'pending' ? 'Pending' : (workspaceRoleLabels[role as WorkspaceRole] ?? role)
}

/** What a workspace role lets one do, in a line; empty for a role that has no description. */
export function workspaceRoleDescription(role: string): string {
  return workspaceDescriptions[role as WorkspaceRole] ?? ''
}

/** What a role in a project is called. */
export function projectRoleLabel(role: string): string {
  return projectLabels[role] ?? role
}

/** What a role in a team is called. */
export function teamRoleLabel(role: string): string {
  return teamLabels[role] ?? role
}
