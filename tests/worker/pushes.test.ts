// Pushes of scripts: what they send and what the project held already are one tree.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApi } from './support/descriptions.ts'
import { aWorld, type Project, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

const COMMIT = 'c'.repeat(40)

/** Pushes files of which some are held; the job's id. */
async function push(project: Project, sent: Record<string, string>, held: Record<string, string> = {}) {
  const uploads = []
  for (const [path, content] of Object.entries(sent)) {
    const object = `${project.workspaceId}/ci-${project.id}/${randomUUID()}`
    await world.upload(object, content)
    uploads.push({ path, object })
  }
  const hashes = Object.entries(held).map(([path, content]) => ({
    path,
    hash: createHash('sha256').update(content).digest('hex'),
  }))
  const token = createHash('sha256').update(`token of ${project.id}`).digest('hex')
  await world.db.query(
    `insert into private.ci_tokens (project_id, token_hash, ciphertext, key_id)
     values ($1, decode($2, 'hex'), 'sealed', 'key') on conflict do nothing`,
    [project.id, token],
  )
  const { rows } = await world.db.query<{ made: { job_id: string } }>(
    `select public.svc_queue_push($1, $2, 'main', $3, $4, $5) as made`,
    [project.id, token, COMMIT, JSON.stringify(uploads), JSON.stringify(hashes)],
  )
  return String(rows[0]?.made.job_id)
}

async function filesOf({ branchId }: Project): Promise<string[]> {
  const { rows } = await world.db.query<{ path: string }>(
    'select path from public.branch_files where branch_id = $1 order by path',
    [branchId],
  )
  return rows.map(({ path }) => path)
}

test('what the project held is put to what was sent, and survives the clean-up while it waits', async () => {
  const project = await world.aProject('Pushed')
  const worker = await world.worker()
  const files = { 'docs/a.md': '# A', 'docs/b.md': '# B', 'reference/parts.json': anApi('v1', 1) }
  expect((await world.finished(await push(project, files))).status).toBe('success')
  await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  await worker.end('SIGTERM')

  const job = await push(
    project,
    { 'docs/a.md': '# A2' },
    { 'docs/moved.md': '# B', 'reference/parts.json': anApi('v1', 1) },
  )
  // Nobody holds them any more but this push, and they are old.
  await world.db.query('delete from public.branch_files where branch_id = $1', [project.branchId])
  await world.db.query(`update public.files set created_at = now() - interval '2 days'`)
  await world.db.query(
    `update graphile_worker._private_jobs set run_at = now() + interval '1 hour';
     select graphile_worker.add_job('purge')`,
  )
  await world.worker()
  await world.untilRow(
    `select 1 as done where not exists (select from graphile_worker.jobs where task_identifier = 'purge')`,
  )
  await world.db.query('update graphile_worker._private_jobs set run_at = now()')
  const task = await world.finished(job)
  expect(task.payload.error).toBeUndefined()
  expect(await filesOf(project)).toEqual(['docs/a.md', 'docs/moved.md', 'reference/parts.json'])
  const { rows } = await world.db.query('select commit_hash from public.branches where id = $1', [
    project.branchId,
  ])
  expect(rows).toEqual([{ commit_hash: COMMIT }])
  const commits = await world.db.query('select sha from public.commits where branch_id = $1', [
    project.branchId,
  ])
  expect(commits.rows).toEqual([{ sha: COMMIT }])
  await world.untilRow('select 1 as done where not exists (select from private.task_files)')
})

test('a broken file among several costs that file alone', async () => {
  const project = await world.aProject('Partly')
  const job = await push(project, { 'docs/a.md': '# A', 'reference/broken.json': '{"openapi": "3.1.0",' })
  const task = await world.finished(job)
  expect(task.status).toBe('success')
  expect(task.lines.filter((line) => line.startsWith('error: '))).toHaveLength(1)
  expect(task.payload).toMatchObject({ errors: 1, warnings: 0 })
})
