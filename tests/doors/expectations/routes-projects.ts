import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import {
  both,
  isGivenByName,
  type Place,
  person,
  project,
  type Rule,
  reads,
  readsAll,
  readsInternal,
  readsPublished,
  workspace,
} from '../support/callers.ts'
import { slugs } from '../support/furnish-project.ts'
import type { World } from '../support/world.ts'
import { readsDrafts } from './functions-studio.ts'
import { type RouteCells, userId } from './routes.ts'
import { gitRoutes } from './routes-git.ts'

const cell = (route: string, may: Rule, more: Partial<RouteCells> = {}): RouteCells => ({
  route,
  in: 'project',
  may,
  ...more,
})

const open = { open: true } as const
const adds = project('project_members_add')
const unpublished = project('project_unpublished_branch_read')
// Agents without a token are told where to be let in.
const isSomebody: Rule = (who) => who !== 'anon'
const toldWhere: Partial<RouteCells> = { open: true, knows: (who) => who === 'anon' }
// A branch or a page that one may not read is not there.
const hidden = { ...open, knows: () => false }
const branch = (slug: string) => ({ params: () => ({ slug }) })
const readPage = (page: string) => (_w: World, at: Place) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'read_page', arguments: { project: `doors-${at}`, branch: 'main', page } },
})
const ofDraft = (w: World, at: Place) => ({ slug: 'draft', document: w.projects[at]?.documentId ?? '' })
const job = (w: World, at: Place) => ({ job_id: w.projects[at]?.jobId ?? '' })

export const projectRoutes: RouteCells[] = [
  ...gitRoutes,
  cell('GET /projects/{id}', reads, open),
  cell('GET /projects', reads, {
    ...open,
    host: 'doors',
    query: '?slug={slug}',
    params: (_w, at) => ({ slug: `doors-${at}` }),
  }),
  cell('PATCH /projects/{id}', project('project_update'), { body: () => ({ description: 'changed' }) }),
  cell('DELETE /projects/{id}', project('project_delete')),
  cell('POST /projects/{id}/pin', project('project_read')),
  cell('DELETE /projects/{id}/pin', person),
  cell('GET /projects/{id}/branches', reads, open),
  cell('GET /projects/{id}/branches/{slug}', readsPublished, { ...hidden, ...branch('main') }),
  cell('GET /projects/{id}/branches/{slug}/doc', readsDrafts, {
    ...hidden,
    query: '?document={document}',
    params: ofDraft,
  }),
  cell('GET /projects/{id}/branches/{slug}/documents/{document}/content', readsDrafts, {
    ...hidden,
    params: ofDraft,
  }),
  // The file of the doors is not stored: that, too, is not found.
  cell('GET /projects/{id}/branches/{slug}/commits/{sha}/content', () => false, {
    knows: () => false,
    query: '?path=docs/intro.md',
    params: () => ({ slug: 'draft', sha: '0123456789abcdef' }),
  }),
  cell('GET /projects/{id}/branches/{slug}/file', () => false, {
    knows: () => false,
    query: '?path=docs/intro.md',
    params: () => ({ slug: 'draft' }),
  }),
  cell('GET /projects/{id}/branches/{slug}', unpublished, {
    what: 'a draft',
    ...hidden,
    ...branch('draft'),
  }),
  cell('POST /projects/{id}/branches/{slug}/import', project('project_contents_update'), {
    ...branch('main'),
    form: { note: 'without a file' },
  }),
  cell('POST /mcp', both(readsPublished, isSomebody), {
    ...toldWhere,
    host: 'doors',
    body: readPage(slugs.operation),
  }),
  cell('POST /mcp', readsInternal, {
    what: 'internal',
    ...toldWhere,
    host: 'doors',
    body: readPage(slugs.internal),
  }),
  cell('POST /mcp', both(readsAll, isSomebody), {
    what: 'an article',
    ...toldWhere,
    host: 'doors',
    body: readPage(slugs.article),
  }),
  cell('POST /mcp/public', (_who, at) => at === 'public', {
    ...hidden,
    host: 'doors',
    body: readPage(slugs.operation),
  }),
  cell('GET /projects/{id}/table-of-contents', readsPublished, open),
  cell('GET /projects/{id}/nodes/{slug}', readsPublished, { ...hidden, ...branch(slugs.operation) }),
  cell('GET /projects/{id}/nodes/{slug}', readsInternal, {
    what: 'internal',
    ...hidden,
    ...branch(slugs.internal),
  }),
  cell('GET /projects/{id}/nodes/{slug}', readsAll, {
    what: 'an article',
    ...hidden,
    ...branch(slugs.article),
  }),
  cell('POST /projects/{id}/nodes/{slug}/try-it', readsPublished, {
    ...hidden,
    ...branch(slugs.operation),
    form: { request: '{}' },
  }),
  cell('PUT /projects/{id}/group', project('project_group_update'), {
    body: (w) => ({ group_id: encodeId('grp', w.groups.other ?? 0), confirm: true }),
  }),
  cell('GET /projects/{id}/members', adds),
  cell('GET /projects/{id}/teams', adds),
  cell('GET /projects/{id}/assignable-members', adds),
  cell('GET /projects/{id}/assignable-teams', adds),
  cell('POST /projects/{id}/members', project('project_viewer_add'), {
    body: (w) => ({ email: w.people.fresh.email, role: 'viewer' }),
  }),
  cell('POST /projects/{id}/members', project('project_viewer_add'), {
    what: 'many',
    body: (w) => ({ members: [{ user_id: userId(w, 'fresh'), role: 'viewer' }] }),
  }),
  ...(['viewer', 'editor', 'admin'] as const).map((role) =>
    cell('PATCH /projects/{id}/members/{user_id}', project(`project_${role}_add`), {
      what: `to ${role}`,
      params: (w) => ({ user_id: userId(w, 'fresh') }),
      body: () => ({ role }),
    }),
  ),
  cell('DELETE /projects/{id}/members/me', both(project('project_leave'), isGivenByName), {
    // Whoever may leave but was never given the project by name is not found among its members.
    knows: (who, at) => reads(who, at) && !project('project_leave')(who, at),
  }),
  cell('DELETE /projects/{id}/members/{user_id}', project('project_member_delete'), {
    params: (w) => ({ user_id: userId(w, 'aide') }),
  }),
  cell('PUT /projects/{id}/ownership', project('project_ownership_update'), {
    body: (w) => ({ user_id: userId(w, 'aide') }),
  }),
  ...(['viewer', 'editor', 'admin'] as const).map((role) =>
    cell('PUT /projects/{id}/teams', project(`project_${role}_add`), {
      what: `as ${role}`,
      body: (w) => ({ team_id: encodeId('team', w.teams.other ?? 0), role }),
    }),
  ),
  cell('DELETE /projects/{id}/teams/{team_id}', project('project_member_delete'), {
    params: (w) => ({ team_id: encodeId('team', w.teams.bystanding ?? 0) }),
  }),
  cell('GET /projects/{id}/tasks', project('project_automation_logs_read'), { lists: true }),
  cell('GET /tasks/{job_id}', project('project_automation_logs_read'), {
    params: job,
    knows: () => false,
  }),
  {
    ...cell('GET /tasks/{job_id}', workspace('WorkspaceAutomationLogsView'), {
      params: (w) => ({ job_id: w.things.jobId }),
      knows: () => false,
    }),
    what: 'of the workspace',
    in: 'workspace',
  },
]
