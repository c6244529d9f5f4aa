import {
  both,
  isGivenByName,
  nobody,
  type Place,
  person,
  project,
  projectRole,
  type Rule,
  reads,
  readsAll,
  readsInternal,
  readsPublished,
  workspace,
} from '../support/callers.ts'
import { slugs } from '../support/furnish-project.ts'
import type { World } from '../support/world.ts'
import type { Args, FunctionCells } from './functions.ts'

const here = (w: World, at: Place) => w.projects[at] as World['projects'][string]

const inProject =
  (more: Args | ((world: World) => Args) = {}) =>
  (w: World, at: Place): Args => ({
    p_project_id: here(w, at).id,
    ...(typeof more === 'function' ? more(w) : more),
  })
const onMain =
  (more: Args = {}) =>
  (w: World, at: Place): Args => ({ p_branch_id: here(w, at).branches.main, ...more })
const onDraft =
  (more: Args = {}) =>
  (w: World, at: Place): Args => ({ p_branch_id: here(w, at).branches.draft, ...more })
const onMock =
  (branch: string) =>
  (_w: World, at: Place): Args => ({
    p_workspace_slug: 'doors',
    p_project_slug: `doors-${at}`,
    p_branch_slug: branch,
    p_uri: `/${slugs.operation}`,
  })
const asRow = (w: World, at: Place): Args => ({ project: { id: here(w, at).id } })
const many =
  (more: (w: World) => Args = () => ({})) =>
  (w: World, at: Place): Args => ({ p_project_ids: [here(w, at).id], ...more(w) })

const cell = (name: string, may: Rule, more: Partial<FunctionCells> = {}): FunctionCells => ({
  name,
  in: 'project',
  args: inProject(),
  may,
  ...more,
})

const ofServiceAccount =
  (more: Args = {}) =>
  (w: World, at: Place): Args => ({ p_id: here(w, at).serviceAccountId, ...more })
const sealed = { ciphertext: 'c2VhbGVk', key_id: 'door' }

const waiver = (w: World): Args => ({
  p_reason: 'Not ours to name.',
  p_owner_id: w.people.founder.id,
  p_expires_on: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
})
const aide = (w: World): Args => ({ p_user_id: w.people.aide.id })
const adds = project('project_members_add')
const seesSettings = project('project_settings_view')
const unpublished = project('project_unpublished_branch_read')
// Readers are answered with what there is, others with nothing: there is no refusal to tell them apart by.
const reading = { lists: true, anon: true } as const
const readsByRole = both(project('project_read'), person)
// Which guide a project extends: see furnish-git.ts.
const guideOf = (at: Place): Place => (at === 'public' ? 'internal' : 'public')
// The internal project is the style guide of the world: see furnish-project.ts. It extends not itself.
const readsGuide: Rule = (who) => readsByRole(who, 'internal')
const mayExtend: Rule = (who, at) => at !== 'internal' && readsGuide(who, at)
const ofGuide = {
  args: (w: World, at: Place): Args => ({
    p_style_guide_id: w.projects.internal?.id ?? 0,
    p_project_ids: [here(w, at).id],
  }),
  knows: both(
    both(readsByRole, readsGuide),
    (who, at) => at !== 'internal' || !project('project_contents_update')(who, at),
  ),
}
const globalAdmin = workspace('WorkspaceGlobalAdmin')
const leaves = both(project('project_leave'), isGivenByName)
// Whoever may leave but was never given the project by name is not found among its members.
const refusedToLeave: Rule = (who, at) => reads(who, at) && !project('project_leave')(who, at)

export const projectFunctions: FunctionCells[] = [
  cell('my_project_permissions', (who, at) => projectRole(who, at) !== undefined, { lists: true }),
  cell('project_workspace', reads, reading),
  cell('project_details', reads, { anon: true }),
  cell('branch_image', readsPublished, { args: onMain({ p_path: 'docs/logo.png' }), ...reading }),
  cell('branch_image', unpublished, {
    what: 'of a draft',
    args: onDraft({ p_path: 'docs/logo.png' }),
    ...reading,
  }),
  cell('set_project_style_guides', project('project_contents_update'), {
    args: inProject({ p_style_guide_ids: [] }),
  }),
  cell('set_default_style_guide', both(reads, workspace('WorkspaceDefaultStyleGuidesCreate')), {
    args: inProject({ p_is_enabled: false }),
    knows: readsByRole,
  }),
  cell('pin_style_guide', project('project_contents_update'), {
    args: (w, at) => ({ p_project_id: here(w, at).id, p_style_guide_id: here(w, guideOf(at)).id }),
  }),
  cell('_latest_release', readsPublished, { args: asRow, ofRow: 'projects', ...reading }),
  cell('_is_default_style_guide', reads, { args: asRow, ofRow: 'projects', lists: true }),
  // Releases are of default branches, and there is none here that its project names.
  cell('project_style_guide_versions', nobody, { lists: true }),
  cell('project_ruleset', nobody, { lists: true }),
  cell('style_guides_left_out', project('project_contents_update'), { lists: true }),
  cell('enable_style_guide', both(project('project_contents_update'), mayExtend), ofGuide),
  cell('disable_style_guide', both(project('project_contents_update'), readsGuide), ofGuide),
  cell('branch_problems', project('project_contents_update'), {
    args: onMain({ p_only: 'waived' }),
    lists: true,
  }),
  cell('waive_finding', project('project_contents_update'), {
    args: (w, at) => ({ p_finding_id: here(w, at).findingId, ...waiver(w) }),
  }),
  cell('update_waiver', project('project_contents_update'), {
    args: (w, at) => ({ p_id: here(w, at).waiverId, ...waiver(w) }),
  }),
  cell('end_waiver', project('project_contents_update'), {
    args: (w, at) => ({ p_id: here(w, at).waiverId }),
  }),
  cell('delete_project_images', project('project_delete')),
  cell('make_spectral_token', project('project_update')),
  cell('set_override', project('project_contents_update'), {
    args: inProject({ p_node_uri: `/${slugs.article}`, p_changes: { summary: 'Ours' } }),
  }),
  cell('override_layers', project('project_contents_update'), {
    args: onMain({ p_node_uri: `/${slugs.article}` }),
  }),
  // The same file is in every project of the world, a public one among them.
  cell('image_by_hash', () => true, {
    in: 'anywhere',
    args: () => ({ p_hash: '07'.repeat(32) }),
    ...reading,
  }),
  cell('project_releases', readsPublished, reading),
  cell('create_release', project('project_branch_update'), {
    args: inProject({ p_version: '9.0.0' }),
  }),
  cell('branch_toc', readsPublished, { args: onMain(), ...reading }),
  cell('branch_toc', unpublished, { what: 'of a draft', args: onDraft(), ...reading }),
  cell('branch_contents', readsPublished, { args: onMain(), ...reading }),
  cell('branch_contents', unpublished, { what: 'of a draft', args: onDraft(), ...reading }),
  cell('branch_node', readsPublished, { args: onMain({ p_slug: slugs.operation }), ...reading }),
  cell('branch_node', readsInternal, {
    what: 'internal',
    args: onMain({ p_slug: slugs.internal }),
    ...reading,
  }),
  cell('branch_node', project('project_contents_update'), {
    what: 'hidden',
    args: onMain({ p_slug: slugs.hidden }),
    ...reading,
  }),
  cell('branch_node', readsAll, { what: 'an article', args: onMain({ p_slug: slugs.article }), ...reading }),
  cell('branch_node', unpublished, {
    what: 'of a draft',
    args: onDraft({ p_slug: slugs.operation }),
    ...reading,
  }),
  cell('branch_node_by_uri', readsPublished, { args: onMain({ p_uri: `/${slugs.operation}` }), ...reading }),
  cell('branch_node_by_uri', unpublished, {
    what: 'of a draft',
    args: onDraft({ p_uri: `/${slugs.operation}` }),
    ...reading,
  }),
  cell('branch_node_edges', readsPublished, {
    args: onMain({ p_uri: `/${slugs.operation}` }),
    ...reading,
  }),
  cell('branch_node_edges', readsInternal, {
    what: 'internal',
    args: onMain({ p_uri: `/${slugs.internal}` }),
    ...reading,
  }),
  cell('branch_node_edges', unpublished, {
    what: 'of a draft',
    args: onDraft({ p_uri: `/${slugs.operation}` }),
    ...reading,
  }),
  cell('branch_changelog', readsAll, { args: onMain(), ...reading }),
  cell(
    'branch_changelog',
    both(readsInternal, (who) => who !== 'token'),
    {
      what: 'internal',
      args: onMain({ p_uri: '/Secret' }),
      ...reading,
    },
  ),
  cell(
    'branch_changelog',
    both(unpublished, (who) => who !== 'token'),
    {
      what: 'of a draft',
      args: onDraft(),
      ...reading,
    },
  ),
  cell('projects_by_external_ids', project('project_automation_logs_read'), {
    args: (w, at) => ({ p_integration_id: w.things.integrationId, p_external_ids: [`doors-${at}`] }),
    lists: true,
  }),
  cell('branch_try_it', readsPublished, { args: onMain(), ...reading }),
  cell('branch_try_it', unpublished, { what: 'of a draft', args: onDraft(), ...reading }),
  cell('docs_page', reads, {
    args: (_w, at) => ({ p_workspace_slug: 'doors', p_project_slug: `doors-${at}` }),
    ...reading,
  }),
  cell('mock_operation', readsPublished, { args: onMock('main'), ...reading }),
  cell('mock_operation', unpublished, { what: 'of a draft', args: onMock('draft'), ...reading }),
  cell('mock_routes', readsPublished, { args: onMain(), ...reading }),
  cell('mock_routes', unpublished, { what: 'of a draft', args: onDraft(), ...reading }),
  cell('pin_project', project('project_read')),
  cell('unpin_project', person),
  cell('import_files', project('project_contents_update'), {
    args: inProject({ p_branch_slug: 'main', p_uploads: [{ path: 'api.yaml', object: 'nowhere' }] }),
  }),
  cell('check_project_permission', project('project_update'), {
    args: inProject({ p_permission: 'project_update' }),
  }),
  cell('project_host', project('project_automation_logs_read')),
  cell('connect_repository', project('project_update'), {
    args: inProject((w) => ({
      p_workspace_integration_id: w.things.integrationId,
      p_external_id: 'doors-private',
    })),
  }),
  cell('track_branch', project('project_branch_create_delete'), { args: inProject({ p_branch: 'next' }) }),
  cell('set_default_branch', project('project_branch_update'), { args: onDraft(), knows: unpublished }),
  cell('delete_branch', project('project_branch_create_delete'), { args: onDraft(), knows: unpublished }),
  // Nobody here holds a link.
  cell('shared_branch', () => false, { in: 'anywhere', args: () => ({}), ...reading }),
  cell('branch_share', project('project_branch_update'), { args: onDraft(), knows: unpublished }),
  cell('share_branch', project('project_branch_update'), {
    args: onDraft({ p_enabled: true }),
    knows: unpublished,
  }),
  cell('create_service_account', project('project_update'), {
    args: inProject({ p_name: 'Fresh', p_username: 'fresh', p_token: sealed }),
  }),
  cell('update_service_account', project('project_update'), {
    args: ofServiceAccount({ p_name: 'Renamed' }),
    knows: seesSettings,
  }),
  cell('delete_service_account', project('project_update'), {
    args: ofServiceAccount(),
    knows: seesSettings,
  }),
  cell('keep_ci_token', project('project_contents_update'), {
    args: inProject({ p_token: `wmci_${'a'.repeat(43)}`, p_secret: sealed }),
  }),
  cell('delete_project', project('project_delete')),
  cell('delete_projects', globalAdmin, { args: many() }),
  cell('update_project', project('project_update'), {
    args: inProject({ p_description: 'changed' }),
  }),
  cell('move_project', project('project_group_update'), {
    args: inProject((w) => ({ p_group_id: w.groups.other ?? 0, p_confirm: true })),
  }),
  cell('move_projects', globalAdmin, {
    args: many((w) => ({ p_group_id: w.groups.other ?? 0, p_confirm: true })),
  }),
  cell('leave_project', leaves, { knows: refusedToLeave }),
  cell('transfer_project_ownership', project('project_ownership_update'), { args: inProject(aide) }),
  cell('project_access_list', adds),
  cell('project_teams_list', adds),
  cell('project_assignable_members', adds),
  cell('project_assignable_teams', adds),
  cell('explain_access', adds, {
    args: (w, at) => ({ ...aide(w), p_kind: 'project', p_object_id: here(w, at).id }),
  }),
  cell('add_project_member', project('project_viewer_add'), {
    args: inProject((w) => ({ p_email: w.people.fresh.email, p_role: 'viewer' })),
  }),
  ...(['viewer', 'editor', 'admin'] as const).map((role) =>
    cell('set_project_member', project(`project_${role}_add`), {
      what: `as ${role}`,
      args: inProject((w) => ({ p_user_id: w.people.fresh.id, p_role: role })),
    }),
  ),
  cell('set_project_member', project('project_ownership_update'), {
    what: 'as owner',
    args: inProject((w) => ({ p_user_id: w.people.fresh.id, p_role: 'owner' })),
  }),
  cell('add_project_members', project('project_viewer_add'), {
    args: inProject((w) => ({ p_members: [{ user_id: w.people.fresh.id, role: 'viewer' }] })),
  }),
  cell('remove_project_member', project('project_member_delete'), { args: inProject(aide) }),
  ...(['viewer', 'editor', 'admin'] as const).map((role) =>
    cell('set_project_team', project(`project_${role}_add`), {
      what: `as ${role}`,
      args: inProject((w) => ({ p_team_id: w.teams.other ?? 0, p_role: role })),
    }),
  ),
  cell('remove_project_team', project('project_member_delete'), {
    args: inProject((w) => ({ p_team_id: w.teams.bystanding ?? 0 })),
  }),
]
