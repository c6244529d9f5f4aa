// Who has access to a project and why, as the share dialog reads it.
import { keepPreviousData } from '@tanstack/react-query'
import { useMe } from '../../shared/data/me.ts'
import { nextOffset, usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys, withParam } from '../../shared/data/realtime.ts'
import type {
  AccessReason,
  AssignableMember,
  Person,
  ProjectAccess,
  ProjectTeam,
  RowOf,
} from '../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import type { Visibility } from '../../shared/data/visibility.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    explain_access: Explanation
    project_access_list: AccessPage
    project_assignable_members: AssignableMember[]
  }
}

export type MemberRole = InvitedAddress['role']
export type TeamRole = ProjectTeam['role']

export interface PersonWithAccess extends ProjectAccess {
  sources: AccessReason[]
}

export type InvitedAddress = RowOf<'project_invited'>

/** What everybody with a workspace role has in the project by that alone. */
export type RoleByWorkspaceRole = RowOf<'project_access_by_role'>

export interface AccessPage extends RowOf<'project_access_page'> {
  items: PersonWithAccess[]
  invitations: InvitedAddress[]
  everyone: RoleByWorkspaceRole[]
  visibility: Visibility
}

export interface Explanation extends RowOf<'access_explanation', 'role' | 'workspace_role' | 'cannot'> {
  user: Person
  reasons: AccessReason[]
  cannot: RowOf<'lacking_permission'>[] | null
}

const pageSize = 50
const access = 'project-access'

liveKeys({
  projects: [withParam(access, 'projectId'), withParam('shared-project', 'projectId')],
  project_members: [[access], ['my-project-role']],
  project_teams: [[access]],
  team_members: [[access]],
  groups: [[access]],
  group_admins: [[access]],
  workspace_members: [[access]],
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
    key: ['project-teams', { projectId, list: 'assignable', search }],
    read: () =>
      rpc('project_assignable_teams', {
        p_project_id: projectId,
        p_search: search || null,
        p_limit: 100,
      }),
    placeholderData: keepPreviousData,
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
      const query = supabase
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
  slug: string
  visibility: Visibility
  flavor: string
  group_id: number | null
}

/** What decides a project's visibility, and what it is called in addresses. */
export function useSharedProject(projectId: number) {
  return useRead({
    key: ['shared-project', { projectId }],
    read: () =>
      unwrap(
        supabase
          .from('projects')
          .select('slug,visibility,flavor,group_id')
          .eq('id', projectId)
          .single()
          .overrideTypes<SharedProject>(),
      ),
  })
}
