// What surrounds a node, and the changelogs of a branch, a node and what is connected with it: as their readers may see them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let guest: Person
let stranger: Person
/** Of a public project: main, the draft beside it; of a private one: main. */
const branches: Record<'main' | 'draft' | 'closed', number> = { main: 0, draft: 0, closed: 0 }

// getPets → Pet → Owner → Pet: a circle. Pet → Secret, which is internal, → Deep. Eight steps lead from step-0 to step-8; that it refers to Deep, too, is internal.
const EDGES = [
  ['getPets', 'Pet'],
  ['Pet', 'Owner'],
  ['Owner', 'Pet'],
  ['Pet', 'Secret'],
  ['Secret', 'Deep'],
  ['step-0', 'Deep'],
  ...Array.from({ length: 8 }, (_, n) => [`step-${n}`, `step-${n + 1}`]),
] as [string, string][]
const NODES = [...new Set(EDGES.flat())]

async function fill(branch: number, edges: [string, string][] = EDGES, nodes = NODES): Promise<void> {
  await world.db.query(
    `with place as (
       select b.id, b.project_id, p.workspace_id from public.branches b join public.projects p on p.id = b.project_id where b.id = $1
     ), snapshot as (
       insert into public.snapshots (workspace_id, hash, data, size) select workspace_id, sha256('x'), '{}', 2 from place on conflict do nothing
     ), node as (
       insert into public.nodes (project_id, uri, type) select place.project_id, '/' || name, 'model' from place, unnest($2::text[]) name
       on conflict (project_id, uri) do update set type = excluded.type returning id, uri
     )
     insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, is_internal, snapshot_hash)
     select place.id, node.id, place.workspace_id, place.project_id, node.uri, 'model', 'slug-of-' || substr(node.uri, 2), substr(node.uri, 2),
       node.uri = '/Secret', sha256('x')
     from place, node`,
    [branch, nodes],
  )
  await world.db.query(
    `insert into public.node_edges (branch_id, from_uri, to_uri, type, to_path, is_internal)
     select $1, '/' || f, '/' || t, 'ref', path, (f, t) = ('step-0', 'Deep') from unnest($2::text[], $3::text[]) as e (f, t), unnest('{/a,/b}'::text[]) path`,
    [branch, edges.map(([from]) => from), edges.map(([, to]) => to)],
  )
}

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('graphs')
  guest = await world.aMember(house.id, 'guest')
  stranger = (await world.aWorkspace('graphs-elsewhere')).owner
  for (const [visibility, names] of [
    ['public', ['main', 'draft']],
    ['private', ['closed']],
  ] as const) {
    const { rows } = await world.db.query<{ id: string; name: 'main' | 'draft' | 'closed' }>(
      `with project as (
         insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, $2) returning id
       )
       insert into public.branches (project_id, name, slug, is_default, is_published, content_hash)
       select id, name, name, name <> 'draft', name <> 'draft', name from project, unnest($3::text[]) name returning id, name`,
      [house.id, visibility, names],
    )
    for (const { id, name } of rows) branches[name] = Number(id)
  }
  for (const branch of Object.values(branches)) await fill(branch)
})
afterAll(() => world.end())

interface Graph {
  nodes: { name: string; direction: string; depth: number }[]
  edges: { from_uri: string; to_uri: string }[]
  is_cut: boolean
}

async function answer<T>(who: Caller, call: string, values: unknown[], link?: string): Promise<T | null> {
  return world.as(who, async (ask) => {
    if (link)
      await ask("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-waymark-share': link }),
      ])
    const [row] = await ask<{ answer: T | null }>(`select public.${call} as answer`, values)
    return row?.answer ?? null
  })
}
const graph = (who: Caller, name: string, rest = '', branch = branches.main) =>
  answer<Graph>(who, `branch_node_edges($1, $2${rest})`, [branch, `/${name}`])
/** As "direction name depth". */
const around = async (who: Caller, name: string, rest = '', branch = branches.main) =>
  (await graph(who, name, rest, branch))?.nodes.map((node) => `${node.direction} ${node.name} ${node.depth}`)

describe('what surrounds a node', () => {
  test('is what it refers to and what refers to it, one step away', async () => {
    expect(await graph(house.owner, 'Pet')).toMatchObject({
      nodes: [
        {
          name: 'Owner',
          slug: 'slug-of-Owner',
          type: 'model',
          direction: 'in',
          depth: 1,
          is_internal: false,
        },
        { name: 'getPets', direction: 'in', depth: 1 },
        { name: 'Owner', direction: 'out', depth: 1 },
        { name: 'Secret', direction: 'out', depth: 1, is_internal: true },
      ],
      // Each once, however many places of a node refer to another.
      edges: [
        { from_uri: '/Owner', to_uri: '/Pet' },
        { from_uri: '/Pet', to_uri: '/Owner' },
        { from_uri: '/Pet', to_uri: '/Secret' },
        { from_uri: '/getPets', to_uri: '/Pet' },
      ],
      is_cut: false,
    })
    expect(await around(house.owner, 'Pet', ", 'in'")).toEqual(['in Owner 1', 'in getPets 1'])
  })

  test('is of its branch alone, and of references, not of what belongs to what', async () => {
    const edge = (branch: number, type: string) =>
      world.db.query(
        "insert into public.node_edges (branch_id, from_uri, to_uri, type) values ($1, '/Owner', '/getPets', $2)",
        [branch, type],
      )
    await edge(branches.draft, 'ref')
    await edge(branches.main, 'parent')
    const both = async (branch: number) => [
      await around(house.owner, 'getPets', ", 'in'", branch),
      (await around(house.owner, 'Owner', ", 'out'", branch))?.sort(),
    ]
    expect(await both(branches.draft)).toEqual([['in Owner 1'], ['out Pet 1', 'out getPets 1']])
    expect(await both(branches.main)).toEqual([[], ['out Pet 1']])
    await world.db.query(
      "delete from public.node_edges where branch_id = any ($1) and from_uri = '/Owner' and to_uri = '/getPets'",
      [[branches.draft, branches.main]],
    )
  })

  test('over several steps has each node where it is nearest, and ends where references go round', async () => {
    expect(await around(house.owner, 'getPets', ", 'out', 5")).toEqual([
      'out Pet 1',
      'out Owner 2',
      'out Secret 2',
      'out Deep 3',
    ])
  })

  test.each([
    [5, 5],
    [6, 5],
    [0, 1],
    [null, 1],
  ])('over %j steps is over %j', async (asked, steps) => {
    expect(await around(guest, 'step-0', `, 'out', ${asked}`)).toHaveLength(steps)
  })

  test('has neither internal nodes nor what is behind them for who does not read these', async () => {
    for (const who of [null, guest, stranger])
      expect(await around(who, 'getPets', ", 'out', 5")).toEqual(['out Pet 1', 'out Owner 2'])
    expect((await graph(null, 'Pet'))?.edges.map(({ to_uri }) => to_uri)).not.toContain('/Secret')
    for (const who of [null, guest, stranger]) expect(await graph(who, 'Secret')).toBeNull()
    expect(await around(null, 'Deep', ", 'in', 5")).toEqual([])
    // Nor what a node refers to in its internal parts.
    expect(await around(house.owner, 'Deep', ", 'in'")).toEqual(['in Secret 1', 'in step-0 1'])
    for (const who of [null, guest, stranger])
      expect(await around(who, 'step-0', ", 'out'")).toEqual(['out step-1 1'])
  })

  test('is said by the table of edges, too, between nodes that the reader sees', async () => {
    const found = async (who: Caller) => {
      const rows = await world.as(who, (ask) =>
        ask<{ from_uri: string; to_uri: string }>(
          "select distinct from_uri, to_uri from public.node_edges where branch_id = $1 and from_uri not like '/step-_'",
          [branches.main],
        ),
      )
      return rows.map(({ from_uri, to_uri }) => `${from_uri} ${to_uri}`).sort()
    }
    const seen = ['/Owner /Pet', '/Pet /Owner', '/getPets /Pet']
    for (const who of [null, guest, stranger]) expect(await found(who)).toEqual(seen)
    expect(await found(house.owner)).toEqual([...seen, '/Pet /Secret', '/Secret /Deep'].sort())
  })

  test('is nothing for who does not read the branch, for no node, and in no such direction', async () => {
    for (const who of [null, guest, stranger]) {
      expect(await graph(who, 'Pet', '', branches.closed)).toBeNull()
      expect(await graph(who, 'Pet', '', branches.draft)).toBeNull()
    }
    expect(await graph(house.owner, 'Pet', '', branches.closed)).not.toBeNull()
    expect(await graph(house.owner, 'Nobody')).toBeNull()
    for (const direction of ["'up'", 'null', "''"])
      expect(await graph(house.owner, 'Pet', `, ${direction}`)).toBeNull()
  })

  test('is cut at three hundred, and says so', async () => {
    const branch = Number(
      (
        await world.db.query(
          "insert into public.branches (project_id, name, slug) select project_id, 'wide', 'wide' from public.branches where id = $1 returning id",
          [branches.main],
        )
      ).rows[0].id,
    )
    const users = Array.from({ length: 301 }, (_, n) => `user-${n}`)
    await fill(
      branch,
      [...users.map((user): [string, string] => [user, 'Hub']), ['Hub', 'user-0']],
      ['Hub', ...users],
    )
    const wide = await graph(house.owner, 'Hub', '', branch)
    expect([wide?.nodes.filter(({ direction }) => direction === 'in').length, wide?.is_cut]).toEqual([
      300,
      true,
    ])
    await world.db.query("delete from public.node_edges where branch_id = $1 and from_uri = '/user-300'", [
      branch,
    ])
    const whole = await graph(house.owner, 'Hub', '', branch)
    expect([whole?.nodes.length, whole?.is_cut]).toEqual([301, false])
  })

  test('has two thousand edges at most, and says when there are more', async () => {
    const branch = Number(
      (
        await world.db.query(
          "insert into public.branches (project_id, name, slug) select project_id, 'dense', 'dense' from public.branches where id = $1 returning id",
          [branches.main],
        )
      ).rows[0].id,
    )
    const spokes = Array.from({ length: 200 }, (_, n) => `spoke-${n}`)
    const from = ['Hub', ...spokes.slice(0, 9)]
    await fill(
      branch,
      from.flatMap((one) => spokes.map((other): [string, string] => [one, other])),
      ['Hub', ...spokes],
    )
    const edges = async () => {
      const dense = await graph(house.owner, 'Hub', ", 'out'", branch)
      return [dense?.edges.length, dense?.is_cut]
    }
    expect(await edges()).toEqual([2000, false])
    await fill(branch, [['spoke-9', 'spoke-0']], [])
    expect(await edges()).toEqual([2000, true])
  })
})

interface Changelog {
  state: string
  total: number
  major: number
  minor: number
  patch: number
  items: { message: string; slug: string | null; semver: string }[]
}

describe('a changelog', () => {
  const change = (
    branch: number,
    message: string,
    { node = 'Pet', semver = 'patch', at = 0, internal = false, place = 0, with_ = 'previous' } = {},
  ) =>
    world.db.query(
      `insert into public.node_changes (branch_id, workspace_id, compared_with, node_uri, node_type, node_name, is_internal, operation, semver,
         message, position, created_at)
       values ($1, $2, $3, '/' || $4::text, 'model', $4, $5, 'updated', $6, $7, $8, timestamptz '2026-11-01' + $9 * interval '1 hour')`,
      [branch, house.id, with_, node, internal, semver, message, place, at],
    )
  const log = (who: Caller, rest = '', branch = branches.main, link?: string) =>
    answer<Changelog>(who, `branch_changelog($1${rest})`, [branch], link)
  const said = async (...asked: Parameters<typeof log>) =>
    (await log(...asked))?.items.map(({ message }) => message)

  beforeAll(async () => {
    for (const branch of Object.values(branches)) {
      await change(branch, 'first', { semver: 'minor' })
      await change(branch, 'second, breaking', { semver: 'major', at: 1 })
      await change(branch, 'second, small', { node: 'Owner', at: 1, place: 1 })
      await change(branch, 'of a secret', { node: 'Secret', internal: true, at: 2 })
      await change(branch, 'of what is gone', { node: 'Gone', semver: 'major', at: 3 })
      await change(branch, 'against main', { with_: 'default' })
    }
  })

  test('has the newest analysis first, of each what breaks first, and says where the nodes are', async () => {
    const all = await log(house.owner)
    expect(all).toMatchObject({ state: 'current', total: 5, major: 2, minor: 1, patch: 2 })
    expect(all?.items.map(({ message, slug }) => [message, slug])).toEqual([
      ['of what is gone', null],
      ['of a secret', 'slug-of-Secret'],
      ['second, breaking', 'slug-of-Pet'],
      ['second, small', 'slug-of-Owner'],
      ['first', 'slug-of-Pet'],
    ])
    expect(await said(house.owner, ', p_limit => 2, p_offset => 1')).toEqual([
      'of a secret',
      'second, breaking',
    ])
  })

  test('says what stood there before and what stands there now', async () => {
    await world.db.query(
      "update public.node_changes set value_before = '“string”', value_after = '“integer”' where branch_id = $1 and message = 'first'",
      [branches.main],
    )
    expect((await log(null))?.items).toContainEqual(
      expect.objectContaining({ message: 'first', value_before: '“string”', value_after: '“integer”' }),
    )
  })

  test('is of a node, of what it refers to, or of what refers to it', async () => {
    expect(await said(house.owner, ", p_uri => '/Pet'")).toEqual(['second, breaking', 'first'])
    expect(await said(house.owner, ", p_uri => '/getPets', p_direction => 'out'")).toEqual([
      'second, breaking',
      'first',
    ])
    expect(await said(house.owner, ", p_uri => '/getPets', p_direction => 'out', p_depth => 2")).toEqual([
      'of a secret',
      'second, breaking',
      'second, small',
      'first',
    ])
    expect(await said(house.owner, ", p_uri => '/Pet', p_direction => 'in'")).toEqual(['second, small'])
  })

  test('tells nobody of internal nodes who does not read them', async () => {
    for (const who of [null, guest, stranger]) {
      expect(await log(who)).toMatchObject({ total: 4, patch: 1 })
      expect(await said(who)).not.toContain('of a secret')
      expect(await log(who, ", p_uri => '/Secret'")).toBeNull()
      expect(await said(who, ", p_uri => '/getPets', p_direction => 'out', p_depth => 5")).not.toContain(
        'of a secret',
      )
    }
  })

  test('has the same rows as its table, where each reader finds what they may know', async () => {
    const found = (who: Caller) =>
      world.as(who, (ask) =>
        ask<{ message: string }>(
          "select message from public.node_changes where branch_id = $1 and compared_with = 'previous'",
          [branches.main],
        ),
      )
    const messages = async (who: Caller) => (await found(who)).map(({ message }) => message).sort()
    const alike = async () => {
      for (const who of [house.owner, null, guest, stranger])
        expect(await messages(who)).toEqual((await said(who))?.sort())
    }
    await alike()
    const hide = (is_hidden: boolean) =>
      world.does(
        house.owner,
        "select public.set_override(b.project_id, '/Owner', $2) from public.branches b where b.id = $1",
        [branches.main, JSON.stringify({ is_hidden })],
      )
    await hide(true)
    await alike()
    expect(await said(house.owner)).toContain('second, small')
    expect(await said(guest)).not.toContain('second, small')
    await hide(false)
  })

  test('is nothing for who does not read the branch, and for what nobody can mean', async () => {
    for (const who of [null, guest, stranger])
      for (const branch of [branches.draft, branches.closed]) expect(await log(who, '', branch)).toBeNull()
    for (const rest of [
      ", 'yesterday'",
      ', null',
      ", p_direction => 'in'",
      ", p_uri => '/Pet', p_direction => 'up'",
    ])
      expect(await log(house.owner, rest)).toBeNull()
  })

  test('has fifty entries at most', async () => {
    for (let n = 0; n < 51; n++) await change(branches.closed, `many ${n}`, { at: 10 + n })
    expect(await log(house.owner, ', p_limit => 1000', branches.closed)).toMatchObject({ total: 56 })
    expect(await said(house.owner, ', p_limit => 1000', branches.closed)).toHaveLength(50)
  })

  test('against the default branch says nothing of how that one was', async () => {
    const against = (who: Caller, link?: string) => log(who, ", 'default'", branches.draft, link)
    expect(await against(house.owner)).toMatchObject({ state: 'outdated', total: 0, items: [] })
    await world.db.query(
      "insert into private.branch_comparisons (branch_id, content_hash, default_content_hash, is_known) values ($1, 'draft', 'main', true)",
      [branches.draft],
    )
    expect(await against(house.owner)).toMatchObject({ state: 'current', total: 1 })
    await world.db.query("update public.branches set content_hash = 'other' where id = $1", [branches.main])
    expect(await against(house.owner)).toMatchObject({ state: 'outdated', total: 0, items: [] })
    await world.db.query("update public.branches set content_hash = 'main' where id = $1", [branches.main])
    expect(await log(house.owner, ", 'default'")).toMatchObject({ state: 'none', items: [] })
  })

  test('is read by the link of a branch; against the default one only where that is read, too', async () => {
    const { token } = await world.answer<{ token: string }>(house.owner, 'share_branch($1, true)', [
      branches.draft,
    ])
    expect(await said(null, '', branches.draft, token)).toEqual(await said(null))
    expect(await log(null, ", 'default'", branches.draft, token)).toMatchObject({
      state: 'current',
      total: 1,
    })
    await world.db.query(
      "update public.projects set visibility = 'private' where id = (select project_id from public.branches where id = $1)",
      [branches.main],
    )
    expect(await log(null, '', branches.draft, token)).toMatchObject({ total: 4 })
    expect(await log(null, ", 'default'", branches.draft, token)).toBeNull()
    expect(await answer<Graph>(null, "branch_node_edges($1, '/Pet')", [branches.draft], token)).toMatchObject(
      {
        nodes: [{ name: 'Owner' }, { name: 'getPets' }, { name: 'Owner' }],
      },
    )
  })
})
