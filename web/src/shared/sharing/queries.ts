// Who has access to a project and why, as the share dialog reads it.
import { keepPreviousData } from '@tanstack/react-query'
import type { ProjectRole, WorkspaceRole } from '../../../../supabase/functions/_shared/domain/roles.ts'
import { useMe } from '../data/me.ts'
import { nextOffset, usePages, useRead } from '../data/read.ts'
import { liveKeys, withParam } from '../data/realtime.ts'
import { db, rpc, unwrap } from '../data/supabase.ts'
import { useWorkspace } from '../data/workspace.tsx'
import type { Visibility } from './visibility.ts'

declare module '../data/supabase.ts' {
  interface Results {
    assignable_roles: AssignableRole[]
    explain_access: Explanation
    project_access_list: AccessPage
    project_assignable_members: Assignable[]
    project_assignable_teams: AssignableTeam[]
    project_teams_list: ProjectTeam[]
  }
}

export type MemberRole = 'guest' | 'viewer' | 'editor' | 'admin' | 'owner' | 'inherit'
export type TeamRole = 'viewer' | 'editor' | 'admin'

/** One of the things that give somebody a role; `counts` is the one that decides. */
export interface AccessReason {
  source: string
  role: ProjectRole
  counts: boolean
  sentence: string
}

export interface PersonWithAccess {
  user_id: number
  display_name: string
  username: string
  avatar_url: string | null
  /** Only for those who read the members of the workspace. */
  email: string | null
  workspace_role: WorkspaceRole
  /** What they were given by name; null for those who have access by a team or the group. */
  role: MemberRole | null
  effective_role: ProjectRole | null
  explanation: string
  sources: AccessReason[]
  may_change: boolean
  may_remove: boolean
}

export interface InvitedAddress {
  invitation_id: number
  email: string
  role: MemberRole
  expires_at: string
}

/** What everybody with a workspace role has in the project by that alone. */
export interface RoleByWorkspaceRole {
  workspace_role: WorkspaceRole
  role: ProjectRole
  count: number
  explanation: string
}

export interface AccessPage {
  items: PersonWithAccess[]
  total: number
  invitations: InvitedAddress[]
  everyone: RoleByWorkspaceRole[]
  visibility: Visibility
}

export interface ProjectTeam {
  team_id: number
  name: string
  slug: string
  icon: string
  icon_color: string
  role: TeamRole
  member_count: number
  has_read_only_workspace_roles: boolean
}

export interface Assignable {
  user_id: number
  display_name: string
  username: string
  avatar_url: string | null
  email: string | null
  workspace_role: WorkspaceRole
}

export type AssignableTeam = Pick<ProjectTeam, 'team_id' | 'name' | 'slug' | 'icon' | 'icon_color'>

export interface Explanation {
  user: { user_id: number; display_name: string }
  summary: string
  reasons: AccessReason[]
  cannot: { permission: string; sentence: string }[] | null
}

export interface AssignableRole {
  role: WorkspaceRole
  allowed: boolean
  reason: string | null
  needs_upgrade: boolean
}

const pageSize = 50
const access = 'project-access'
const teams = 'project-teams'

liveKeys({
  projects: [withParam(access, 'projectId'), withParam('shared-project', 'projectId')],
  project_members: [[access], ['my-project-role']],
  project_teams: [[access], [teams]],
  team_members: [[access], [teams]],
  teams: [[teams]],
  groups: [[access]],
  group_admins: [[access]],
  workspace_members: [[access], [teams], ['assignable-roles']],
  workspace_invitations: [[access]],
  workspace_invitation_projects: [[access]],
  users: [[access]],
})

/** People with access by name, team or group, a page at a time; the first page says the rest. */
export function useProjectAccess(projectId: number, search: string) {
  return usePages({
    key: [access, { projectId, search }],
    read: (offset) =>
      rpc('project_access_list', {
        p_project_id: projectId,
        p_search: search || null,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  })
}

/** The teams that have the project, by name. */
export function useProjectTeams(projectId: number, enabled: boolean) {
  return useRead({
    key: [teams, { projectId }],
    read: () => rpc('project_teams_list', { p_project_id: projectId }),
    enabled,
  })
}

/** Members with whom the project can still be shared by name. */
export function useAssignableMembers(projectId: number, search: string) {
  return useRead({
    key: [access, { projectId, list: 'assignable', search }],
    read: () => rpc('project_assignable_members', { p_project_id: projectId, p_search: search || null }),
    placeholderData: keepPreviousData,
  })
}

/** Teams with which the project can still be shared. */
export function useAssignableTeams(projectId: number, search: string) {
  return useRead({
    key: [teams, { projectId, list: 'assignable', search }],
    read: () =>
      rpc('project_assignable_teams', {
        p_project_id: projectId,
        p_search: search || null,
        p_limit: 100,
      }),
    placeholderData: keepPreviousData,
  })
}

/** Workspace roles at which the caller may invite, and why not at others. */
export function useAssignableRoles(enabled: boolean) {
  const workspace = useWorkspace()
  return useRead({
    key: ['assignable-roles'],
    read: () => rpc('assignable_roles', { p_workspace_id: workspace.id }),
    enabled,
  })
}

/** Why somebody may and may not do something in the project. */
export function useExplanation(projectId: number, userId: number | undefined) {
  return useRead({
    key: [access, { projectId, list: 'why', userId }],
    read:
      userId === undefined
        ? null
        : () => rpc('explain_access', { p_user_id: userId, p_kind: 'project', p_object_id: projectId }),
  })
}

/** What the caller was given in the project by name; null for nothing. */
export function useMyProjectRole(projectId: number) {
  const me = useMe().data?.id
  return useRead({
    key: ['my-project-role', { projectId }],
    read: async () => {
      const query = db
        .from('project_members')
        .select('role')
        .eq('project_id', projectId)
        .eq('user_id', me ?? 0)
      return (await unwrap(query.maybeSingle()))?.role ?? null
    },
    enabled: me !== undefined,
  })
}

export interface SharedProject {
  visibility: Visibility
  flavor: string
  group_id: number | null
}

/** What decides a project's visibility. */
export function useSharedProject(projectId: number) {
  return useRead({
    key: ['shared-project', { projectId }],
    read: () =>
      unwrap(
        db
          .from('projects')
          .select('visibility,flavor,group_id')
          .eq('id', projectId)
          .single()
          .overrideTypes<SharedProject>(),
      ),
  })
}
