import {
  anyone,
  either,
  group,
  member,
  nobody,
  person,
  project,
  type Rule,
  team,
  workspace,
} from '../support/callers.ts'
import type { World } from '../support/world.ts'
import type { Args, FunctionCells } from './functions.ts'

const inWorkspace =
  (more: Args | ((world: World) => Args) = {}) =>
  (world: World): Args => ({
    p_workspace_id: world.workspaceId,
    ...(typeof more === 'function' ? more(world) : more),
  })

const cell = (name: string, may: Rule, more: Partial<FunctionCells> = {}): FunctionCells => ({
  name,
  in: 'workspace',
  args: inWorkspace(),
  may,
  ...more,
})

const domains = workspace('WorkspaceEmailDomainCreateUpdateDelete')
const integrations = workspace('WorkspaceIntegrationCreateUpdateDelete')
const tokens = workspace('WorkspaceOauthClientCreateUpdateDelete')
const invites = workspace('WorkspaceMembersInvite')
const seesMembers = workspace('WorkspaceMembersRead')
const promotes = workspace('WorkspaceMembersPromote')
const approves = workspace('WorkspaceMembersApprove')

const domain = (w: World): Args => ({ p_id: w.things.domainId })
const token = (w: World): Args => ({ p_id: w.things.machineId })
const integration = (w: World): Args => ({ p_integration_id: w.things.integrationId })
const invitation = (w: World): Args => ({ p_invitation_id: w.things.invitationId })
const invitations = (w: World): Args => ({ p_ids: [w.things.invitationId] })
const aide = (w: World): Args => ({ p_user_id: w.people.aide.id })
const aides = (w: World): Args => ({ p_user_ids: [w.people.aide.id] })
// An invitation is known to who sees the members; nobody else learns that there is one.
const ofInvitations = { knows: seesMembers }

export const workspaceFunctions: FunctionCells[] = [
  cell('add_approved_domain', domains, { args: inWorkspace({ p_domain: 'new.doors.example' }) }),
  cell('update_approved_domain', domains, { args: (w) => ({ ...domain(w), p_role: 'guest' }) }),
  cell('remove_approved_domain', domains, { args: domain }),
  cell('assignable_roles', invites),
  cell('check_picture_upload', workspace('WorkspaceSettingsCreateUpdateDelete'), {
    args: inWorkspace({ p_kind: 'logo' }),
  }),
  cell('custom_domain_of', workspace('WorkspaceSettingsRead')),
  cell('set_custom_domain', workspace('WorkspaceSettingsCreateUpdateDelete'), {
    args: inWorkspace({ p_domain_name: 'docs.doors.example' }),
  }),
  cell('check_custom_domain', workspace('WorkspaceSettingsCreateUpdateDelete')),
  cell('remove_custom_domain', workspace('WorkspaceSettingsCreateUpdateDelete')),
  cell('cancel_workspace_deletion', workspace('WorkspaceDelete')),
  cell('workspace_removal', workspace('WorkspaceDelete')),
  cell('delete_workspace', workspace('WorkspaceDelete')),
  cell('export_workspace', workspace('WorkspaceDelete')),
  cell('workspace_exports', workspace('WorkspaceDelete')),
  // Of nobody here: each is its requester's alone.
  cell('link_to_workspace_export', nobody, {
    args: () => ({ p_id: '00000000-0000-4000-8000-000000000000' }),
    knows: () => false,
  }),
  cell('update_workspace_settings', workspace('WorkspaceSettingsCreateUpdateDelete'), {
    args: inWorkspace({ p_changes: { show_tryit: false } }),
  }),
  cell('change_member_role', promotes, { args: inWorkspace((w) => ({ ...aide(w), p_role: 'viewer' })) }),
  cell('change_member_roles', promotes, { args: inWorkspace((w) => ({ ...aides(w), p_role: 'viewer' })) }),
  cell('remove_member', approves, { args: inWorkspace(aide) }),
  cell('remove_members', approves, { args: inWorkspace(aides) }),
  cell('projects_left_behind', approves, { args: inWorkspace(aides) }),
  cell('connected_accounts', member, { lists: true }),
  cell('check_connecting', member, { args: integration }),
  cell('list_style_guides', (who) => project('project_read')(who, 'internal') && who !== 'token', {
    lists: true,
  }),
  cell('list_governed_projects', workspace('WorkspaceGlobalAdmin')),
  cell('create_group', workspace('WorkspaceGroupsCreate'), { args: inWorkspace({ p_name: 'Fresh' }) }),
  cell('create_team', workspace('WorkspaceTeamCreate'), { args: inWorkspace({ p_name: 'Fresh' }) }),
  cell('create_project', workspace('WorkspaceProjectsCreate'), { args: inWorkspace({ p_name: 'Fresh' }) }),
  cell('check_migration', workspace('WorkspaceProjectsCreate'), {
    args: inWorkspace({ p_source: 'swaggerhub' }),
  }),
  cell('migrations', workspace('WorkspaceProjectsCreate'), { args: inWorkspace({ p_source: 'swaggerhub' }) }),
  cell('queue_migrations', workspace('WorkspaceProjectsCreate'), {
    args: inWorkspace({
      p_source: 'swaggerhub',
      p_account: 'acme',
      p_key: { ciphertext: 'c2VhbGVk', key_id: '00000000' },
      p_projects: [{ external_id: 'apis/fresh', name: 'Fresh' }],
    }),
  }),
  cell('create_project', workspace('WorkspaceStyleGuideProjectsCreate'), {
    what: 'a style guide',
    args: inWorkspace({ p_name: 'Fresh', p_flavor: 'style_guide' }),
  }),
  cell('create_projects', workspace('WorkspaceProjectsCreate'), {
    args: inWorkspace({ p_projects: [{ name: 'Fresh' }] }),
  }),
  cell('added_repositories', workspace('WorkspaceProjectsCreate'), {
    args: (w) => ({ ...integration(w), p_external_ids: ['doors-private'] }),
    lists: true,
  }),
  cell('create_integration', integrations, { args: inWorkspace({ p_name: 'Fresh', p_kind: 'gitlab' }) }),
  cell('update_integration', integrations, { args: (w) => ({ ...integration(w), p_name: 'Renamed' }) }),
  cell('delete_integration', integrations, { args: integration }),
  cell('scim_overview', integrations),
  cell('update_scim', integrations, { args: inWorkspace({ p_enabled: true }) }),
  cell('create_scim_token', integrations),
  cell('delete_scim_token', integrations, { args: (w) => ({ p_id: w.things.scimTokenId }) }),
  cell('create_workspace_token', tokens, { args: inWorkspace({ p_name: 'Fresh' }) }),
  cell('list_workspace_tokens', tokens),
  cell('rename_workspace_token', tokens, { args: (w) => ({ ...token(w), p_name: 'Renamed' }) }),
  cell('delete_workspace_token', tokens, { args: token }),
  cell('audit_trail', workspace('WorkspaceActivityRead')),
  cell('list_audit_tokens', workspace('WorkspaceActivityRead')),
  cell('create_audit_token', workspace('WorkspaceActivityRead'), { args: inWorkspace({ p_name: 'Fresh' }) }),
  cell('delete_audit_token', workspace('WorkspaceActivityRead'), {
    args: (w) => ({ p_id: w.things.auditTokenId }),
  }),
  cell('audit_webhook_of', workspace('WorkspaceActivityRead')),
  cell('set_audit_webhook', workspace('WorkspaceActivityRead'), {
    args: inWorkspace({ p_url: 'https://siem.example/in', p_secret: { ciphertext: 'AAAA', key_id: 'k' } }),
  }),
  cell('resume_audit_webhook', workspace('WorkspaceActivityRead')),
  cell('delete_audit_webhook', workspace('WorkspaceActivityRead')),
  cell('workspace_join_requests', seesMembers),
  cell('decide_join_requests', approves, {
    args: inWorkspace((w) => ({ p_decisions: [{ user_id: w.people.requester.id, action: 'deny' }] })),
  }),
  cell('invite_member', invites, { args: inWorkspace({ p_email: 'fresh@doors.example', p_role: 'guest' }) }),
  cell('invite_members', invites, {
    args: inWorkspace({ p_invitations: [{ email: 'newcomer@doors.example', role: 'guest' }] }),
  }),
  cell('link_invitation', seesMembers, { args: invitation, ...ofInvitations }),
  cell('unlink_invitation', seesMembers, { args: invitation, ...ofInvitations }),
  cell('resend_invitations', invites, { args: invitations, ...ofInvitations }),
  cell('revoke_invitations', approves, { args: invitations, ...ofInvitations }),
  cell(
    'list_groups',
    either(workspace('WorkspaceProjectsView'), (who) => group('group_view')(who, 'led')),
    {
      lists: true,
    },
  ),
  cell(
    'list_teams',
    either(workspace('WorkspaceTeamsView'), (who) => team('team_view')(who, 'joined')),
    {
      lists: true,
    },
  ),
  cell('list_members', seesMembers),
  // Nobody's agent.
  cell('oauth_request', person, {
    args: inWorkspace({ p_client_id: 'nobody', p_redirect_uri: 'https://agent.example/' }),
  }),
  cell('allow_oauth_client', person, {
    args: inWorkspace({ p_client_id: 'nobody', p_redirect_uri: 'https://agent.example/', p_challenge: 'x' }),
  }),
  cell('list_projects', anyone, { lists: true, anon: true }),
  cell('search_nodes', anyone, { args: inWorkspace({ p_search: 'narwhals' }), lists: true, anon: true }),
  cell('search_graph', anyone, { args: inWorkspace({ p_search: 'narwhals' }), anon: true }),
  cell('search_graph_starred', anyone, { args: inWorkspace({ p_search: 'narwhals' }), anon: true }),
  cell('open_pages', anyone, { lists: true, anon: true }),
  cell('open_page_shards', anyone, { lists: true, anon: true }),
  cell('search', anyone, { args: inWorkspace({ p_search: 'narwhals' }), lists: true, anon: true }),
  cell('login_integrations', anyone, { args: () => ({ p_slug: 'doors' }), lists: true, anon: true }),
  cell('my_permissions', member, { lists: true }),
  cell('set_daily_summary', member, { args: inWorkspace({ p_receive: false }) }),
  cell('slug_available', anyone, { args: () => ({ p_slug: 'fresh-one' }), anon: true }),
  cell('workspace_redirects', anyone, { args: () => ({ p_slug: 'doors' }), anon: true }),
  cell('workspace_by_domain', anyone, { args: () => ({ p_domain: 'doors.example' }), anon: true }),
  cell('workspace_by_slug', anyone, { args: () => ({ p_slug: 'doors' }), anon: true }),
  cell('workspace_activity', workspace('WorkspaceActivityRead')),
  cell('governance_report', workspace('WorkspaceProjectsCreate')),
  cell('governance_trend', workspace('WorkspaceProjectsCreate')),
  cell('governance_waivers', workspace('WorkspaceProjectsCreate')),
  cell('fixable_rules', workspace('WorkspaceProjectsCreate')),
  cell('rule_fix_projects', workspace('WorkspaceProjectsCreate'), { args: inWorkspace({ p_rule: 'ids' }) }),
  cell('workspace_billing', workspace('WorkspaceBilling')),
  cell('plan_losses', workspace('WorkspaceBilling'), {
    args: (w) => ({ p_workspace_id: w.workspaceId, p_product_id: 1 }),
  }),
  cell('workspace_features', member, { lists: true }),
  cell('workspace_state', member),
  cell('workspace_summary', member),
  cell('my_workspace', member),
  cell('explain_access', seesMembers, {
    args: (w) => ({ ...aide(w), p_kind: 'workspace', p_object_id: w.workspaceId }),
  }),
]
