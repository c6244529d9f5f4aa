// How webhooks are taken: proven, counted, kept for the worker, and applied by turns.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import {
  aGitHub,
  aRepository,
  fromRepository,
  hasWebhook,
  type Made,
  type Repository,
  tasksOf,
} from './support.ts'

let world: World
let house: { id: number; owner: Person }
let integration: number
let repository: Repository
let made: Made

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('webhooks')
  integration = await aGitHub(world, house.id)
})
afterAll(() => world.end())
beforeEach(async () => {
  repository = aRepository(integration)
  made = await fromRepository(world, house.owner, house.id, repository)
  await hasWebhook(world, made.project.id)
  await world.db.query("update public.task_logs set status = 'success' where project_id = $1", [
    made.project.id,
  ])
})

describe('taking a delivery', () => {
  const ciphertext = 'c2VjcmV0'
  const push = { type: 'push', branch: 'main', repository: 'acme/api' }
  interface Taken {
    is_current: boolean
    wait?: number
    taken?: string[]
    ignored?: string[]
  }
  const take = (ids: string[], more: { ciphertext?: string | null; event?: object; to?: number } = {}) =>
    service<Taken>(world, 'svc_take_webhook', {
      p_integration_id: more.to ?? integration,
      p_ciphertext: more.ciphertext === undefined ? ciphertext : more.ciphertext,
      p_client: '192.0.2.7',
      p_deliveries: ids.map((id) => ({
        id,
        event: { ...push, repository_id: repository.external_id, project_id: made.project.id, ...more.event },
      })),
    })
  const apply = async () => {
    const { rows } = await world.db.query<{ applied: number; failure: string | null }>(
      'select * from private.apply_waiting_webhooks($1)',
      [integration],
    )
    return rows[0]
  }
  const outcomesOf = async (ids: string[]) =>
    (
      await world.db.query<{ outcome: string }>(
        'select outcome from public.webhook_deliveries where delivery_id = any ($1) order by array_position($1, delivery_id)',
        [ids],
      )
    ).rows.map(({ outcome }) => outcome)
  const fill = (count: number) =>
    world.db.query(
      `insert into private.waiting_webhooks (workspace_integration_id, delivery_id, event)
       select $1, 'fill-' || gen_random_uuid(), '{"type": "push", "repository_id": "R_nobody"}' from generate_series(1, $2)`,
      [integration, count],
    )
  const waiting = async () =>
    (await world.db.query('select delivery_id from private.waiting_webhooks order by id')).rows.map(
      ({ delivery_id }) => delivery_id,
    )
  beforeEach(async () => {
    await world.db.query('delete from private.waiting_webhooks')
    await world.db.query(
      `insert into private.webhook_secrets values ($1, $2, 'key1')
       on conflict (workspace_integration_id) do update set ciphertext = excluded.ciphertext`,
      [integration, ciphertext],
    )
  })

  test('leaves it to the worker, once, before and after it was applied', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    expect(await take([one, two, one])).toEqual({
      is_current: true,
      wait: 0,
      taken: [one, two],
      ignored: [],
    })
    const { rows } = await world.db.query(
      'select payload from graphile_worker._private_jobs where key = $1',
      [`apply_webhooks:${integration}`],
    )
    expect(rows).toEqual([{ payload: { integration_id: integration } }])
    expect((await take([two])).taken).toEqual([])
    expect(await apply()).toMatchObject({ applied: 2, failure: null })
    expect(await waiting()).toEqual([])
    expect((await take([one, two])).taken).toEqual([])
    expect((await tasksOf(world, made.project.id))[0]?.event).toBe('push')
  })

  test.each([
    ['another secret than the one that counts', 'b3RoZXI='],
    ['no secret', null],
  ])('that was verified with %s is refused, and nothing waits', async (_what, other) => {
    expect(await take([randomUUID()], { ciphertext: other })).toMatchObject({ is_current: false })
    expect(await waiting()).toEqual([])
  })

  test('of an integration without a secret, or one that is switched off, is refused', async () => {
    await world.db.query('delete from private.webhook_secrets where workspace_integration_id = $1', [
      integration,
    ])
    expect(await take([randomUUID()], { ciphertext: null })).toMatchObject({ is_current: false })
    expect(await take([randomUUID()])).toMatchObject({ is_current: false })
    const place = await world.aWorkspace(`webhooks-off-${randomUUID().slice(0, 8)}`)
    const own = await aGitHub(world, place.id)
    await world.db.query(`insert into private.webhook_secrets values ($1, $2, 'key1')`, [own, ciphertext])
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [own])
    expect(await take([randomUUID()], { to: own })).toMatchObject({ is_current: false })
    expect(await waiting()).toEqual([])
  })

  test('that cannot be applied waits on, and those behind it do not', async () => {
    const [bad, good] = [randomUUID(), randomUUID()]
    const job = `apply_webhooks:${integration}`
    /** Applies as the job does, which is gone then: whether there is another one. */
    const appliedByJob = async () => {
      await world.db.query('delete from graphile_worker._private_jobs where key = $1', [job])
      const answer = await apply()
      const next = await world.db.query('select 1 from graphile_worker._private_jobs where key = $1', [job])
      return { ...answer, queued: next.rowCount === 1 }
    }
    await world.db.query(`
      create function public.fail_one() returns trigger language plpgsql as $$
      begin if new.delivery_id = '${bad}' then raise 'out of order'; end if; return new; end $$;
      create trigger fail_one before insert on public.webhook_deliveries for each row execute function public.fail_one()`)
    try {
      await take([bad])
      await take([good])
      expect(await appliedByJob()).toEqual({ applied: 1, failure: 'out of order', queued: true })
      expect(await waiting()).toEqual([bad])
      // Where nothing can be applied the job itself fails, and is tried again: it needs no other.
      expect(await appliedByJob()).toEqual({ applied: 0, failure: 'out of order', queued: false })
    } finally {
      await world.db.query('drop function public.fail_one cascade')
    }
    expect(await appliedByJob()).toEqual({ applied: 1, failure: null, queued: true })
    expect(await appliedByJob()).toEqual({ applied: 0, failure: null, queued: false })
  })

  test('that says what the database cannot keep is ignored for good, and those behind it are applied', async () => {
    const [bad, good] = [randomUUID(), randomUUID()]
    await take([bad], { event: { repository_id: 'R_bad', type: 'x'.repeat(61) } })
    await take([good])
    expect(await apply()).toEqual({ applied: 2, failure: null })
    expect([await waiting(), await outcomesOf([bad, good])]).toEqual([[], ['ignored', 'queued']])
  })

  test('of a pull request to what can be no branch is shown without it', async () => {
    const [title, target] = ['\u0001'.repeat(500), '"'.repeat(512)]
    const id = randomUUID()
    await take([id], { event: { type: 'pull_request_opened', pull_request: { number: 7, title, target } } })
    expect(await apply()).toEqual({ applied: 1, failure: null })
    const { rows } = await world.db.query(
      'select pull_request from public.task_logs t join public.webhook_deliveries d using (job_id) where delivery_id = $1',
      [id],
    )
    expect(rows).toEqual([{ pull_request: { number: 7, title } }])
  })

  test('that comes within a second of others is applied together with what else comes in it', async () => {
    const job = async () => {
      const { rows } = await world.db.query<{ run_at: Date; is_due: boolean; is_put_off: boolean }>(
        `select run_at, run_at <= clock_timestamp() as is_due, run_at >= updated_at + interval '1 second' as is_put_off
         from graphile_worker._private_jobs where key = $1`,
        [`apply_webhooks:${integration}`],
      )
      return rows[0]
    }
    await world.db.query('delete from graphile_worker._private_jobs where key = $1', [
      `apply_webhooks:${integration}`,
    ])
    await take([randomUUID()])
    expect(await job()).toMatchObject({ is_due: true })
    expect(await apply()).toEqual({ applied: 1, failure: null })
    const next = await job()
    expect(next).toMatchObject({ is_put_off: true })
    await take([randomUUID()])
    expect((await job())?.run_at).toEqual(next?.run_at)
  })

  test('is applied fifty at a time, behind the integrations that came meanwhile', async () => {
    await fill(51)
    expect(await apply()).toEqual({ applied: 50, failure: null })
    const place = async () =>
      (
        await world.db.query('select run_at from graphile_worker._private_jobs where key = $1', [
          `apply_webhooks:${integration}`,
        ])
      ).rows[0]?.run_at
    const before = await place()
    expect(before).toBeInstanceOf(Date)
    // More to do costs no integration its place.
    await take([randomUUID()])
    expect(await place()).toEqual(before)
    expect(await apply()).toEqual({ applied: 2, failure: null })
    expect(await waiting()).toEqual([])
  })

  test('while 2,000 of its integration wait is refused for now', async () => {
    await fill(1999)
    const last = randomUUID()
    expect((await take([last])).taken).toEqual([last])
    expect((await take([randomUUID()])).wait).toBeGreaterThan(0)
    expect(await waiting()).toHaveLength(2000)
  })

  test('leaves no more than a line where no project takes what it tells', async () => {
    const ids = Array.from({ length: 200 }, () => randomUUID())
    const nobodys = await take(ids, { event: { repository_id: 'R_nobody' } })
    expect([nobodys.taken, nobodys.ignored]).toEqual([ids.slice(0, 1), ids.slice(1)])
    expect((await take(['a', 'b'], { event: { branch: 'a..b' } })).ignored).toEqual(['b'])
    expect(await waiting()).toEqual([ids[0], 'a'])
  })

  test('of several at once one line each is left where no project takes them, and each is counted', async () => {
    await world.db.query('delete from private.throttle')
    const event = (repository_id: string) => ({ ...push, repository_id, project_id: made.project.id })
    const ours = event(repository.external_id)
    const taken = await service<Taken>(world, 'svc_take_webhook', {
      p_integration_id: integration,
      p_ciphertext: ciphertext,
      p_client: '192.0.2.7',
      p_deliveries: [
        { id: 'a', event: event('R_nobody'), delivery: '0' },
        { id: 'a#1', event: event('R_nobody'), delivery: '0' },
        { id: 'b', event: event('R_nobody'), delivery: '1' },
        { id: 'b#1', event: ours, delivery: '1' },
        { id: 'c', event: ours, delivery: '2' },
      ],
    })
    expect(taken).toMatchObject({ taken: ['a', 'b#1', 'c'], ignored: ['a#1', 'b'] })
    expect(await waiting()).toEqual(['a', 'b#1', 'c'])
    const { rows } = await world.db.query(
      'select sum(hits)::int as hits from private.throttle group by key order by 1',
    )
    expect(rows).toEqual([{ hits: 3 }, { hits: 3 }])
    await world.db.query('delete from private.throttle')
  })

  test('is counted by its workspace for each event that it brings', async () => {
    const key = `webhook_events:${house.id}`
    const hits = async () =>
      Number(
        (await world.db.query('select sum(hits) from private.throttle where key = $1', [key])).rows[0].sum,
      )
    await world.db.query('delete from private.throttle')
    await take([randomUUID(), randomUUID(), randomUUID()])
    expect(await hits()).toBe(3)
    await world.db.query(
      `insert into private.throttle as t (key, window_start, hits)
       select $1, to_timestamp(floor(extract(epoch from clock_timestamp()) / 60) * 60 + m * 60), 5999
       from generate_series(0, 1) m
       on conflict on constraint throttle_pkey do update set hits = excluded.hits`,
      [key],
    )
    expect((await take([randomUUID(), randomUUID()])).wait).toBeGreaterThan(0)
    expect(await waiting()).toHaveLength(3)
    await world.db.query('delete from private.throttle')
  })

  test('is counted by its client, and too many are told to wait', async () => {
    await world.db.query(
      `insert into private.throttle as t (key, window_start, hits)
       select 'webhook:' || $1 || ':192.0.2.7', to_timestamp(floor(extract(epoch from clock_timestamp()) / 60) * 60 + m * 60), 3000
       from generate_series(0, 1) m
       on conflict on constraint throttle_pkey do update set hits = excluded.hits`,
      [integration],
    )
    const refused = await take([randomUUID()])
    expect(refused.wait).toBeGreaterThan(0)
    expect(await waiting()).toEqual([])
    await world.db.query('delete from private.throttle')
  })

  test('brings invitations to who committed, where the project wants that', async () => {
    const committers = ['grace@navy.example']
    const invited = async () =>
      (
        await world.db.query(
          `select i.email from public.workspace_invitations i
           join public.workspace_invitation_projects l on l.invitation_id = i.id where l.project_id = $1`,
          [made.project.id],
        )
      ).rows.map(({ email }) => email)
    await take([randomUUID()], { event: { committers } })
    await apply()
    expect(await invited()).toEqual([])
    await world.db.query('update public.projects set auto_invite_committers = true where id = $1', [
      made.project.id,
    ])
    await take([randomUUID()], { event: { committers } })
    await apply()
    expect(await invited()).toEqual(committers)
  })
})

describe('the secret of an integration', () => {
  test('is made once: of two at the same time one counts for both', async () => {
    const keep = (ciphertext: string) =>
      service(world, 'svc_keep_webhook_secret', {
        p_integration_id: integration,
        p_secret: { ciphertext, key_id: 'key1' },
      })
    const first = await keep('Zmlyc3Q=')
    expect(await keep('c2Vjb25k')).toEqual(first)
    expect(await service(world, 'svc_webhook_integration', { p_integration_id: integration })).toMatchObject({
      kind: 'github',
      secret: first,
    })
  })

  test('verifies nothing for one that is switched off, or in a locked workspace', async () => {
    const place = await world.aWorkspace(`webhooks-locked-${randomUUID().slice(0, 8)}`)
    const own = await aGitHub(world, place.id)
    const known = () => service(world, 'svc_webhook_integration', { p_integration_id: own })
    expect(await known()).not.toBeNull()
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [own])
    expect(await known()).toBeNull()
    await world.db.query('update public.workspace_integrations set enabled = true where id = $1', [own])
    await world.db.query(
      "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
      [place.id],
    )
    expect(await known()).toBeNull()
  })
})
