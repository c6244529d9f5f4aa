// Overrides: what editors lay over nodes, who sees what of it, and that it outlives what their source says.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let viewer: Person
let stranger: Person
let project: number
let main: number
let draft: number
let count = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('laid')
  viewer = await world.aMember(house.id, 'viewer')
  stranger = (await world.aWorkspace('laid-elsewhere')).owner
})
afterAll(() => world.end())

const contents = [
  { title: 'Guides' },
  { title: 'Start', slug: 'article', type: 'article' },
  { title: 'The API' },
  {
    title: 'Pets',
    items: [
      { title: 'Overview', slug: 'service', type: 'http_service' },
      { title: 'Reading', items: [{ title: 'List pets', slug: 'operation', type: 'http_operation' }] },
    ],
  },
]

beforeEach(async () => {
  const one = async (sql: string, values: unknown[]) => Number((await world.db.query(sql, values)).rows[0].id)
  project = await one(
    `insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, 'public') returning id`,
    [house.id, `laid-${++count}`],
  )
  const aBranch = (slug: string) =>
    one(
      `insert into public.branches (project_id, name, slug, is_default, is_published)
       values ($1, $2, $2, $2 = 'main', $2 = 'main') returning id`,
      [project, slug],
    )
  main = await aBranch('main')
  draft = await aBranch('draft')
  await world.db.query('update public.projects set default_branch_id = $2 where id = $1', [project, main])
  await world.db.query(
    `insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('laid'), '{}', 2) on conflict do nothing`,
    [house.id],
  )
  for (const [slug, type, name] of [
    ['article', 'article', 'Start'],
    ['service', 'http_service', 'Pets'],
    ['operation', 'http_operation', 'List pets'],
  ])
    await world.db.query(
      `with node as (insert into public.nodes (project_id, uri, type) values ($1, '/' || $3::text, $4) returning id)
       insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, summary, snapshot_hash, search)
       select b.id, node.id, $2, $1, '/' || $3::text, $4, $3, $5, 'As written', sha256('laid'), setweight(to_tsvector('simple', $5), 'A')
       from node, public.branches b where b.project_id = $1`,
      [project, house.id, slug, type, name],
    )
  for (const branch of [main, draft])
    await world.db.query(
      `insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'members', $2), ($1, 'everyone', $2)`,
      [branch, JSON.stringify(contents)],
    )
})

interface Changes {
  title?: string | null
  summary?: string | null
  is_hidden?: boolean | null
}
const call = 'public.set_override($1, $3, $4, $2)'
const values = (slug: string, changes: unknown, branch: number | null) => [
  project,
  branch,
  `/${slug}`,
  changes === null ? null : JSON.stringify(changes),
]
const lay = (slug: string, changes: Changes, branch: number | null = null) =>
  world.does(house.owner, `select ${call}`, values(slug, changes, branch))
const said = (slug: string, changes: unknown, who = house.owner, branch: number | null = null) =>
  world.said(who, call, values(slug, changes, branch))

const ask = async <T>(who: Person | null, sql: string, args: unknown[] = []): Promise<T | undefined> =>
  (await world.as(who, (query) => query<{ answer: T }>(sql, args)))[0]?.answer
interface Node {
  name: string
  summary: string
  is_hidden: boolean
}
const node = (slug: string, who: Person | null = house.owner, branch = main) =>
  ask<Node | null>(who, 'select public.branch_node($1, $2) as answer', [branch, slug])
const toc = (who: Person | null = house.owner, branch = main) =>
  ask<unknown[]>(who, 'select public.branch_toc($1) as answer', [branch])
const found = (words: string, who: Person | null = house.owner) =>
  world
    .as(who, (query) =>
      query<{ name: string }>('select name from public.search_nodes($1, $2, array[$3]::bigint[])', [
        house.id,
        words,
        project,
      ]),
    )
    .then((rows) => rows.map(({ name }) => name))
const rows = async (who: Person | null) =>
  (
    await world.as(who, (query) =>
      query<{ slug: string }>('select slug from public.branch_nodes where branch_id = $1 order by slug', [
        main,
      ]),
    )
  ).map(({ slug }) => slug)

describe('a title and a summary', () => {
  test('are shown in place of those of the source, in each way of reading', async () => {
    await lay('operation', { title: 'All our animals', summary: 'Ours' })
    for (const who of [house.owner, viewer, null]) {
      expect(await node('operation', who)).toMatchObject({ name: 'All our animals', summary: 'Ours' })
      expect(JSON.stringify(await toc(who))).toContain('"title":"All our animals"')
      expect(await found('animals', who)).toEqual(['All our animals'])
    }
    // What its author calls it finds it still.
    expect(await found('List pets')).toContain('All our animals')
  })

  test('of an API become its heading', async () => {
    await lay('service', { title: 'Our animals' })
    expect((await toc())?.at(-1)).toMatchObject({ title: 'Our animals', items: [{ title: 'Overview' }, {}] })
  })

  test('are taken back by null, and the source is as it was', async () => {
    const before = await world.db.query(
      'select name, summary, search from public.branch_nodes where branch_id = $1 order by id',
      [main],
    )
    await lay('operation', { title: 'Ours', summary: 'Ours' })
    await lay('operation', { title: null })
    expect(await node('operation')).toMatchObject({ name: 'List pets', summary: 'Ours' })
    await lay('operation', { summary: null })
    const after = await world.db.query(
      'select name, summary, search from public.branch_nodes where branch_id = $1 order by id',
      [main],
    )
    expect(after.rows).toEqual(before.rows)
    expect(await toc()).toEqual(contents)
  })

  test('of one branch come before those of all, each for itself', async () => {
    await lay('article', { title: 'For all', summary: 'For all' })
    await lay('article', { title: 'For main' }, main)
    expect(await node('article')).toMatchObject({ name: 'For main', summary: 'For all' })
    // As after an analysis.
    await world.db.query('select private.lay_overrides($1)', [draft])
    expect(await node('article', house.owner, draft)).toMatchObject({ name: 'For all', summary: 'For all' })
    await lay('article', { title: null }, main)
    expect(await node('article')).toMatchObject({ name: 'For all' })
  })

  test('outlive what an analysis writes anew', async () => {
    await lay('article', { title: 'Ours' })
    // As worker/analyze/branch-nodes.ts does, for a node whose source was changed.
    await world.db.query(
      `update public.branch_nodes set name = 'Begin', source_name = null, source_summary = null, source_search = null,
         search = to_tsvector('simple', 'begin') where branch_id = $1 and slug = 'article'`,
      [main],
    )
    await world.db.query('select private.lay_overrides($1)', [main])
    expect(await node('article')).toMatchObject({ name: 'Ours' })
    await lay('article', { title: null })
    expect(await node('article')).toMatchObject({ name: 'Begin' })
  })
})

describe('the layers of a node', () => {
  const layers = (who: Person, slug: string, branch = main) =>
    world.attempt(who, 'select * from public.override_layers($1, $2) order by layer desc', [
      branch,
      `/${slug}`,
    ])
  const source = { layer: 'source', title: 'Start', summary: 'As written', is_hidden: false }
  const none = { title: null, summary: null, is_hidden: null }

  test('say what the source says, and what lies over it on all branches and on one', async () => {
    expect((await layers(house.owner, 'article')).rows).toEqual([source])
    await lay('article', { title: 'For all', is_hidden: true })
    await lay('article', { title: 'For main' }, main)
    const project = { ...none, layer: 'project', title: 'For all', is_hidden: true }
    const branch = { ...none, layer: 'branch', title: 'For main' }
    expect((await layers(house.owner, 'article')).rows).toEqual([source, project, branch])
    expect((await layers(house.owner, 'article', draft)).rows).toEqual([source, project])
    expect((await layers(house.owner, 'nowhere')).rows).toEqual([])
  })

  test('are for who changes the content', async () => {
    for (const who of [viewer, stranger]) expect((await layers(who, 'article')).refused).toBeTruthy()
    expect((await layers(house.owner, 'article', 0)).refused).toBeTruthy()
  })
})

describe('a hidden node', () => {
  beforeEach(async () => {
    await lay('operation', { is_hidden: true })
    await lay('article', { is_hidden: true })
  })
  const readers = () => [viewer, stranger, null]

  test('is not there for readers: no page, no entry, no empty group or divider, nothing found', async () => {
    for (const who of readers()) {
      expect(await node('operation', who)).toBeNull()
      expect(
        await ask(who, 'select public.branch_node_by_uri($1, $2) as answer', [main, '/operation']),
      ).toBeNull()
      expect(await toc(who)).toEqual([
        { title: 'The API' },
        { title: 'Pets', items: [{ title: 'Overview', slug: 'service', type: 'http_service' }] },
      ])
      expect(await found('pets', who)).toEqual(['Pets'])
      expect(await rows(who)).toEqual(['service'])
    }
    const pages = await ask<{ slug: string; project_slug: string }[]>(
      null,
      'select public.open_pages($1, 0, 10000) as answer',
      [house.id],
    )
    const open = pages?.filter(({ project_slug }) => project_slug === `laid-${count}`)
    expect(open?.map(({ slug }) => slug)).toEqual(['service'])
    expect(await rows(house.owner)).toEqual(['article', 'operation', 'service'])
  })

  test('is marked for who changes the content', async () => {
    expect(await node('operation')).toMatchObject({ name: 'List pets', is_hidden: true })
    expect(await toc()).toMatchObject([{}, { slug: 'article', hidden: true }, {}, {}])
    expect(await found('pets')).toContain('List pets')
  })

  test('is not there for a link, and for a workspace token', async () => {
    const link = `wms_${'a'.repeat(43)}`
    const token = `wmk_${String(count).repeat(10)}`
    await world.db.query(
      `update public.branches set share_enabled = true, share_token_hash = extensions.digest($2, 'sha256') where id = $1`,
      [main, link],
    )
    await world.db.query(
      `insert into public.machine_principals (workspace_id, name, token_hash, token_prefix)
       values ($1, $2, extensions.digest($2, 'sha256'), 'wmk_')`,
      [house.id, token],
    )
    const { rows: grants } = await world.db.query<{ grant: string }>(
      `select public.svc_workspace_token($1) ->> 'grant' as grant`,
      [token],
    )
    await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [project])
    for (const headers of [{ 'x-waymark-share': link }, { 'x-waymark-grant': grants[0]?.grant }]) {
      const seen = await world.as(null, async (query) => {
        await query(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)])
        return query(
          `select public.branch_node($1, 'operation') as hidden, public.branch_node($1, 'service') as shown, public.branch_toc($1)::text as contents`,
          [main],
        )
      })
      expect(seen).toMatchObject([
        { hidden: null, shown: { name: 'Pets' }, contents: expect.stringContaining('Overview') },
      ])
      expect(seen[0]?.contents).not.toContain('List pets')
    }
    await world.db.query(
      'update public.branches set share_enabled = false, share_token_hash = null where id = $1',
      [main],
    )
  })

  test('takes its changes along, and brings them back', async () => {
    await world.db.query(
      `insert into public.node_changes (branch_id, workspace_id, compared_with, node_uri, node_type, operation, semver, message)
       values ($1, $2, 'previous', '/operation', 'http_operation', 'updated', 'minor', 'Changed')`,
      [main, house.id],
    )
    await world.db.query('select private.lay_overrides($1)', [main])
    const changes = async (who: Person | null) =>
      (
        await world.as(who, (query) =>
          query('select 1 from public.node_changes where branch_id = $1', [main]),
        )
      ).length
    for (const who of readers()) expect(await changes(who)).toBe(0)
    expect(await changes(house.owner)).toBe(1)
    await lay('operation', { is_hidden: null })
    for (const who of readers()) expect(await changes(who)).toBe(1)
  })

  test('is there, with its changes, for who was given the project by name, as an editor', async () => {
    await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [project])
    const [given, other] = [
      await world.aMember(house.id, 'maker', `given-${count}`),
      await world.aMember(house.id, 'maker', `other-${count}`),
    ]
    await world.db.query(
      `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'editor'), ($1, $3, 'viewer')`,
      [project, given.id, other.id],
    )
    await world.db.query(
      `insert into public.node_changes (branch_id, workspace_id, compared_with, node_uri, node_type, operation, semver, message, is_hidden)
       values ($1, $2, 'previous', '/operation', 'http_operation', 'updated', 'minor', 'Changed', true)`,
      [main, house.id],
    )
    const seen = async (who: Person) =>
      (
        await world.as(who, (query) =>
          query<{ what: string }>(
            `select 'change' as what from public.node_changes where branch_id = $1
             union all select slug from public.branch_nodes where branch_id = $1 and is_hidden
             union all select 'override ' || node_uri from public.overrides where project_id = $2 order by what`,
            [main, project],
          ),
        )
      ).map(({ what }) => what)
    expect(await seen(given)).toEqual([
      'article',
      'change',
      'operation',
      'override /article',
      'override /operation',
    ])
    expect(await seen(other)).toEqual([])
  })

  test('is shown on a branch that says so', async () => {
    await lay('operation', { is_hidden: false }, main)
    expect(await node('operation', viewer)).toMatchObject({ is_hidden: false })
    expect(
      await ask(
        house.owner,
        'select is_hidden as answer from public.branch_nodes where branch_id = $1 and slug = $2',
        [draft, 'operation'],
      ),
    ).toBe(true)
  })
})

test('the trail tells what is hidden and shown again, and on which branch; titles are content', async () => {
  const told = async () =>
    (
      await world.db.query(
        `select actor_id, metadata from public.activity_events
         where type = 'project.node.hidden_set' and metadata ->> 'slug' = $1 order by id`,
        [`laid-${count}`],
      )
    ).rows
  await lay('article', { title: 'Ours' })
  expect(await told()).toEqual([])
  await lay('article', { is_hidden: true })
  await lay('article', { is_hidden: true, title: 'Theirs' })
  await lay('article', { is_hidden: false }, main)
  await lay('article', { is_hidden: null })
  const events = await told()
  expect(events).toMatchObject([
    {
      actor_id: String(house.owner.id),
      metadata: { node_uri: '/article', changes: { is_hidden: { new: true } } },
    },
    { metadata: { branch: 'main', changes: { is_hidden: { new: false } } } },
    { metadata: { changes: { is_hidden: { old: true } } } },
  ])
  expect([events[0]?.metadata.branch, events[2]?.metadata.changes.is_hidden.new]).toEqual([
    undefined,
    undefined,
  ])
})

describe('who and what', () => {
  test('overrides are laid and read by who changes the content alone', async () => {
    await lay('article', { title: 'Ours' })
    expect(await said('article', { title: 'Theirs' }, viewer)).not.toBe('allowed')
    expect(await said('article', { title: 'Theirs' }, stranger)).not.toBe('allowed')
    const seen = (who: Person | null) =>
      world.attempt(who, 'select title from public.overrides where project_id = $1', [project])
    expect((await seen(house.owner)).rows).toEqual([{ title: 'Ours' }])
    for (const who of [viewer, stranger]) expect((await seen(who)).rows).toEqual([])
    expect((await seen(null)).refused).toBe('42501')
    for (const statement of [
      `insert into public.overrides (project_id, node_uri, title) values (${project}, '/article', 'x')`,
      `update public.overrides set title = 'x'`,
      'delete from public.overrides',
    ])
      expect((await world.attempt(house.owner, statement)).refused).toBe('42501')
  })

  test('a title of 500 characters and a summary of 2,000 are taken', async () => {
    const [title, summary] = ['x'.repeat(500), 'x'.repeat(2000)]
    await lay('article', { title, summary })
    expect(await node('article')).toMatchObject({ name: title, summary })
  })

  test('what is odd is refused with a sentence', async () => {
    const invalid = 'Lay a title, a summary or is_hidden over a node.'
    for (const wrong of [
      null,
      [],
      'title',
      { name: 'x' },
      { title: 7 },
      { is_hidden: 'yes' },
      { title: 'x'.repeat(501) },
      { summary: 'x'.repeat(2001) },
    ])
      expect([wrong, await said('article', wrong)]).toEqual([wrong, invalid])
    expect(await said('nowhere', { title: 'x' })).toBe('Page not found')
    expect(await said('article', { title: 'x' }, house.owner, 0)).toBe('Branch not found.')
    expect(await said('article', { title: '\u202e' })).not.toBe('allowed')
    await world.db.query(
      `insert into public.overrides (project_id, node_uri) select $1, '/other' || n from generate_series(1, 2000) n`,
      [project],
    )
    expect(await said('article', { title: 'x' })).toBe('A project can have 2,000 overrides.')
  })
})

describe('the counts of a branch, which visitors read', () => {
  const counted = async () => {
    const read = 'select article_count, api_count, operation_count from public.branches where id = $1'
    return (await world.as(null, (query) => query(read, [main])))[0]
  }

  test('leave out what is hidden and what is internal', async () => {
    await world.db.query('select private.lay_overrides($1)', [main])
    expect(await counted()).toEqual({ article_count: 1, api_count: 1, operation_count: 1 })
    await lay('article', { is_hidden: true })
    expect(await counted()).toEqual({ article_count: 0, api_count: 1, operation_count: 1 })
    await lay('article', { is_hidden: null })
    await world.db.query(
      "update public.branch_nodes set is_internal = true where branch_id = $1 and slug = 'operation'",
      [main],
    )
    await world.db.query('select private.lay_overrides($1)', [main])
    expect(await counted()).toEqual({ article_count: 1, api_count: 1, operation_count: 0 })
  })
})
