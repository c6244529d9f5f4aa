// Runners: what one of them waits for holds up no other, and none lives on without being able to look for jobs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueReport } from '../../worker/analyze/queue-report.ts'
import { blockTable } from './support/blockade.ts'
import { aGitProject, gitEnv } from './support/git-project.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

/** Databases of other tests are copies of the same one: their tables have the same numbers. */
const here = 'database = (select oid from pg_database where datname = current_database())'

/** A project in a workspace of which a report waits, and nothing else. */
async function reported(workspaceId: string): Promise<void> {
  const host = { url: 'https://git.example' }
  const { id, job } = await aGitProject(
    world,
    host,
    { url: `${host.url}/scm/acme/pets.git` },
    { workspaceId },
  )
  await world.db.query('select graphile_worker.remove_job($1)', [`analyze:${job}`])
  await world.db.query(
    "update public.task_logs set status = 'success', event = 'push', commit_hash = repeat('a', 40) where project_id = $1",
    [id],
  )
  await queueReport(world.db, { jobId: job }, [])
}

test('a branch is removed while the reports of several workspaces wait', async () => {
  await reported(world.workspaceId)
  await reported(await world.aWorkspace('globex'))
  const project = await world.aProject('Own')
  const { id } = await world.untilRow<{ id: string }>(
    "insert into public.branches (project_id, name, slug) values ($1, 'next', 'next') returning id",
    [project.id],
  )
  // What a report begins with is who may ask the host: here the answer does not come.
  const blockade = await blockTable(world, 'private.secrets', 'access exclusive')
  await world.worker(gitEnv)
  await world.untilRow(
    `select 1 as both from pg_locks where not granted and relation = 'private.secrets'::regclass and ${here} having count(*) = 2`,
  )
  const { made } = await world.asOwner<{ made: { job_id: string } }>(
    'select to_jsonb(public.delete_branch($1)) as made',
    [id],
  )
  expect((await world.finished(made.job_id)).status).toBe('success')
  await blockade.lift()
})

test('a worker whose connection is cut when it first looks for jobs ends, to be started anew', async () => {
  const blockade = await blockTable(world, 'graphile_worker._private_tasks')
  const worker = await world.worker()
  await blockade.reached()
  await world.db.query(
    `select pg_terminate_backend(pid) from pg_locks
     where not granted and relation = 'graphile_worker._private_tasks'::regclass and ${here} limit 1`,
  )
  expect(await worker.ended()).toBe(1)
  expect(worker.output()).toContain('the first look of a runner for jobs failed')
  await blockade.lift()
})
