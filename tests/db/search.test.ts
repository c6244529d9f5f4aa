// Search: what it finds is what the policies let read, and the best of it comes first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchTexts } from '../../worker/analyze/search-words.ts'
import { type Ask, aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let viewer: Person
let guest: Person
let readers: Record<string, Caller>

interface Hit {
  project_slug: string
  branch_slug: string
  slug: string
  name: string
  words: string[]
}

interface NodeOptions {
  type?: string
  method?: string
  path?: string
  tags?: string[]
  summary?: string
  internal?: boolean
  identifier?: string
  text?: string
}

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('seekers')
  maker = await world.aMember(house.id, 'maker')
  viewer = await world.aMember(house.id, 'viewer')
  guest = await world.aMember(house.id, 'guest')
  const stranger = (await world.aWorkspace('strangers')).owner
  readers = { owner: house.owner, maker, viewer, guest, stranger, visitor: null }
  await world.db.query('update public.workspaces set allow_public_projects = true where id = $1', [house.id])
})
afterAll(() => world.end())

async function one(sql: string, values: unknown[]): Promise<number> {
  const { rows } = await world.db.query<{ id: string }>(sql, values)
  return Number(rows[0]?.id)
}

const aProject = (slug: string, visibility = 'internal', name = slug) =>
  one(
    'insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $3, $4) returning id',
    [house.id, name, slug, visibility],
  )

const aBranch = (project: number, slug: string, isPublished = true) =>
  one(
    "insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, $2, $2, $2 = 'main', $3) returning id",
    [project, slug, isPublished],
  )

let count = 0

async function aNode(branch: number, name: string, options: NodeOptions = {}): Promise<string> {
  const { type = 'http_operation', method, path, tags = [], summary = '', internal = false } = options
  const { text = '', identifier } = options
  const slug = `node-${++count}`
  const words = searchTexts({
    ...{ name, summary, tags, searchText: text },
    ...(method ? { method } : {}),
    ...(path ? { path } : {}),
    data: identifier ? { iid: identifier } : {},
  })
  await world.db.query(
    `with place as (
       select b.id, b.project_id from public.branches b where b.id = $1
     ), snapshot as (
       insert into public.snapshots (workspace_id, hash, data, size) values ($2, sha256($3::bytea), '{}', 2)
     ), node as (
       insert into public.nodes (project_id, uri, type) select project_id, '/' || $3, $4 from place returning id
     )
     insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, summary, tags, method, path, is_internal,
       has_internal_parts, snapshot_hash, search)
     select place.id, node.id, $2, place.project_id, '/' || $3, $4, $3, $5, $6, $7, $8, $9, $10, false, sha256($3::bytea),
       setweight(to_tsvector('simple', $11), 'A') || setweight(to_tsvector('simple', $12), 'B')
         || setweight(to_tsvector('simple', $13), 'C') || setweight(to_tsvector('simple', $14), 'D')
     from place, node`,
    [
      ...[branch, house.id, slug, type, name, summary, tags, method ?? null, path ?? null, internal],
      ...[words.a, words.b, words.c, words.d],
    ],
  )
  return slug
}

const hits = (ask: Ask, args: string, values: unknown[] = []) =>
  ask<Hit & Record<string, unknown>>(`select * from public.search_nodes($1, ${args})`, [house.id, ...values])

const names = async (who: Caller, args: string, values: unknown[] = []) =>
  (await world.as(who, (ask) => hits(ask, args, values))).map(({ name }) => name)

describe('what is found', () => {
  // A generator of its own, so that a failure can be met again.
  let state = 20261123
  const chance = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return state / 2 ** 31
  }
  const pick = <T>(of: T[]): T => of[Math.floor(chance() * of.length)] as T

  beforeAll(async () => {
    const group = await one(
      "insert into public.groups (workspace_id, name, slug, visibility) values ($1, 'Lighthouse keepers', '', 'public') returning id",
      [house.id],
    )
    await world.db.query('insert into public.group_admins (group_id, user_id) values ($1, $2)', [
      group,
      maker.id,
    ])
    const team = await one(
      "insert into public.teams (workspace_id, name, slug) values ($1, 'Lighthouse crew', '') returning id",
      [house.id],
    )
    await world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2)', [
      team,
      guest.id,
    ])
    for (let n = 0; n < 24; n++) {
      const visibility = pick(['private', 'internal', 'public'])
      const project = await aProject(`lighthouse-${n}`, visibility, `Lighthouse ${n}`)
      if (chance() < 0.2)
        await world.db.query('update public.projects set group_id = $2 where id = $1', [project, group])
      const branches = [await aBranch(project, 'main'), await aBranch(project, 'draft', chance() < 0.5)]
      for (const branch of branches)
        for (let each = 0; each < 3; each++)
          await aNode(branch, `Beacon ${n} ${each}`, {
            internal: chance() < 0.3,
            type: pick(['http_operation', 'model', 'article']),
            path: `/beacons/{number}/lamps${each}`,
            text: 'foghorn',
          })
      for (const person of [maker, viewer, guest])
        if (chance() < 0.3)
          await world.db.query(
            'insert into public.project_members (project_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
            [project, person.id, pick(person === guest ? ['guest'] : ['viewer', 'editor'])],
          )
      if (chance() < 0.3)
        await world.db.query(
          "insert into public.project_teams (project_id, team_id, role) values ($1, $2, 'viewer')",
          [project, team],
        )
    }
  })

  const inBranch = { default: '', draft: ", p_branch_slug => 'draft'" }

  test.each(['owner', 'maker', 'viewer', 'guest', 'stranger', 'visitor'])(
    'by the %s is what the policies let them read',
    async (role) => {
      const who = readers[role] ?? null
      await world.as(who, async (ask) => {
        for (const [kind, argument] of Object.entries(inBranch)) {
          const read = await ask<{ slug: string }>(
            `select n.slug from public.branch_nodes n join public.branches b on b.id = n.branch_id
             where n.workspace_id = $1 and n.name like 'Beacon%' and ${kind === 'draft' ? "b.slug = 'draft'" : 'b.is_default'}`,
            [house.id],
          )
          const expected = read.map(({ slug }) => slug).sort()
          // By the beginning of their names, a word of them, of their paths, of their texts, and a word mistyped.
          for (const text of ['beacon', '/beacons/{n}', 'foghorn', 'beacno']) {
            const found = await hits(ask, `$2, p_limit => 200${argument}`, [text])
            expect([text, found.map(({ slug }) => slug).sort()]).toEqual([text, expected])
          }
        }
        const [answer] = await ask<{ answer: Record<string, { id: number; user_id: number }[]> }>(
          "select to_json(a) as answer from public.search($1, 'lighthouse') a",
          [house.id],
        )
        // Visitors have no door to groups and teams at all.
        const all = async (table: string) =>
          who === null && table !== 'projects'
            ? []
            : (
                await ask<{ id: string }>(
                  `select id from public.${table} where workspace_id = $1 and name like 'Lighthouse%'`,
                  [house.id],
                )
              ).map(({ id }) => Number(id))
        const projects = answer?.answer.projects?.map(({ id }) => id) ?? []
        const readable = await all('projects')
        expect(projects.length).toBe(Math.min(5, readable.length))
        expect(projects.filter((id) => !readable.includes(id))).toEqual([])
        expect(answer?.answer.groups?.map(({ id }) => id)).toEqual(await all('groups'))
        expect(answer?.answer.teams?.map(({ id }) => id)).toEqual(await all('teams'))
      })
    },
  )

  test('names people to who reads the members, by address as well', async () => {
    const people = async (who: Caller, text: string) =>
      (
        await world.as(who, (ask) =>
          ask<{ people: { user_id: number }[] }>(
            'select to_json(people) as people from public.search($1, $2)',
            [house.id, text],
          ),
        )
      )[0]?.people.map(({ user_id }) => user_id)
    for (const text of [`viewer-${house.id}`, `viewer-${house.id}@example.com`])
      for (const [role, who] of Object.entries(readers))
        expect([role, await people(who, text)]).toEqual([
          role,
          role === 'owner' || role === 'maker' ? [viewer.id] : [],
        ])
  })

  test('includes what is open among very many that are', async () => {
    await world.db.query(
      `with made as (
         insert into public.projects (workspace_id, name, slug, visibility)
         select $1, 'Buoy ' || n, 'buoy-' || n, 'public' from generate_series(1, 1005) n returning id
       ) insert into public.branches (project_id, name, slug, is_default, is_published) select id, 'main', 'main', true, true from made`,
      [house.id],
    )
    const last = await one(
      "select b.id from public.branches b join public.projects p on p.id = b.project_id where p.workspace_id = $1 and p.slug = 'buoy-1005'",
      [house.id],
    )
    await aNode(last, 'Bell of the buoy')
    expect(await names(null, "'bell of the buoy'")).toEqual(['Bell of the buoy'])
  })
})

describe('what comes first', () => {
  let project: number
  const found = (text: string, args = '') => names(house.owner, `$2${args}`, [text])

  beforeAll(async () => {
    project = await aProject('pets')
    const branch = await aBranch(project, 'main')
    const nodes: [string, NodeOptions][] = [
      ['Pet', { type: 'model', text: 'id name' }],
      ['Petition', { type: 'model' }],
      ['List all pets', { method: 'get', path: '/pets', tags: ['animals'], identifier: 'listPets' }],
      ['Adopt', { method: 'post', path: '/pets', tags: ['animals'], identifier: 'adopt' }],
      ['Info for a specific pet', { method: 'get', path: '/pets/{petId}', identifier: 'showPetById' }],
      ['Erase a pet', { method: 'delete', path: '/pets/{petId}', identifier: 'pets/erase-one' }],
      ['Erase the one', { method: 'delete', path: '/others/{petId}', identifier: 'others/erase-the-one' }],
      ['Opening hours', { type: 'article', text: 'When pets can be seen', summary: 'We open late' }],
      ['Categories', { type: 'model', tags: ['lists'] }],
    ]
    for (const [name, options] of nodes) await aNode(branch, name, options)
  })

  test.each([
    ['pet', 'Pet'],
    ['get /pets', 'List all pets'],
    ['POST /pets', 'Adopt'],
    ['/pets/{id}', 'Info for a specific pet'],
    ['delete /pets/{anything}', 'Erase a pet'],
    ['https://api.example.com/pets', 'List all pets'],
    ['listPets', 'List all pets'],
    ['pets/erase-one', 'Erase a pet'],
    ['others/erase-the-one', 'Erase the one'],
    ['fetch pets', 'List all pets'],
    ['remove pet', 'Erase a pet'],
    ['how do I list the pets', 'List all pets'],
    ['category', 'Categories'],
    ['specfic', 'Info for a specific pet'],
    ['ptes', 'List all pets'],
    ['lst pets', 'List all pets'],
    ['adoqt', 'Adopt'],
    ['pecif', 'Info for a specific pet'],
    ['open late', 'Opening hours'],
  ])('of "%s" is %s', async (text, first) => {
    expect((await found(text, ', p_limit => 1'))[0]).toBe(first)
  })

  test('is a name that holds the words as they were typed, then one that holds them otherwise', async () => {
    const branch = await aBranch(await aProject('quays'), 'main')
    for (const name of ['The master harbour', 'The harbour master', 'A harbour']) await aNode(branch, name)
    // By their names alone they would come the other way round.
    expect(await found('master harbour')).toEqual(['The master harbour', 'The harbour master'])
  })

  test('keeps to the types, tags and projects that are asked for', async () => {
    expect(await found('pets', ", p_types => '{article}'")).toEqual(['Opening hours'])
    expect((await found('pets', ", p_tags => '{animals}'")).sort()).toEqual(['Adopt', 'List all pets'])
    expect(await found('pets', ", p_project_ids => '{0}'")).toEqual([])
    expect((await found('pet', `, p_project_ids => '{${project}}'`))[0]).toBe('Pet')
  })

  test('keeps to the stars of who asks, with words or without', async () => {
    const starred = await world.db.query<{ id: string }>(
      "select node_id as id from public.branch_nodes where project_id = $1 and name in ('Pet', 'Adopt')",
      [project],
    )
    for (const { id } of starred.rows)
      await world.does(house.owner, 'insert into public.node_stars (node_id, user_id) values ($1, $2)', [
        id,
        house.owner.id,
      ])
    expect(await found('', ', p_starred => true')).toEqual(['Adopt', 'Pet'])
    expect(await found('pet', ', p_starred => true')).toEqual(['Pet', 'Adopt'])
    expect(await found('', ", p_starred => true, p_types => '{model}'")).toEqual(['Pet'])
    expect(await found('')).toEqual([])
    expect(await names(viewer, "'', p_starred => true")).toEqual([])
    expect(await names(null, "'', p_starred => true")).toEqual([])
  })

  test('says which of its own words were meant', async () => {
    const words = async (text: string) =>
      (await world.as(house.owner, (ask) => hits(ask, '$2, p_limit => 1', [text])))[0]?.words.sort()
    expect(await words('remove pets')).toEqual(['erase', 'pet'])
    expect(await words('specfic')).toEqual(['specific'])
  })
})

describe('a search', () => {
  test('tells of no word that only others may read', async () => {
    const hidden = await aBranch(await aProject('hidden', 'private'), 'main')
    await aNode(hidden, 'Xylophone concerto')
    const open = await aBranch(await aProject('heard', 'public'), 'main')
    await aNode(open, 'Xylophones')
    for (const who of [guest, null]) {
      const found = await world.as(who, (ask) => hits(ask, "'xylofone'"))
      expect(found.map(({ name, words }) => [name, words])).toEqual([['Xylophones', ['xylophone']]])
    }
  })

  test.each([
    ['<img src=x onerror=alert(1)>'],
    [`' & | ! ( :* \\ "`],
    ['%_%'],
    ['{[/'],
    ['\u{1F980} ²'],
    ['a'],
    ['-'],
    ['__'],
  ])('for %s is no error', async (text) => {
    for (const who of [house.owner, null])
      expect(
        (await world.attempt(who, 'select * from public.search($1, $2)', [house.id, text])).refused,
      ).toBeNull()
    expect(
      (await world.attempt(null, 'select * from public.search_nodes($1, $2)', [house.id, text])).refused,
    ).toBeNull()
  })

  test('that finds nothing is corrected to words, whatever addresses names hold', async () => {
    const branch = await aBranch(await aProject('signals'), 'main')
    const address = 'api.lantern.example/v1/semaphores:publish&(all)'
    await aNode(branch, address)
    expect(await names(maker, "'emaphore'")).toEqual([address])
  })
  test('for nothing, in no workspace, or for a letter finds no nodes', async () => {
    const nodes = async (...values: unknown[]) =>
      (await world.attempt(house.owner, 'select nodes from public.search($1, $2)', values)).rows[0]?.nodes
    for (const values of [
      [house.id, null],
      [house.id, '  '],
      [house.id, 'pe'],
      [null, 'pet'],
      [0, 'pet'],
    ])
      expect(await nodes(...values)).toBe('{}')
  })

  test('is answered 300 times a minute, by all calls together', async () => {
    const counted = await world.aMember(house.id, 'viewer', 'counted')
    await world.db.query(
      `insert into private.throttle (key, window_start, hits)
       select 'search:' || $1, to_timestamp(floor(extract(epoch from now()) / 60) * 60) + make_interval(mins => n), 299 from generate_series(0, 1) n`,
      [counted.id],
    )
    await world.does(counted, "select public.search($1, 'pet')", [house.id])
    for (const call of ['search', 'search_nodes', 'search_graph', 'search_graph_starred'])
      expect((await world.attempt(counted, `select public.${call}($1, 'pet')`, [house.id])).refused).toBe(
        'PT429',
      )
    expect((await world.attempt(viewer, "select public.search($1, 'pet')", [house.id])).refused).toBeNull()
  })

  test('is refused where it cannot be counted', async () => {
    const said = world.as(viewer, async (ask) => {
      await ask('set transaction read only')
      return ask("select public.search_graph($1, 'pet')", [house.id])
    })
    await expect(said).rejects.toThrow('Searching is counted, which this way cannot do.')
  })
})
