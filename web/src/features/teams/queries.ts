// Teams as the administration lists, shows and changes them.
import { ApiProblem } from '../../shared/data/api.ts'
import { nextOffset, usePages, useRead } from '../../shared/data/read.ts'
import { liveKeys, ofRow } from '../../shared/data/realtime.ts'
import type { BulkAnswer, Person, RowOf, TeamPage } from '../../shared/data/rows.ts'
import { rpc, supabase, unwrap } from '../../shared/data/supabase.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    create_team: { id: number; slug: string }
    delete_teams: BulkAnswer
    list_teams: TeamPage<Team>
    team_details: Team
    update_team: Team
  }
}

/** Page size of the list. */
const pageSize = 50

liveKeys({
  teams: [['teams'], ofRow(['team'])],
  team_members: [['teams'], ofRow(['team'])],
  project_teams: [['teams'], ['team'], ['team-projects']],
  projects: [['team'], ['team-projects']],
  workspace_members: [['teams'], ['team']],
  workspace_invitations: [['team']],
})

export type TeamRole = 'admin' | 'member'

export type TeamPermission =
  | 'team_view'
  | 'team_leave'
  | 'team_delete'
  | 'team_settings_update'
  | 'team_member_add'
  | 'team_member_delete'
  | 'team_admin_add'
  | 'team_user_add'

export type TeamProject = RowOf<'team_project_item'>

/** A team as the caller may know it: `projects` holds the first ten that the caller reads, `admins` the first three. */
export type Team = RowOf<
  'team_item',
  'my_role',
  { admins: Person[]; projects: TeamProject[]; my_permissions: TeamPermission[] }
>

export interface TeamFilter {
  mine: boolean
  search: string
  /** A column of the server's, with a minus before it where it descends. */
  order: string
}

/** The teams that the caller may see, a page at a time, sorted by the server. */
export function useTeams(filter: TeamFilter) {
  const { id: workspaceId } = useWorkspace()
  return usePages({
    key: ['teams', { ...filter }],
    read: (offset) =>
      rpc('list_teams', {
        p_workspace_id: workspaceId,
        p_my_teams: filter.mine,
        p_search: filter.search,
        p_order: filter.order,
        p_limit: pageSize,
        p_offset: offset,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: ({ pages }) => [
      // A team that moved between two pages while they were fetched is in both.
      ...new Map(pages.flatMap(({ items }) => items.map((team) => [team.id, team] as const))).values(),
    ],
    signedIn: true,
  })
}

/** One team by its slug; `known` (its row of the list) shows until the answer is there. 404 for who may not see it. */
export function useTeam(slug: string | undefined, known: Team | undefined) {
  const { id: workspaceId } = useWorkspace()
  return useRead({
    key: ['team', { slug }],
    read: async () => {
      const query = supabase
        .from('teams')
        .select('id')
        .eq('workspace_id', workspaceId)
        .eq('slug', slug ?? '')
      const row = await unwrap(query.maybeSingle())
      if (!row) throw teamNotFound()
      return readTeam(row.id)
    },
    signedIn: true,
    enabled: slug !== undefined,
    ...(known ? { placeholderData: known } : {}),
  })
}

/** A team as it is now. */
export const readTeam = (teamId: number) => rpc('team_details', { p_team_id: teamId })

const teamNotFound = () =>
  new ApiProblem({ code: 'NOT_FOUND', status: 404, detail: 'Team Not Found', fields: [] })

/** Every project of a team that the caller may share: what the ten of the team itself leave out. */
export function useTeamProjects(teamId: number, enabled: boolean) {
  return useRead({
    key: ['team-projects', { teamId }],
    read: async () => {
      const query = supabase
        .from('project_teams')
        .select('role, project:projects(id, slug, name)')
        .eq('team_id', teamId)
      const rows = await unwrap(query)
      return rows
        .map(({ role, project }) => ({ ...project, role }))
        .sort((one, other) => one.name.localeCompare(other.name))
    },
    enabled,
  })
}

/** What lists or counts teams. */
export const teamLists = ['teams', 'features']
/** The same, and what shows each of them. */
export const teamResources = [...teamLists, 'team', 'team-members', 'team-access']

export interface TeamValues {
  name: string
  description: string
  icon: string
  color: string
}

/** Makes a team; 402 past the plan's limit, CONFLICT on a name that is taken. */
export const createTeam = (workspaceId: number, { color, ...values }: TeamValues) =>
  rpc('create_team', {
    p_workspace_id: workspaceId,
    p_name: values.name,
    p_description: values.description,
    p_icon: values.icon,
    p_icon_color: color,
  })

/** Changes what is given of a team; CONFLICT on a name that is taken. */
export const updateTeam = (
  teamId: number,
  { color, ...values }: Partial<TeamValues>,
  { color: seenColor, ...seen }: Partial<TeamValues>,
) =>
  rpc('update_team', {
    p_team_id: teamId,
    p_name: values.name,
    p_description: values.description,
    p_icon: values.icon,
    p_icon_color: color,
    p_seen: { ...seen, icon_color: seenColor },
  })

/** Deletes a team. */
export const deleteTeam = (teamId: number) => rpc('delete_team', { p_team_id: teamId })

/** Deletes many teams, each as the caller may. */
export const deleteTeams = (teamIds: number[]) => rpc('delete_teams', { p_team_ids: teamIds })
