// What /health says of the queue, on the queue's own tables.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchQueue } from '../../stack/supervisor/health/queue-state.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})
afterEach(() => world.end())

const add = (name: string, more = '') =>
  world.db.query(
    `select graphile_worker.add_job('${name}', '{}', run_at => now() - interval '1 hour'${more})`,
  )

/** What two looks after another say. */
async function looks(): Promise<unknown> {
  const look = watchQueue(world.db)
  await look().catch(() => undefined)
  return look().catch((error: Error) => error.message)
}

test('a job that nobody does is a problem', async () => {
  expect(await looks()).toBe('ok')
  await add('send_mail')
  const look = watchQueue(world.db)
  // At one look it may be between two hands.
  expect(await look()).toMatchObject({ state: 'ok' })
  await expect(look()).rejects.toThrow('a job has waited for 60 minutes')
})

test('a job that waits on purpose or has failed for good is none', async () => {
  await world.db.query(`select graphile_worker.add_job('purge', '{}', run_at => now() + interval '1 hour')`)
  await add('send_mail', ', max_attempts => 1')
  await world.db.query(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`)
  expect(await looks()).toBe('ok')
})

test('what stands behind a stuck import of its own branch or workspace is a note', async () => {
  await add('analyze', `, queue_name => 'branch:1'`)
  await world.db.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'w'`,
  )
  await world.db.query(
    `update graphile_worker._private_job_queues set locked_at = now() - interval '1 hour', locked_by = 'w'`,
  )
  await add('analyze', `, queue_name => 'branch:1'`)
  await add('analyze', `, queue_name => 'branch:2', priority => 1`)
  const note = expect.stringMatching(/^The queue branch:[12] has a job that has waited for 60 minutes\.$/)
  expect(await looks()).toEqual({ state: 'ok', note })
  await add('send_mail')
  expect(await looks()).toBe('a job has waited for 60 minutes')
})
