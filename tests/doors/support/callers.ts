// Who tries the doors, where, and what each may do there: permissions.json in three small functions.
import matrix from '../../../supabase/functions/_shared/domain/permissions.json' with { type: 'json' }
import {
  type ProjectPermission,
  type ProjectRole,
  projectRoles,
  type WorkspacePermission,
  type WorkspaceRole,
  workspaceRoles,
} from '../../../supabase/functions/_shared/domain/roles.ts'

export const callers = ['anon', 'stranger', ...[...workspaceRoles].reverse(), 'token'] as const
export type Caller = (typeof callers)[number]

/** Where each kind of thing is tried. `support/world.ts` furnishes it. */
export const places = {
  anywhere: ['anywhere'],
  workspace: ['workspace'],
  // By visibility; or private, and given to callers by name, by a team, by a group; or owned by the maker.
  project: ['public', 'internal', 'private', 'direct', 'teamed', 'grouped', 'owned'],
  // The maker leads one group and administers one team, of which viewer and guest are members.
  group: ['led', 'other'],
  team: ['joined', 'other'],
  // Whose account it is: the caller's, a founder's of the workspace, a stranger's to everybody.
  account: ['own', 'colleague', 'outsider'],
} as const
export type Scope = keyof typeof places
export type Place = (typeof places)[Scope][number]

/** Whether a caller may do something at a place. */
export type Rule = (who: Caller, at: Place) => boolean

/** Every permission that some expectation asks for. */
export const permissionsTried = new Set<string>()

type GroupPermission = keyof typeof matrix.group_permissions
type TeamPermission = keyof typeof matrix.team_permissions

/** The role in the workspace; undefined for who is not in it. */
export function roleOf(who: Caller): WorkspaceRole | undefined {
  return workspaceRoles.find((role) => role === who)
}

/** A permission of the workspace. */
export function workspace(permission: WorkspacePermission): Rule {
  permissionsTried.add(permission)
  return (who) => has(matrix.workspace_permissions[permission], [who === 'token' ? 'project_export' : who])
}

const isGlobalAdmin = (who: Caller) => workspace('WorkspaceGlobalAdmin')(who, 'workspace')

const exported: ProjectPermission[] = [
  'project_read',
  'project_published_branch_read',
  'project_unpublished_branch_read',
]

/** A permission in a project. A workspace token has those of reading: that is what exporting means. */
export function project(permission: ProjectPermission): Rule {
  permissionsTried.add(permission)
  const isExported = both(workspace('WorkspaceProjectsExport'), () => exported.includes(permission))
  return (who, at) => {
    if (who === 'token') return isExported(who, at)
    const role = projectRole(who, at)
    return role !== undefined && has(matrix.project_permissions[permission], [role])
  }
}

/** "effective_project_role" of permissions.json. */
export function projectRole(who: Caller, at: Place): ProjectRole | undefined {
  const role = roleOf(who)
  if (!role) return undefined
  if (isGlobalAdmin(who)) return 'workspace_global_admin'
  const sources = [direct(role, at), byTeam(at, role), byGroup(at, role), byItself(role, at)]
  const highest = projectRoles.find((candidate) => sources.includes(candidate))
  return highest && capped(highest, role)
}

// What world.ts gives by name.
const direct = (role: WorkspaceRole, at: Place): ProjectRole | undefined => {
  if (at === 'owned' && role === 'maker') return 'owner'
  if (at !== 'direct') return undefined
  return role === 'maker' || role === 'viewer' ? 'editor' : role === 'guest' ? 'viewer' : undefined
}
const byTeam = (at: Place, role: WorkspaceRole): ProjectRole | undefined =>
  at === 'teamed' && isInTeam(role) ? 'editor' : undefined
const byGroup = (at: Place, role: WorkspaceRole): ProjectRole | undefined =>
  at === 'grouped' && role === 'maker' ? 'admin' : undefined

function byItself(role: WorkspaceRole, at: Place): ProjectRole | undefined {
  if (at !== 'internal' && at !== 'public') return undefined
  if (matrix.editor_roles.includes(role)) return 'editor'
  return role === 'viewer' ? 'guest' : undefined
}

function capped(role: ProjectRole, by: WorkspaceRole): ProjectRole {
  const cap = by === 'viewer' ? 'viewer' : by === 'guest' ? 'guest' : 'owner'
  return projectRoles.indexOf(role) < projectRoles.indexOf(cap) ? cap : role
}

const isInTeam = (role: string | undefined) => role === 'maker' || role === 'viewer' || role === 'guest'

/** Whether the caller was given the project by name. */
export const isGivenByName: Rule = (who, at) => {
  const role = roleOf(who)
  return role !== undefined && direct(role, at) !== undefined
}

/** A permission in a group. */
export function group(permission: GroupPermission): Rule {
  permissionsTried.add(permission)
  return (who, at) => {
    const roles: string[] = []
    if (isGlobalAdmin(who)) roles.push('workspace_global_admin')
    if (who === 'maker' && at === 'led') roles.push('admin')
    if (workspace('WorkspaceProjectsView')(who, at)) roles.push('member')
    if (workspace('WorkspaceProjectsCreate')(who, at)) roles.push('member_who_may_create_projects')
    return has(matrix.group_permissions[permission], roles)
  }
}

/** A permission in a team. */
export function team(permission: TeamPermission): Rule {
  permissionsTried.add(permission)
  return (who, at) => {
    const roles: string[] = []
    if (isGlobalAdmin(who)) roles.push('workspace_global_admin')
    if (at === 'joined' && isInTeam(who)) roles.push(who === 'maker' ? 'admin' : 'member')
    if (workspace('WorkspaceTeamsView')(who, at)) roles.push('workspace_member')
    return has(matrix.team_permissions[permission], roles)
  }
}

function has(allowed: readonly string[], roles: readonly string[]): boolean {
  return roles.some((role) => allowed.includes(role))
}

export const anyone: Rule = () => true
export const nobody: Rule = () => false
/** A person with an account, whatever their workspaces. */
export const person: Rule = (who) => who !== 'anon' && who !== 'token'
export const member: Rule = (who) => roleOf(who) !== undefined
export const own: Rule = (who, at) => person(who, at) && at === 'own'
const readsProject = project('project_read')
const readsBranch = project('project_published_branch_read')
/** Rule 5: the published branches of a public project are everybody's. */
export const reads: Rule = (who, at) => at === 'public' || readsProject(who, at)
export const readsPublished: Rule = (who, at) => at === 'public' || readsBranch(who, at)
/** What is marked as internal in a description is for the workspace's members who are not guests. */
export const readsInternal: Rule = (who, at) =>
  who === 'token' || (readsPublished(who, at) && workspace('WorkspaceFullMember')(who, at))
/** A workspace token reads what comes from OpenAPI and JSON Schema files, and articles only where anybody does. */
export const readsAll: Rule = (who, at) => readsPublished(who, at) && (who !== 'token' || at === 'public')

export function both(one: Rule, other: Rule): Rule {
  return (who, at) => one(who, at) && other(who, at)
}

export function either(one: Rule, other: Rule): Rule {
  return (who, at) => one(who, at) || other(who, at)
}

/** Who may know that the thing is there: others get "not found". */
export const knows: Record<Scope, Rule> = {
  anywhere: anyone,
  workspace: member,
  project: reads,
  group: group('group_view'),
  team: team('team_view'),
  account: own,
}
