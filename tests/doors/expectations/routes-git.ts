// Routes of projects that live in Git or are pushed.
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import {
  anyone,
  both,
  member,
  nobody,
  type Place,
  person,
  project,
  type Rule,
  reads,
  readsInternal,
  readsPublished,
  workspace,
} from '../support/callers.ts'
import { commits, releases } from '../support/furnish-git.ts'
import { slugs } from '../support/furnish-project.ts'
import type { World } from '../support/world.ts'
import { idAt, type RouteCells } from './routes.ts'

const cell = (route: string, may: Rule, more: Partial<RouteCells> = {}): RouteCells => ({
  route,
  in: 'project',
  may,
  ...more,
})

const branch = (slug: string) => ({ params: () => ({ slug }) })
const changes = project('project_branch_update')
const removes = project('project_branch_create_delete')
const updates = project('project_update')
const pushes = project('project_contents_update')
const readsByRole = both(project('project_read'), person)
const readsLog = project('project_automation_logs_read')
const readsDraft = project('project_unpublished_branch_read')
const readsHistory = both(readsInternal, (who) => who !== 'token')
// Whoever reads a branch is told that they may not change it; to others it is not there.
const onMain = { ...branch('main'), knows: readsPublished }
const onDraft = { ...branch('draft'), knows: readsDraft, what: 'a draft' }

const account = { name: 'Reader', credentials: { username: 'reader', token: 'secret' } }
// Known to who may change the project alone.
const ofAccount = {
  params: (w: World, at: Place) => ({
    account_id: encodeId('prjsa', w.projects[at]?.serviceAccountId ?? 0),
  }),
  knows: () => false,
}

// What names hidden nodes is known to who may change the content alone.
const ofOverride = {
  params: (w: World, at: Place) => ({ id: encodeId('ovr', w.projects[at]?.overrideId ?? 0) }),
  knows: () => false,
}

const ofHost = { params: (w: World) => ({ id: encodeId('wkintg', w.things.integrationId) }) }
const project_id = (w: World, at: Place) => ({ project_id: encodeId('prj', w.projects[at]?.id ?? 0) })
const creates = workspace('WorkspaceProjectsCreate')
const hostCell = (route: string, may: Rule, more: Partial<RouteCells> = {}): RouteCells =>
  cell(route, may, { in: 'workspace', ...ofHost, ...more })

export const gitRoutes: RouteCells[] = [
  cell('PUT /projects/{id}/branches/{slug}', removes, branch('fresh')),
  cell('PATCH /projects/{id}/branches/{slug}', changes, { ...onMain, body: () => ({ name: 'Renamed' }) }),
  cell('GET /projects/{id}/commits', readsHistory, { lists: true }),
  cell('GET /projects/{id}/commits/{sha}', readsHistory, {
    params: () => ({ sha: commits.main }),
    knows: () => false,
  }),
  cell('GET /projects/{id}/commits/{sha}', both(readsHistory, readsDraft), {
    params: () => ({ sha: commits.draft }),
    what: 'of a draft',
    knows: () => false,
  }),
  cell('GET /projects/{id}/extended-ssgs', reads),
  cell('PUT /projects/{id}/extended-ssgs', pushes, { body: () => ({ extended_ssg_ids: [] }) }),
  cell('GET /projects/{id}/extended-ssgs/versions', reads),
  cell('GET /projects/{id}/extended-ssgs/rulesets', pushes),
  cell('PUT /projects/{id}/extended-ssgs/{ssg_id}/version', pushes, {
    params: (w, at) => ({ ssg_id: idAt(w, 'project', at === 'public' ? 'internal' : 'public') }),
    body: () => ({ version: null }),
  }),
  // There are no bytes here to be put together, and no file for rules.
  cell('GET /projects/{id}/ruleset', nobody, { knows: () => false }),
  cell('POST /projects/{id}/rulesets/try', nobody, {
    body: () => ({ ruleset: 'a.yaml', files: { 'a.yaml': 'rules: {}' }, node_uri: '/nothing.yaml' }),
    knows: () => false,
  }),
  cell('GET /style-guides', (who) => readsByRole(who, 'internal'), { in: 'anywhere', lists: true }),
  ...['enable', 'disable'].map((verb) =>
    cell(`PATCH /style-guides/{ssg_id}/${verb}-projects`, readsByRole, {
      params: (w, at) => ({ ssg_id: idAt(w, 'project', at) }),
      body: (w, at) => ({ project_ids: [idAt(w, 'project', at)] }),
      knows: readsByRole,
    }),
  ),
  cell('GET /overrides', pushes, { query: '?project_id={id}' }),
  cell('GET /overrides/updates', pushes, { query: '?project_id={id}' }),
  cell('POST /overrides', pushes, {
    body: (w, at) => ({
      ...project_id(w, at),
      node_uri: `/${slugs.article}`,
      summary: 'Ours',
    }),
  }),
  cell('GET /overrides/{id}', pushes, ofOverride),
  cell('PATCH /overrides/{id}', pushes, { ...ofOverride, body: () => ({ title: null }) }),
  cell('GET /projects/{id}/branches/{slug}/overrides', pushes, onMain),
  cell('GET /projects/{id}/branches/{slug}/overrides', both(pushes, readsDraft), onDraft),
  cell('PUT /projects/{id}/spectral-access-token', updates),
  // With the token of the project, which nobody here has.
  cell('GET /projects/{id}/spectral.json', nobody, { knows: anyone }),
  cell('DELETE /projects/{id}/images', project('project_delete')),
  // There are no bytes here to be seen, as of images by their path.
  cell('GET /images/{hash}', nobody, {
    in: 'anywhere',
    open: true,
    params: () => ({ hash: '07'.repeat(32) }),
    knows: () => false,
  }),
  cell('GET /projects/{id}/releases', reads, { open: true }),
  cell('GET /projects/{id}/releases/{release}', readsPublished, {
    open: true,
    params: () => ({ release: releases.main }),
    knows: () => false,
  }),
  cell('GET /projects/{id}/releases/{release}', readsDraft, {
    open: true,
    params: () => ({ release: releases.draft }),
    what: 'of a draft',
    knows: () => false,
  }),
  cell('POST /projects/{id}/releases', changes, { body: () => ({ version: '9.0.0' }) }),
  cell('PATCH /projects/{id}/branches/{slug}', changes, {
    ...onDraft,
    body: () => ({ is_published: true }),
  }),
  cell('PATCH /projects/{id}/branches/{slug}', changes, {
    ...onDraft,
    what: 'a draft, to the default one',
    body: () => ({ is_default: true }),
  }),
  cell('DELETE /projects/{id}/branches/{slug}', removes, onDraft),
  cell('GET /projects/{id}/branches/{slug}/share', changes, onMain),
  cell('PUT /projects/{id}/branches/{slug}/share', changes, { ...onMain, body: () => ({}) }),
  cell('DELETE /projects/{id}/branches/{slug}/share', changes, onDraft),
  cell('GET /projects/{id}/ci-token', pushes),
  cell('POST /projects/{id}/ci-token', pushes),
  cell('GET /projects/{id}/repository', readsLog),
  cell('PATCH /projects/{id}/repository', updates, { body: () => ({ commit_statuses: false }) }),
  cell('PUT /projects/{id}/repository', updates, {
    body: (w) => ({
      workspace_integration_id: encodeId('wkintg', w.things.integrationId),
      external_id: 'doors-private',
    }),
  }),
  cell('GET /projects/{id}/service-accounts', updates),
  cell('POST /projects/{id}/service-accounts', updates, { body: () => account }),
  cell('PATCH /projects/{id}/service-accounts/{account_id}', updates, {
    ...ofAccount,
    body: () => ({ name: 'Renamed' }),
  }),
  cell('DELETE /projects/{id}/service-accounts/{account_id}', updates, ofAccount),
  // There are no bytes here to be seen: tests/functions say who sees an image.
  cell('GET /projects/{id}/branches/{slug}/images/{path}', nobody, {
    open: true,
    params: () => ({ slug: 'main', path: 'docs/logo.png' }),
    knows: () => false,
  }),
  cell('GET /projects/{id}/branches/{slug}/export', nobody, {
    open: true,
    ...branch('main'),
    query: '?path=nowhere.yaml',
    knows: () => false,
  }),
  hostCell('POST /vcs-integrations/{id}/oauth-url', member, {
    body: () => ({ state: 'a'.repeat(32) }),
  }),
  hostCell('GET /vcs-integrations/{id}/basic-auth-credentials', creates),
  hostCell('GET /vcs-integrations/{id}/organizations', creates),
  hostCell('GET /vcs-integrations/{id}/repositories', creates),
  hostCell('POST /vcs-integrations/{id}/repositories', creates, {
    body: () => ({ name: 'Fresh', slug: 'fresh' }),
  }),
  ...(['POST', 'DELETE'] as const).map((method) =>
    cell(`${method} /vcs-integrations/{id}/webhooks`, updates, { ...ofHost, body: project_id }),
  ),
  cell('POST /projects/{id}/service-accounts/test', updates, { body: () => ({}) }),
  cell('GET /projects/{id}/contributors', project('project_members_add')),
  cell('GET /projects/{id}/repository/branches', project('project_branch_create_delete')),
  // With the signature of a host.
  cell('POST /webhooks/git/{integrationId}', nobody, {
    in: 'anywhere',
    params: (w) => ({ integrationId: encodeId('wkintg', w.things.integrationId) }),
    knows: anyone,
    body: () => ({}),
  }),
  cell('POST /webhooks/git/{integrationId}/{projectId}', nobody, {
    in: 'anywhere',
    params: (w) => ({
      integrationId: encodeId('wkintg', w.things.integrationId),
      projectId: encodeId('prj', Object.values(w.projects)[0]?.id ?? 0),
    }),
    knows: anyone,
    body: () => ({}),
  }),
  // With a CI token, which nobody here has.
  cell('POST /push/manifest', nobody, { in: 'anywhere', knows: anyone, body: () => ({}) }),
  cell('POST /projects/{id}/branches/{slug}/commits', nobody, {
    params: () => ({ slug: 'main' }),
    knows: anyone,
    body: () => ({}),
  }),
  cell('POST /push', nobody, { in: 'anywhere', knows: anyone, form: { manifest: '{}' } }),
  cell('POST /projects/{id}/branches/{slug}/images-batch', nobody, {
    params: () => ({ slug: encodeId('br', 1) }),
    knows: anyone,
    body: () => ({ images: [] }),
  }),
  cell('POST /projects/{id}/branches/{slug}/images', nobody, {
    params: () => ({ slug: encodeId('br', 1) }),
    knows: anyone,
    body: () => ({ filepath: '/logo.png', file: '' }),
  }),
  cell('GET /projects/{id}/webhook-deliveries', readsLog, { lists: true }),
]
