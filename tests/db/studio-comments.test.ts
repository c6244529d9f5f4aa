// Comments in the Studio: who says, reads, changes and settles what; bounds; what happens to them with all that they are about.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'
import { aStudioProject, documents, open, setFiles } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let viewer: Person
let guest: Person
let stranger: Person
let project: { id: number; slug: string; branchId: number }
let documentId: string

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('saying')
  maker = await world.aMember(house.id, 'maker', 'mia')
  viewer = await world.aMember(house.id, 'viewer', 'vic')
  guest = await world.aMember(house.id, 'guest', 'gus')
  stranger = (await world.aWorkspace('saying-far')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  project = await aStudioProject(world, house.id, { files: { 'docs/a.md': 'a', 'docs/b.md': 'b' } })
  await world.db.query(
    `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
    [project.id, viewer.id],
  )
  await open(world, maker, project.slug)
  documentId = (await documents(world, project.branchId))[0]?.id ?? ''
})

const anchor = { path: ['info'], text: 'a' }
interface Place {
  thread_id: number
  comment_id: number
}
const start = (who: Caller, text = 'Really?', key: string | null = null) =>
  world.answer<Place>(who, 'start_comment($1, $2, $3, $4, $5)', [
    documentId,
    JSON.stringify(anchor),
    'a',
    text,
    key,
  ])
const reply = (who: Caller, thread: number, text = 'Yes.') =>
  world.answer<Place>(who, 'reply_to_thread($1, $2)', [thread, text])
interface Thread {
  id: number
  path: string
  count: number
  author: string | null
  excerpt: string
  is_resolved: boolean
  is_mine: boolean
  unread: number
  document_id: string | null
  anchor: unknown
}
const threads = async (who: Caller, branchId = project.branchId) =>
  (
    await world.does<{ t: Thread }>(who, 'select to_json(t) as t from public.branch_comments($1) t', [
      branchId,
    ])
  ).map(({ t }) => t)

describe('a thread', () => {
  test('is begun, answered, settled and opened again by whoever reads what is being written', async () => {
    const { thread_id: thread } = await start(viewer)
    await reply(maker, thread)
    await world.answer(maker, 'resolve_thread($1)', [thread])
    expect(await threads(viewer)).toMatchObject([
      { count: 2, excerpt: 'Really?', is_resolved: true, is_mine: true, path: 'docs/a.md' },
    ])
    await world.answer(viewer, 'resolve_thread($1, false)', [thread])
    expect(await threads(house.owner)).toMatchObject([{ is_resolved: false, is_mine: false }])
  })

  test.each([
    ['a guest', () => guest],
    ['a stranger', () => stranger],
    ['a visitor', () => null],
  ])('is not there for %s', async (_, who) => {
    const { thread_id: thread, comment_id: comment } = await start(maker)
    const caller = who()
    const refused = caller ? /not found/i : /permission denied/
    for (const [call, values] of [
      ['start_comment($1, $2, $3, $4)', [documentId, '{}', '', 'x']],
      ['reply_to_thread($1, $2)', [thread, 'x']],
      ['resolve_thread($1)', [thread]],
      ['edit_comment($1, $2)', [comment, 'x']],
      ['delete_comment($1)', [comment]],
      ['branch_comments($1)', [project.branchId]],
      ['thread_comments($1)', [thread]],
      ['mentionable_people($1)', [project.branchId]],
      ['read_mentions($1)', [thread]],
      ['place_comments($1, 1, $2)', [documentId, '[]']],
    ] as [string, unknown[]][])
      expect(await world.said(caller, call, values), call).toMatch(refused)
    for (const table of ['comment_threads', 'comments', 'comment_mentions'])
      if (caller)
        expect(
          await world.as(caller, (ask) =>
            ask(`select 1 from public.${table} where branch_id = $1`, [project.branchId]),
          ),
        ).toEqual([])
  })

  test('is written by the calls only', async () => {
    await start(maker)
    for (const change of [
      `insert into public.comments (thread_id) values (1)`,
      `update public.comments set text = 'x'`,
      `delete from public.comment_threads`,
      `update public.comment_mentions set read_at = now()`,
    ])
      expect((await world.attempt(maker, change)).message).toMatch(/permission denied/)
  })

  test('sent again is the same', async () => {
    const key = randomUUID()
    const first = await start(maker, 'Once', key)
    expect(await start(maker, 'Once', key)).toEqual(first)
    expect(await threads(maker)).toHaveLength(1)
    // Another's key is another's.
    expect(await start(viewer, 'Once', key)).not.toEqual(first)
  })

  test('goes with its last comment', async () => {
    const { thread_id: thread, comment_id: comment } = await start(maker)
    const { comment_id: second } = await reply(viewer, thread)
    await world.answer(maker, 'delete_comment($1)', [comment])
    expect(await threads(maker)).toMatchObject([{ count: 1, excerpt: 'Yes.' }])
    await world.answer(viewer, 'delete_comment($1)', [second])
    expect(await threads(maker)).toEqual([])
  })
})

describe('a comment', () => {
  test('is changed by who wrote it, and taken away also by who administers the project', async () => {
    const { comment_id: comment } = await start(viewer)
    expect(await world.said(maker, 'edit_comment($1, $2)', [comment, 'x'])).toMatch(/^Only who wrote/)
    expect(await world.said(maker, 'delete_comment($1)', [comment])).toMatch(/^Only who wrote/)
    expect(await world.said(house.owner, 'edit_comment($1, $2)', [comment, 'x'])).toMatch(/^Only who wrote/)
    await world.answer(viewer, 'edit_comment($1, $2)', [comment, 'Better'])
    expect(await threads(maker)).toMatchObject([{ excerpt: 'Better' }])
    expect(await world.said(house.owner, 'delete_comment($1)', [comment])).toBe('allowed')
  })

  test.each([
    ['nothing', ' \n ', /^/],
    ['too much', 'x'.repeat(10_001), /at most 10,000/],
  ])('says neither %s', async (_, text, refused) => {
    const { comment_id: comment } = await start(maker)
    for (const [call, values] of [
      ['start_comment($1, $2, $3, $4)', [documentId, '{}', '', text]],
      ['edit_comment($1, $2)', [comment, text]],
    ] as [string, unknown[]][]) {
      const said = await world.said(maker, call, values)
      expect(said).toMatch(refused)
      expect(said).not.toBe('allowed')
    }
  })

  test('says up to 10,000 characters', async () => {
    expect(
      await world.said(maker, 'start_comment($1, $2, $3, $4)', [documentId, '{}', '', 'x'.repeat(10_000)]),
    ).toBe('allowed')
  })
})

describe('bounds', () => {
  test.each([
    ['list', '[]'],
    ['text', '"x"'],
    ['null', 'null'],
    ['more than 4,000 characters', JSON.stringify({ x: 'y'.repeat(4000) })],
  ])('a place is no %s', async (_, given) => {
    expect(await world.said(maker, 'start_comment($1, $2, $3, $4)', [documentId, given, '', 'x'])).toMatch(
      /^The place of a comment/,
    )
  })

  test('a thread holds 200 comments, a working copy 1,000 threads', async () => {
    const { thread_id: thread } = await start(maker)
    const more = (count: number) =>
      world.db.query(
        `insert into public.comments (thread_id, branch_id, project_id, workspace_id, key, text)
         select id, branch_id, project_id, workspace_id, gen_random_uuid(), 'x' from public.comment_threads, generate_series(1, $2::int) where id = $1`,
        [thread, count],
      )
    await more(198)
    expect(await world.said(maker, 'reply_to_thread($1, $2)', [thread, 'x'])).toBe('allowed')
    await more(1)
    expect(await world.said(maker, 'reply_to_thread($1, $2)', [thread, 'x'])).toMatch(
      /^There are 200 comments/,
    )
    const fill = (count: number) =>
      world.db.query(
        `insert into public.comment_threads (branch_id, project_id, workspace_id, path, anchor)
         select branch_id, project_id, workspace_id, path, '{}' from public.comment_threads, generate_series(1, $2::int) where id = $1`,
        [thread, count],
      )
    await fill(998)
    await start(maker)
    expect(await world.said(maker, 'start_comment($1, $2, $3, $4)', [documentId, '{}', '', 'x'])).toMatch(
      /^There are 1000 threads/,
    )
  })

  test('a person says 30 things a minute', async () => {
    const { thread_id: thread } = await start(maker)
    // In this minute, and in the one that may begin meanwhile.
    await world.db.query(
      `insert into private.throttle as t (key, window_start, hits)
       select $1, to_timestamp(floor(extract(epoch from clock_timestamp()) / 60) * 60 + n * 60), 29 from generate_series(0, 1) n
       on conflict on constraint throttle_pkey do update set hits = excluded.hits`,
      [`comments:${maker.id}`],
    )
    expect(await world.said(maker, 'reply_to_thread($1, $2)', [thread, 'x'])).toBe('allowed')
    await world.db.query(`update private.throttle set hits = 30 where key = $1`, [`comments:${maker.id}`])
    expect(await world.said(maker, 'reply_to_thread($1, $2)', [thread, 'x'])).toMatch(/^You said very much/)
    expect(await world.said(viewer, 'reply_to_thread($1, $2)', [thread, 'x'])).toBe('allowed')
  })
})

describe('what a thread is about', () => {
  test('may be moved, deleted, brought back and purged', async () => {
    await start(maker)
    await world.does(maker, 'select public.move_documents($1, $2)', [
      project.branchId,
      JSON.stringify([{ id: documentId, path: 'docs/c.md' }]),
    ])
    expect(await threads(maker)).toMatchObject([{ path: 'docs/c.md', document_id: documentId }])
    await world.does(maker, 'select public.delete_documents($1)', [[documentId]])
    expect(await threads(maker)).toMatchObject([{ path: 'docs/c.md', document_id: documentId }])
    expect(await world.said(maker, 'start_comment($1, $2, $3, $4)', [documentId, '{}', '', 'x'])).toMatch(
      /was deleted/,
    )
    await world.db.query('delete from public.documents where id = $1', [documentId])
    expect(await threads(maker)).toMatchObject([{ path: 'docs/c.md', document_id: null }])
  })

  test('begins anew with what is pulled; where threads are then is said by who writes', async () => {
    const { thread_id: thread } = await start(viewer)
    await setFiles(world, house.id, project.branchId, { 'docs/a.md': 'another' })
    await world.db.query('select private.follow_branch($1)', [project.branchId])
    const place = (who: Caller, epoch: number, anchors: unknown) =>
      world.said(who, 'place_comments($1, $2, $3)', [documentId, epoch, JSON.stringify(anchors)])
    const moved = [{ id: thread, anchor: { path: ['moved'] } }]
    expect(await place(maker, 1, moved)).toMatch(/begins with another text/)
    expect(await place(viewer, 2, moved)).toMatch(/^(?!allowed)/)
    for (const odd of [
      null,
      [],
      {},
      [1],
      [{ id: 'x', anchor: {} }],
      [{ id: 1 }],
      [{ id: 1.5, anchor: {} }],
      [{ id: 1, anchor: { x: 'y'.repeat(4000) } }],
    ])
      expect(await place(maker, 2, odd)).toMatch(/^The place of a comment/)
    await world.does(maker, 'select public.place_comments($1, 2, $2)', [documentId, JSON.stringify(moved)])
    expect(await threads(viewer)).toMatchObject([{ anchor: { path: ['moved'] } }])
    // Those of other branches and other files are not reached.
    const other = await aStudioProject(world, house.id, { files: { 'docs/a.md': 'a' } })
    await open(world, maker, other.slug)
    const there = (await documents(world, other.branchId))[0]?.id
    expect(await world.answer(maker, 'place_comments($1, 1, $2)', [there, JSON.stringify(moved)])).toBe(0)
    const b = (await documents(world, project.branchId)).find(({ path }) => path === 'docs/b.md')
    if (b)
      expect(
        await world.answer(maker, 'place_comments($1, $2, $3)', [b.id, b.epoch, JSON.stringify(moved)]),
      ).toBe(0)
  })

  test('goes along into a new version, where it is open', async () => {
    const { thread_id: thread } = await start(viewer, 'Still open, @mia')
    await reply(maker, thread)
    const { thread_id: settled } = await start(maker)
    await world.answer(maker, 'resolve_thread($1)', [settled])
    await world.db.query(`delete from graphile_worker._private_jobs`)
    const version = await world.answer<{ id: number }>(maker, 'create_version($1, $2, $3)', [
      project.id,
      'v2',
      project.branchId,
    ])
    const copied = await threads(maker, version.id)
    expect(copied).toMatchObject([{ count: 2, excerpt: 'Still open, @mia', path: 'docs/a.md', unread: 0 }])
    const there = (await documents(world, version.id)).find(({ path }) => path === 'docs/a.md')
    expect(copied[0]?.document_id).toBe(there?.id)
    // What is said there is said there.
    await reply(maker, copied[0]?.id ?? 0)
    expect(await threads(maker)).toMatchObject([{ count: 2 }, { count: 1 }])
    const { rows } = await world.db.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'mail_mentions'`,
    )
    expect(rows).toEqual([])
  })

  test('takes them along with its branch, project and workspace', async () => {
    const left = async () =>
      Number(
        (await world.db.query('select count(*) from public.comments where project_id = $1', [project.id]))
          .rows[0].count,
      )
    await start(maker, 'Hello @vic')
    expect(await left()).toBe(1)
    await world.db.query('delete from public.projects where id = $1', [project.id])
    expect(await left()).toBe(0)
  })
})

describe('whoever deletes their account', () => {
  test('leaves what they said without their name, and is not named by others', async () => {
    const leaving = await world.aMember(house.id, 'maker', 'leaving')
    const { thread_id: thread } = await start(leaving, 'I said this')
    await reply(maker, thread, 'Thanks @leaving, and @leaving-not')
    await world.db.query('select private.forget_in_comments($1)', [leaving.id])
    await world.db.query('delete from public.users where id = $1', [leaving.id])
    expect(await threads(maker)).toMatchObject([{ author: null, excerpt: 'I said this', count: 2 }])
    const said = await world.does<{ text: string }>(maker, 'select text from public.thread_comments($1)', [
      thread,
    ])
    expect(said.map(({ text }) => text)).toEqual(['I said this', 'Thanks @deleted-user, and @leaving-not'])
  })

  test('is not named in versions either that took along what was said', async () => {
    const leaving = await world.aMember(house.id, 'maker', 'leaving-too')
    await start(maker, 'Ask @leaving-too')
    const made = async (name: string, from: number) =>
      (await world.answer<{ id: number }>(maker, 'create_version($1, $2, $3)', [project.id, name, from])).id
    const first = await made('v2', project.branchId)
    const second = await made('v3', first)
    await world.db.query('select private.forget_in_comments($1)', [leaving.id])
    for (const branch of [project.branchId, first, second])
      expect(await threads(maker, branch)).toMatchObject([{ excerpt: 'Ask @deleted-user' }])
  })
})
