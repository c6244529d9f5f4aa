// What row-level security costs: the list of 50 projects that a viewer's screen asks for, in a workspace with 10,000,
// beside the same statement as a role that passes by the policies. Taken in turns, so that both meet the same machine.
import pg from 'pg'
import type { StackInfo } from '../support/stack.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { aWorkspace } from './support/workspace.ts'

const COMMAND = 'npm run bench policies'
const LIST = `select coalesce(json_agg(p), '[]')::text from (
  select id, name, slug, description, icon_name, icon_color, type, flavor, visibility, group_id, default_branch_id, created_at, updated_at
  from public.projects where workspace_id = $1 order by name, id limit 50) p`
const ROUNDS = 600

export default async function bench({ stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const { id } = await aWorkspace(stack)
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    const viewer = await furnish(stack, db, id)
    const under: number[] = []
    const past: number[] = []
    for (let round = -100; round < ROUNDS; round++) {
      const [a, b] = [await time(db, 'authenticated', viewer, id), await time(db, 'service_role', viewer, id)]
      if (round < 0) continue
      under.push(a)
      past.push(b)
    }
    return [
      atMost(
        'List of 50 of 10,000 projects as a viewer, with policies',
        median(under),
        'ms',
        undefined,
        COMMAND,
      ),
      atMost('The same statement without policies', median(past), 'ms', undefined, COMMAND),
      atMost('Cost of the policies', median(under) / median(past), '×', 1.3, COMMAND),
    ]
  } finally {
    await db.end()
  }
}

/** 10,000 projects, a tenth of them private, and a viewer; returns the viewer's auth id. */
async function furnish(stack: StackInfo, db: pg.Client, workspaceId: number): Promise<string> {
  await db.query(
    `insert into public.projects (workspace_id, name, slug, visibility)
     select $1, 'Project ' || n, 'project-' || n, case when n % 10 = 0 then 'private' else 'internal' end from generate_series(1, 10000) n`,
    [workspaceId],
  )
  const viewer = await aWorkspace(stack)
  await db.query(
    `insert into public.workspace_members (workspace_id, user_id, role)
     select $1, user_id, 'viewer' from public.emails where email = $2`,
    [workspaceId, viewer.email],
  )
  await db.query('vacuum analyze public.projects')
  const { rows } = await db.query<{ auth_id: string }>(
    'select u.auth_id from public.users u join public.emails e on e.user_id = u.id where e.email = $1',
    [viewer.email],
  )
  return rows[0]?.auth_id ?? ''
}

async function time(db: pg.Client, role: string, viewer: string, workspaceId: number): Promise<number> {
  await db.query('begin')
  await db.query(`set local role ${role}`)
  await db.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: viewer, role: 'authenticated' }),
  ])
  const started = performance.now()
  await db.query({ name: `list as ${role}`, text: LIST, values: [workspaceId] })
  const taken = performance.now() - started
  await db.query('commit')
  return taken
}
