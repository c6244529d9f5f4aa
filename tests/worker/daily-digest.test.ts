// The daily digest reaches an inbox once, whoever sends it and whenever they die.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { blockTable } from './support/blockade.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
  const { id } = await world.aProject('Made yesterday')
  await world.db.query(
    `update public.projects set created_at = date_trunc('day', now() at time zone 'utc') at time zone 'utc' - interval '12 hours' where id = $1`,
    [id],
  )
})
afterEach(() => world.end())

/** The cron's job, as each worker's crontab may add it. */
const due = (times = 1) =>
  world.db.query(
    `select graphile_worker.add_job('daily_digest', max_attempts => 5) from generate_series(1, $1::int)`,
    [times],
  )
const allDone = () =>
  world.untilRow(
    `select 1 as done where not exists (select from graphile_worker.jobs)
     and not exists (select from private.outbox_mails where sent_at is null)`,
  )
const subjects = () => world.mail.received.map(({ subject }) => subject)

describe('the daily digest', () => {
  test('arrives once when two workers find it due several times', async () => {
    await Promise.all([world.worker(), world.worker()])
    await due(4)
    await world.untilRow('select 1 as queued from private.digests')
    await allDone()
    expect(world.mail.received).toHaveLength(1)
    const [mail] = world.mail.received
    expect(mail?.to?.[0]?.address).toBe('owner@example.com')
    expect(mail?.text).toContain('Made yesterday')
    expect(mail?.text).toMatch(/unsubscribe/i)
  })

  test('arrives once when the worker is killed while it queues', async () => {
    const first = await world.worker()
    const blockade = await blockTable(world, 'private.outbox_mails')
    await due()
    await blockade.reached()
    await first.end('SIGKILL')
    await blockade.lift()
    await world.worker()
    await world.untilRow('select 1 as queued from private.digests')
    await allDone()
    expect(subjects()).toHaveLength(1)
  })

  test('is not sent again by the worker that comes after', async () => {
    const first = await world.worker()
    await due()
    await world.untilRow('select 1 as queued from private.digests')
    await allDone()
    await due()
    await world.untilRow('select 1 as idle where not exists (select from graphile_worker.jobs)')
    await first.end('SIGKILL')
    await world.worker()
    await allDone()
    expect(subjects()).toHaveLength(1)
  })
})
