// What GraphQL costs: workspace → 50 projects → branches and teams, beside hand-written SQL with the same answer, as
// the same role, taken in turns. Between them lie parsing, planning and putting JSON together as pg_graphql does.
import pg from 'pg'
import type { StackInfo } from '../support/stack.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { load, message } from './support/load.ts'
import { type ManyProjects, manyProjects } from './support/projects.ts'

const COMMAND = 'npm run bench graphql'
const ROUNDS = 4
const RUN = { connections: 1, seconds: 2 }

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

const SQL = `select json_build_object('id', w.id::text, 'name', w.name, 'slug', w.slug, 'projects', (
  select coalesce(json_agg(json_build_object('id', p.id::text, 'name', p.name, 'slug', p.slug, 'visibility', p.visibility,
    'branches', (select coalesce(json_agg(json_build_object('id', b.id::text, 'name', b.name, 'slug', b.slug, 'is_default', b.is_default)), '[]')
      from (select id, name, slug, is_default from public.branches where project_id = p.id and is_published order by id limit 50) as b),
    'teams', (select coalesce(json_agg(json_build_object('role', pt.role,
        'team', (select json_build_object('id', t.id::text, 'name', t.name, 'slug', t.slug) from public.teams t where t.id = pt.team_id))), '[]')
      from (select team_id, role from public.project_teams where project_id = p.id order by project_id, team_id limit 50) as pt))), '[]')
  from (select id, name, slug, visibility from public.projects where workspace_id = w.id order by name, id limit 50) as p))::text
from public.workspaces w where w.id = $1`

export default async function bench({ stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const world = await manyProjects(stack)
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    await furnish(db, world)
    // In turns, so that both meet the same machine.
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push((await load({ port: stack.port, requests: [request(stack, world)], ...RUN })).median)
      theirs.push(await bySql(db, world))
    }
    return [
      atMost('GraphQL: workspace, 50 projects, branches, teams', median(ours), 'ms', undefined, COMMAND),
      atMost('The same tree by hand-written SQL', median(theirs), 'ms', undefined, COMMAND),
      atMost('Cost of GraphQL', median(ours) / median(theirs), '×', 1.5, COMMAND),
    ]
  } finally {
    await db.end()
  }
}

/** Three branches a project and two of twenty teams. */
async function furnish(db: pg.Client, { workspaceId, projectIds }: ManyProjects): Promise<void> {
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

function request(stack: StackInfo, { workspaceId, viewer }: ManyProjects): string {
  const headers = {
    apikey: stack.anonKey,
    authorization: `Bearer ${viewer.token}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ query: QUERY, variables: { id: String(workspaceId) } })
  return message('POST', '/graphql/v1', headers, body)
}

/** The median of transactions that take the role, ask and end. */
async function bySql(db: pg.Client, { workspaceId, viewer }: ManyProjects): Promise<number> {
  const claims = JSON.stringify({ sub: viewer.authId, role: 'authenticated' })
  const times: number[] = []
  const until = performance.now() + RUN.seconds * 1000
  while (performance.now() < until) {
    const started = performance.now()
    await db.query('begin')
    await db.query(
      `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
      [claims],
    )
    await db.query({ name: 'tree', text: SQL, values: [workspaceId] })
    await db.query('commit')
    times.push(performance.now() - started)
  }
  return median(times)
}
