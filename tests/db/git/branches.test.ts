// Branches: tracking, the default one, removal, links for visitors, and pushes by a token of the project.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal, service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import { aGitHub, aRepository, fromRepository, type Made, sealed, tasksOf } from './support.ts'

let world: World
let house: { id: number; owner: Person }
let stranger: Person
let made: Made
let count = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('branches')
  stranger = (await world.aWorkspace('branches-elsewhere')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  made = await world.answer<Made>(
    house.owner,
    "create_project($1, $2, p_visibility => 'private', p_type => 'cli')",
    [house.id, `Scripted ${++count}`],
  )
})

const aBranch = async (slug: string): Promise<number> => {
  const { rows } = await world.db.query(
    'insert into public.branches (project_id, name, slug) values ($1, $2, $2) returning id',
    [made.project.id, slug],
  )
  return Number(rows[0].id)
}
const branches = async () =>
  (
    await world.db.query(
      'select slug, is_default, is_published from public.branches where project_id = $1 order by slug',
      [made.project.id],
    )
  ).rows

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
    const next = await aBranch('next')
    await world.does(house.owner, 'select public.set_default_branch($1)', [next])
    expect(await branches()).toEqual([
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
    made = await world.answer<Made>(house.owner, "create_project($1, $2, p_type => 'cli')", [
      house.id,
      `Other ${++count}`,
    ])
    await world.does(house.owner, 'select public.set_default_branch($1)', [await aBranch('next')])
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
    const old = await aBranch('old')
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
    const other = await aBranch('other')
    const list = (who: Person, id: number) =>
      world.attempt(who, 'update public.branches set is_published = true where id = $1', [id])
    expect((await list(small.owner, other)).message).toBe(
      'Your current plan does not allow for this. Please upgrade your plan.',
    )
    made = await world.answer<Made>(house.owner, 'create_project($1, $2)', [house.id, 'Large'])
    expect((await list(house.owner, await aBranch('other'))).count).toBe(1)
  })
})

describe('a link to a branch', () => {
  interface Share {
    enabled: boolean
    token: string | null
    expires_at: string | null
  }
  const share = (args = '') =>
    world.answer<Share>(house.owner, `share_branch($1, true${args})`, [made.branch.id])
  /** What somebody with a link reads. */
  const opened = async (who: Person | null, token: string | null) =>
    world.as(who, async (ask) => {
      await ask("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-waymark-share': token }),
      ])
      const [row] = await ask<{ branches: string[] | null; reads: boolean }>(
        `select (select array_agg(s.branch_slug) from public.shared_branch() s) as branches,
           public.branch_toc($1) is not null as reads`,
        [made.branch.id],
      )
      return [row?.branches ?? [], row?.reads]
    })
  const open = [['main'], true]
  const closed = [[], false]

  beforeEach(async () => {
    await world.db.query(
      "insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'everyone', '[]')",
      [made.branch.id],
    )
  })

  test('lets visitors and strangers read this branch, and nothing else of the project', async () => {
    const { token } = await share()
    expect([await opened(null, token), await opened(stranger, token)]).toEqual([open, open])
    expect(await opened(null, `wms_${'a'.repeat(43)}`)).toEqual(closed)
    const listed = await world.as(null, async (ask) => {
      await ask("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-waymark-share': token }),
      ])
      return ask(
        'select 1 from public.projects where id = $1 union all select 1 from public.branches where project_id = $1',
        [made.project.id],
      )
    })
    expect(listed).toEqual([])
    const draft = await aBranch('draft')
    await world.db.query(
      "insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'everyone', '[]')",
      [draft],
    )
    const main = made.branch.id
    made.branch.id = draft
    expect(await opened(null, token)).toEqual([['main'], false])
    made.branch.id = main
  })

  test('shows no internal nodes', async () => {
    await world.db.query(
      `insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'members', '[{"title": "Secret"}]')`,
      [made.branch.id],
    )
    const { token } = await share()
    const toc = await world.as(null, async (ask) => {
      await ask("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-waymark-share': token }),
      ])
      return ask('select public.branch_toc($1) as toc', [made.branch.id])
    })
    expect(toc).toEqual([{ toc: [] }])
  })

  test('stays the same until it is revoked; another one is another link', async () => {
    const first = await share()
    expect(await share()).toEqual(first)
    expect(await world.answer<Share>(house.owner, 'branch_share($1)', [made.branch.id])).toEqual(first)
    const second = await share(', p_new_link => true')
    expect(second.token).not.toBe(first.token)
    expect([await opened(null, first.token), await opened(null, second.token)]).toEqual([closed, open])
    await world.does(house.owner, 'select public.share_branch($1, false)', [made.branch.id])
    expect(await opened(null, second.token)).toEqual(closed)
    const third = await share()
    expect([
      third.token === second.token,
      await opened(null, second.token),
      await opened(null, third.token),
    ]).toEqual([false, closed, open])
  })

  test('ends at its time, and not before', async () => {
    const { token } = await share(", now() + interval '1 hour'")
    expect(await opened(null, token)).toEqual(open)
    const endsAt = (when: string) =>
      world.db.query(`update public.branches set share_expires_at = ${when} where id = $1`, [made.branch.id])
    await endsAt("now() + interval '1 second'")
    expect(await opened(null, token)).toEqual(open)
    await endsAt('now()')
    expect(await opened(null, token)).toEqual(closed)
  })

  test('ends within five years', async () => {
    const said = (when: string) =>
      world.said(house.owner, `public.share_branch($1, true, ${when})`, [made.branch.id])
    expect(await said("now() + interval '5 years'")).toBe('allowed')
    for (const when of ["now() + interval '5 years 1 second'", 'now()', "'infinity'"])
      expect(await said(when)).toBe('Must be in the future, and within five years.')
  })

  test('opens nothing of a locked workspace', async () => {
    const { token } = await share()
    await world.db.query(
      "update public.workspaces set locked = true, lock_reason = 'overusage' where id = $1",
      [house.id],
    )
    const met = await opened(null, token)
    await world.db.query('update public.workspaces set locked = false, lock_reason = null where id = $1', [
      house.id,
    ])
    expect([met, await opened(null, token)]).toEqual([closed, open])
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

describe('a push by a script', () => {
  const token = () => `wmci_${createHash('sha256').update(String(made.project.id)).digest('base64url')}`
  const keep = (who: Person, value: string | null) =>
    world.said(who, 'public.keep_ci_token($1, $2, $3)', [made.project.id, value, JSON.stringify(sealed)])
  const store = (value: string, who = house.owner) =>
    world.does(who, 'select public.keep_ci_token($1, $2, $3)', [
      made.project.id,
      value,
      JSON.stringify(sealed),
    ])
  beforeEach(() => store(token()))
  const hashOf = (value: string) => createHash('sha256').update(value).digest('hex')
  const push = (more: object) =>
    service<{ job_id: string; branch_slug: string }>(world, 'svc_queue_push', {
      p_project_id: made.project.id,
      p_token_hash: hashOf(token()),
      p_branch: 'main',
      p_commit_hash: 'a'.repeat(40),
      p_uploads: [],
      p_held: [],
      ...more,
    })
  const upload = async (folder = `${house.id}/ci-${made.project.id}`, size: number | null = 10) => {
    const name = `${folder}/${randomUUID()}`
    await world.db.query(
      "insert into storage.objects (bucket_id, name, metadata) values ('uploads', $1, $2)",
      [name, size === null ? null : JSON.stringify({ size })],
    )
    return { path: 'reference/api.yaml', object: name }
  }
  const hash = createHash('sha256').update('held').digest()
  const hold = async (projectBranch: number) => {
    await world.db.query(
      'insert into public.files (workspace_id, hash, size) values ($1, $2, 4) on conflict do nothing',
      [house.id, hash],
    )
    await world.db.query(
      "insert into public.branch_files (branch_id, path, workspace_id, hash) values ($1, 'docs/held.md', $2, $3)",
      [projectBranch, house.id, hash],
    )
  }
  const held = { path: 'docs/held.md', hash: hash.toString('hex') }

  test('authenticates with the token of its project, until there is another one', async () => {
    expect(await keep(house.owner, 'short')).not.toBe('allowed')
    expect(await keep(house.owner, null)).not.toBe('allowed')
    const first = token()
    const second = `wmci_${'b'.repeat(43)}`
    const opens = (value: string) => service(world, 'svc_ci_token', { p_token: value })
    await store(first)
    expect(await opens(first)).toMatchObject({
      project_id: made.project.id,
      workspace_slug: 'branches',
      type: 'cli',
    })
    await store(second)
    expect([await opens(first), await opens('')]).toEqual([null, null])
    expect(await opens(second)).toMatchObject({ project_id: made.project.id, token_hash: hashOf(second) })
  })

  test('is refused once its token was replaced, or its workspace locked, while it came', async () => {
    const ended =
      'The CI token was replaced by another one while this was sent. Send it again with the new one.'
    const second = `wmci_${createHash('sha256').update(randomUUID()).digest('base64url')}`
    await push({ p_uploads: [await upload()], p_fingerprint: 'd'.repeat(64), p_images: '{a.png}' })
    const { rows } = await world.db.query('select id from public.branches where project_id = $1', [
      made.project.id,
    ])
    const image = async (value: string) =>
      service(world, 'svc_add_pushed_image', {
        p_project_id: made.project.id,
        p_token_hash: hashOf(value),
        p_branch_id: rows[0]?.id,
        p_path: 'a.png',
        p_object: (await upload()).object,
      })
    await store(second)
    const stale = { p_branch: 'stale', p_uploads: [await upload()] }
    for (const late of [
      () => push(stale),
      () => push({ ...stale, p_token_hash: null }),
      () => image(token()),
    ])
      expect((await refusal(late())).message).toBe(ended)
    const lock = (locked: boolean) =>
      world.db.query('update public.workspaces set locked = $2, lock_reason = $3 where id = $1', [
        house.id,
        locked,
        locked ? 'overusage' : null,
      ])
    await lock(true)
    const met = await refusal(push({ ...stale, p_token_hash: hashOf(second) }))
    await lock(false)
    expect(met.message).toBe(ended)
    expect(await branches()).toHaveLength(1)
    expect(await image(second)).toBe(true)
    expect(await push({ ...stale, p_token_hash: hashOf(second) })).toMatchObject({ branch_slug: 'stale' })
  })

  test('waits for the images that it announced, and for no others', async () => {
    const file = async (path: string) => ({ ...(await upload()), path })
    const branch = async () => {
      const [row] = (
        await world.db.query('select id from public.branches where project_id = $1', [made.project.id])
      ).rows
      return Number(row?.id)
    }
    const startsIn = async () => {
      const { rows } = await world.db.query<{ minutes: number }>(
        `select round(extract(epoch from j.run_at - now()) / 60)::int as minutes
         from graphile_worker.jobs j join public.task_logs t on j.key = 'analyze:' || t.job_id
         where t.project_id = $1 order by t.created_at desc limit 1`,
        [made.project.id],
      )
      return rows[0]?.minutes
    }
    const add = async (path: string, size = 10, project = made.project.id) => {
      const { object } = await upload(`${house.id}/ci-${made.project.id}`, size)
      const args = {
        p_project_id: project,
        p_token_hash: hashOf(token()),
        p_branch_id: await branch(),
        p_path: path,
        p_object: object,
      }
      return service(world, 'svc_add_pushed_image', args)
    }
    const wait = async (count: number) =>
      service(world, 'svc_await_images', {
        p_project_id: made.project.id,
        p_branch_id: await branch(),
        p_count: count,
      })
    await push({ p_uploads: [await file('docs/a.md')], p_fingerprint: 'f'.repeat(64) })
    expect([await wait(2), await add('a.png')]).toEqual([false, false])
    await push({
      p_uploads: [await file('docs/a.md')],
      p_fingerprint: 'e'.repeat(64),
      p_images: '{a.png,b.png}',
    })
    expect(await startsIn()).toBe(2)
    expect([await wait(2), await startsIn()]).toEqual([true, 10])
    await expect(add('a.png', 10, made.project.id + 1_000_000)).rejects.toThrow('The CI token was replaced')
    await expect(add('a.png', 52_428_791)).rejects.toThrow('50 MB')
    expect([await add('a.png'), await startsIn()]).toEqual([true, 10])
    await expect(add('a.png')).rejects.toThrow()
    await expect(add('../c.png')).rejects.toThrow()
    expect([await add('b.png'), await startsIn()]).toEqual([true, 0])
    expect(await add('c.png')).toBe(false)
  })

  test('names the empty default branch, and makes others later', async () => {
    const first = await push({ p_branch: 'trunk', p_uploads: [await upload()] })
    const second = await push({ p_branch: 'next', p_uploads: [await upload()] })
    expect([first.branch_slug, second.branch_slug]).toEqual(['trunk', 'next'])
    expect(await branches()).toEqual([
      { slug: 'next', is_default: false, is_published: false },
      { slug: 'trunk', is_default: true, is_published: true },
    ])
    expect(await tasksOf(world, made.project.id)).toMatchObject([
      { source: 'upload', event: 'push', commit_hash: 'a'.repeat(40) },
      { event: 'push' },
    ])
  })

  test('takes files only from the folder of its project, as Storage measured them', async () => {
    for (const file of [
      await upload(`${house.id}/${randomUUID()}`),
      await upload(`${house.id}/ci-${made.project.id + 1}`),
      await upload(undefined, null),
      { path: 'a.yaml', object: `${house.id}/ci-${made.project.id}/missing` },
    ])
      expect((await refusal(push({ p_uploads: [file] }))).message).toBe(
        'The uploaded file was not found. Please upload it again.',
      )
    const large = await upload(undefined, 52_428_801)
    expect((await refusal(push({ p_uploads: [large] }))).message).toContain('50 MB')
    expect(await push({ p_uploads: [await upload(undefined, 52_428_800)] })).toMatchObject({
      branch_slug: 'main',
    })
    expect(await refusal(push({ p_uploads: [{ ...(await upload()), path: '../x' }] }))).toBeTruthy()
  })

  test('leaves out what the project holds, and nothing that only another one holds', async () => {
    const other = made
    made = await world.answer<Made>(house.owner, "create_project($1, $2, p_type => 'cli')", [
      house.id,
      `Other ${++count}`,
    ])
    await store(token())
    await hold(other.branch.id)
    const known = () =>
      world.db.query('select public.svc_files_held($1, $2) as hash', [
        made.project.id,
        [held.hash, 'no hash'],
      ])
    expect((await known()).rows).toEqual([])
    expect((await refusal(push({ p_held: [held] }))).message).toBe(
      'The uploaded file was not found. Please upload it again.',
    )
    await hold(made.branch.id)
    expect((await known()).rows).toEqual([{ hash: held.hash }])
    const { job_id } = await push({ p_held: [held], p_uploads: [await upload()] })
    const { rows } = await world.db.query('select path from private.task_files where job_id = $1', [job_id])
    expect(rows).toEqual([{ path: 'docs/held.md' }])
  })

  test('needs a file, and brings at most 5,000', async () => {
    expect((await refusal(push({}))).message).toBe('Choose a file to import.')
    await hold(made.branch.id)
    const files = (length: number) =>
      Array.from({ length }, (_, index) => ({ ...held, path: `docs/${index}.md` }))
    expect(await push({ p_held: files(5000) })).toMatchObject({ branch_slug: 'main' })
    expect((await refusal(push({ p_held: files(5001) }))).message).toContain('5000')
  })

  test('goes to no project whose content comes from Git', async () => {
    const place = await world.aWorkspace('branches-git')
    const repository = aRepository(await aGitHub(world, place.id))
    made = await fromRepository(world, place.owner, place.id, repository)
    await store(token(), place.owner)
    expect((await refusal(push({ p_uploads: [await upload()] }))).message).toBe(
      'The content of this project comes from its Git repository.',
    )
  })
})
