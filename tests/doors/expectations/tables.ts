// Every table that clients are granted anything on: which row is tried, and what each verb needs. A verb that is not here is nobody's.
import {
  anyone,
  both,
  type Caller,
  either,
  group,
  member,
  own,
  type Place,
  person,
  project,
  type Rule,
  reads,
  readsAll,
  readsInternal,
  readsPublished,
  type Scope,
  team,
  workspace,
} from '../support/callers.ts'
import { slugs } from '../support/furnish-project.ts'
import { accountAt, type World } from '../support/world.ts'

export type Row = Record<string, string | number | boolean>
export type RowAt = (world: World, at: Place, who: Caller) => Row

export interface TableCells {
  table: string
  /** Which of its rows, where there are several kinds. */
  what?: string
  in: Scope
  /** What finds the row. */
  row: RowAt
  read?: Rule
  create?: { may: Rule; row: RowAt }
  update?: { may: Rule; set: Row }
  delete?: Rule
  /** Visitors, and with them workspace tokens, are let through to the policies. */
  anon?: true
}

const always =
  (row: Row): RowAt =>
  () =>
    row
const host: RowAt = (w) => ({ workspace_id: w.workspaceId })
const thing =
  (id: 'domainId' | 'machineId' | 'integrationId' | 'invitationId' | 'joinRequestId'): RowAt =>
  (w) => ({ id: w.things[id] })
const invitation: RowAt = (w) => ({ invitation_id: w.things.invitationId })
const here = (w: World, at: Place) => w.projects[at] as World['projects'][string]
const theProject: RowAt = (w, at) => ({ id: here(w, at).id })
const ofProject: RowAt = (w, at) => ({ project_id: here(w, at).id })
const branch =
  (slug: 'main' | 'draft'): RowAt =>
  (w, at) => ({ id: here(w, at).branches[slug] })
const onBranch =
  (slug: 'main' | 'draft', more: Row = {}): RowAt =>
  (w, at) => ({ branch_id: here(w, at).branches[slug], ...more })
const account: RowAt = (w, at, who) => ({ user_id: w.people[accountAt(who, at)].id })

const unpublished = project('project_unpublished_branch_read')
// The list of a workspace's members shows its people, and to nobody else.
const seesPerson: Rule = (who, at) =>
  own(who, at) || (at === 'colleague' && workspace('WorkspaceMembersRead')(who, at))
const ownMembership: Rule = (who, at) => at === 'own' && member(who, at)
// Visitors do not list files; see readsAll for what a token reads.
const notVisitor: Rule = (who) => who !== 'anon'

const domains = workspace('WorkspaceEmailDomainCreateUpdateDelete')
const tokens = workspace('WorkspaceOauthClientCreateUpdateDelete')
const invited = workspace('WorkspaceMembersRead')

export const tables: TableCells[] = [
  { table: 'activity_events', in: 'workspace', row: host },
  {
    table: 'approved_domains',
    in: 'workspace',
    row: thing('domainId'),
    read: workspace('WorkspaceSettingsRead'),
    create: { may: domains, row: (w) => ({ workspace_id: w.workspaceId, domain: 'new.doors.example' }) },
    update: { may: domains, set: { role: 'guest' } },
    delete: domains,
  },
  { table: 'billing_accounts', in: 'workspace', row: host, read: workspace('WorkspaceBilling') },
  { table: 'billing_features', in: 'anywhere', row: always({ name: 'guests' }), read: anyone, anon: true },
  {
    table: 'billing_pricing_plans',
    in: 'anywhere',
    row: always({ cycle_interval_months: 1 }),
    read: anyone,
    anon: true,
  },
  {
    table: 'billing_products',
    in: 'anywhere',
    row: always({ name: 'enterprise' }),
    read: anyone,
    anon: true,
  },
  {
    table: 'branch_files',
    what: 'an API description',
    in: 'project',
    row: onBranch('main', { path: 'reference/api.yaml' }),
    read: both(readsPublished, notVisitor),
    anon: true,
  },
  {
    table: 'branch_files',
    what: 'an article',
    in: 'project',
    row: onBranch('main', { path: 'docs/intro.md' }),
    read: both(both(readsPublished, notVisitor), (who) => who !== 'token'),
    anon: true,
  },
  {
    table: 'branch_files',
    what: 'a file of a draft',
    in: 'project',
    row: onBranch('draft', { path: 'reference/api.yaml' }),
    read: unpublished,
    anon: true,
  },
  {
    table: 'branch_nodes',
    what: 'an operation',
    in: 'project',
    row: onBranch('main', { slug: slugs.operation }),
    read: readsPublished,
    anon: true,
  },
  {
    table: 'branch_nodes',
    what: 'an internal operation',
    in: 'project',
    row: onBranch('main', { slug: slugs.internal }),
    read: readsInternal,
    anon: true,
  },
  {
    table: 'branch_nodes',
    what: 'an article',
    in: 'project',
    row: onBranch('main', { slug: slugs.article }),
    read: readsAll,
    anon: true,
  },
  {
    table: 'branch_nodes',
    what: 'an operation of a draft',
    in: 'project',
    row: onBranch('draft', { slug: slugs.operation }),
    read: unpublished,
    anon: true,
  },
  { table: 'branch_tocs', in: 'project', row: onBranch('main') },
  {
    table: 'branches',
    what: 'published',
    in: 'project',
    row: branch('main'),
    read: readsPublished,
    update: { may: project('project_branch_update'), set: { name: 'renamed' } },
    anon: true,
  },
  {
    table: 'branches',
    what: 'unpublished',
    in: 'project',
    row: branch('draft'),
    read: unpublished,
    update: { may: project('project_branch_update'), set: { name: 'renamed' } },
    anon: true,
  },
  {
    table: 'emails',
    what: 'primary',
    in: 'account',
    row: (w, at, who) => ({ id: w.accounts[accountAt(who, at)]?.emailId ?? 0 }),
    read: seesPerson,
  },
  {
    table: 'emails',
    what: 'others',
    in: 'account',
    row: (w, at, who) => ({ id: w.accounts[accountAt(who, at)]?.spareEmailId ?? 0 }),
    read: own,
  },
  { table: 'external_users', in: 'account', row: account, read: own },
  { table: 'files', in: 'workspace', row: host },
  {
    table: 'group_admins',
    in: 'group',
    row: (w, at) => ({ group_id: w.groups[at] ?? 0, user_id: w.people.founder.id }),
    read: group('group_member_read'),
  },
  {
    table: 'group_role_permissions',
    in: 'anywhere',
    row: always({ permission: 'group_view' }),
    read: person,
  },
  {
    table: 'groups',
    in: 'group',
    row: (w, at) => ({ id: w.groups[at] ?? 0 }),
    read: group('group_view'),
    update: { may: group('group_update'), set: { description: 'changed' } },
    delete: group('group_delete'),
  },
  { table: 'join_requests', in: 'workspace', row: thing('joinRequestId'), read: invited },
  {
    table: 'machine_principals',
    in: 'workspace',
    row: thing('machineId'),
    read: tokens,
    update: { may: tokens, set: { name: 'Renamed' } },
    delete: tokens,
  },
  {
    table: 'node_edges',
    in: 'project',
    row: onBranch('main', { from_uri: `/${slugs.operation}` }),
    read: readsPublished,
    anon: true,
  },
  {
    table: 'nodes',
    in: 'project',
    row: (w, at) => ({ id: here(w, at).nodeId }),
    read: readsPublished,
    anon: true,
  },
  {
    table: 'project_members',
    in: 'project',
    row: (w, at) => ({ project_id: here(w, at).id, user_id: w.people.aide.id }),
    read: project('project_members_add'),
    delete: project('project_member_delete'),
  },
  {
    table: 'project_pins',
    in: 'account',
    row: account,
    read: own,
    update: { may: own, set: { position: 3 } },
    delete: own,
  },
  {
    table: 'project_role_permissions',
    in: 'anywhere',
    row: always({ permission: 'project_read' }),
    read: person,
  },
  {
    table: 'project_slugs',
    in: 'project',
    row: (w, at) => ({ slug: here(w, at).oldSlug }),
    read: reads,
    anon: true,
  },
  {
    table: 'project_teams',
    in: 'project',
    row: (w, at) => ({ project_id: here(w, at).id, team_id: w.teams.bystanding ?? 0 }),
    read: project('project_members_add'),
  },
  {
    table: 'projects',
    in: 'project',
    row: theProject,
    read: reads,
    update: { may: project('project_update'), set: { description: 'changed' } },
    anon: true,
  },
  { table: 'snapshots', in: 'workspace', row: host },
  {
    table: 'task_log_lines',
    what: 'of a project',
    in: 'project',
    row: (w, at) => ({ job_id: here(w, at).jobId }),
    read: project('project_automation_logs_read'),
  },
  {
    table: 'task_log_lines',
    what: 'of the workspace',
    in: 'workspace',
    row: (w) => ({ job_id: w.things.jobId }),
    read: workspace('WorkspaceAutomationLogsView'),
  },
  {
    table: 'task_logs',
    what: 'of a project',
    in: 'project',
    row: ofProject,
    read: project('project_automation_logs_read'),
  },
  {
    table: 'task_logs',
    what: 'of the workspace',
    in: 'workspace',
    row: (w) => ({ job_id: w.things.jobId }),
    read: workspace('WorkspaceAutomationLogsView'),
  },
  {
    table: 'team_members',
    in: 'team',
    row: (w, at) => ({ team_id: w.teams[at] ?? 0, user_id: w.people.founder.id }),
    read: team('team_view'),
  },
  { table: 'team_role_permissions', in: 'anywhere', row: always({ permission: 'team_view' }), read: person },
  {
    table: 'teams',
    in: 'team',
    row: (w, at) => ({ id: w.teams[at] ?? 0 }),
    read: team('team_view'),
    update: { may: team('team_settings_update'), set: { description: 'changed' } },
    delete: team('team_delete'),
  },
  {
    table: 'users',
    in: 'account',
    row: (w, at, who) => ({ id: w.people[accountAt(who, at)].id }),
    read: seesPerson,
  },
  {
    table: 'workspace_integrations',
    in: 'workspace',
    row: thing('integrationId'),
    read: workspace('WorkspaceSettingsRead'),
  },
  { table: 'workspace_invitation_groups', in: 'workspace', row: invitation, read: invited },
  { table: 'workspace_invitation_projects', in: 'workspace', row: invitation, read: invited },
  { table: 'workspace_invitation_teams', in: 'workspace', row: invitation, read: invited },
  { table: 'workspace_invitations', in: 'workspace', row: thing('invitationId'), read: invited },
  {
    table: 'workspace_members',
    in: 'account',
    row: (w, at, who) => ({
      workspace_id: at === 'outsider' ? w.farWorkspaceId : w.workspaceId,
      user_id: w.people[accountAt(who, at)].id,
    }),
    read: either(ownMembership, (who, at) => at === 'colleague' && seesPerson(who, at)),
    update: { may: ownMembership, set: { receive_daily_summary: false } },
  },
  { table: 'workspace_role_permissions', in: 'anywhere', row: always({ role: 'admin' }), read: person },
  {
    table: 'workspace_role_project_roles',
    in: 'anywhere',
    row: always({ workspace_role: 'admin' }),
    read: person,
  },
  {
    table: 'workspaces',
    in: 'workspace',
    row: (w) => ({ id: w.workspaceId }),
    read: member,
    update: { may: workspace('WorkspaceSettingsCreateUpdateDelete'), set: { show_tryit: false } },
  },
]
