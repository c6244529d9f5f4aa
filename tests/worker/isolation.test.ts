// What one import does to its own process stays there: the worker, mail and other imports go on.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { killHard } from '../support/processes.ts'
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

const mailsSent = () =>
  world.untilRow(`select 1 as done where not exists (select from private.outbox_mails where sent_at is null)`)

async function enqueueMail(): Promise<void> {
  await world.db.query(
    `select private.enqueue_mail('ada@example.com', 'found_workspaces', '{"workspaces": [{"name": "Acme", "slug": "acme"}]}')`,
  )
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a file that exhausts the memory ends its own job once, with the reason; other imports and mail go on', async () => {
  const project = await aFilledProject(world, 'Hungry')
  const small = await world.aProject('Small')
  const hungry = `{"openapi":"3.0.3","info":{"title":"Hungry","version":"1"},"paths":{},"x-a":[${'{},'.repeat(3_000_000)}{}]}`
  const job = await world.importFiles(project, { 'reference/hungry.json': hungry })
  const other = await world.importFiles(small, { 'reference/parts.json': anApi('v1', 4) })
  await enqueueMail()
  const worker = await world.worker({ WAYMARK_ANALYSIS_MEMORY_MB: '96' })
  const task = await world.finished(job)
  expect([task.status, task.payload.error?.message]).toEqual([
    'failed',
    'These files are too large to be analysed here. Split them into smaller descriptions.',
  ])
  expect(task.lines.filter((line) => line.includes('starts again'))).toEqual([])
  expect((await world.finished(other)).status).toBe('success')
  await mailsSent()
  expect(isAlive(worker.pid)).toBe(true)
  expect(await contentOf(world, project.branchId)).toEqual(OLD)
})

test('analyses that take long hold up no mail', async () => {
  const projects = [await world.aProject('One'), await world.aProject('Two')]
  const blockade = await blockTable(world, 'public.snapshots')
  await world.worker()
  for (const project of projects) await importNew(world, project)
  await world.untilRow(
    `select 1 as both where 2 = (select count(*) from graphile_worker.jobs where task_identifier = 'analyze' and locked_by is not null)`,
  )
  await enqueueMail()
  await mailsSent()
  await blockade.lift()
})

test('two long imports of one workspace keep no other workspace waiting, and both are done', async () => {
  const projects = [await world.aProject('One'), await world.aProject('Two')]
  const long = await Promise.all(projects.map((project) => importNew(world, project)))
  const blockades = await Promise.all(projects.map(({ branchId }) => blockBranch(world, branchId)))
  await world.worker()
  await Promise.all(blockades.map((blockade) => blockade.reached()))
  const other = await world.aProject('Other', await world.aWorkspace('other'))
  expect((await world.finished(await importNew(world, other))).status).toBe('success')
  for (const blockade of blockades) await blockade.lift()
  const tasks = await Promise.all(long.map((job) => world.finished(job)))
  expect(tasks.map(({ status }) => status)).toEqual(['success', 'success'])
})

test('an analysis that is killed from outside starts again; the worker does not notice', async () => {
  const project = await aFilledProject(world, 'Killed')
  const blockade = await blockTable(world, 'public.snapshots')
  const worker = await world.worker()
  const job = await importNew(world, project)
  await blockade.reached()
  for (const child of childrenOf(worker.pid)) killHard(child)
  await blockade.lift()
  await world.untilRow(
    `select 1 as failed from graphile_worker.jobs where attempts = 1 and locked_by is null`,
  )
  await world.db.query('update graphile_worker._private_jobs set run_at = now()')
  expect((await world.finished(job)).status).toBe('success')
  expect(isAlive(worker.pid)).toBe(true)
  expect(await contentOf(world, project.branchId)).toEqual(NEW)
})

test('an analysis does not outlive its worker', async () => {
  const project = await aFilledProject(world, 'Orphan')
  const blockade = await blockTable(world, 'public.snapshots')
  const worker = await world.worker()
  await importNew(world, project)
  await blockade.reached()
  const [child] = childrenOf(worker.pid)
  if (!child) throw new Error('no process of the analysis')
  await worker.end('SIGKILL')
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 10_000, interval: 20 })
  await blockade.lift()
})

test('the more imports a workspace has waiting, the later its next one comes', async () => {
  const project = await world.aProject('Queue')
  for (const version of ['v1', 'v2', 'v3'])
    await world.importFiles(project, { 'reference/parts.json': anApi(version, 1) })
  const { rows } = await world.db.query<{ priority: number }>(
    'select priority from graphile_worker.jobs order by id',
  )
  expect(rows.map(({ priority }) => priority)).toEqual([0, 1, 2])
})
