// A company of 2,000 with 1,000, 10,000 and 100,000 projects: what its people's lists cost in the database, as their own
// role. What the size costs is the same list with the most projects beside the fewest, taken by turns.
import pg from 'pg'
import { claimsOf } from '../support/claims.ts'
import { atMost, type BenchContext, median, percentile, type Row, timed } from './bench.ts'
import { type LargeWorkspace, largeWorkspace, usualSize } from './support/large.ts'

const COMMAND = 'npm run bench people'
const ROUNDS = 8
const STATEMENTS = 5
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
interface List {
  name: string
  role: string
  statements: string[]
  /** How much more it may cost with the most projects than with the fewest. */
  growth?: number
}
const one = (name: string, role: string, statement: string, growth?: number): List => ({
  name,
  role,
  statements: [statement],
  ...(growth === undefined ? {} : { growth }),
})
const lists: List[] = [
  { name: 'Sidebar in the database', role: 'maker', statements: sidebar, growth: 2 },
  one('my_permissions', 'maker', 'select * from public.my_permissions($1)', 2),
  one('Projects, page of 50', 'maker', 'select public.list_projects($1)', 2),
  one('Projects, page of 50, as a guest', 'guest', 'select public.list_projects($1)'),
  one('Members, page of 50', 'maker', 'select public.list_members($1, p_limit => 50)'),
  one('Teams, page of 50', 'maker', 'select public.list_teams($1)'),
  one('Groups, page of 20', 'maker', 'select public.list_groups($1, p_limit => 20)'),
  one('Activity, page of 50', 'owner', 'select * from public.workspace_activity($1)'),
]

export default async function bench(context: BenchContext): Promise<Row[]> {
  const { stack: instance, sample, comparing } = context
  const stack = await instance()
  const companies: { label: string; workspace: LargeWorkspace; seconds: number }[] = []
  for (const [label, projects] of comparing ? sizes.slice(0, 2) : sizes) {
    let workspace: LargeWorkspace | undefined
    const make = async () => {
      workspace = await largeWorkspace(stack, { ...usualSize, projects })
    }
    const seconds = (await sample(() => timed(make))) / 1000
    if (workspace) companies.push({ label, workspace, seconds })
  }
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    const rows = making(companies)
    for (const list of lists) rows.push(...(await measure(db, list, companies, sample)))
    return rows
  } finally {
    await db.end()
  }
}

function making(companies: { label: string; seconds: number }[]): Row[] {
  // Made at the first call only: in later rounds of a comparison there is nothing to measure.
  return companies
    .filter(({ seconds }) => seconds > 1)
    .map(({ label, seconds }) =>
      atMost(`Make a workspace of 2,000 members and ${label} projects`, seconds, 's', undefined, COMMAND),
    )
}

async function measure(
  db: pg.Client,
  { name, role, statements, growth }: List,
  companies: { label: string; workspace: LargeWorkspace }[],
  sample: BenchContext['sample'],
): Promise<Row[]> {
  const taken = companies.map(({ label, workspace }) => ({ label, workspace, ms: [] as number[] }))
  for (let round = -1; round < ROUNDS; round++)
    for (const { workspace, ms } of taken) {
      const found = await sample(() => times(db, workspace, role, statements))
      if (round >= 0) ms.push(...found)
    }
  const rows = taken.flatMap(({ label, ms }) => [
    atMost(`${name}, ${label} projects`, median(ms), 'ms', undefined, COMMAND),
    ...(name.startsWith('Sidebar')
      ? [atMost(`${name}, p95, ${label} projects`, percentile(ms, 0.95), 'ms', undefined, COMMAND)]
      : []),
  ])
  const [fewest, most] = [taken[0], taken.at(-1)]
  if (growth && fewest && most)
    rows.push(
      atMost(
        `${name}, ${most.label} beside ${fewest.label} projects`,
        median(most.ms) / median(fewest.ms),
        '×',
        growth,
        COMMAND,
      ),
    )
  return rows
}

/** Milliseconds of the statements together, as somebody of the role. */
async function times(
  db: pg.Client,
  workspace: LargeWorkspace,
  role: string,
  statements: string[],
): Promise<number[]> {
  const claims = await claimsOf(db, { authId: workspace.people[role]?.authId ?? '' })
  const taken: number[] = []
  for (let n = 0; n < STATEMENTS; n++) {
    await db.query('begin')
    await db.query('set local role authenticated')
    await db.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
    taken.push(
      await timed(async () => {
        for (const statement of statements) await db.query(statement, [workspace.id])
      }),
    )
    await db.query('rollback')
  }
  return taken
}
