import { encodeId, type IdPrefix } from '../../../supabase/functions/_shared/domain/ids.ts'
import {
  anyone,
  both,
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
import { type RouteCells, userId } from './routes.ts'

const cell = (route: string, may: Rule, more: Partial<RouteCells> = {}): RouteCells => ({
  route,
  in: 'workspace',
  may,
  ...more,
})
const of =
  (prefix: IdPrefix, id: 'auditTokenId' | 'integrationId' | 'invitationId' | 'machineId') => (w: World) => ({
    id: encodeId(prefix, w.things[id]),
  })

const integrations = workspace('WorkspaceIntegrationCreateUpdateDelete')
const tokens = workspace('WorkspaceOauthClientCreateUpdateDelete')
const seesMembers = workspace('WorkspaceMembersRead')
const approves = workspace('WorkspaceMembersApprove')
const aides = (w: World) => ({ user_ids: [userId(w, 'aide')] })
// Workspace settings are behind the integrations: who may not see those learns nothing of one.
const seesIntegrations = { params: of('wkintg', 'integrationId') }
const ofInvitations = { params: of('wkinv', 'invitationId'), knows: seesMembers }
const visible = { lists: true, open: true } as const

export const workspaceRoutes: RouteCells[] = [
  cell('GET /workspaces/{id}', member),
  cell('POST /workspaces/{id}/pictures', workspace('WorkspaceSettingsCreateUpdateDelete'), {
    body: () => ({ kind: 'logo', file: btoa('<svg viewBox="0 0 1 1"></svg>') }),
  }),
  // There are no bytes here to be seen, as of images by their hash.
  cell('GET /workspaces/{id}/pictures/{hash}', nobody, {
    open: true,
    params: () => ({ hash: '0'.repeat(64) }),
    knows: () => false,
  }),
  cell('PATCH /workspaces/{id}', workspace('WorkspaceSettingsCreateUpdateDelete'), {
    body: () => ({ show_tryit: false }),
  }),
  cell('GET /workspaces/{id}/custom-domain', workspace('WorkspaceSettingsRead')),
  cell('POST /workspaces/{id}/custom-domain', workspace('WorkspaceSettingsCreateUpdateDelete'), {
    body: () => ({ domain_name: 'docs.doors.example' }),
  }),
  cell('PUT /workspaces/{id}/custom-domain', workspace('WorkspaceSettingsCreateUpdateDelete'), {
    body: () => ({ domain_name: 'docs.doors.example' }),
  }),
  cell('POST /workspaces/{id}/custom-domain/check', workspace('WorkspaceSettingsCreateUpdateDelete')),
  cell('DELETE /workspaces/{id}/custom-domain', workspace('WorkspaceSettingsCreateUpdateDelete')),
  cell('GET /workspaces/{id}/state', member),
  cell('GET /workspaces/{id}/summary', member),
  cell('DELETE /workspaces/{id}', workspace('WorkspaceDelete')),
  cell('GET /workspace-exports/{link}', nobody, {
    open: true,
    params: () => ({ link: 'x'.repeat(32) }),
    knows: () => false,
  }),
  cell('PUT /workspaces/{id}/cancel-delete', workspace('WorkspaceDelete')),
  cell('GET /workspaces/{id}/projects', anyone, visible),
  cell('GET /workspaces/{id}/items', person, { lists: true }),
  cell('GET /workspaces/{id}/drafts', workspace('WorkspaceFullMember'), { lists: true }),
  cell('POST /workspaces/{id}/projects', workspace('WorkspaceProjectsCreate'), {
    body: () => ({ name: 'Fresh' }),
  }),
  cell('POST /workspaces/{id}/uploads', workspace('WorkspaceProjectsCreate'), {
    form: { note: 'without a file' },
  }),
  cell('POST /workspaces/{id}/projects', workspace('WorkspaceStyleGuideProjectsCreate'), {
    what: 'a style guide',
    body: () => ({ name: 'Fresh', flavor: 'style_guide' }),
  }),
  cell('POST /workspaces/{id}/fetch-file', workspace('WorkspaceProjectsCreate'), {
    body: () => ({ url: 'https://169.254.169.254/' }),
  }),
  // What is no key is found out once the caller may ask.
  cell('POST /workspaces/{id}/migrations/projects', workspace('WorkspaceProjectsCreate'), {
    body: () => ({ source: 'swaggerhub', account: 'acme', api_key: '\u00e9' }),
  }),
  cell('POST /workspaces/{id}/migrations', workspace('WorkspaceProjectsCreate'), {
    body: () => ({ source: 'swaggerhub', account: 'acme', api_key: '\u00e9', project_ids: ['apis/fresh'] }),
  }),
  // Its session comes in a header of its own: by Authorization nobody is known.
  cell('GET /legacy-migration/next', nobody, { in: 'anywhere' }),
  cell('POST /workspaces/{id}/roadmap-token', member),
  cell('GET /workspaces/{id}/nodes', anyone, { query: '?search=narwhals', ...visible }),
  cell('GET /workspaces/{id}/vcs-integrations', workspace('WorkspaceSettingsRead')),
  cell('POST /workspaces/{id}/vcs-integrations', integrations, {
    body: () => ({ name: 'Fresh', kind: 'gitlab', config_type: 'default' }),
  }),
  cell('POST /workspaces/{id}/vcs-integrations/test', integrations, {
    body: () => ({ kind: 'saml', config: {} }),
  }),
  cell('PATCH /vcs-integrations/{id}', integrations, {
    ...seesIntegrations,
    body: () => ({ name: 'Renamed' }),
    knows: workspace('WorkspaceSettingsRead'),
  }),
  cell('DELETE /vcs-integrations/{id}', integrations, seesIntegrations),
  cell('GET /workspaces/{id}/members', seesMembers),
  cell('PATCH /workspaces/{id}/members', workspace('WorkspaceMembersPromote'), {
    body: (w) => ({ ...aides(w), role: 'viewer' }),
  }),
  cell('PUT /workspaces/{id}/members/{user_id}', workspace('WorkspaceMembersPromote'), {
    params: (w) => ({ user_id: userId(w, 'aide') }),
    body: () => ({ role: 'viewer' }),
  }),
  cell('DELETE /workspaces/{id}/members', approves, { body: aides }),
  cell('DELETE /workspaces/{id}/members', approves, {
    what: 'by address',
    body: (w) => ({ email: w.people.aide.email }),
  }),
  cell('GET /workspaces/{id}/invitations', seesMembers),
  cell('POST /workspaces/{id}/invitations', workspace('WorkspaceMembersInvite'), {
    body: () => ({ invitations: [{ email: 'newcomer@doors.example', role: 'guest' }] }),
  }),
  cell('POST /invitations/{id}/resend', workspace('WorkspaceMembersInvite'), ofInvitations),
  cell('DELETE /invitations/{id}', approves, ofInvitations),
  cell('GET /workspaces/{id}/join-requests', seesMembers),
  cell('PUT /workspaces/{id}/join-requests', approves, {
    body: (w) => ({ user_ids: [userId(w, 'requester')], action: 'deny' }),
  }),
  cell(
    'GET /workspaces/{id}/groups',
    either(workspace('WorkspaceProjectsView'), (who) => group('group_view')(who, 'led')),
    { lists: true },
  ),
  cell('POST /workspaces/{id}/groups', workspace('WorkspaceGroupsCreate'), {
    body: () => ({ name: 'Fresh' }),
  }),
  cell(
    'GET /workspaces/{id}/teams',
    either(workspace('WorkspaceTeamsView'), (who) => team('team_view')(who, 'joined')),
    { lists: true },
  ),
  cell('POST /workspaces/{id}/teams', workspace('WorkspaceTeamCreate'), { body: () => ({ name: 'Fresh' }) }),
  cell('GET /workspaces/{id}/default-style-guides', member),
  cell('POST /workspaces/{id}/default-style-guides', workspace('WorkspaceDefaultStyleGuidesCreate'), {
    body: (w) => ({ project_id: encodeId('prj', w.projects.public?.id ?? 0), enabledForNewProjects: false }),
    knows: both(member, (who) => project('project_read')(who, 'public')),
  }),
  cell('POST /workspaces/{id}/rulesets/check', workspace('WorkspaceStyleGuideProjectsCreate'), {
    body: () => ({ ruleset: 'a.yaml', files: { 'a.yaml': 'rules: {}' } }),
  }),
  cell('GET /workspaces/{id}/activity', workspace('WorkspaceActivityRead')),
  cell('GET /workspaces/{id}/audit', workspace('WorkspaceActivityRead')),
  cell('GET /workspaces/{id}/audit-tokens', workspace('WorkspaceActivityRead')),
  cell('POST /workspaces/{id}/audit-tokens', workspace('WorkspaceActivityRead'), {
    body: () => ({ name: 'Fresh' }),
  }),
  cell('DELETE /audit-tokens/{id}', workspace('WorkspaceActivityRead'), {
    params: of('wkaud', 'auditTokenId'),
  }),
  cell('GET /workspaces/{id}/audit-webhook', workspace('WorkspaceActivityRead')),
  cell('PUT /workspaces/{id}/audit-webhook', workspace('WorkspaceActivityRead'), {
    body: () => ({ url: 'https://siem.example/in' }),
  }),
  cell('DELETE /workspaces/{id}/audit-webhook', workspace('WorkspaceActivityRead')),
  cell('POST /workspaces/{id}/audit-webhook/resume', workspace('WorkspaceActivityRead')),
  cell('POST /workspaces/{id}/audit-webhook/test', workspace('WorkspaceActivityRead')),
  cell('GET /workspaces/{id}/machine-principals', tokens),
  cell('POST /workspaces/{id}/machine-principals', tokens, { body: () => ({ name: 'Fresh' }) }),
  cell('PUT /machine-principals/{id}', tokens, {
    params: of('wkmp', 'machineId'),
    body: () => ({ name: 'Renamed' }),
  }),
  cell('DELETE /machine-principals/{id}', tokens, { params: of('wkmp', 'machineId') }),
]
