// For tests: a workspace with teams, and the screen in it. Import after ../../shared/testing/host.ts.
import { Route, Routes } from 'react-router-dom'
import { useSite } from '../../shared/data/workspace.tsx'
import { acme, ada, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, json, tokenFor } from '../../shared/testing/server.ts'
import type { TeamMember } from './member-queries.ts'
import type { Team, TeamPermission } from './queries.ts'
import TeamsRoutes from './routes.tsx'

export const called = (name: string) => `POST /rest/v1/rpc/${name}`

const ofAdmin: TeamPermission[] = [
  'team_view',
  'team_settings_update',
  'team_member_add',
  'team_member_delete',
  'team_user_add',
  'team_admin_add',
  'team_delete',
]

/** A team as a workspace admin sees it, who is no member. */
export function aTeam(id: number, name: string, more: Partial<Team> = {}): Team {
  return {
    id,
    workspace_id: 7,
    name,
    slug: name.toLowerCase(),
    description: '',
    icon: 'cube',
    icon_color: '#0F766E',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    admins: [],
    admins_count: 0,
    member_count: 1,
    invitations_count: 0,
    projects: [],
    project_count: 0,
    my_role: null,
    my_permissions: ofAdmin,
    ...more,
  }
}

/** A team as somebody sees it who may only look. */
export const asReader: Partial<Team> = { my_permissions: ['team_view'] }

export function aMember(name: string, more: Partial<TeamMember> = {}): TeamMember {
  return {
    type: 'member',
    invitation_id: null,
    user_id: 20,
    username: name.toLowerCase(),
    first_name: name,
    last_name: '',
    display_name: name,
    email: `${name.toLowerCase()}@example.com`,
    avatar_url: null,
    role: 'member',
    workspace_role: 'maker',
    created_at: '2026-01-01T00:00:00Z',
    may_change: true,
    may_remove: true,
    ...more,
  }
}

export const admin = ['WorkspaceTeamsView', 'WorkspaceTeamCreate', 'WorkspaceGlobalAdmin', 'WorkspaceBilling']
export const maker = ['WorkspaceTeamsView', 'WorkspaceTeamCreate']
export const viewer = ['WorkspaceTeamsView']

/** What the server answers about a workspace with these teams; tests change the list as things happen. */
export function aWorkspace(teams: Team[], permissions: string[] = admin): Answers {
  const bySlug = (path: string) => teams.find(({ slug }) => path.includes(`slug=eq.${slug}`))
  return {
    [called('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [called('me')]: ada,
    [called('my_permissions')]: permissions.map((permission) => ({ role: 'admin', permission })),
    [called('workspace_features')]: [theFeature({ usage: teams.length, max_quantity: 20 })],
    [called('list_teams')]: () => json(200, { items: teams, total: teams.length }),
    'GET /rest/v1/teams': ({ path }: { path: string }) => {
      const team = bySlug(path)
      return json(200, team ? [{ id: team.id }] : [])
    },
    [called('team_details')]: ({ body }: { body: { p_team_id: number } }) =>
      json(200, teams.find(({ id }) => id === body.p_team_id) ?? null),
    [called('team_members_list')]: { items: [], total: 0 },
    [called('team_assignable_members')]: [],
    [called('explain_access')]: { summary: 'admin, because workspace admins administer everything' },
  }
}

/** How much of the plan's teams is used. */
export const theFeature = (more: { usage: number; max_quantity: number | null; in_plan?: boolean }) => ({
  name: 'teams',
  type: 'limit',
  pending: null,
  allowed: true,
  in_plan: true,
  ...more,
})

/** A refusal as the database raises it. */
export const refusal = (status: number, code: string, message: string, field?: string) => () =>
  json(status, {
    code: `PT${status}`,
    message,
    hint: code,
    details: field ? JSON.stringify({ field }) : '',
  })

/** The screen at an address below /admin/teams, and the toasts that it raises. */
export const open = (path = '') =>
  renderAt(
    `/admin/teams${path}`,
    <>
      <InWorkspace />
      <ToastLog />
    </>,
  )

function InWorkspace() {
  if (useSite().kind !== 'workspace') return null
  return (
    <Routes>
      <Route path="/admin/teams/*" element={<TeamsRoutes />} />
    </Routes>
  )
}
