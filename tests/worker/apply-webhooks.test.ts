// What Git hosts told waits for the worker: integrations that are told much do not keep others waiting.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

/** An integration of a workspace of its own with so many webhooks that wait, and its job behind those of the integrations before it. */
async function told(name: string, count: number): Promise<string> {
  const { rows } = await world.db.query<{ id: string }>(
    `insert into public.workspace_integrations (workspace_id, name, kind, config_type, config)
     values ($1, $2, 'github', 'default', '{}') returning id`,
    [await world.aWorkspace(name), name],
  )
  const id = rows[0]?.id ?? ''
  await world.db.query(
    `insert into private.waiting_webhooks (workspace_integration_id, delivery_id, event)
     select $1, 'd' || n, '{"type": "push", "branch": "main", "repository_id": "R_nobody"}' from generate_series(1, $2::integer) n`,
    [id, count],
  )
  await world.db.query(
    `select graphile_worker.add_job('apply_webhooks', json_build_object('integration_id', $1::bigint), job_key => 'apply_webhooks:' || $1::bigint)`,
    [id],
  )
  return id
}

test('an integration has its turn between the steps of those that are told more', async () => {
  const loud = [await told('loud', 400), await told('louder', 400)]
  const quiet = await told('quiet', 1)
  await world.worker()
  await world.untilRow('select 1 where not exists (select from private.waiting_webhooks)')
  const lastOf = async (id: string) =>
    Number(
      (
        await world.db.query(
          'select max(id) as last from public.webhook_deliveries where workspace_integration_id = $1',
          [id],
        )
      ).rows[0].last,
    )
  const [one = 0, two = 0] = await Promise.all(loud.map(lastOf))
  expect(await lastOf(quiet)).toBeLessThan(Math.min(one, two))
})
