// Lists show exactly what is asked for: each filter by itself, beside rows that only it leaves out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let guest: Person
let group: number
const projects: Record<string, number> = {}

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('filtered')
  maker = await world.aMember(house.id, 'maker')
  guest = await world.aMember(house.id, 'guest')
  await world.db.query('update public.workspaces set allow_public_projects = true where id = $1', [house.id])
  const { rows } = await world.db.query(
    "insert into public.groups (workspace_id, name, slug, visibility) values ($1, 'Group', '', 'public') returning id",
    [house.id],
  )
  group = Number(rows[0].id)
  // By when they changed the other way round than by name; two share a name.
  await aProject('alpha', { visibility: 'internal' }, 5)
  await aProject('beta', { visibility: 'public', group_id: group }, 4)
  await aProject('gamma', { visibility: 'private' }, 3)
  await aProject('delta', { visibility: 'internal', flavor: 'style_guide' }, 2)
  await aProject('twin', { visibility: 'internal' }, 1)
  await aProject('twin-2', { visibility: 'internal', name: 'twin' }, 1)
  for (const [who, name] of [
    [maker, 'alpha'],
    [house.owner, 'delta'],
  ] as const)
    await world.db.query('insert into public.project_pins (project_id, user_id) values ($1, $2)', [
      projects[name],
      who.id,
    ])
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')",
    [projects.gamma, guest.id],
  )
  const other = await world.aWorkspace('filtered-elsewhere')
  await world.db.query(
    "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'alpha', 'elsewhere', 'public')",
    [other.id],
  )
})
afterAll(() => world.end())

async function aProject(slug: string, options: Record<string, unknown>, age: number) {
  const row = { workspace_id: house.id, name: slug, slug, ...options }
  const names = Object.keys(row)
  const { rows } = await world.db.query(
    `insert into public.projects (${names.join()}) values (${names.map((_, n) => `$${n + 1}`).join()}) returning id`,
    Object.values(row),
  )
  projects[slug] = Number(rows[0].id)
  await world.db.query('alter table public.projects disable trigger user')
  await world.db.query(
    "update public.projects set updated_at = timestamptz '2026-01-01' + make_interval(days => $2) where id = $1",
    [projects[slug], 10 - age],
  )
  await world.db.query('alter table public.projects enable trigger user')
  await world.db.query(
    "insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, 'main', 'main', true, true), ($1, 'next', 'next', false, false)",
    [projects[slug]],
  )
}

interface Page {
  slugs: string[]
  total: number | null
  next: string | null
}

async function list(who: Caller, args = ''): Promise<Page> {
  const [page] = await world.as(who, (ask) =>
    ask<{ page: { items: { slug: string }[]; total: number | null; next: string | null } }>(
      `select to_jsonb(public.list_projects($1${args})) as page`,
      [house.id],
    ),
  )
  if (!page) throw new Error('no page')
  const { items, total, next } = page.page
  return { slugs: items.map(({ slug }) => slug), total, next }
}

describe('projects', () => {
  const all = ['alpha', 'beta', 'delta', 'gamma', 'twin', 'twin-2']

  test.each<[string, string[]]>([
    ['', all],
    [", p_search => 'ET'", ['beta']],
    [", p_search => ' '", all],
    [", p_search => 'tw_n'", []],
    [", p_visibility => '{internal}'", ['alpha', 'delta', 'twin', 'twin-2']],
    [", p_visibility => '{private,public}'", ['beta', 'gamma']],
    [", p_flavor => '{style_guide}'", ['delta']],
    [', p_pinned => true', ['delta']],
    [", p_slug => 'twin-2'", ['twin-2']],
    [', p_without_group => true', ['alpha', 'delta', 'gamma', 'twin', 'twin-2']],
    [', p_limit => 2', ['alpha', 'beta']],
  ])('of one who reads all%s', async (args, slugs) => {
    expect((await list(house.owner, args)).slugs).toEqual(slugs)
    expect((await list(house.owner, `${args}, p_total => true`)).total).toBe(
      args.includes('limit') ? 6 : slugs.length,
    )
    expect((await list(house.owner, args)).total).toBeNull()
  })

  test('of a group, with or without the wish for none', async () => {
    expect((await list(house.owner, `, p_group_id => ${group}`)).slugs).toEqual(['beta'])
    expect((await list(house.owner, `, p_group_id => ${group}, p_without_group => true`)).slugs).toEqual([
      'beta',
    ])
  })

  test.each<[string, () => Caller, string, string[]]>([
    ['a maker', () => maker, '', ['alpha', 'beta', 'delta', 'twin', 'twin-2']],
    ['a maker', () => maker, ', p_pinned => true', ['alpha']],
    ['a guest', () => guest, '', ['beta', 'gamma']],
    ['a guest', () => guest, ", p_visibility => '{private}'", ['gamma']],
    ['a guest', () => guest, ", p_order => '-name'", ['gamma', 'beta']],
    ['a guest', () => guest, ", p_order => 'updated_at'", ['beta', 'gamma']],
    ['a visitor', () => null, '', ['beta']],
    ['a visitor', () => null, ', p_pinned => true', []],
  ])('of %s', async (_, who, args, slugs) => {
    expect((await list(who(), args)).slugs).toEqual(slugs)
    expect((await list(who(), `${args}, p_total => true`)).total).toBe(slugs.length)
  })

  test.each(['name', '-name', 'updated_at', '-updated_at'])(
    'go on where a page by %s ends, none twice',
    async (order) => {
      for (const who of [house.owner, maker, guest]) {
        const whole = (await list(who, `, p_order => '${order}'`)).slugs
        const found: string[] = []
        let next: string | null = null
        do {
          const page: Page = await list(
            who,
            `, p_order => '${order}', p_limit => 1${next ? `, p_after => '${next}'` : ''}`,
          )
          found.push(...page.slugs)
          next = page.next
        } while (next && found.length < 10)
        expect(found).toEqual(whole)
      }
    },
  )
})

test('a project is shown with what the caller may know of it', async () => {
  await world.db.query(
    "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner'), ($1, $3, 'viewer')",
    [projects.beta, house.owner.id, maker.id],
  )
  await world.db.query(
    "update public.projects p set default_branch_id = (select b.id from public.branches b where b.project_id = p.id and b.slug = 'main') where id = $1",
    [projects.beta],
  )
  await world.db.query('insert into public.project_pins (project_id, user_id) values ($1, $2)', [
    projects.beta,
    maker.id,
  ])
  const item = async (who: Caller) => {
    const [page] = await world.as(who, (ask) =>
      ask<{ item: Record<string, never> }>(
        "select to_jsonb((public.list_projects($1, p_slug => 'beta')).items[1]) as item",
        [house.id],
      ),
    )
    const {
      group: of,
      owner,
      pinned,
      my_role,
      my_permissions,
      default_branch,
    } = (page?.item ?? {}) as Record<string, { id?: number; user_id?: number; slug?: string } & unknown[]>
    return [
      of?.id ?? null,
      owner?.user_id ?? null,
      pinned,
      my_role,
      my_permissions?.length !== 0,
      default_branch?.slug,
    ]
  }
  expect(await item(house.owner)).toEqual([
    group,
    house.owner.id,
    false,
    'workspace_global_admin',
    true,
    'main',
  ])
  expect(await item(maker)).toEqual([group, house.owner.id, true, 'editor', true, 'main'])
  expect(await item(null)).toEqual([null, null, false, null, false, 'main'])
  expect(await item(await world.aPerson('passing-by'))).toEqual([null, null, false, null, false, 'main'])
})

test('a page that is the last one says so, full or not', async () => {
  const more = async (limit: number) => (await list(house.owner, `, p_limit => ${limit}`)).next !== null
  expect([await more(5), await more(6), await more(7)]).toEqual([true, false, false])
})

describe('searching', () => {
  const node = async (project: string, branch: string, name: string, type = 'http_operation') => {
    const hash = Buffer.alloc(32, `${name}${project}${branch}`)
    await world.db.query(
      "insert into public.snapshots (workspace_id, hash, data, size) values ($1, $2, '{}', 2) on conflict do nothing",
      [house.id, hash],
    )
    await world.db.query(
      `with n as (insert into public.nodes (project_id, uri, type) values ($1, $4, $5) on conflict do nothing returning id)
       insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, search)
       select b.id, coalesce((select id from n), (select id from public.nodes where project_id = $1 and uri = $4)), $2, $1, $4, $5, $6, $6, $7, to_tsvector('simple', $6)
       from public.branches b where b.project_id = $1 and b.slug = $3`,
      [projects[project], house.id, branch, `/${name}`, type, name, hash],
    )
  }
  const found = async (who: Caller, args: string) =>
    (
      await world.as(who, (ask) =>
        ask<{ at: string }>(
          `select project_slug || '/' || branch_slug || '/' || slug as at from public.search_nodes($1, ${args}) order by 1`,
          [house.id],
        ),
      )
    ).map(({ at }) => at)

  beforeAll(async () => {
    await node('alpha', 'main', 'walrus')
    await node('alpha', 'main', 'walrus-model', 'model')
    await node('alpha', 'next', 'walrus-next')
    await node('beta', 'main', 'walrus-beta')
    await node('gamma', 'main', 'walrus-gamma')
  })

  test('finds what is read, on default branches', async () => {
    const readAll = [
      'alpha/main/walrus',
      'alpha/main/walrus-model',
      'beta/main/walrus-beta',
      'gamma/main/walrus-gamma',
    ]
    expect(await found(house.owner, "'walrus'")).toEqual(readAll)
    expect(await found(house.owner, "'walr'")).toEqual(readAll)
    expect(await found(maker, "'walrus'")).toEqual(readAll.slice(0, 3))
    expect(await found(guest, "'walrus'")).toEqual(readAll.slice(2))
    expect(await found(null, "'walrus'")).toEqual(['beta/main/walrus-beta'])
  })

  test('finds of a kind, in projects, on a branch, and no more than asked', async () => {
    expect(await found(house.owner, "'walrus', p_types => '{model}'")).toEqual(['alpha/main/walrus-model'])
    expect(await found(house.owner, `'walrus', p_project_ids => '{${projects.beta}}'`)).toEqual([
      'beta/main/walrus-beta',
    ])
    expect(await found(house.owner, "'walrus', p_branch_slug => 'next'")).toEqual(['alpha/next/walrus-next'])
    expect(await found(house.owner, "'walrus', p_limit => 2")).toHaveLength(2)
    expect(await found(house.owner, "'walrus', p_limit => 0")).toHaveLength(1)
  })

  test('finds what is nearly so called', async () => {
    expect(await found(house.owner, "'wallrus'")).toContain('alpha/main/walrus')
    expect(await found(house.owner, "'penguin'")).toEqual([])
    expect(await found(house.owner, "''")).toEqual([])
  })

  test('finds what the documentation shows, by slug, by address and by policy: each caller the same', async () => {
    for (const project of ['beta', 'gamma']) await node(project, 'next', `walrus-${project}-next`)
    await node('beta', 'main', 'walrus-internal')
    await world.db.query("update public.branch_nodes set is_internal = true where slug = 'walrus-internal'")
    const viewer = await world.aMember(house.id, 'viewer')
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')",
      [projects.gamma, viewer.id],
    )
    const { rows } = await world.db.query(
      `select bn.branch_id, b.slug as branch, bn.slug, bn.uri from public.branch_nodes bn join public.branches b on b.id = bn.branch_id
       where bn.slug like 'walrus%' order by bn.slug`,
    )
    const ways: [string, (row: Record<string, unknown>) => unknown[]][] = [
      ['select 1 where public.branch_node($1, $2) is not null', (row) => [row.branch_id, row.slug]],
      ['select 1 where public.branch_node_by_uri($1, $2) is not null', (row) => [row.branch_id, row.uri]],
      [
        'select 1 from public.branch_nodes where branch_id = $1 and slug = $2',
        (row) => [row.branch_id, row.slug],
      ],
      [
        "select 1 from public.search_nodes($1, 'walrus', p_branch_slug => $2) where slug = $3",
        (row) => [house.id, row.branch, row.slug],
      ],
    ]
    const open = ['walrus', 'walrus-beta', 'walrus-model']
    const expected: [Caller, string[]][] = [
      [house.owner, rows.map(({ slug }) => slug)],
      [maker, [...open, 'walrus-beta-next', 'walrus-internal', 'walrus-next']],
      [viewer, [...open, 'walrus-gamma', 'walrus-gamma-next', 'walrus-internal']],
      [guest, ['walrus-beta', 'walrus-gamma']],
      [null, ['walrus-beta']],
    ]
    for (const [who, slugs] of expected) {
      for (const [sql, values] of ways) {
        const seen: string[] = []
        for (const row of rows)
          if ((await world.attempt(who, sql, values(row))).count > 0) seen.push(row.slug)
        expect(seen).toEqual([...slugs].sort())
      }
    }
    // Only what is there: a slug or an address of another branch is none of this one.
    const [one] = rows
    const beyond = rows.find((row) => row.branch_id !== one.branch_id)
    for (const [call, value] of [
      ['branch_node', beyond.slug],
      ['branch_node_by_uri', beyond.uri],
    ]) {
      const sql = `select 1 where public.${call}($1, $2) is not null`
      expect((await world.attempt(house.owner, sql, [one.branch_id, value])).count).toBe(0)
    }
  })

  test('a node is found by its stable id, however short, whatever it is called now', async () => {
    const named = async (stableId: string, slug: string) => {
      await node('alpha', 'main', slug)
      await world.db.query('update public.branch_nodes set stable_id = $2 where slug = $1', [slug, stableId])
    }
    await named('abcdefgh', 'abcdefgh-before')
    await named('ab', 'getting-started')
    await named('abc', 'abc-hidden')
    await world.db.query("update public.branch_nodes set is_internal = true where slug = 'abc-hidden'")
    const { rows } = await world.db.query(
      "select id from public.branches where project_id = $1 and slug = 'main'",
      [projects.alpha],
    )
    const at = async (who: Caller, slug: string) =>
      (await world.attempt(who, `select public.branch_node($1, $2) ->> 'slug' as slug`, [rows[0].id, slug]))
        .rows[0]?.slug
    expect(await at(house.owner, 'abcdefgh-before')).toBe('abcdefgh-before')
    expect(await at(house.owner, 'abcdefgh-after')).toBe('abcdefgh-before')
    expect(await at(house.owner, 'abcdefgh')).toBe('abcdefgh-before')
    // The slug of a table of contents says nothing of the id.
    for (const slug of ['getting-started', 'ab-its-title', 'ab'])
      expect(await at(house.owner, slug)).toBe('getting-started')
    expect(await at(house.owner, 'abc-before')).toBe('abc-hidden')
    for (const slug of ['a-before', 'abcdefg-before', 'getting-on', '', '-'])
      expect(await at(house.owner, slug)).toBe(null)
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer') on conflict do nothing",
      [projects.alpha, guest.id],
    )
    expect(await at(guest, 'abcdefgh-after')).toBe('abcdefgh-before')
    expect(await at(guest, 'abc-before')).toBe(null)
  })
})
