// Requests a second at the data doors, 16 connections, under policies, beside pgbench with the same SQL in the same
// run: what is between Postgres and the client is ours to keep small.
import { decodeJwt } from 'jose'
import pg from 'pg'
import { findProgram } from '../programs.mjs'
import type { StackInfo } from '../support/stack.ts'
import { atLeast, atMost, type BenchContext, median, type Row } from './bench.ts'
import { load, message } from './support/load.ts'
import { pgbench } from './support/pgbench.ts'
import { type ManyProjects, manyProjects } from './support/projects.ts'
import { furnishTree, TREE_SQL, treeRequest } from './support/tree.ts'

const COMMAND = 'npm run bench throughput'
const RUN = { connections: 16, seconds: 2 }
// Each of its runs connects and plans anew, which a short one would not make up for.
const PGBENCH_RUN = { ...RUN, seconds: 5 }
const SAMPLES = 3
const COLUMNS =
  'id,name,slug,description,icon_name,icon_color,type,flavor,visibility,group_id,default_branch_id,created_at,updated_at'

interface Door {
  name: string
  requests: string[]
  /** The same read for pgbench. */
  sql: string
  /** At least this much of what pgbench gives. */
  share: number
}

export default async function bench(context: BenchContext): Promise<Row[]> {
  const stack = await context.stack()
  const world = await manyProjects(stack)
  const program = findProgram('pgbench')
  if (!program) context.skip('Shares of pgbench', 'it is not installed (apt-get install postgresql)')
  const rows: Row[] = []
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  await furnishTree(db, world).finally(() => db.end())
  for (const door of doors(stack, world)) {
    const ours: { perSecond: number; p99: number }[] = []
    const bare: number[] = []
    for (let n = 0; n < SAMPLES; n++) {
      ours.push(await context.sample(() => load({ port: stack.port, requests: door.requests, ...RUN })))
      if (!program) continue
      const statements = [...entering(world), door.sql]
      bare.push(await context.sample(() => pgbench(program, stack.dbUrl, statements, PGBENCH_RUN)))
    }
    const perSecond = median(ours.map((result) => result.perSecond))
    const p99 = median(ours.map((result) => result.p99))
    rows.push(
      atLeast(door.name, perSecond, 'requests/s', undefined, COMMAND),
      atMost(`${door.name}, p99`, p99, 'ms', undefined, COMMAND),
    )
    if (!program) continue
    const tps = median(bare)
    rows.push(
      atLeast(`${door.name}, the SQL by pgbench`, tps, 'transactions/s', undefined, COMMAND),
      atLeast(`${door.name}, share of pgbench`, perSecond / tps, '×', door.share, COMMAND),
    )
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
      share: 0.35,
    },
    {
      name: 'REST, one project by id',
      requests: ids.map((id) => get(`/rest/v1/projects?select=${COLUMNS}&id=eq.${id}`)),
      sql: `select coalesce(json_agg(p), '[]')::text from (select ${COLUMNS} from public.projects where id = ${ids[0]}) p`,
      share: 0.18,
    },
    {
      name: 'GraphQL, 50 projects with branches and teams',
      requests: [treeRequest(stack, world)],
      sql: TREE_SQL.replace('$1', String(workspaceId)),
      share: 0.45,
    },
    {
      name: 'rpc, my_permissions',
      requests: [post('/rest/v1/rpc/my_permissions', { p_workspace_id: workspaceId })],
      sql: `select coalesce(json_agg(p), '[]')::text from public.my_permissions(${workspaceId}) p`,
      share: 0.18,
    },
  ]
}

/** What every request sets before its statement. */
function entering({ viewer }: ManyProjects): string[] {
  // The claims of their token, which name a living session. No colon: pgbench reads ":28000" as a variable of its own.
  const claims = JSON.stringify(decodeJwt(viewer.token)).replaceAll(':', '\\x3a')
  return [
    `select set_config('request.jwt.claims', E'${claims}', true), set_config('role', 'authenticated', true)`,
  ]
}
