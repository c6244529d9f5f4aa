// All files of a branch in another form: each is kept once it is made, and what cannot be made is refused alone.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killHard } from '../support/processes.ts'
import { blockTable } from './support/blockade.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
let project: Project
beforeEach(async () => {
  world = await aWorld()
  project = await world.aProject('Models')
  const worker = await world.worker()
  const model = (name: string) => JSON.stringify({ title: name, properties: { c: { $ref: 'c.json' } } })
  const job = await world.importFiles(project, {
    'models/a.json': model('A'),
    'models/b.json': model('B'),
    'models/c.json': '{"type":"object","title":"C"}',
    'docs/read.md': '# Read\n',
  })
  expect((await world.finished(job)).status).toBe('success')
  await worker.end('SIGTERM')
})
afterEach(() => world.end())

/** What the facade asks until it is answered. */
async function ask(): Promise<{ path: string; object: string | null; error: string | null }[] | null> {
  const { rows } = await world.db.query(`select public.svc_export_branch($1, 'bundled') as files`, [
    project.branchId,
  ])
  return rows[0].files
}

const untilMade = () =>
  world.untilRow<{ files: NonNullable<Awaited<ReturnType<typeof ask>>> }>(
    `select files from public.svc_export_branch($1, 'bundled') files where files is not null`,
    [project.branchId],
  )

/** Holds the process at a file: what it made of it is not kept while the row is locked. */
async function heldAt(path: string) {
  const client = await world.connect()
  await client.query('begin')
  await client.query('select 1 from private.exports where path = $1 for update', [path])
  return {
    reached: () =>
      world.untilRow(
        `select 1 from pg_stat_activity
         where datname = current_database() and application_name = 'waymark-export' and wait_event_type = 'Lock'`,
      ),
    lift: () => client.query('commit'),
  }
}

const processesOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const objectOf = async (path: string) =>
  (await world.db.query('select hash from private.exports where path = $1', [path])).rows[0]?.hash

const DAY = 1024 ** 3

const bytesLeft = async () =>
  Number(
    (await world.db.query('select private.export_bytes_left($1) as left', [project.workspaceId])).rows[0]
      .left,
  )

test('one job makes them, and what was made is there after a kill', async () => {
  expect(await ask()).toBeNull()
  expect(await ask()).toBeNull()
  const { rows: jobs } = await world.db.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'export_branch'`,
  )
  expect(jobs).toHaveLength(1)
  const held = await heldAt('models/b.json')
  const worker = await world.worker()
  await held.reached()
  const first = await objectOf('models/a.json')
  expect(first).not.toBeNull()
  for (const child of processesOf(worker.pid)) killHard(child)
  await held.lift()
  const { files } = await untilMade()
  expect(files.map(({ path, error }) => [path, error])).toEqual([
    ['models/a.json', null],
    ['models/b.json', null],
    ['models/c.json', null],
  ])
  expect(await objectOf('models/a.json')).toEqual(first)
})

test('a file that exhausts its process is refused alone, once it was tried in one of its own', async () => {
  await ask()
  const blockade = await blockTable(world, 'public.files')
  const worker = await world.worker()
  await blockade.reached()
  // As V8 ends a process whose heap is full.
  for (const child of processesOf(worker.pid)) process.kill(child, 'SIGABRT')
  await world.untilRow(`select 1 from private.exports where path = 'models/a.json' and error is not null`)
  await blockade.lift()
  const { files } = await untilMade()
  expect(files.map(({ path, error }) => [path, error])).toEqual([
    ['models/a.json', 'This file is too large for this form.'],
    ['models/b.json', null],
    ['models/c.json', null],
  ])
  expect(await bytesLeft()).toBeLessThan(DAY - 50 * 1024 * 1024)
})

test('what a refused file was counted to is taken of the share of the day', async () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 23 }, (_, n) => [
      `d${n}`,
      { items: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  )
  const worker = await world.worker()
  const job = await world.importFiles(project, {
    'models/doubles.json': JSON.stringify({ $ref: '#/$defs/d0', $defs: { ...definitions, d23: {} } }),
    'models/broken.json': '{"title": ',
  })
  expect((await world.finished(job)).status).toBe('success')
  const refused = await world.untilRow<{ path: string; cost: string }>(
    `select path, cost from (select public.svc_export_branch($1, 'dereferenced')) asked, private.exports
     where path = 'models/doubles.json' and error like '%would be larger than%'`,
    [project.branchId],
  )
  expect(Number(refused.cost)).toBeGreaterThan(100_000)
  expect(await bytesLeft()).toBeLessThanOrEqual(DAY - Number(refused.cost))
  await worker.end('SIGTERM')
})

test('more than a workspace may have made in a day is refused', async () => {
  await ask()
  const held = await heldAt('models/a.json')
  await world.worker()
  await held.reached()
  await held.lift()
  await untilMade()
  await world.db.query(
    `update public.files set size = 1073741825 where hash = (select hash from private.exports where path = 'models/a.json')`,
  )
  await expect(
    world.db.query(`select public.svc_export_branch($1, 'dereferenced')`, [project.branchId]),
  ).rejects.toThrow('This workspace has exported too much in other forms today.')
  expect((await ask())?.length).toBe(3)
})
