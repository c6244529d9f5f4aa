// A worker may be killed anywhere: the branch stays whole, and the next worker finishes the job.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Blockade, blockBranch, blockTable } from './support/blockade.ts'
import { contentOf } from './support/content.ts'
import { aFilledProject, importNew, NEW, OLD } from './support/versions.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

type Place = [what: string, block: (project: Project) => Promise<Blockade>]

describe('a worker killed', () => {
  test.each<Place>([
    ['before it reads the upload', () => blockTable(world, 'private.task_uploads', 'access exclusive')],
    ['while it keeps the file', () => blockTable(world, 'storage.objects')],
    ['while it writes snapshots', () => blockTable(world, 'public.snapshots')],
    ['when it is about to swap', (project) => blockBranch(world, project.branchId)],
    ['with the nodes half written', () => blockTable(world, 'public.node_edges')],
    ['with everything written but the log', () => blockTable(world, 'public.branch_files')],
  ])('%s leaves the old content, and the next one finishes', async (what, block) => {
    const project = await aFilledProject(world, what)
    const job = await importNew(world, project)
    const blockade = await block(project)
    const worker = await world.worker()
    await blockade.reached()
    await worker.end('SIGKILL')
    await blockade.lift()
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
    expect((await world.task(job)).status).toBe('running')

    await world.worker()
    const task = await world.finished(job)
    expect(task.status).toBe('success')
    expect(task.lines).toContain('warn: The import was interrupted and starts again.')
    expect(await contentOf(world, project.branchId)).toEqual(NEW)
    await world.untilRow(
      `select 1 as clean where not exists (select from private.task_uploads) and not exists (select from graphile_worker.jobs)`,
    )
  })

  test('after the swap leaves the new content; the next one only clears up', async () => {
    const project = await aFilledProject(world, 'After the swap')
    const job = await importNew(world, project)
    const late = await blockTable(world, 'public.branch_files')
    const worker = await world.worker()
    await late.reached()
    const clearing = await blockTable(world, 'private.task_uploads', 'access exclusive')
    await late.lift()
    await clearing.reached()
    expect((await world.task(job)).status).toBe('success')
    await worker.end('SIGKILL')
    await clearing.lift()

    const before = await world.task(job)
    await world.worker()
    await world.untilRow(
      `select 1 as clean where not exists (select from private.task_uploads) and not exists (select from graphile_worker.jobs)`,
    )
    expect(await world.task(job)).toEqual(before)
    expect(await contentOf(world, project.branchId)).toEqual(NEW)
  })

  test('five times over the same job gives up with a sentence', async () => {
    const project = await aFilledProject(world, 'Five times')
    const job = await importNew(world, project)
    const blockade = await blockTable(world, 'public.snapshots')
    for (let attempt = 1; attempt <= 5; attempt++) {
      const worker = await world.worker()
      await world.untilRow('select 1 as taken from graphile_worker.jobs where key = $1 and attempts = $2', [
        `analyze:${job}`,
        attempt,
      ])
      await worker.end('SIGKILL')
    }
    await blockade.lift()
    await world.worker()
    const task = await world.finished(job)
    expect(task.status).toBe('failed')
    expect(task.payload.error?.message).toBe(
      'The import could not be finished. Please import the file again.',
    )
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
  })
})

describe('a worker asked to stop', () => {
  test('gives a running import back without waiting for it, and without counting the attempt', async () => {
    const project = await aFilledProject(world, 'Stopped')
    const blockade = await blockTable(world, 'public.snapshots')
    const worker = await world.worker()
    const job = await importNew(world, project)
    await blockade.reached()
    // The import cannot go on: what waited for it would never end.
    expect(await worker.end('SIGTERM')).toBe(0)
    // Beside what the clock queues every minute.
    const { rows } = await world.db.query(
      `select attempts, locked_by, run_at <= now() as is_due from graphile_worker.jobs where task_identifier = 'analyze'`,
    )
    expect(rows).toEqual([{ attempts: 0, locked_by: null, is_due: true }])
    expect((await world.task(job)).status).toBe('queued')
    await blockade.lift()

    await world.worker()
    expect((await world.finished(job)).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toEqual(NEW)
  })
})

test('an analysis that never ends is ended, refused, and leaves the old content', async () => {
  const project = await aFilledProject(world, 'endless')
  const job = await importNew(world, project)
  const blockade = await blockTable(world, 'public.branch_files')
  await world.worker({ WAYMARK_ANALYSIS_SECONDS: '1' })
  const task = await world.finished(job)
  await blockade.lift()
  expect([task.status, task.payload.error?.message]).toEqual([
    'failed',
    'These files take too long to be analysed here. Split them into smaller descriptions.',
  ])
  expect(await contentOf(world, project.branchId)).toEqual(OLD)
})

test('activity is kept for as long as the installation says, and for ever where it says nothing', async () => {
  const kept = async (env: Record<string, string>) => {
    await (await world.worker(env)).end('SIGTERM')
    const { rows } = await world.db.query('select activity_days from private.deployment')
    return rows
  }
  expect(await kept({ WAYMARK_ACTIVITY_DAYS: '30' })).toEqual([{ activity_days: 30 }])
  expect(await kept({})).toEqual([{ activity_days: null }])
})

describe('values that Postgres cannot hold', () => {
  test.each(['54000', '22P05'])('(%s) end the import once, with what is wrong', async (state) => {
    const project = await aFilledProject(world, `refused-${state}`)
    await world.db.query(`
      create function public.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'string is too long for tsvector' using errcode = '${state}'; end $$;
      create trigger refuse before insert on public.nodes for each row execute function public.refuse()`)
    const job = await importNew(world, project)
    await world.worker()
    const task = await world.finished(job)
    expect(task.status).toBe('failed')
    expect(task.lines.join()).toContain('The database cannot store what these files describe')
    expect(task.lines.join()).not.toContain('interrupted')
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
  })
})
