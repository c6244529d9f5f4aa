// Requests a second at the data doors, 16 connections, under policies, beside pgbench with the same SQL in the same
// run: what is between Postgres and the client is ours to keep small.
import pg from 'pg'
import type { StackInfo } from '../support/stack.ts'
import { atLeast, atMost, type BenchContext, type Row } from './bench.ts'
import { load, message } from './support/load.ts'
import { findPgbench, pgbench } from './support/pgbench.ts'
import { type ManyProjects, manyProjects } from './support/projects.ts'
import { furnishTree, TREE_SQL, treeRequest } from './support/tree.ts'

const COMMAND = 'npm run bench throughput'
const RUN = { connections: 16, seconds: 5 }
const COLUMNS =
  'id,name,slug,description,icon_name,icon_color,type,flavor,visibility,group_id,default_branch_id,created_at,updated_at'

interface Door {
  name: string
  requests: string[]
  /** The same read for pgbench. */
  sql: string
  bound?: number
}

export default async function bench({ stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const world = await manyProjects(stack)
  const program = findPgbench()
  if (!program) console.log('  pgbench is not installed (apt-get install postgresql): its rows are left out.')
  const rows: Row[] = []
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  await furnishTree(db, world).finally(() => db.end())
  for (const door of doors(stack, world)) {
    const { perSecond, p99 } = await load({ port: stack.port, requests: door.requests, ...RUN })
    rows.push(atLeast(door.name, perSecond, 'requests/s', door.bound, COMMAND))
    rows.push(atMost(`${door.name}, p99`, p99, 'ms', undefined, COMMAND))
    if (!program) continue
    const tps = await pgbench(program, stack.dbUrl, [...entering(world), door.sql], RUN)
    rows.push(atLeast('The same SQL by pgbench', tps, 'transactions/s', undefined, COMMAND))
    rows.push(atLeast('Share of pgbench', perSecond / tps, '×', undefined, COMMAND))
  }
  return rows
}

function doors(stack: StackInfo, world: ManyProjects): Door[] {
  const { workspaceId, projectIds, viewer } = world
  const headers = { apikey: stack.anonKey, authorization: `Bearer ${viewer.token}` }
  const get = (path: string) => message('GET', path, headers)
  const post = (path: string, body: unknown) =>
    message('POST', path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body))
  const ids = projectIds.slice(0, 500)
  const list = `select ${COLUMNS} from public.projects where workspace_id = ${workspaceId} order by name, id limit 50`
  return [
    {
      name: 'REST, list of 50 of 10,000 projects',
      requests: [
        get(`/rest/v1/projects?select=${COLUMNS}&workspace_id=eq.${workspaceId}&order=name,id&limit=50`),
      ],
      sql: `select coalesce(json_agg(p), '[]')::text from (${list}) p`,
      bound: 1200,
    },
    {
      name: 'REST, one project by id',
      requests: ids.map((id) => get(`/rest/v1/projects?select=${COLUMNS}&id=eq.${id}`)),
      sql: `select coalesce(json_agg(p), '[]')::text from (select ${COLUMNS} from public.projects where id = ${ids[0]}) p`,
      bound: 1500,
    },
    {
      name: 'GraphQL, 50 projects with branches and teams',
      requests: [treeRequest(stack, world)],
      sql: TREE_SQL.replace('$1', String(workspaceId)),
    },
    {
      name: 'rpc, my_permissions',
      requests: [post('/rest/v1/rpc/my_permissions', { p_workspace_id: workspaceId })],
      sql: `select coalesce(json_agg(p), '[]')::text from public.my_permissions(${workspaceId}) p`,
    },
  ]
}

/** What every request sets before its statement. */
function entering({ viewer }: ManyProjects): string[] {
  const claims = JSON.stringify({ sub: viewer.authId, role: 'authenticated' })
  return [
    `select set_config('request.jwt.claims', '${claims}', true), set_config('role', 'authenticated', true)`,
  ]
}
