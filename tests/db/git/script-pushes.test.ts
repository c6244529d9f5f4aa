// Pushes by scripts, with the token of a project.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal, service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import {
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
let made: Made

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('pushes')
})
afterAll(() => world.end())
beforeEach(async () => {
  made = await aScriptedProject(world, house.owner, house.id)
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
      workspace_slug: 'pushes',
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
    const ofToken = (name: string, args: object) =>
      service(world, name, { p_project_id: made.project.id, p_token_hash: hashOf(token()), ...args })
    await store(second)
    const stale = { p_branch: 'stale', p_uploads: [await upload()] }
    for (const late of [
      () => push(stale),
      () => push({ ...stale, p_token_hash: null }),
      () => image(token()),
      () => ofToken('svc_await_images', { p_branch_id: rows[0]?.id, p_paths: '{a.png}' }),
      () => ofToken('svc_branch_to_push', { p_branch: 'stale' }),
      () => ofToken('svc_record_commit', { p_branch_slug: 'main', p_commit: { sha: 'b'.repeat(40) } }),
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
    expect(await branchesOf(world, made.project.id)).toHaveLength(1)
    await service(world, 'svc_await_images', {
      p_project_id: made.project.id,
      p_token_hash: hashOf(second),
      p_branch_id: rows[0]?.id,
      p_paths: '{a.png}',
    })
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
    const wait = async (paths: string) =>
      service(world, 'svc_await_images', {
        p_project_id: made.project.id,
        p_token_hash: hashOf(token()),
        p_branch_id: await branch(),
        p_paths: paths,
      })
    await push({ p_uploads: [await file('docs/a.md')], p_fingerprint: 'f'.repeat(64) })
    expect([await wait('{a.png}'), await add('a.png')]).toEqual([null, false])
    await push({
      p_uploads: [await file('docs/a.md')],
      p_fingerprint: 'e'.repeat(64),
      p_images: '{a.png,b.png}',
    })
    expect(await startsIn()).toBe(2)
    // Before the client has said what it has, nothing was asked for.
    expect(await add('a.png')).toBe(false)
    expect([await wait('{a.png,b.png,../d.png}'), await startsIn()]).toEqual([['a.png', 'b.png'], 10])
    expect(await add('other.png')).toBe(false)
    await expect(add('a.png', 10, made.project.id + 1_000_000)).rejects.toThrow('The CI token was replaced')
    await expect(add('a.png', 52_428_791)).rejects.toThrow('50 MB')
    expect([await add('a.png'), await startsIn()]).toEqual([true, 10])
    await expect(add('../c.png')).rejects.toThrow(
      'A file of a project needs a path of at most 1,000 characters (255 a part), without "..", ".git" or characters that nobody sees.',
    )
    // Asked again, for its answer did not arrive: what is there is not waited for once more.
    expect([await wait('{a.png,b.png}'), await startsIn()]).toEqual([['a.png', 'b.png'], 10])
    // Sent again, for its answer did not arrive: it is not one more.
    expect([await add('a.png'), await startsIn()]).toEqual([true, 10])
    expect([await add('b.png'), await startsIn()]).toEqual([true, 0])
    expect([await add('b.png'), await add('c.png')]).toEqual([true, false])
    // One that would not be asked for is not waited for either.
    await push({
      p_uploads: [await file('docs/a.md')],
      p_fingerprint: 'd'.repeat(64),
      p_images: '{../e.png}',
    })
    expect(await startsIn()).toBe(0)
  })

  test('names the empty default branch, and makes others later', async () => {
    const first = await push({ p_branch: 'trunk', p_uploads: [await upload()] })
    const second = await push({ p_branch: 'next', p_uploads: [await upload()] })
    expect([first.branch_slug, second.branch_slug]).toEqual(['trunk', 'next'])
    expect(await branchesOf(world, made.project.id)).toEqual([
      { slug: 'next', is_default: false, is_published: false },
      { slug: 'trunk', is_default: true, is_published: true },
    ])
    expect(await tasksOf(world, made.project.id)).toMatchObject([
      { source: 'upload', event: 'push', commit_hash: 'a'.repeat(40) },
      { event: 'push' },
    ])
  })

  test('takes the name of no other branch, however empty that one is', async () => {
    await push({ p_branch: 'trunk', p_uploads: [await upload()] })
    await world.db.query('update public.branches set last_analyzed_at = now() where project_id = $1', [
      made.project.id,
    ])
    await service(world, 'svc_branch_to_push', {
      p_project_id: made.project.id,
      p_token_hash: hashOf(token()),
      p_branch: 'waiting',
    })
    await push({ p_branch: 'next', p_uploads: [await upload()] })
    expect(await branchesOf(world, made.project.id)).toEqual([
      { slug: 'next', is_default: false, is_published: false },
      { slug: 'trunk', is_default: true, is_published: true },
      { slug: 'waiting', is_default: false, is_published: false },
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
    made = await aScriptedProject(world, house.owner, house.id)
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

  const fingerprint = 'e'.repeat(64)
  const prepare = (more: object = {}) =>
    service(world, 'svc_prepare_push', {
      p_project_id: made.project.id,
      p_branch: 'main',
      p_fingerprint: fingerprint,
      p_hashes: '{}',
      ...more,
    })
  const branch = (name: string) =>
    service(world, 'svc_branch_to_push', {
      p_project_id: made.project.id,
      p_token_hash: hashOf(token()),
      p_branch: name,
    })

  test('learns where its files go, which are there, and which need not be sent', async () => {
    const folder = `${house.id}/ci-${made.project.id}/${fingerprint}`
    const p_hashes = `{${held.hash}}`
    const fresh = { folder: `${folder}/`, job_id: null, held: [], uploaded: [] }
    expect(await prepare({ p_hashes })).toEqual(fresh)
    await hold(made.branch.id)
    const { object } = await upload(folder)
    await upload(`${house.id}/ci-${made.project.id}/${'f'.repeat(64)}`)
    const known = { ...fresh, held: [held.hash], uploaded: [object.slice(folder.length + 1)] }
    expect(await prepare({ p_hashes })).toEqual(known)
    const { job_id } = await push({ p_uploads: [await upload()], p_fingerprint: fingerprint })
    expect(await prepare({ p_hashes })).toEqual({ ...known, job_id })
  })

  test('has room beside 20,000 files or 1 GiB of its project that wait', async () => {
    const full = 'Too many of your files wait to be imported. Try again when they are.'
    const waits = (files: number, size: number) =>
      world.db.query(
        `insert into storage.objects (bucket_id, name, metadata)
         select 'uploads', $1 || gen_random_uuid(), json_build_object('size', $2::bigint) from generate_series(1, $3)`,
        [`${house.id}/ci-${made.project.id}/waiting/`, size, files],
      )
    const neighbour = made
    await waits(1, 1_073_741_824)
    for (const [files, size] of [
      [19_999, 0],
      [1, 1_073_741_823],
    ] as const) {
      made = await aScriptedProject(world, house.owner, house.id)
      await store(token())
      await waits(files, size)
      expect(await prepare()).toMatchObject({ job_id: null })
      const more = await upload(undefined, 1)
      expect((await refusal(prepare())).message).toBe(full)
      expect((await refusal(push({ p_uploads: [more] }))).message).toBe(full)
    }
    expect((await refusal(prepare({ p_project_id: neighbour.project.id }))).message).toBe(full)
  })

  test('goes to a branch that Git could have', async () => {
    const refused = 'No branch can have this name.'
    for (const tried of [() => branch('--upload-pack=x'), () => prepare({ p_branch: 'a..b' })])
      expect((await refusal(tried())).message).toBe(refused)
    expect(await branch('next')).toMatchObject({ name: 'next', slug: 'next' })
  })

  test('goes to one branch alone in a plan with one', async () => {
    const place = await world.aWorkspace('pushes-free')
    made = await aScriptedProject(world, place.owner, place.id)
    await store(token(), place.owner)
    await world.db.query(
      `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'free')
       where workspace_id = $1`,
      [place.id],
    )
    const folder = `${place.id}/ci-${made.project.id}`
    const send = async (name: string) => push({ p_branch: name, p_uploads: [await upload(folder)] })
    expect([await send('trunk'), await send('trunk')]).toMatchObject([
      { branch_slug: 'trunk' },
      { branch_slug: 'trunk' },
    ])
    expect((await refusal(send('next'))).message).toBe(
      'Your current plan does not allow for this. Please upgrade your plan.',
    )
  })

  test('goes to no project whose content comes from Git', async () => {
    const place = await world.aWorkspace('pushes-git')
    const repository = aRepository(await aGitHub(world, place.id))
    made = await fromRepository(world, place.owner, place.id, repository)
    await store(token(), place.owner)
    const uploads = [await upload()]
    for (const tried of [() => push({ p_uploads: uploads }), () => prepare(), () => branch('main')])
      expect((await refusal(tried())).message).toBe(
        'The content of this project comes from its Git repository.',
      )
  })
})
