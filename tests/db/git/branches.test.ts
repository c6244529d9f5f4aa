// Branches: tracking, the default one, removal, listing, and what waits for credentials.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from '../support/people.ts'
import {
  aBranch,
  aGitHub,
  aRepository,
  aScriptedProject,
  branchesOf,
  fromRepository,
  type Made,
  sealed,
  tasksOf,
} from './support.ts'

let world: World
let house: { id: number; owner: Person }
let stranger: Person
let made: Made

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('branches')
  stranger = (await world.aWorkspace('branches-elsewhere')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  made = await aScriptedProject(world, house.owner, house.id)
})

describe('tracking a branch', () => {
  test('queues its analysis, by its name or its full reference, and makes no branch before it is known to exist', async () => {
    const integration = await aGitHub(world, house.id)
    const fromGit = await fromRepository(world, house.owner, house.id, aRepository(integration))
    for (const name of ['next', 'refs/heads/release/1.0'])
      await world.does(house.owner, 'select public.track_branch($1, $2)', [fromGit.project.id, name])
    const refs = (await tasksOf(world, fromGit.project.id)).map((task) => task.branch_ref)
    expect(refs.sort()).toEqual(['refs/heads/main', 'refs/heads/next', 'refs/heads/release/1.0'])
    const { rows } = await world.db.query('select slug from public.branches where project_id = $1', [
      fromGit.project.id,
    ])
    expect(rows).toEqual([{ slug: 'main' }])
    expect(await world.said(house.owner, 'public.track_branch($1, $2)', [fromGit.project.id, ' '])).toBe(
      'Required',
    )
    expect(
      await world.said(house.owner, 'public.track_branch($1, $2)', [fromGit.project.id, '--upload-pack=x']),
    ).toBe('No branch can have this name.')
  })

  test('is for who makes branches', async () => {
    const place = await world.aWorkspace('branches-theirs')
    const repository = aRepository(await aGitHub(world, place.id))
    const { project } = await fromRepository(world, place.owner, place.id, repository)
    const viewer = await world.aMember(place.id, 'viewer')
    const said = (who: Person) => world.said(who, 'public.track_branch($1, $2)', [project.id, 'next'])
    expect([await said(place.owner), await said(viewer), await said(stranger)]).toEqual([
      'allowed',
      'You do not have permission to do this in this project.',
      'Project not found',
    ])
  })

  test('beside the default one needs a plan with several', async () => {
    const place = await world.aWorkspace('branches-one')
    const repository = aRepository(await aGitHub(world, place.id))
    const { project } = await fromRepository(world, place.owner, place.id, repository)
    await world.db.query(
      `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'free')
       where workspace_id = $1`,
      [place.id],
    )
    const said = (branch: string) =>
      world.said(place.owner, 'public.track_branch($1, $2)', [project.id, branch])
    expect([await said('main'), await said('next')]).toEqual([
      'allowed',
      'Your current plan does not allow for this. Please upgrade your plan.',
    ])
  })

  test('does not wait for another attempt of what a newer event takes over', async () => {
    const place = await world.aWorkspace('branches-attempts')
    const repository = aRepository(await aGitHub(world, place.id))
    const { project, job_id } = await fromRepository(world, place.owner, place.id, repository)
    const change = (set: string) =>
      world.db.query(
        `update graphile_worker._private_jobs set ${set} where id = (select id from graphile_worker.jobs where key = $1)`,
        [`analyze:${job_id}`],
      )
    const push = async () => {
      const { rows } = await world.db.query(
        "select private.queue_git_analysis($1, 'main', 'push', null, null) as job",
        [project.id],
      )
      return rows[0].job
    }
    const waits = async () => {
      const { rows } = await world.db.query(
        `select attempts, run_at > now() as later, run_at < now() - interval '1 minute' as keeps_its_turn
         from graphile_worker.jobs where key = $1`,
        [`analyze:${job_id}`],
      )
      return rows
    }
    await change("attempts = 4, run_at = now() + interval '1 hour'")
    expect(await push()).toBe(job_id)
    expect(await waits()).toEqual([{ attempts: 0, later: false, keeps_its_turn: false }])
    await change("run_at = now() - interval '1 hour'")
    expect(await push()).toBe(job_id)
    expect(await waits()).toEqual([{ attempts: 0, later: false, keeps_its_turn: true }])
  })

  test('ends where 200 of a project wait, but for branches that are followed or wait already', async () => {
    const place = await world.aWorkspace('branches-many')
    const repository = aRepository(await aGitHub(world, place.id))
    const { project } = await fromRepository(world, place.owner, place.id, repository)
    const refused = 'Too many branches of this project wait to be analysed. Try again when they are.'
    const said = (branch: string) =>
      world.said(place.owner, 'public.track_branch($1, $2)', [project.id, branch])
    const queue = async (branches: string) => {
      const { rows } = await world.db.query<{ job: string | null }>(
        `select private.queue_git_analysis($1, branch, 'push', null, null) as job from (${branches}) named (branch)`,
        [project.id],
      )
      return rows.filter(({ job }) => job !== null).length
    }
    const wait = (kind: string, most: number) =>
      world.db.query(
        `insert into public.task_logs (task_id, source, workspace_id, project_id, branch_ref, event)
         select 'analyze', 'git', $1, $2, 'refs/heads/' || $3 || '-' || n, 'push' from generate_series(1, $4) n`,
        [place.id, project.id, kind, most],
      )
    // The default branch waits, too.
    await wait('branch', 198)
    expect(await said('one-more')).toBe('allowed')
    expect(await queue("values ('one-more'), ('too-many')")).toBe(1)
    expect([await said('too-many'), await said('branch-1')]).toEqual([refused, 'allowed'])
    await world.db.query(
      `insert into public.branches (project_id, name, slug)
       select $1, 'followed-' || n, 'followed-' || n from generate_series(1, 801) n`,
      [project.id],
    )
    await wait('followed', 799)
    expect(await queue("select 'followed-' || n from generate_series(799, 801) n")).toBe(2)
    expect([await said('followed-801'), await said('followed-800'), await said('main')]).toEqual([
      refused,
      'allowed',
      'allowed',
    ])
  })

  test('needs a repository', async () => {
    expect(await world.said(house.owner, 'public.track_branch($1, $2)', [made.project.id, 'next'])).toBe(
      'This project does not come from a Git repository.',
    )
  })
})

describe('the default branch', () => {
  test('passes on with its being published', async () => {
    const next = await aBranch(world, made.project.id, 'next')
    await world.does(house.owner, 'select public.set_default_branch($1)', [next])
    expect(await branchesOf(world, made.project.id)).toEqual([
      { slug: 'main', is_default: false, is_published: false },
      { slug: 'next', is_default: true, is_published: true },
    ])
    const { rows } = await world.db.query('select default_branch_id from public.projects where id = $1', [
      made.project.id,
    ])
    expect(rows).toEqual([{ default_branch_id: String(next) }])
  })

  test('leaves the branches of other projects alone', async () => {
    const other = made
    made = await aScriptedProject(world, house.owner, house.id)
    await world.does(house.owner, 'select public.set_default_branch($1)', [
      await aBranch(world, made.project.id, 'next'),
    ])
    const { rows } = await world.db.query(
      'select slug, is_default from public.branches where project_id = $1',
      [other.project.id],
    )
    expect(rows).toEqual([{ slug: 'main', is_default: true }])
  })

  test('is not removed; others are, by a task', async () => {
    expect(await world.said(house.owner, 'public.delete_branch($1)', [made.branch.id])).toBe(
      "Cannot remove a project's default branch. Set another branch as default before removing this one.",
    )
    const old = await aBranch(world, made.project.id, 'old')
    const first = await world.answer<{ job_id: string }>(house.owner, 'delete_branch($1)', [old])
    const again = await world.answer<{ job_id: string }>(house.owner, 'delete_branch($1)', [old])
    expect(again).toEqual(first)
    expect(await tasksOf(world, made.project.id)).toMatchObject([
      { task_id: 'deleteBranch', job_id: first.job_id },
    ])
  })
})

describe('listing a branch', () => {
  test('beside the default one needs a plan with several', async () => {
    const small = await world.aWorkspace('branches-free', 'free')
    made = await world.answer<Made>(small.owner, 'create_project($1, $2)', [small.id, 'Small'])
    const other = await aBranch(world, made.project.id, 'other')
    const list = (who: Person, id: number) =>
      world.attempt(who, 'update public.branches set is_published = true where id = $1', [id])
    expect((await list(small.owner, other)).message).toBe(
      'Your current plan does not allow for this. Please upgrade your plan.',
    )
    made = await world.answer<Made>(house.owner, 'create_project($1, $2)', [house.id, 'Large'])
    expect((await list(house.owner, await aBranch(world, made.project.id, 'other'))).count).toBe(1)
  })
})
describe('a default branch that could not be read', () => {
  const failed = async (fromGit: Made, error: object) => {
    await world.db.query(
      "update public.task_logs set status = 'failed', payload = $2 where project_id = $1",
      [fromGit.project.id, JSON.stringify({ error })],
    )
  }
  const waiting = async (fromGit: Made) =>
    (await tasksOf(world, fromGit.project.id)).filter(({ status }) => status === 'queued').length
  const wanting = { message: 'Waits.', waits_for: 'credentials' }
  const aProject = async (name: string) => {
    const { id, owner } = await world.aWorkspace(name)
    const integration = await aGitHub(world, id)
    return { owner, integration, fromGit: await fromRepository(world, owner, id, aRepository(integration)) }
  }

  test('is queued again by a service account, new or with another token', async () => {
    const { owner, fromGit } = await aProject('branches-waiting')
    await failed(fromGit, wanting)
    const { id } = await world.answer<{ id: number }>(
      owner,
      "create_service_account($1, 'Robot', 'robot', $2)",
      [fromGit.project.id, JSON.stringify(sealed)],
    )
    expect(await waiting(fromGit)).toBe(1)
    await failed(fromGit, wanting)
    const change = (values: string, ...more: unknown[]) =>
      world.does(owner, `select public.update_service_account($1, ${values})`, [id, ...more])
    await change("p_name => 'Machine'")
    expect(await waiting(fromGit)).toBe(0)
    // What people call the branch is nothing to the host.
    await world.db.query("update public.branches set name = 'The trunk' where project_id = $1", [
      fromGit.project.id,
    ])
    await change('p_token => $2', JSON.stringify(sealed))
    expect(await waiting(fromGit)).toBe(1)
    await failed(fromGit, { message: 'A file cannot be read.' })
    await change('p_token => $2', JSON.stringify(sealed))
    expect(await waiting(fromGit)).toBe(0)
  })

  test('is queued again when its maker connects an account there, and when nobody else does', async () => {
    const { owner, integration, fromGit } = await aProject('branches-connected')
    await failed(fromGit, wanting)
    const connect = (who: Person) =>
      world.db.query("select private.keep_external_user($1, $2, $3, 'name', null, null)", [
        who.id,
        integration,
        `x-${who.id}`,
      ])
    await connect(stranger)
    expect(await waiting(fromGit)).toBe(0)
    await connect(owner)
    expect(await waiting(fromGit)).toBe(1)
    await failed(fromGit, wanting)
    await connect(owner)
    expect(await waiting(fromGit)).toBe(1)
  })
})
