// What a webhook of a Git host does: each delivery once, only to its own project, and only by starting work.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import { aGitHub, aRepository, fromRepository, type Made, type Repository, tasksOf } from './support.ts'

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
  await world.db.query("update public.task_logs set status = 'success' where project_id = $1", [
    made.project.id,
  ])
})

/** What came with the secret of the project, or, of null, with that of the integration. */
const receive = async (
  event: object,
  delivery: string = randomUUID(),
  to = integration,
  project: number | null = made.project.id,
) => {
  const told = {
    repository_id: repository.external_id,
    repository: 'acme/api',
    project_id: project,
    ...event,
  }
  const { rows } = await world.db.query<{ result: { outcome: string; job_id: string | null } }>(
    'select private.apply_webhook($1, $2, $3) as result',
    [to, delivery, JSON.stringify(told)],
  )
  if (!rows[0]) throw new Error('nothing was applied')
  return rows[0].result
}
const newest = async () => (await tasksOf(world, made.project.id))[0]
const aBranch = async (name: string, isDefault = false): Promise<number> => {
  const { rows } = await world.db.query(
    'insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, $2, $2, $3, $3) returning id',
    [made.project.id, name, isDefault],
  )
  return Number(rows[0].id)
}

describe('a push', () => {
  test('queues the analysis of its branch, once however often it is delivered', async () => {
    const event = { type: 'push', branch: 'feature/pets', after: 'a'.repeat(40) }
    const delivery = randomUUID()
    const first = await receive(event, delivery)
    expect(first.outcome).toBe('queued')
    expect(await newest()).toMatchObject({
      job_id: first.job_id,
      event: 'push',
      branch_ref: 'refs/heads/feature/pets',
      commit_hash: 'a'.repeat(40),
    })
    expect((await receive(event, delivery)).outcome).toBe('duplicate')
    const { rows } = await world.db.query(
      'select outcome, project_id from public.webhook_deliveries where delivery_id = $1',
      [delivery],
    )
    expect(rows).toEqual([{ outcome: 'queued', project_id: String(made.project.id) }])
  })

  test('takes over an analysis that waits, and queues another behind one that runs', async () => {
    const first = await receive({ type: 'push', branch: 'main', after: 'a'.repeat(40) })
    const second = await receive({ type: 'push', branch: 'main', after: 'b'.repeat(40) })
    expect([second.job_id, (await newest())?.commit_hash]).toEqual([first.job_id, 'b'.repeat(40)])
    await world.db.query("update public.task_logs set status = 'running' where job_id = $1", [first.job_id])
    const third = await receive({ type: 'push', branch: 'main', after: 'c'.repeat(40) })
    expect(third.job_id).not.toBe(first.job_id)
  })

  test.each([
    ['-x', 'a'.repeat(40)],
    ['a..b', 'a'.repeat(40)],
    ['', null],
  ])('to a branch that nobody can have, %j, does nothing', async (branch, after) => {
    const before = await tasksOf(world, made.project.id)
    expect((await receive({ type: 'push', branch, after })).outcome).toBe('ignored')
    expect(await tasksOf(world, made.project.id)).toEqual(before)
  })

  test('beside two hundred that wait is ignored with a reason, and one of what waits is not', async () => {
    await world.db.query(
      `insert into public.task_logs (task_id, source, workspace_id, project_id, branch_ref, event)
       select 'analyze', 'git', $1, $2, 'refs/heads/branch-' || n, 'push' from generate_series(1, 200) n`,
      [house.id, made.project.id],
    )
    const [delivery, waiting] = [randomUUID(), randomUUID()]
    expect((await receive({ type: 'push', branch: 'one-more' }, delivery)).outcome).toBe('ignored')
    expect((await receive({ type: 'push', branch: 'branch-200' }, waiting)).outcome).toBe('queued')
    const { rows } = await world.db.query(
      'select outcome, reason from public.webhook_deliveries where delivery_id = any ($1) order by id',
      [[delivery, waiting]],
    )
    const reason = 'Too many branches of this project wait to be analysed. Try again when they are.'
    expect(rows).toEqual([
      { outcome: 'ignored', reason },
      { outcome: 'queued', reason: null },
    ])
  })

  test('with a commit that is none is analysed as what the host has then', async () => {
    await receive({ type: 'push', branch: 'main', after: '$(reboot)' })
    expect((await newest())?.commit_hash).toBeNull()
  })

  test('of a branch beside the default one is left alone in a plan without them', async () => {
    const small = await world.aWorkspace(`webhooks-free-${randomUUID().slice(0, 8)}`, 'free')
    const own = await aGitHub(world, small.id)
    repository = aRepository(own)
    made = await fromRepository(world, small.owner, small.id, repository)
    await world.db.query("update public.task_logs set status = 'success' where project_id = $1", [
      made.project.id,
    ])
    expect((await receive({ type: 'push', branch: 'other' }, randomUUID(), own)).outcome).toBe('ignored')
    expect((await receive({ type: 'push', branch: 'main' }, randomUUID(), own)).outcome).toBe('queued')
  })
})

describe('a pull request', () => {
  test('is written down with the analysis it starts', async () => {
    const { job_id } = await receive({
      type: 'pull_request_opened',
      branch: 'pets',
      after: 'd'.repeat(40),
      pull_request: { number: 7, title: 'Pets', target: 'main' },
    })
    const { rows } = await world.db.query(
      'select event, pull_request from public.task_logs where job_id = $1',
      [job_id],
    )
    expect(rows).toEqual([
      { event: 'pullRequestOpened', pull_request: { number: 7, title: 'Pets', target: 'main' } },
    ])
    await world.db.query("update public.task_logs set status = 'success' where job_id = $1", [job_id])
    await receive({ type: 'pull_request_merged', branch: 'main', pull_request: { number: 7 } })
    expect(await newest()).toMatchObject({ event: 'pullRequestMerged', branch_ref: 'refs/heads/main' })
  })
})

describe('a deleted branch', () => {
  test('goes, once; the default one and one that is not followed stay', async () => {
    const id = await aBranch('old')
    const first = await receive({ type: 'branch_deleted', branch: 'old' })
    const again = await receive({ type: 'branch_deleted', branch: 'old' })
    expect([first.outcome, again.job_id]).toEqual(['queued', first.job_id])
    const { rows } = await world.db.query(
      'select task_id, branch_id from public.task_logs where job_id = $1',
      [first.job_id],
    )
    expect(rows).toEqual([{ task_id: 'deleteBranch', branch_id: String(id) }])
    for (const branch of ['main', 'unknown'])
      expect((await receive({ type: 'branch_deleted', branch })).outcome).toBe('ignored')
  })
})

describe('a repository that is renamed or moved', () => {
  const place = async () =>
    (
      await world.db.query('select * from public.project_repositories where project_id = $1', [
        made.project.id,
      ])
    ).rows[0]

  test('is asked for at its host, once however often it is told; nothing of it is believed', async () => {
    const before = await place()
    const moved = {
      remote_url_http: 'https://github.com/evil/api.git',
      external_slug: 'api',
      external_org_slug: 'evil',
    }
    expect((await receive({ type: 'repository_changed', external_slug: 'other' })).outcome).toBe('queued')
    expect((await receive({ type: 'repository_changed', ...moved })).outcome).toBe('queued')
    expect(await place()).toEqual(before)
    const { rows } = await world.db.query(
      'select payload from graphile_worker._private_jobs where key = $1',
      [`follow_repository:${made.project.id}`],
    )
    expect(rows).toEqual([
      { payload: { project_id: Number(made.project.id), org_slug: 'evil', slug: 'api' } },
    ])
  })
})

describe('the secret of a project', () => {
  const push = { type: 'push', branch: 'main', after: 'a'.repeat(40) }
  const installed = (own: boolean) =>
    world.db.query(
      `update public.project_repositories set webhook_external_id = '7', webhook_installed_at = now(),
         webhook_has_own_secret = $2 where project_id = $1`,
      [made.project.id, own],
    )

  const claimed = () =>
    service<{ claim: string; trusted_id: string | null } | null>(world, 'svc_begin_webhook_change', {
      p_project_id: made.project.id,
    })
  const setWebhook = async (id: string | null, claim?: string) => {
    const held = claim ?? (await claimed())?.claim
    const project = { p_project_id: made.project.id, p_claim: held }
    const written = await service<boolean>(world, 'svc_set_webhook', { ...project, p_external_id: id })
    await service(world, 'svc_end_webhook_change', project)
    return written
  }

  test('is that of one change at a time; what lasts too long loses its claim', async () => {
    const first = await claimed()
    expect(first?.claim).toEqual(expect.any(String))
    expect(await claimed()).toBeNull()
    await world.db.query(
      'update private.webhook_changes set ends_at = clock_timestamp() where project_id = $1',
      [made.project.id],
    )
    const second = await claimed()
    expect(await setWebhook('1', first?.claim)).toBe(false)
    // Nor does the first one end the claim of the second.
    expect(await claimed()).toBeNull()
    expect(await setWebhook('2', second?.claim)).toBe(true)
    expect((await claimed())?.claim).toEqual(expect.any(String))
  })

  test('is trusted to be that of a webhook only where it was there before, and is the project’s own', async () => {
    const trusted = async () => {
      const change = await claimed()
      await service(world, 'svc_end_webhook_change', {
        p_project_id: made.project.id,
        p_claim: change?.claim,
      })
      return change?.trusted_id
    }
    const kept = { ciphertext: 'c2VhbGVk', key_id: 'key1' }
    await service(world, 'svc_keep_webhook_secret', { p_integration_id: integration, p_secret: kept })
    expect(await trusted()).toBeNull()
    await setWebhook('7')
    expect(await trusted()).toBe('7')
    await installed(false)
    expect(await trusted()).toBeNull()
    await installed(true)
    expect(await trusted()).toBe('7')
    await world.db.query('delete from private.webhook_secrets where workspace_integration_id = $1', [
      integration,
    ])
    expect(await trusted()).toBeNull()
    await service(world, 'svc_keep_webhook_secret', { p_integration_id: integration, p_secret: kept })
    expect(await trusted()).toBeNull()
  })

  test('speaks for its repository alone', async () => {
    const other = await fromRepository(world, house.owner, house.id, aRepository(integration))
    const before = await tasksOf(world, made.project.id)
    for (const event of [push, { type: 'repository_changed' }, { type: 'branch_deleted', branch: 'main' }])
      expect((await receive(event, randomUUID(), integration, other.project.id)).outcome).toBe(
        'unknown_repository',
      )
    expect(await tasksOf(world, made.project.id)).toEqual(before)
  })

  test('takes the place of that of the integration as soon as the webhook is installed anew', async () => {
    const byIntegration = () => receive(push, randomUUID(), integration, null)
    expect((await byIntegration()).outcome).toBe('unknown_repository')
    await installed(false)
    expect((await byIntegration()).outcome).toBe('queued')
    await setWebhook('8')
    expect((await byIntegration()).outcome).toBe('unknown_repository')
    expect((await receive(push)).outcome).toBe('queued')
    await setWebhook(null)
    expect((await byIntegration()).outcome).toBe('unknown_repository')
  })
})

describe('a delivery', () => {
  test('of an unknown repository is written down for who keeps the integrations, and does nothing', async () => {
    const editor = await world.aMember(house.id, 'maker', `maker-${randomUUID()}`)
    expect((await receive({ type: 'push', branch: 'main', repository_id: 'R_nobody' })).outcome).toBe(
      'unknown_repository',
    )
    const sees = async (who: Person) =>
      (
        await world.attempt(
          who,
          "select 1 from public.webhook_deliveries where outcome = 'unknown_repository'",
        )
      ).count > 0
    expect([await sees(house.owner), await sees(editor)]).toEqual([true, false])
  })

  test('to one integration does not reach a project of another with the same repository', async () => {
    const other = await world.aWorkspace(`webhooks-other-${randomUUID().slice(0, 8)}`)
    const foreign = await aGitHub(world, other.id)
    const before = await tasksOf(world, made.project.id)
    expect((await receive({ type: 'push', branch: 'main' }, randomUUID(), foreign)).outcome).toBe(
      'unknown_repository',
    )
    expect(await tasksOf(world, made.project.id)).toEqual(before)
  })

  test('of a kind that is not known does nothing', async () => {
    expect((await receive({ type: 'starred', branch: 'main' })).outcome).toBe('ignored')
  })

  test('with a job that was removed since stays', async () => {
    const delivery = randomUUID()
    const { job_id } = await receive({ type: 'push', branch: 'main' }, delivery)
    await world.db.query('delete from public.task_logs where job_id = $1', [job_id])
    const { rows } = await world.db.query(
      'select job_id from public.webhook_deliveries where delivery_id = $1',
      [delivery],
    )
    expect(rows).toEqual([{ job_id: null }])
  })
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
    expect((await take([two])).taken).toEqual([])
    const { rows } = await world.db.query(
      'select payload from graphile_worker._private_jobs where key = $1',
      [`apply_webhooks:${integration}`],
    )
    expect(rows).toEqual([{ payload: { integration_id: integration } }])
    expect(await apply()).toMatchObject({ applied: 2, failure: null })
    expect(await waiting()).toEqual([])
    expect((await take([one, two])).taken).toEqual([])
    expect((await newest())?.event).toBe('push')
  })

  test.each([
    ['another secret than the one that counts', 'b3RoZXI='],
    ['no secret', null],
  ])('that was verified with %s is refused, and nothing waits', async (_what, other) => {
    expect(await take([randomUUID()], { ciphertext: other })).toEqual({ is_current: false })
    expect(await waiting()).toEqual([])
  })

  test('of an integration without a secret, or one that is switched off, is refused', async () => {
    await world.db.query('delete from private.webhook_secrets where workspace_integration_id = $1', [
      integration,
    ])
    expect(await take([randomUUID()], { ciphertext: null })).toEqual({ is_current: false })
    expect(await take([randomUUID()])).toEqual({ is_current: false })
    const place = await world.aWorkspace(`webhooks-off-${randomUUID().slice(0, 8)}`)
    const own = await aGitHub(world, place.id)
    await world.db.query(`insert into private.webhook_secrets values ($1, $2, 'key1')`, [own, ciphertext])
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [own])
    expect(await take([randomUUID()], { to: own })).toEqual({ is_current: false })
    expect(await waiting()).toEqual([])
  })

  test('that cannot be applied waits on, and those behind it do not', async () => {
    const [bad, good] = [randomUUID(), randomUUID()]
    await world.db.query(`
      create function public.fail_one() returns trigger language plpgsql as $$
      begin if new.delivery_id = '${bad}' then raise 'out of order'; end if; return new; end $$;
      create trigger fail_one before insert on public.webhook_deliveries for each row execute function public.fail_one()`)
    try {
      await take([bad])
      await take([good])
      expect(await apply()).toEqual({ applied: 1, failure: 'out of order' })
      expect(await waiting()).toEqual([bad])
    } finally {
      await world.db.query('drop function public.fail_one cascade')
    }
    expect(await apply()).toEqual({ applied: 1, failure: null })
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
