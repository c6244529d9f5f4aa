// What one lint, or one comparison, does to its own process stays there: it is done again or given up, with what is said of it;
// others go on.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lintParts, type ReportedLint } from '../../worker/report/lint.ts'
import { killHard } from '../support/processes.ts'
import { blockTable } from './support/blockade.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld({ lints: true })
})
afterEach(() => world.end())

const TITLED = 'rules: {titled: {given: $.info, severity: error, then: {field: x-title, function: truthy}}}\n'
const api = (more: object = {}) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {}, ...more })

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

async function imported(name: string, files: Record<string, string>): Promise<Project> {
  const project = await world.aProject(name)
  await world.importFiles(project, files)
  return project
}

/** What became of the lint of a branch, and of its report. */
async function settled({ branchId }: Project) {
  const { state } = await world.untilRow<{ state: string }>(
    `select private.lint_state($1) as state where private.lint_state($1) in ('current', 'failed')`,
    [branchId],
  )
  const { rows } = await world.db.query<{ rule: string }>(
    'select rule from public.findings where branch_id = $1 order by rule',
    [branchId],
  )
  return { state, rules: rows.map(({ rule }) => rule) }
}

const reportOf = async ({ branchId }: Project) =>
  (await world.untilRow<{ report: ReportedLint }>('select private.lint_report($1) as report', [branchId]))
    .report

const GIVEN_UP = [
  '### Style guide',
  'The lint did not come to its end: these files take too long or too much.',
]

/** One project whose rules ask for too much, and one beside it: the worker goes on with it, and with the same worker. */
async function givesUp(
  env: Record<string, string>,
  hungry: Record<string, string>,
  before: (project: Project) => Promise<void> = async () => undefined,
): Promise<void> {
  const worker = await world.worker(env)
  const project = await imported('Hungry', hungry)
  await before(project)
  const other = await imported('Other', { 'api.json': api(), '.spectral.yaml': TITLED })
  expect(await settled(project)).toEqual({ state: 'failed', rules: [] })
  expect(lintParts(await reportOf(project))).toEqual(GIVEN_UP)
  expect(await settled(other)).toEqual({ state: 'current', rules: ['titled'] })
  // It is not tried again before the files or the rules are others; then it is.
  const { rows } = await world.db.query(
    `select from graphile_worker.jobs where task_identifier = 'lint_branch' and last_error is not null`,
  )
  expect(rows).toEqual([])
  await world.importFiles(project, { 'api.json': api(), '.spectral.yaml': TITLED })
  await world.untilRow('select 1 from public.findings where branch_id = $1', [project.branchId])
  expect(await settled(project)).toEqual({ state: 'current', rules: ['titled'] })
  expect(() => process.kill(worker.pid, 0)).not.toThrow()
}

/** What ran out of its time may have met a busy machine: it waits to be tried once more, and nothing is said of it yet. */
async function isTriedOnceMore(project: Project): Promise<void> {
  await world.untilRow(
    `select 1 as waits from graphile_worker.jobs
     where task_identifier = 'lint_branch' and attempts = 1 and locked_by is null and run_at > now() + interval '30 seconds'`,
  )
  expect(await reportOf(project)).toBeNull()
  await world.db.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'lint_branch'), run_at => now())`,
  )
}

test('rules that take for ever end with their time, the second time too; others are linted', () =>
  givesUp(
    { WAYMARK_ANALYSIS_SECONDS: '8' },
    {
      'api.json': api({ 'x-a': `${'a'.repeat(40)}!` }),
      '.spectral.yaml':
        'rules: {slow: {given: $.x-a, then: {function: pattern, functionOptions: {match: "^(a+)+$"}}}}\n',
    },
    isTriedOnceMore,
  ))

test('rules and files that eat the memory end with theirs; others are linted', () =>
  givesUp(
    { WAYMARK_ANALYSIS_MEMORY_MB: '128' },
    {
      // Three thousand places, with half a megabyte to say of each.
      'api.json': api({ 'x-a': Array.from({ length: 3_000 }, (_, index) => `v${index}`) }),
      '.spectral.yaml': `rules: {eats: {given: "$.x-a[*]", description: ${'d'.repeat(5_000)}, message: '${'{{description}}'.repeat(100)}', then: {function: falsy}}}\n`,
    },
  ))

test('a lint that is killed in the middle is done again from the beginning, and nothing of the first one stays', async () => {
  const blockade = await blockTable(world, 'private.linted_files')
  const worker = await world.worker()
  const project = await imported('Killed', { 'api.json': api(), '.spectral.yaml': TITLED })
  await blockade.reached()
  for (const child of childrenOf(worker.pid)) killHard(child)
  await blockade.lift()
  await world.untilRow(
    `select 1 as failed from graphile_worker.jobs where task_identifier = 'lint_branch' and attempts = 1 and locked_by is null`,
  )
  expect(await reportOf(project)).toBeNull()
  await world.db.query('update graphile_worker._private_jobs set run_at = now()')
  expect(await settled(project)).toEqual({ state: 'current', rules: ['titled'] })
  expect(() => process.kill(worker.pid, 0)).not.toThrow()
})

test('a comparison that ran out of its time is made once more', { timeout: 120_000 }, async () => {
  const first = await world.worker()
  const project = await world.aProject('Compared')
  const { rows } = await world.db.query<{ id: string }>(
    `insert into public.branches (project_id, name, slug) values ($1, 'next', 'next') returning id`,
    [project.id],
  )
  for (const branch of ['main', 'next']) {
    const job = await world.importFiles(project, { 'api.json': api({ 'x-of': branch }) }, branch)
    expect((await world.finished(job)).status).toBe('success')
  }
  await first.end('SIGTERM')
  const { id } = await world.asOwner<{ id: string }>(
    `select public.create_proposal($1, 'Name it anew') as id`,
    [rows[0]?.id],
  )
  const blockade = await blockTable(world, 'private.proposal_nodes')
  const slow = await world.worker({ WAYMARK_ANALYSIS_SECONDS: '5' })
  await world.untilRow(
    `select 1 as waits from graphile_worker.jobs
     where task_identifier = 'compare_proposal' and attempts = 1 and locked_by is null and run_at > now() + interval '30 seconds'`,
  )
  await slow.end('SIGTERM')
  await blockade.lift()
  await world.db.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'compare_proposal'), run_at => now())`,
  )
  await world.worker()
  const { state } = await world.untilRow<{ state: string }>(
    `select private.proposal_comparison_state(o) as state from public.proposals o
     where o.id = $1 and private.proposal_comparison_state(o) <> 'comparing'`,
    [id],
  )
  expect(state).toBe('current')
})
