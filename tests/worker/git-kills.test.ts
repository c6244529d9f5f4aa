// A worker may be killed anywhere while it reads a branch at its Git host: nobody sees half of it, the next one
// finishes, and one workspace's many branches keep nobody waiting.
import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GitRemote, type Repository, startGitRemote } from '../support/git-remote.ts'
import { seeded } from '../support/seeded.ts'
import { type Blockade, blockBranch, blockTable } from './support/blockade.ts'
import { contentOf } from './support/content.ts'
import { anApi } from './support/descriptions.ts'
import { aGitProject, gitEnv, pushed } from './support/git-project.ts'
import { NEW, OLD } from './support/versions.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let remote: GitRemote
let repository: Repository
beforeEach(async () => {
  // A push is reported to its host once it is linted: without that, a job waits for ten minutes.
  world = await aWorld({ lints: true })
  remote = await startGitRemote()
  repository = remote.repository('parts')
  repository.commit({ 'reference/parts.json': anApi('v1', 4) })
})
afterEach(async () => {
  await world.end()
  await remote.close()
})

function scratchOf(pid: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`waymark-git-${pid}-`))
}

const branchNames = async () => {
  const { rows } = await world.db.query<{ name: string }>('select name from public.branches order by id')
  return rows.map(({ name }) => name)
}

/** Answers nothing while Git asks. */
function hold(): Blockade {
  const asked = Promise.withResolvers<void>()
  remote.intercept(() => {
    asked.resolve()
    return true
  })
  return { reached: () => asked.promise, lift: async () => remote.intercept(() => false) }
}

describe('a worker killed', () => {
  test.each<[what: string, block: () => Promise<Blockade>]>([
    ['while Git fetches', async () => hold()],
    ['while it keeps the files', () => blockTable(world, 'storage.objects')],
    ['when it is about to make the branch', () => blockTable(world, 'public.branches')],
    ['with the nodes of the new branch half written', () => blockTable(world, 'public.node_edges')],
    ['with everything written but the log', () => blockTable(world, 'public.branch_files')],
  ])(
    '%s shows nothing of the new branch, leaves no folder, and the next one finishes',
    async (_what, block) => {
      const project = await aGitProject(world, remote, repository)
      const first = await world.worker(gitEnv)
      expect((await world.finished(project.job)).status).toBe('success')
      await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
      await first.end('SIGTERM')

      repository.commit({ 'reference/parts.json': anApi('v2', 6) }, { branch: 'next' })
      const job = await pushed(world, project, 'next')
      const blockade = await block()
      const worker = await world.worker(gitEnv)
      await blockade.reached()
      await worker.end('SIGKILL')
      await blockade.lift()
      expect(await branchNames()).toEqual(['main'])
      expect(await contentOf(world, project.branchId)).toEqual(OLD)

      const next = await world.worker(gitEnv)
      expect(scratchOf(worker.pid)).toEqual([])
      const task = await world.finished(job)
      expect(task.status).toBe('success')
      expect(task.lines).toContain('warn: The analysis was interrupted and starts again.')
      expect(await branchNames()).toEqual(['main', 'next'])
      const { rows } = await world.db.query<{ id: string }>(
        `select id from public.branches where name = 'next'`,
      )
      expect(await contentOf(world, String(rows[0]?.id))).toEqual(NEW)
      await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
      expect(scratchOf(next.pid)).toEqual([])
    },
  )
})

test('a worker killed while it compares branches with a default branch that moved leaves that to the next one', async () => {
  const project = await aGitProject(world, remote, repository)
  const first = await world.worker(gitEnv)
  await world.finished(project.job)
  repository.commit({ 'reference/parts.json': anApi('v2', 6) }, { branch: 'next' })
  await world.finished(await pushed(world, project, 'next'))
  await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  const differences = async () => {
    const { rows } = await world.db.query<{ n: number; state: string }>(
      `select count(c.id)::integer as n, private.comparison_state(b.id) as state
       from public.branches b left join public.node_changes c on c.branch_id = b.id and c.compared_with = 'default'
       where b.name = 'next' group by b.id`,
    )
    return rows[0]
  }
  const before = await differences()
  expect([before?.state, (before?.n ?? 0) > 0]).toEqual(['current', true])

  repository.commit({ 'reference/parts.json': anApi('v2', 6) })
  const job = await pushed(world, project, 'main')
  const { rows } = await world.db.query<{ id: string }>(`select id from public.branches where name = 'next'`)
  const blockade = await blockBranch(world, String(rows[0]?.id))
  await world.finished(job)
  await blockade.reached()
  await first.end('SIGKILL')
  await blockade.lift()
  // What is said is about the default branch as it was, and says so.
  expect(await differences()).toEqual({ n: before?.n, state: 'outdated' })
  await world.worker(gitEnv)
  await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  expect(await differences()).toEqual({ n: 0, state: 'current' })
})

test('a worker killed at ten points nobody chose shows the old or the new content, whole, and the newest at the end', async () => {
  // Another run kills elsewhere; this one is repeated with WAYMARK_TEST_SEED.
  const seed = Number(process.env.WAYMARK_TEST_SEED ?? randomInt(2 ** 31))
  console.log(`WAYMARK_TEST_SEED=${seed}`)
  const random = seeded(seed)
  const project = await aGitProject(world, remote, repository)
  const first = await world.worker(gitEnv)
  const started = performance.now()
  await world.finished(project.job)
  const oneAnalysis = performance.now() - started
  await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  await first.end('SIGTERM')

  let shown = await contentOf(world, project.branchId)
  for (let kill = 0; kill < 10; kill++) {
    const isNew = kill % 2 === 0
    repository.commit({ 'reference/parts.json': isNew ? anApi('v2', 6) : anApi('v1', 4) })
    const job = await pushed(world, project, 'main')
    const worker = await world.worker(gitEnv)
    // The point itself is what is random: nothing is waited for.
    await delay(random() * oneAnalysis)
    await worker.end('SIGKILL')
    // Postgres knows that it is gone: what it was about to commit is there, or will never be.
    await world.untilRow(
      `select 1 as ended where not exists (
         select from pg_stat_activity where application_name like 'waymark-%' and datname = current_database())`,
    )
    const after = await contentOf(world, project.branchId)
    // Whole, and what was shown before or what was asked for.
    expect([shown, isNew ? NEW : OLD]).toContainEqual(after)
    shown = after
    // Every third time another worker goes on, else the next kill finds the one before undone.
    if (kill % 3 < 2) continue
    const next = await world.worker(gitEnv)
    expect((await world.finished(job)).status).toBe('success')
    await next.end('SIGTERM')
    shown = await contentOf(world, project.branchId)
    expect(shown).toEqual(isNew ? NEW : OLD)
  }

  repository.commit({ 'reference/parts.json': anApi('v2', 6) })
  const last = await pushed(world, project, 'main')
  await world.worker(gitEnv)
  expect((await world.finished(last)).status).toBe('success')
  expect(await contentOf(world, project.branchId)).toEqual(NEW)
  // A job that was queued anew while a killed worker held it stays as one without another attempt: nobody does it again.
  await world.untilRow(
    'select 1 as done where not exists (select from graphile_worker.jobs where attempts < max_attempts)',
  )
  const { rows } = await world.db.query(
    `select status from public.task_logs where project_id = $1 and status <> 'success'`,
    [project.id],
  )
  expect(rows).toEqual([])
}, 240_000)

test('a host that is away is asked again, and its sentence is shown when it stays away', async () => {
  const project = await aGitProject(world, remote, repository)
  await world.db.query('update graphile_worker._private_jobs set max_attempts = 2')
  remote.intercept((_req, res) => {
    res.writeHead(503).end()
    return true
  })
  await world.worker(gitEnv)
  await world.untilRow(
    'select 1 as failed from graphile_worker.jobs where attempts = 1 and locked_by is null',
  )
  expect((await world.task(project.job)).status).toBe('queued')
  await world.db.query('update graphile_worker._private_jobs set run_at = now()')
  const task = await world.finished(project.job)
  expect(task.payload.error?.message).toBe('The Git host could not be reached.')
})

test('a thousand branches of one workspace keep no other one waiting', async () => {
  for (const part of [1, 2, 3, 4, 5]) {
    const many = await aGitProject(world, remote, part === 1 ? repository : remote.repository(`many-${part}`))
    await world.db.query(
      `select private.queue_git_analysis($1, 'branch-' || n, 'push', null, null) from generate_series(1, 200) n`,
      [many.id],
    )
  }
  const other = await aGitProject(world, remote, remote.repository('other'), {
    workspaceId: await world.aWorkspace('other'),
  })
  await world.worker(gitEnv)
  await world.finished(other.job)
  const { rows } = await world.db.query<{ waiting: number }>(
    `select count(*)::integer as waiting from public.task_logs where status = 'queued'`,
  )
  expect(rows[0]?.waiting).toBeGreaterThan(980)
})
