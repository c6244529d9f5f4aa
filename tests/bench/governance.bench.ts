// The report of governance over 10,000 projects with a million violations, as somebody who edits them all: a page of each
// kind, and how it went over ninety days. And a proposal that changes two thousand nodes, as its page asks for it.
import pg from 'pg'
import { claimsOf } from '../support/claims.ts'
import { atMost, type BenchContext, median, type Row, timed } from './bench.ts'
import { largeWorkspace, usualSize } from './support/large.ts'
import { largeProposal, OPERATIONS } from './support/large-proposal.ts'

const COMMAND = 'npm run bench governance'
const ROUNDS = 7
/** A page, in milliseconds. */
const PAGE = 300

const pages: [string, string][] = [
  ...['project', 'rule', 'team', 'owner'].map((by): [string, string] => [
    `Report by ${by}, 10k projects, 1M violations`,
    `select public.governance_report($1, '${by}')`,
  ]),
  ['Report of one rule', `select public.governance_report($1, 'project', 'rule-3')`],
  ['Ninety days of it', 'select * from public.governance_trend($1)'],
]

export default async function bench({
  stack: instance,
  sample,
  comparing,
  skip,
}: BenchContext): Promise<Row[]> {
  if (comparing) {
    skip('The report of governance', 'it takes a minute to make')
    return []
  }
  const stack = await instance()
  const { id, people } = await largeWorkspace(stack, { ...usualSize, projects: 10_000 })
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    await fill(db, id)
    const rows: Row[] = []
    for (const [name, statement] of pages) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++)
        times.push(await sample(() => asCaller(db, people.maker?.authId ?? '', statement, id)))
      rows.push(atMost(name, median(times), 'ms', PAGE, COMMAND))
    }
    const open = await largeProposal(stack)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await sample(() => timed(open)))
    rows.push(
      atMost(`Opening a proposal of ${OPERATIONS} changed nodes`, median(times), 'ms', 1_000, COMMAND),
    )
    return rows
  } finally {
    await db.end()
  }
}

/** Ten rules a project, ten violations of each, found over ten days. */
async function fill(db: pg.Client, workspaceId: number): Promise<void> {
  await db.query(
    `insert into private.finding_counts (branch_id, rule, severity, project_id, workspace_id, violations)
     select p.default_branch_id, 'rule-' || r, case when r % 2 = 0 then 'error' else 'warn' end, p.id, p.workspace_id, 10
     from public.projects p cross join generate_series(1, 10) r
     where p.workspace_id = $1 and p.default_branch_id is not null on conflict do nothing`,
    [workspaceId],
  )
  // Writes the day of each project, too.
  await db.query(
    `insert into public.branch_lints (branch_id, project_id, workspace_id, guide, units, errors, warnings, content_hash, guide_hash)
     select p.default_branch_id, p.id, p.workspace_id, 'extended', 40, 50, 50, '', '' from public.projects p
     where p.workspace_id = $1 and p.default_branch_id is not null on conflict do nothing`,
    [workspaceId],
  )
  await db.query(
    'update private.finding_days set day = day - (project_id % 10)::integer where workspace_id = $1',
    [workspaceId],
  )
  for (const table of ['public.branch_lints', 'private.finding_counts', 'private.finding_days'])
    await db.query(`analyze ${table}`)
}

/** Milliseconds of a statement, as a person. */
async function asCaller(
  db: pg.Client,
  authId: string,
  statement: string,
  workspaceId: number,
): Promise<number> {
  const claims = await claimsOf(db, { authId })
  await db.query('begin')
  await db.query('set local role authenticated')
  await db.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
  const ms = await timed(() => db.query(statement, [workspaceId]))
  await db.query('rollback')
  return ms
}
