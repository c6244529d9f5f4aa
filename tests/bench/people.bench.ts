// A company of 2,000 with 1,000, 10,000 and 100,000 projects: what its people's lists cost in the database, as their own role.
import pg from 'pg'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { type LargeWorkspace, makeLarge, usualSize } from './support/large.ts'

const COMMAND = 'npm run bench people'
const ROUNDS = 40
const sizes: [string, number][] = [
  ['1k', 1_000],
  ['10k', 10_000],
  ['100k', 100_000],
]

/** What the sidebar asks for: pins, groups, the first projects. */
const sidebar = [
  'select p.id, p.slug, p.name from public.project_pins pp join public.projects p on p.id = pp.project_id where p.workspace_id = $1 order by pp.position limit 100',
  'select id, name, slug, icon, icon_color, visibility from public.groups where workspace_id = $1 order by name',
  'select id, slug, name, icon_name, icon_color, group_id from public.projects where workspace_id = $1 order by name, id limit 50',
]
const lists: [string, string, string][] = [
  ['Projects, page of 50', 'maker', 'select public.list_projects($1)'],
  ['Projects, page of 50, as a guest', 'guest', 'select public.list_projects($1)'],
  ['Members, page of 50', 'maker', 'select public.list_members($1, p_limit => 50)'],
  ['Teams, page of 50', 'maker', 'select public.list_teams($1)'],
  ['Groups, page of 20', 'maker', 'select public.list_groups($1, p_limit => 20)'],
  ['Activity, page of 50', 'owner', 'select * from public.workspace_activity($1)'],
]

export default async function bench({ stack: instance }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    const rows: Row[] = []
    for (const [label, projects] of sizes) rows.push(...(await measure(db, label, projects)))
    return rows
  } finally {
    await db.end()
  }
}

async function measure(db: pg.Client, label: string, projects: number): Promise<Row[]> {
  const started = performance.now()
  const workspace = await makeLarge(db, { ...usualSize, slug: `people-${label}`, projects })
  const rows = [
    atMost(
      `Make a workspace of 2,000 members and ${label} projects`,
      (performance.now() - started) / 1000,
      's',
      label === '10k' ? 180 : undefined,
      COMMAND,
    ),
  ]
  const aSidebar = await times(db, workspace, 'maker', sidebar)
  rows.push(
    atMost(`Sidebar in the database, p95, ${label} projects`, percentile(aSidebar, 0.95), 'ms', 60, COMMAND),
  )
  const permissions = await times(db, workspace, 'maker', ['select * from public.my_permissions($1)'])
  rows.push(atMost(`my_permissions, ${label} projects`, median(permissions), 'ms', 2, COMMAND))
  for (const [name, role, sql] of lists)
    rows.push(
      atMost(
        `${name}, ${label} projects`,
        median(await times(db, workspace, role, [sql])),
        'ms',
        undefined,
        COMMAND,
      ),
    )
  return rows
}

/** Milliseconds of the statements together, round by round, as somebody of the role. */
async function times(
  db: pg.Client,
  workspace: LargeWorkspace,
  role: string,
  statements: string[],
): Promise<number[]> {
  const claims = JSON.stringify({ sub: workspace.people[role]?.authId, role: 'authenticated' })
  const taken: number[] = []
  for (let round = -5; round < ROUNDS; round++) {
    await db.query('begin')
    await db.query('set local role authenticated')
    await db.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
    const started = performance.now()
    for (const statement of statements) await db.query(statement, [workspace.id])
    if (round >= 0) taken.push(performance.now() - started)
    await db.query('rollback')
  }
  return taken
}

function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
