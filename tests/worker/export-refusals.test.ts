// What becomes of files in another form that are not made, and what they take of the share of the day.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { runProgram } from '../../worker/analyze/run-process.ts'
import type { Context } from '../../worker/context.ts'
import type { ExportProgress } from '../../worker/export/protocol.ts'
import { exportBranch } from '../../worker/jobs/export-file.ts'
import { aWorld, type World } from './support/world.ts'

const program = vi.hoisted(() => ({ run: vi.fn<typeof runProgram>() }))
vi.mock('../../worker/analyze/run-process.ts', () => ({ runProgram: program.run }))

const OURS = 'This file could not be made in this form because of a problem on our side.'

let world: World
let branchId: string
beforeAll(async () => {
  world = await aWorld()
  branchId = (await world.aProject('Models')).branchId
  await world.db.query('update public.branches set last_analyzed_at = now() where id = $1', [branchId])
})
beforeEach(async () => {
  await world.db.query('delete from private.exports')
  await world.db.query(
    `insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
     select id, last_analyzed_at, path, 'bundled', 'json', $2
     from public.branches, unnest(array['a.json', 'b.json']) path where id = $1`,
    [branchId, world.workspaceId],
  )
})
afterAll(() => world.end())

/** Does the job as graphile-worker would. */
async function attempt(attempts: number, stopping = new AbortController().signal): Promise<void> {
  const job = exportBranch({ config: { analysisMemory: 100 }, db: world.db, stopping } as Context)
  await job({ branch_id: branchId, kind: 'bundled' }, { job: { attempts, max_attempts: 3 } } as never)
}

const errors = async () =>
  (
    await world.db.query<{ path: string; error: string | null }>(
      'select path, error from private.exports order by path',
    )
  ).rows

const fails = (path?: string) =>
  program.run.mockImplementation(async (_access, _program, work, onProgress) => {
    const { files } = work as { files: { exportId: string; path: string }[] }
    const file = files.find((one) => one.path === path)
    const progress: ExportProgress | null = file ? { exportId: file.exportId, isFirst: false } : null
    if (progress) onProgress(progress as never)
    throw new Error('A file of the branch is missing.')
  })

test('the file in hand is given up after the last attempt, and no other', async () => {
  fails('b.json')
  await expect(attempt(2)).rejects.toThrow('missing')
  expect(await errors()).toEqual([
    { path: 'a.json', error: null },
    { path: 'b.json', error: null },
  ])
  await expect(attempt(3)).rejects.toThrow('missing')
  expect(await errors()).toEqual([
    { path: 'a.json', error: null },
    { path: 'b.json', error: OURS },
  ])
})

test('all are given up after the last attempt that began with none', async () => {
  fails()
  await expect(attempt(3)).rejects.toThrow('missing')
  expect(await errors()).toEqual([
    { path: 'a.json', error: OURS },
    { path: 'b.json', error: OURS },
  ])
})

test('a worker that stops gives no file up', async () => {
  const stopping = AbortSignal.abort()
  fails('a.json')
  await expect(attempt(3, stopping)).rejects.toThrow()
  expect((await errors()).filter(({ error }) => error !== null)).toEqual([])
})

test('a Storage that is slow to read from is tried again, and nothing is called too large for it', async () => {
  program.run.mockImplementation(async (_access, { tooLong }) => tooLong)
  await expect(attempt(1)).rejects.toThrow('took too long')
  expect((await errors()).filter(({ error }) => error !== null)).toEqual([])
  await expect(attempt(3)).rejects.toThrow('took too long')
  expect((await errors()).map(({ error }) => error)).toEqual([OURS, OURS])
})

test('what waits takes nothing of the share of the day, what was made or refused does', async () => {
  const allowed = () => world.db.query('select private.allow_exports($1)', [world.workspaceId])
  await world.db.query(
    `insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
     select id, last_analyzed_at, n || '.json', 'bundled', 'json', $2
     from public.branches, generate_series(1, 5001) n where id = $1`,
    [branchId, world.workspaceId],
  )
  await allowed()
  await world.db.query("update private.exports set error = 'Broken.'")
  await expect(allowed()).rejects.toThrow('This workspace has exported too much in other forms today.')
})
