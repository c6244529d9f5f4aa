// A project of the world, with branches, nodes, files, tasks, and whoever was given it.
import type { Place } from './callers.ts'
import { type ProposalThings, propose } from './furnish-proposals.ts'
import { openInStudio, type StudioThings } from './furnish-studio.ts'
import type { One, World } from './world.ts'

export interface ProjectThings extends StudioThings, ProposalThings {
  id: number
  /** By slug: main is published, draft is not. */
  branches: Record<'main' | 'draft', number>
  nodeId: number
  jobId: string
  oldSlug: string
  overrideId: number
  /** By furnish-git.ts, which needs the workspace's integration. */
  serviceAccountId: number
  waiverId: number
  findingId: number
  /** Of the draft's working copy. */
}

interface Setting {
  at: Place
  workspaceId: number
  people: World['people']
  groups: World['groups']
  teams: World['teams']
}

const operation = { slug: 'op12345678-list', type: 'http_operation', name: 'List narwhals', internal: false }
const nodes = [
  operation,
  { slug: 'secret78-op', type: 'http_operation', name: 'Secret', internal: true },
  { slug: 'hidden78-op', type: 'http_operation', name: 'Hidden', internal: false, hidden: true },
  { slug: 'pet12345678-pet', type: 'model', name: 'Pet', internal: false },
  { slug: 'intro12345678-intro', type: 'article', name: 'Introduction', internal: false },
]

/** Slugs of what stands on every branch. */
export const slugs = {
  operation: operation.slug,
  internal: 'secret78-op',
  hidden: 'hidden78-op',
  article: 'intro12345678-intro',
}

/** Makes the project of a place. */
export async function aProject(one: One, setting: Setting): Promise<ProjectThings> {
  const { at, workspaceId, groups } = setting
  const visibility = at === 'public' || at === 'internal' ? at : 'private'
  const { id } = await one(
    `insert into public.projects (workspace_id, name, slug, visibility, group_id, flavor) values ($1, $2, $2, $3, $4, $5) returning id`,
    [
      workspaceId,
      `doors-${at}`,
      visibility,
      at === 'grouped' ? groups.led : null,
      at === 'internal' ? 'style_guide' : 'design',
    ],
  )
  await give(one, id, setting)
  await one(
    'insert into public.project_slugs (workspace_id, slug, project_id) values ($1, $2, $3) returning project_id',
    [workspaceId, `before-${at}`, id],
  )
  const branches = { main: 0, draft: 0 }
  for (const slug of ['main', 'draft'] as const) branches[slug] = await aBranch(one, workspaceId, id, slug)
  await openInStudio(one, workspaceId, branches.main)
  const studio = await openInStudio(one, workspaceId, branches.draft)
  const { id: nodeId } = await one('select id from public.nodes where project_id = $1 and uri = $2', [
    id,
    `/${operation.slug}`,
  ])
  const { job_id: jobId } = await one<{ job_id: string }>(
    `insert into public.task_logs (task_id, workspace_id, project_id, status) values ('analyze', $1, $2, 'success') returning job_id`,
    [workspaceId, id],
  )
  await one(
    `insert into public.task_log_lines (job_id, seq, level, message) values ($1, 1, 'info', 'Done.') returning job_id`,
    [jobId],
  )
  const { id: overrideId } = await one(
    `insert into public.overrides (project_id, node_uri, title) values ($1, $2, 'Ours') returning id`,
    [id, `/${slugs.article}`],
  )
  const proposal = await propose(one, branches, setting.people.founder.id)
  return {
    id,
    branches,
    nodeId,
    jobId,
    oldSlug: `before-${at}`,
    overrideId,
    serviceAccountId: 0,
    waiverId: 0,
    findingId: 0,
    ...studio,
    ...proposal,
  }
}

async function give(one: One, id: number, { at, people, teams }: Setting): Promise<void> {
  const members: [keyof World['people'], string][] = [['aide', 'viewer']]
  members.push(at === 'owned' ? ['maker', 'owner'] : ['founder', 'owner'])
  if (at === 'direct') members.push(['maker', 'editor'], ['viewer', 'editor'], ['guest', 'viewer'])
  for (const [who, role] of members)
    await one(
      'insert into public.project_members (project_id, user_id, role) values ($1, $2, $3) returning project_id',
      [id, people[who].id, role],
    )
  const given: [string, string][] = [['bystanding', 'viewer']]
  if (at === 'teamed') given.push(['joined', 'editor'])
  for (const [name, role] of given)
    await one(
      'insert into public.project_teams (project_id, team_id, role) values ($1, $2, $3) returning project_id',
      [id, teams[name], role],
    )
}

async function aBranch(one: One, workspaceId: number, projectId: number, slug: string): Promise<number> {
  const { id } = await one(
    'insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, $2, $2, $3, $3) returning id',
    [projectId, slug, slug === 'main'],
  )
  const hash = Buffer.alloc(32, 7)
  for (const [table, columns, values] of [
    ['snapshots', 'workspace_id, hash, data, size', "$1, $2, '{}', 2"],
    ['files', 'workspace_id, hash, size', '$1, $2, 2'],
  ])
    await one(
      `insert into public.${table} (${columns}) values (${values}) on conflict (workspace_id, hash) do update set size = 2 returning workspace_id`,
      [workspaceId, hash],
    )
  for (const path of ['reference/api.yaml', 'docs/intro.md', 'docs/logo.png'])
    await one(
      'insert into public.branch_files (branch_id, path, workspace_id, hash) values ($1, $2, $3, $4) returning path',
      [id, path, workspaceId, hash],
    )
  for (const node of nodes) {
    const { id: nodeId } = await one(
      `insert into public.nodes (project_id, uri, type) values ($1, $2, $3)
       on conflict (project_id, uri) do update set type = excluded.type returning id`,
      [projectId, `/${node.slug}`, node.type],
    )
    await one(
      `insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, is_internal, has_internal_parts,
         snapshot_hash, search, is_hidden, method, path)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, $10, to_tsvector('simple', $8), $11,
         case when $6 = 'http_operation' then 'get' end, case when $6 = 'http_operation' then '/' || $7 end) returning id`,
      [
        id,
        nodeId,
        workspaceId,
        projectId,
        `/${node.slug}`,
        node.type,
        node.slug,
        node.name,
        node.internal,
        hash,
        'hidden' in node,
      ],
    )
  }
  await one(
    `insert into public.node_edges (branch_id, from_uri, to_uri, type, is_internal) values ($1, $2, '/pet12345678-pet', 'ref', false) returning id`,
    [id, `/${operation.slug}`],
  )
  for (const audience of ['members', 'everyone'])
    await one(
      `insert into public.branch_tocs (branch_id, audience, toc) values ($1, $2, '[{"title": "All"}, {"title": "List", "slug": "list", "type": "http_operation"}]') returning branch_id`,
      [id, audience],
    )
  return id
}
