// The settings of a project as tests open them, with a server that answers like ours. Only tests import this.
import { Route, Routes } from 'react-router-dom'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, json, type ReceivedRequest, tokenFor } from '../../shared/testing/server.ts'
import type { Branch, Project } from './model.ts'
import ProjectSettingsRoutes from './routes.tsx'

export const pets: Project = {
  id: 5,
  name: 'Pets',
  slug: 'pets',
  description: 'All of them',
  icon_name: 'cabinet-filing',
  icon_color: '#7F8197',
  type: 'vcs',
  flavor: 'design',
  visibility: 'public',
  group_id: null,
  is_design_library: false,
  use_legacy_exporter: false,
  auto_invite_committers: false,
  default_branch_id: 1,
  updated_at: '2026-11-22T10:00:00Z',
}

export const main: Branch = {
  id: 1,
  name: 'main',
  slug: 'main',
  is_default: true,
  is_published: true,
  commit_hash: 'abcdef0123456789',
  last_analyzed_at: '2026-11-22T10:00:00Z',
  article_count: 1,
  schema_count: 2,
  api_count: 1,
  operation_count: 1200,
}
export const next: Branch = {
  ...main,
  id: 2,
  name: 'next',
  slug: 'next',
  is_default: false,
  is_published: false,
  commit_hash: null,
  last_analyzed_at: null,
}

const group = { id: 3, name: 'Commerce', slug: 'commerce', description: '', visibility: 'internal' }
const groups = [
  { ...group, my_permissions: ['group_view', 'group_projects_add'] },
  { ...group, id: 4, name: 'Closed', slug: 'closed', my_permissions: ['group_view'] },
]

export const everything = [
  'project_read',
  'project_update',
  'project_group_update',
  'project_delete',
  'project_settings_view',
  'project_automation_logs_read',
  'project_branch_update',
  'project_branch_create_delete',
  'project_contents_update',
  'project_editor_add',
]
export const asEditor = everything.filter(
  (permission) => !['project_update', 'project_group_update', 'project_delete'].includes(permission),
)

export const rpc = (name: string) => `POST /rest/v1/rpc/${name}`
export const grants = (permissions: string[]) =>
  permissions.map((permission) => ({ role: 'admin', permission }))
export const feature = (name: string, allowed: boolean) => ({
  name,
  type: 'toggle',
  allowed,
  in_plan: allowed,
  max_quantity: null,
  usage: null,
  pending: null,
})

/** The server of a workspace with one Git project, whose caller may do everything. */
export function answersFor(project: Project): Answers {
  return {
    [rpc('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [rpc('me')]: ada,
    [rpc('my_permissions')]: [{ role: 'owner', permission: 'WorkspaceBilling' }],
    [rpc('my_project_permissions')]: grants(everything),
    [rpc('workspace_features')]: [feature('multi_branch', true), feature('design_library', true)],
    [rpc('list_groups')]: { items: groups, total: groups.length },
    'GET /rest/v1/projects': ({ path }: ReceivedRequest) =>
      json(
        200,
        path.includes('&id=eq.') ? project : path.includes(`slug=eq.${project.slug}`) ? [project] : [],
      ),
    'GET /rest/v1/project_slugs': ({ path }: ReceivedRequest) =>
      json(200, path.includes('slug=eq.animals') ? [{ project: { slug: project.slug } }] : []),
    'PATCH /rest/v1/projects': { id: project.id },
    [rpc('update_project')]: null,
    'GET /rest/v1/branches': [main, next],
    'PATCH /rest/v1/branches': { id: 2 },
    'GET /rest/v1/project_repositories': [
      {
        workspace_integration_id: 9,
        remote_url_http: 'https://github.com/acme/pets',
        external_slug: 'pets',
        external_org_slug: 'acme',
        default_branch: 'main',
        commit_statuses: true,
        pull_request_comments: false,
        webhook_installed_at: null,
      },
    ],
    'PATCH /rest/v1/project_repositories': { project_id: 5 },
    [rpc('project_host')]: [{ integration_id: 9, name: 'GitHub', kind: 'github', enabled: true }],
    [rpc('connected_accounts')]: [],
    'GET /api/v1/projects/cHJqOjU/service-accounts': { items: [] },
    'GET /api/v1/projects/cHJqOjU/contributors': { items: [] },
    'GET /rest/v1/webhook_deliveries': [],
    'GET /rest/v1/task_logs': [],
  }
}

/** Opens an address of the settings; docs and home are places that tests can be led to. */
export function openSettings(path = '/settings/pets') {
  return renderAt(
    path,
    <OnWorkspace>
      <Routes>
        <Route path="/settings/:projectSlug/*" element={<ProjectSettingsRoutes />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
      <ToastLog />
    </OnWorkspace>,
  )
}
