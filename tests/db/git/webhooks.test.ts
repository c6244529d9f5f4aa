// What a webhook of a Git host does: each delivery once, only to its own project, and only by starting work.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import {
  aBranch,
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
    await hasWebhook(world, made.project.id)
    await world.db.query("update public.task_logs set status = 'success' where project_id = $1", [
      made.project.id,
    ])
    expect((await receive({ type: 'push', branch: 'other' }, randomUUID(), own)).outcome).toBe('ignored')
    expect((await receive({ type: 'push', branch: 'main' }, randomUUID(), own)).outcome).toBe('queued')
  })
})

describe('a pull request', () => {
  test.each([
    ['pull_request_opened', 'pullRequestOpened'],
    ['pull_request_synchronised', 'pullRequestSynchronised'],
  ])('is written down with the analysis it starts: %s', async (type, began) => {
    const { job_id } = await receive({
      type,
      branch: 'pets',
      after: 'd'.repeat(40),
      pull_request: { number: 7, title: 'Pets', target: 'main' },
    })
    const { rows } = await world.db.query(
      'select event, pull_request from public.task_logs where job_id = $1',
      [job_id],
    )
    expect(rows).toEqual([{ event: began, pull_request: { number: 7, title: 'Pets', target: 'main' } }])
    const { rows: delivered } = await world.db.query(
      'select event from public.webhook_deliveries where job_id = $1',
      [job_id],
    )
    expect(delivered).toEqual([{ event: type }])
    await world.db.query("update public.task_logs set status = 'success' where job_id = $1", [job_id])
    await receive({ type: 'pull_request_merged', branch: 'main', pull_request: { number: 7 } })
    expect(await newest()).toMatchObject({ event: 'pullRequestMerged', branch_ref: 'refs/heads/main' })
  })

  describe('that is merged, and the push that brings it', () => {
    const push = { type: 'push', branch: 'main', after: 'e'.repeat(40) }
    const merged = { type: 'pull_request_merged', branch: 'main', pull_request: { number: 7, title: 'Pets' } }
    const waiting = async () => {
      const { rows } = await world.db.query(
        "select event, commit_hash, pull_request from public.task_logs where project_id = $1 and status = 'queued'",
        [made.project.id],
      )
      return rows
    }

    test.each([
      ['the push first', [push, merged]],
      ['the push last', [merged, push]],
    ])('are one push, whose request is told nothing more: %s', async (_order, events) => {
      for (const event of events) expect((await receive(event)).outcome).toBe('queued')
      expect(await waiting()).toEqual([{ event: 'push', commit_hash: push.after, pull_request: null }])
    })

    test.each([
      ['pull_request_opened', 'pullRequestOpened'],
      ['pull_request_synchronised', 'pullRequestSynchronised'],
    ])('leave a request from that very branch its own: %s', async (type, began) => {
      const pull_request = { number: 8, title: 'Release', target: 'main' }
      await receive({ type, branch: 'main', after: 'd'.repeat(40), pull_request })
      await receive(merged)
      expect(await waiting()).toEqual([{ event: began, commit_hash: 'd'.repeat(40), pull_request }])
      await receive(push)
      expect(await waiting()).toEqual([{ event: 'push', commit_hash: push.after, pull_request }])
    })

    test('stay what they are where somebody has the branch read as well', async () => {
      await receive(push)
      await world.does(house.owner, 'select public.track_branch($1, $2)', [made.project.id, 'main'])
      expect(await waiting()).toEqual([{ event: 'push', commit_hash: push.after, pull_request: null }])
    })
  })
})

describe('a deleted branch', () => {
  test('goes, once; the default one and one that is not followed stay', async () => {
    const id = await aBranch(world, made.project.id, 'old')
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

describe('a push that speaks of its repository by another name', () => {
  const following = async () =>
    (
      await world.db.query('select payload from graphile_worker._private_jobs where key = $1', [
        `follow_repository:${made.project.id}`,
      ])
    ).rows.map(({ payload }) => payload)
  const push = { type: 'push', branch: 'main', after: 'b'.repeat(40) }

  test('has the host asked where it is, and is analysed', async () => {
    const names = { external_org_slug: 'acme-inc', external_slug: 'renamed' }
    const { outcome, job_id } = await receive({ ...push, ...names })
    expect([outcome, typeof job_id]).toEqual(['queued', 'string'])
    expect(await following()).toEqual([
      { project_id: Number(made.project.id), org_slug: 'acme-inc', slug: 'renamed' },
    ])
  })

  test('by its own name, in whichever case, or by none, starts nothing else', async () => {
    const own = { external_org_slug: 'ACME', external_slug: repository.external_slug.toUpperCase() }
    for (const names of [own, {}, { external_org_slug: '', external_slug: 'other' }])
      expect((await receive({ ...push, ...names })).outcome).toBe('queued')
    expect(await following()).toEqual([])
  })
})

describe('the secret of a project', () => {
  const push = { type: 'push', branch: 'main', after: 'a'.repeat(40) }
  const installed = (own: boolean) => hasWebhook(world, made.project.id, own)

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
    expect((await receive(push)).outcome).toBe('unknown_repository')
    await setWebhook('8')
    expect((await byIntegration()).outcome).toBe('unknown_repository')
    expect((await receive(push)).outcome).toBe('queued')
    await setWebhook(null)
    expect((await byIntegration()).outcome).toBe('unknown_repository')
  })

  test('proves nothing once its webhook was removed, though the host kept it', async () => {
    expect((await receive(push)).outcome).toBe('queued')
    await setWebhook(null)
    const before = await tasksOf(world, made.project.id)
    for (const event of [push, { type: 'repository_changed' }])
      expect((await receive(event)).outcome).toBe('unknown_repository')
    expect(await tasksOf(world, made.project.id)).toEqual(before)
    await setWebhook('9')
    expect((await receive(push)).outcome).toBe('queued')
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
