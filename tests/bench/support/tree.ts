// The tree that GraphQL is measured with: a workspace, 50 of its projects, their branches and teams; and the same
// answer by hand-written SQL.
import type pg from 'pg'
import type { StackInfo } from '../../support/stack.ts'
import { message } from './load.ts'
import type { ManyProjects } from './projects.ts'

const QUERY = `query ($id: BigInt!) {
  workspacesByPk(id: $id) {
    id name slug
    projectsCollection(first: 50, orderBy: [{ name: AscNullsLast }]) {
      edges { node {
        id name slug visibility
        branchesCollection(first: 50, filter: { isPublished: { eq: true } }) { edges { node { id name slug isDefault } } }
        projectTeamsCollection(first: 50) { edges { node { role team { id name slug } } } }
      } }
    }
  }
}`

/** The same by SQL; $1 is the workspace. */
export const TREE_SQL = `select json_build_object('id', w.id::text, 'name', w.name, 'slug', w.slug, 'projects', (
  select coalesce(json_agg(json_build_object('id', p.id::text, 'name', p.name, 'slug', p.slug, 'visibility', p.visibility,
    'branches', (select coalesce(json_agg(json_build_object('id', b.id::text, 'name', b.name, 'slug', b.slug, 'is_default', b.is_default)), '[]')
      from (select id, name, slug, is_default from public.branches where project_id = p.id and is_published order by id limit 50) as b),
    'teams', (select coalesce(json_agg(json_build_object('role', pt.role,
        'team', (select json_build_object('id', t.id::text, 'name', t.name, 'slug', t.slug) from public.teams t where t.id = pt.team_id))), '[]')
      from (select team_id, role from public.project_teams where project_id = p.id order by project_id, team_id limit 50) as pt))), '[]')
  from (select id, name, slug, visibility from public.projects where workspace_id = w.id order by name, id limit 50) as p))::text
from public.workspaces w where w.id = $1`

const furnished = new WeakSet<ManyProjects>()

/** Three branches a project and two of twenty teams. */
export async function furnishTree(db: pg.Client, world: ManyProjects): Promise<void> {
  if (furnished.has(world)) return
  furnished.add(world)
  const { workspaceId, projectIds } = world
  await db.query(
    `insert into public.branches (project_id, name, slug, is_published)
     select id, 'branch ' || n, 'branch-' || n, n < 3 from unnest($1::bigint[]) as id, generate_series(1, 3) as n`,
    [projectIds],
  )
  await db.query(
    `with made as (insert into public.teams (workspace_id, name, slug)
       select $1, 'Team ' || n, 'team-' || n from generate_series(1, 20) as n returning id),
     numbered as (select id, row_number() over () as n from made)
     insert into public.project_teams (project_id, team_id, role)
     select p, t.id, 'viewer' from unnest($2::bigint[]) with ordinality as p(p, n)
     join numbered t on t.n in (p.n % 20 + 1, (p.n + 7) % 20 + 1)`,
    [workspaceId, projectIds],
  )
  await db.query('vacuum analyze public.branches, public.project_teams, public.teams')
}

/** The request of the tree. */
export function treeRequest(stack: StackInfo, { workspaceId, viewer }: ManyProjects): string {
  const headers = {
    apikey: stack.anonKey,
    authorization: `Bearer ${viewer.token}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ query: QUERY, variables: { id: String(workspaceId) } })
  return message('POST', '/graphql/v1', headers, body)
}
