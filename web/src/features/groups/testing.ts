// A workspace with two groups and four projects, as its server answers for the tests of this screen.
import matrix from '../../../../supabase/functions/_shared/domain/permissions.json' with { type: 'json' }
import { graphAnswer } from '../../shared/testing/graph.ts'
import { acme, ada } from '../../shared/testing/render.tsx'
import { type Answers, json, type ReceivedRequest, tokenFor } from '../../shared/testing/server.ts'
import type { Group, Project } from './model.ts'

type Permissions = Record<string, string[]>

const permissionsOf = (permissions: Permissions, role: string) =>
  Object.keys(permissions).filter((permission) => permissions[permission]?.includes(role))

/** A group as `list_groups` answers it to somebody with a role in it. */
export function aGroup(more: Partial<Group>, role = 'workspace_global_admin'): Group {
  return {
    id: 1,
    workspace_id: 7,
    name: 'Payments',
    slug: 'payments',
    description: '',
    visibility: 'internal',
    icon: 'cube',
    icon_color: '#1D4ED8',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    projects_count: 2,
    admins_count: 2,
    invitations_count: 0,
    is_admin: false,
    my_permissions: permissionsOf(matrix.group_permissions, role) as Group['my_permissions'],
    ...more,
  }
}

/** A project as `list_projects` answers it to somebody with a role in it. */
export function aProject(more: Partial<Project>, role = 'workspace_global_admin'): Project {
  return {
    id: 1,
    slug: 'cards',
    name: 'Cards',
    description: '',
    icon_name: 'cube',
    icon_color: '#1D4ED8',
    flavor: 'design',
    type: 'web',
    visibility: 'internal',
    updated_at: '2026-01-01T00:00:00Z',
    group: null,
    owner: { user_id: 1, display_name: 'Ada Lovelace', avatar_url: null },
    my_permissions: permissionsOf(matrix.project_permissions, role) as Project['my_permissions'],
    default_branch: {
      id: 1,
      name: 'main',
      slug: 'main',
      article_count: 0,
      schema_count: 1,
      api_count: 1,
      operation_count: 12,
    },
    ...more,
  }
}

export const payments = { id: 1, name: 'Payments', slug: 'payments' }

interface Args {
  p_group_id?: number
  p_without_group?: boolean
  p_search?: string | null
  p_visibility?: string[] | null
  p_flavor?: string[] | null
  p_slug?: string
}

/** What `list_projects` answers out of these projects. */
export function listing(projects: () => Project[]) {
  return ({ body }: ReceivedRequest) => {
    const args = body as Args
    const items = projects().filter(
      ({ group, name, visibility, flavor, slug }) =>
        (args.p_group_id === undefined || group?.id === args.p_group_id) &&
        (!args.p_without_group || group === null) &&
        (!args.p_search || name.toLowerCase().includes(args.p_search.toLowerCase())) &&
        (!args.p_visibility || args.p_visibility.includes(visibility)) &&
        (!args.p_flavor || args.p_flavor.includes(flavor)) &&
        (!args.p_slug || slug === args.p_slug),
    )
    return json(200, { items, next: null, total: null })
  }
}

/** The answers of a workspace to somebody with a role in it. */
export function aWorkspaceFor(role: string, groups: () => Group[], projects: () => Project[]): Answers {
  const grants = permissionsOf(matrix.workspace_permissions, role).map((permission) => ({ role, permission }))
  return {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': grants,
    'POST /rest/v1/rpc/workspace_features': [
      {
        name: 'groups',
        type: 'toggle',
        max_quantity: null,
        usage: null,
        pending: null,
        allowed: true,
        in_plan: true,
      },
    ],
    'GraphQL PinnedProjects': graphAnswer('projectPinsCollection', []),
    'POST /rest/v1/rpc/list_groups': () => json(200, { items: groups(), total: groups().length }),
    'POST /rest/v1/rpc/list_projects': listing(projects),
    'POST /rest/v1/rpc/project_teams_list': [],
  }
}
