// What row-level security costs: the list of 50 projects that a viewer's screen asks for, in a workspace with 10,000,
// beside the same statement as a role that passes by the policies. Taken in turns, so that both meet the same machine.
import pg from 'pg'
import { claimsOf } from '../support/claims.ts'
import { atMost, type BenchContext, median, percentile, type Row } from './bench.ts'
import { manyProjects } from './support/projects.ts'

const COMMAND = 'npm run bench policies'
const LIST = `select coalesce(json_agg(p), '[]')::text from (
  select id, name, slug, description, icon_name, icon_color, type, flavor, visibility, group_id, default_branch_id, created_at, updated_at
  from public.projects where workspace_id = $1 order by name, id limit 50) p`
const ROUNDS = 12
const STATEMENTS = 50

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const {
    workspaceId: id,
    viewer: { authId: viewer },
  } = await manyProjects(stack)
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    const under: number[] = []
    const past: number[] = []
    const checks: number[] = []
    for (let round = -2; round < ROUNDS; round++) {
      const times = await sample(async () => {
        const taken: [number, number][] = []
        for (let n = 0; n < STATEMENTS; n++)
          taken.push([await time(db, 'authenticated', viewer, id), await time(db, 'postgres', viewer, id)])
        return taken
      })
      const check = await sample(() => timeOfCheck(db, viewer))
      if (round < 0) continue
      checks.push(check)
      for (const [a, b] of times) {
        under.push(a)
        past.push(b)
      }
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
      atMost('The check of the session before a request', median(checks), 'ms', undefined, COMMAND),
      // Of the fastest tenth: what other programs take from the machine is not a policy's cost.
      atMost('Cost of the policies', percentile(under, 0.1) / percentile(past, 0.1), '×', 1.3, COMMAND),
    ]
  } finally {
    await db.end()
  }
}

/** Milliseconds of one check, as Postgres does a thousand of them. */
async function timeOfCheck(db: pg.Client, viewer: string): Promise<number> {
  const times = 1000
  await db.query('begin')
  const claims = await claimsOf(db, { authId: viewer })
  await db.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
  const started = performance.now()
  await db.query(`select request.check_session() from generate_series(1, ${times})`)
  const taken = performance.now() - started
  await db.query('commit')
  return taken / times
}

async function time(db: pg.Client, role: string, viewer: string, workspaceId: number): Promise<number> {
  await db.query('begin')
  const claims = await claimsOf(db, { authId: viewer })
  await db.query(`set local role ${role}`)
  await db.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
  // As before every request: it keeps the session for the policies, and its own cost is a row of its own.
  if (role === 'authenticated') await db.query('select request.check_session()')
  const started = performance.now()
  await db.query({ name: `list as ${role}`, text: LIST, values: [workspaceId] })
  const taken = performance.now() - started
  await db.query('commit')
  return taken
}
