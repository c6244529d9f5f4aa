// A worker may be killed anywhere: the branch stays whole, and the next worker finishes the job.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Blockade, blockBranch, blockTable } from './support/blockade.ts'
import { contentOf } from './support/content.ts'
import { anApi } from './support/descriptions.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

const OLD = { versions: ['v1'], nodes: 9, edges: 12, operations: 4, toc: ['v1'] }
const NEW = { versions: ['v2'], nodes: 13, edges: 18, operations: 6, toc: ['v2'] }

/** A project whose branch holds v1, with nobody at work. */
async function aFilledProject(name: string): Promise<Project> {
  const project = await world.aProject(name)
  const worker = await world.worker()
  const job = await world.importFiles(project, { 'reference/parts.json': anApi('v1', 4) })
  expect((await world.finished(job)).status).toBe('success')
  // The job outlives its success by the clean-up; left over, it would stand before the next import in the queue.
  await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  await worker.end('SIGTERM')
  return project
}

const importNew = (project: Project) => world.importFiles(project, { 'reference/parts.json': anApi('v2', 6) })

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
    const project = await aFilledProject(what)
    const job = await importNew(project)
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
    const project = await aFilledProject('After the swap')
    const job = await importNew(project)
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
    const project = await aFilledProject('Five times')
    const job = await importNew(project)
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
  test('gives a running import back at once, without counting the attempt', async () => {
    const project = await aFilledProject('Stopped')
    const blockade = await blockTable(world, 'public.snapshots')
    const worker = await world.worker()
    const job = await importNew(project)
    await blockade.reached()
    const asked = performance.now()
    expect(await worker.end('SIGTERM')).toBe(0)
    expect(performance.now() - asked).toBeLessThan(2_400)
    const { rows } = await world.db.query(
      'select attempts, locked_by, run_at <= now() as is_due from graphile_worker.jobs',
    )
    expect(rows).toEqual([{ attempts: 0, locked_by: null, is_due: true }])
    expect((await world.task(job)).status).toBe('queued')
    await blockade.lift()

    await world.worker()
    expect((await world.finished(job)).status).toBe('success')
    expect(await contentOf(world, project.branchId)).toEqual(NEW)
  })
})

describe('several workers', () => {
  test('leave the job of one that lives alone', async () => {
    const project = await aFilledProject('Replicas')
    const blockade = await blockTable(world, 'public.snapshots')
    await world.worker()
    const job = await importNew(project)
    await blockade.reached()
    const holder = 'select locked_by from graphile_worker.jobs where locked_by is not null'
    const { rows: before } = await world.db.query(holder)
    await world.worker()
    expect((await world.db.query(holder)).rows).toEqual(before)
    await blockade.lift()
    const task = await world.finished(job)
    expect(task.lines).toHaveLength(2)
  })

  test('take two imports of one branch one after the other; the later one stays', async () => {
    const project = await aFilledProject('One after the other')
    const jobs = [
      await world.importFiles(project, { 'reference/parts.json': anApi('v3', 60) }),
      await importNew(project),
    ]
    await Promise.all([world.worker(), world.worker()])
    const [earlier, later] = await Promise.all(jobs.map((job) => world.finished(job)))
    expect(earlier?.status).toBe('success')
    expect(later?.status).toBe('success')
    const end = Number(earlier?.started_at) + Number(earlier?.duration_ms)
    expect(Number(later?.started_at)).toBeGreaterThanOrEqual(end)
    expect(await contentOf(world, project.branchId)).toEqual(NEW)
  })

  test('never let an older import that is retried overwrite a newer one', async () => {
    const project = await aFilledProject('Overtaken')
    const older = await world.importFiles(project, { 'reference/parts.json': anApi('v3', 5) })
    await world.db.query(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`)
    const newer = await importNew(project)
    await world.worker()
    expect((await world.finished(newer)).status).toBe('success')
    await world.db.query('update graphile_worker._private_jobs set run_at = now()')
    const task = await world.finished(older)
    expect(task.payload.error?.message).toMatch(/newer import/)
    expect(await contentOf(world, project.branchId)).toEqual(NEW)
  })
})

describe('what goes wrong on our side', () => {
  test('a project deleted meanwhile ends its import quietly', async () => {
    const project = await aFilledProject('Deleted')
    await importNew(project)
    const blockade = await blockBranch(world, project.branchId)
    await world.worker()
    await blockade.reached()
    await blockade.lift('delete from public.projects where id = $1', [project.id])
    await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  })

  test('a file that does not fit into the heap of an analysis is refused; the worker goes on', async () => {
    const project = await aFilledProject('Too large')
    const worker = await world.worker({ WAYMARK_ANALYSIS_MEMORY_MB: '48' })
    const huge = await world.importFiles(project, { 'reference/parts.json': anApi('v3', 12_000) })
    const task = await world.finished(huge)
    expect(task.payload.error?.message).toMatch(/too large to be analysed/)
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
    expect((await world.finished(await importNew(project))).status).toBe('success')
    expect(await worker.end('SIGTERM')).toBe(0)
  })

  test('an import that fails at the last attempt says so in plain words, and leaves the branch', async () => {
    const project = await aFilledProject('No storage')
    const job = await importNew(project)
    await world.db.query('update graphile_worker._private_jobs set max_attempts = 1')
    await world.closeStorage()
    const worker = await world.worker()
    const task = await world.finished(job)
    expect(task.status).toBe('failed')
    expect(task.payload.error?.message).toMatch(/^The import failed because of a problem on our side/)
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
    expect(worker.output()).not.toMatch(/eyJ|postgres:postgres/)
  })
})
