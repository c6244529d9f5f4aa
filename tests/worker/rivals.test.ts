// Several workers, several imports of one branch, and what goes wrong on our side: the newest import wins, once.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blockBranch, blockTable } from './support/blockade.ts'
import { contentOf } from './support/content.ts'
import { anApi } from './support/descriptions.ts'
import { aFilledProject, importNew, NEW, OLD } from './support/versions.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

describe('several workers', () => {
  test('leave the job of one that lives alone', async () => {
    const project = await aFilledProject(world, 'Replicas')
    const blockade = await blockTable(world, 'public.snapshots')
    await world.worker()
    const job = await importNew(world, project)
    await blockade.reached()
    const holder = `select locked_by from graphile_worker.jobs where locked_by is not null and task_identifier = 'analyze'`
    const { rows: before } = await world.db.query(holder)
    await world.worker()
    expect((await world.db.query(holder)).rows).toEqual(before)
    await blockade.lift()
    const task = await world.finished(job)
    expect(task.lines).toHaveLength(2)
  })

  test('take two imports of one branch one after the other; the later one stays', async () => {
    const project = await aFilledProject(world, 'One after the other')
    const jobs = [
      await world.importFiles(project, { 'reference/parts.json': anApi('v3', 60) }),
      await importNew(world, project),
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
    const project = await aFilledProject(world, 'Overtaken')
    const older = await world.importFiles(project, { 'reference/parts.json': anApi('v3', 5) })
    await world.db.query(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`)
    const newer = await importNew(world, project)
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
    const project = await aFilledProject(world, 'Deleted')
    await importNew(world, project)
    const blockade = await blockBranch(world, project.branchId)
    await world.worker()
    await blockade.reached()
    await blockade.lift('delete from public.projects where id = $1', [project.id])
    await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  })

  test('a file that does not fit into the heap of an analysis is refused; the worker goes on', async () => {
    const project = await aFilledProject(world, 'Too large')
    const worker = await world.worker({ WAYMARK_ANALYSIS_MEMORY_MB: '48' })
    const huge = await world.importFiles(project, { 'reference/parts.json': anApi('v3', 40_000) })
    const task = await world.finished(huge)
    expect(task.payload.error?.message).toMatch(/too large to be analysed/)
    expect(await contentOf(world, project.branchId)).toEqual(OLD)
    expect((await world.finished(await importNew(world, project))).status).toBe('success')
    expect(await worker.end('SIGTERM')).toBe(0)
  })

  test('an import that fails at the last attempt says so in plain words, and leaves the branch', async () => {
    const project = await aFilledProject(world, 'No storage')
    const job = await importNew(world, project)
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
