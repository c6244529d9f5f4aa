// A branch that goes takes all of its content along, in steps; killed in between, the next worker finishes.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Blockade, blockTable } from './support/blockade.ts'
import { contentOf } from './support/content.ts'
import { aFilledProject, OLD } from './support/versions.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
let project: Project
let branchId: string
beforeEach(async () => {
  world = await aWorld()
  project = await aFilledProject(world, 'Branches')
  // As large as several steps, and listed.
  branchId = await id(
    `with made as (
       insert into public.branches (project_id, name, slug, is_published) values ($1, 'next', 'next', true) returning id
     ), nodes as (
       insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash)
       select made.id, n.node_id, n.workspace_id, n.project_id, n.uri, n.type, n.slug, n.name, n.snapshot_hash
       from made, public.branch_nodes n
     ), edges as (
       insert into public.node_edges (branch_id, from_uri, to_uri, type)
       select made.id, '/a', '/b' || n, 'ref' from made, generate_series(1, 2500) n
     ), files as (
       insert into public.branch_files (branch_id, path, workspace_id, hash)
       select made.id, f.path, f.workspace_id, f.hash from made, public.branch_files f
     )
     select id from made`,
    [project.id],
  )
})
afterEach(() => world.end())

async function id(sql: string, values: unknown[]): Promise<string> {
  const { rows } = await world.db.query<{ id: string }>(sql, values)
  return String(rows[0]?.id)
}

async function deletion(): Promise<string> {
  const { made } = await world.asOwner<{ made: { job_id: string } }>(
    'select to_jsonb(public.delete_branch($1)) as made',
    [branchId],
  )
  return made.job_id
}

async function leftOf(): Promise<number> {
  const { rows } = await world.db.query<{ left: number }>(
    `select ((select count(*) from public.branches where id = $1) + (select count(*) from public.branch_nodes where branch_id = $1)
       + (select count(*) from public.node_edges where branch_id = $1) + (select count(*) from public.branch_files where branch_id = $1)
       )::integer as left`,
    [branchId],
  )
  return rows[0]?.left ?? Number.NaN
}

test('its task succeeds, nothing of it is left, and the other branch is as it was', async () => {
  const job = await deletion()
  await world.worker()
  expect(await world.finished(job)).toMatchObject({
    status: 'success',
    lines: ['info: The removal has started.', 'info: The branch was removed with all that it held.'],
  })
  expect(await leftOf()).toBe(0)
  const { rows } = await world.db.query('select branch_id from public.task_logs where job_id = $1', [job])
  expect(rows).toEqual([{ branch_id: null }])
  expect(await contentOf(world, project.branchId)).toEqual(OLD)
})

test.each<[what: string, block: () => Promise<Blockade>]>([
  ['with part of it gone', () => blockTable(world, 'public.branch_files')],
  ['before its row goes', () => blockTable(world, 'public.node_changes')],
])('killed %s, it is shown to no reader, and the next worker finishes', async (_what, block) => {
  const job = await deletion()
  const blockade = await block()
  const worker = await world.worker()
  await blockade.reached()
  await worker.end('SIGKILL')
  await blockade.lift()
  const { rows } = await world.db.query('select is_published from public.branches where id = $1', [branchId])
  expect(rows).toEqual([{ is_published: false }])
  await world.worker()
  const task = await world.finished(job)
  expect(task.status).toBe('success')
  expect(task.lines).toContain('warn: The removal was interrupted and starts again.')
  expect(await leftOf()).toBe(0)
})

test('made the default one before its turn comes, it stays whole', async () => {
  const job = await deletion()
  const before = await leftOf()
  await world.asOwner('select public.set_default_branch($1)', [branchId])
  await world.worker()
  const task = await world.finished(job)
  expect(task.payload.error?.message).toBe('The default branch of a project stays.')
  expect(await leftOf()).toBe(before)
})

test('made the default one while it goes, its row stays', async () => {
  const job = await deletion()
  const blockade = await blockTable(world, 'public.node_changes')
  await world.worker()
  await blockade.reached()
  await world.asOwner('select public.set_default_branch($1)', [branchId])
  await blockade.lift()
  expect((await world.finished(job)).status).toBe('failed')
  expect(await leftOf()).toBe(1)
})
