// Tables of contents by level: what stands around a page, and the groups that are asked for; and the list of all open pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBranch, aScriptedProject, type Made } from './git/support.ts'
import { aWorld, type Person, type World } from './support/people.ts'

interface Entry {
  title: string
  slug?: string
  items?: Entry[]
  left?: number
}

let world: World
let house: { id: number; owner: Person }
let stranger: Person
let made: Made
let short: number

const page = (slug: string): Entry => ({ title: `The page called ${slug}`, slug })
const pages = (name: string, count: number) => Array.from({ length: count }, (_, n) => page(`${name}-${n}`))
/** An intro, then groups of 300 pages, the second of which has groups itself. */
const long: Entry[] = [
  page('intro'),
  { title: 'First', items: pages('first', 300) },
  {
    title: 'Second',
    items: [
      { title: 'Inner', items: pages('inner', 300) },
      { title: 'Other', items: pages('other', 300) },
    ],
  },
  { title: 'Links' },
  { title: 'Empty', items: [] },
]

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('contents')
  stranger = (await world.aWorkspace('contents-elsewhere')).owner
  made = await aScriptedProject(world, house.owner, house.id)
  short = await aBranch(world, made.project.id, 'short')
  const add = (branch: number, contents: Entry[]) =>
    world.db.query("insert into public.branch_tocs (branch_id, audience, toc) values ($1, 'members', $2)", [
      branch,
      JSON.stringify(contents),
    ])
  await add(made.branch.id, long)
  await add(short, long.slice(0, 1).concat({ title: 'First', items: pages('first', 3) }))
})
afterAll(() => world.end())

const read = (who: Person | null, branch: number, slug: string | null, ways: string[] | null = null) =>
  world.as(who, async (ask) => {
    const sql = 'select public.branch_contents($1, $2, $3) as toc'
    const [row] = await ask<{ toc: Entry[] | null }>(sql, [branch, slug, ways])
    return row?.toc ?? null
  })
/** Titles of groups with how much of them is here. */
const shape = (toc: Entry[] | null): unknown =>
  toc?.flatMap(({ title, items, left }) =>
    items
      ? [left === undefined ? [title, items.some((i) => i.items) ? shape(items) : items.length] : title]
      : [],
  )

describe('long contents', () => {
  test('hold the way to a page, and say how much is left out', async () => {
    const toc = await read(house.owner, made.branch.id, 'inner-7')
    expect(shape(toc)).toEqual(['First', ['Second', [['Inner', 300], 'Other']], ['Empty', 0]])
    expect(toc?.[1]).toEqual({ title: 'First', items: [], left: 300 })
    expect(toc?.map(({ title }) => title)).toEqual(long.map(({ title }) => title))
  })
  test('hold the groups that are asked for, and those around them', async () => {
    const asked = await read(house.owner, made.branch.id, 'intro', ['2/1', '1'])
    expect(shape(asked)).toEqual([
      ['First', 300],
      ['Second', ['Inner', ['Other', 300]]],
      ['Empty', 0],
    ])
    // '1' is not the beginning of '12', and a group may be nowhere.
    const none = await read(house.owner, made.branch.id, 'intro', ['12', '9/9', '', 'x', '-1'])
    expect(shape(none)).toEqual(['First', 'Second', ['Empty', 0]])
  })
  test('open at the first page where none is named', async () => {
    expect(shape(await read(house.owner, made.branch.id, null))).toEqual(['First', 'Second', ['Empty', 0]])
  })
  test('open nothing for a page that is not there', async () => {
    for (const slug of ['nowhere', '', '") || (@.slug != "'])
      expect(shape(await read(house.owner, made.branch.id, slug))).toEqual(['First', 'Second', ['Empty', 0]])
  })
  test('are for whoever reads the branch', async () => {
    expect(await read(stranger, made.branch.id, 'inner-7', ['1'])).toBeNull()
    expect(await read(null, made.branch.id, 'inner-7', ['1'])).toBeNull()
  })
})

test('short contents come whole', async () => {
  expect(shape(await read(house.owner, short, 'intro'))).toEqual([['First', 3]])
})

test('the pages that anybody reads come in parts, each where the one before ends', async () => {
  const { db } = world
  await db.query('begin')
  try {
    // What follows from a page is not looked at here.
    await db.query(
      `alter table public.branch_nodes disable trigger user, drop constraint branch_nodes_node_id_fkey,
       drop constraint branch_nodes_workspace_id_snapshot_hash_fkey`,
    )
    await db.query('alter table public.projects disable trigger user')
    await db.query('update public.projects set is_open = true where id = $1', [made.project.id])
    await db.query('update public.branches set is_default = true, is_published = true where id = $1', [
      made.branch.id,
    ])
    await db.query(
      `insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, is_internal)
       select $1, -n, $2, $3, '/' || n, 'article', 'open-' || n, 'Open', '', n in (7, 10001) from generate_series(1, 10004) n`,
      [made.branch.id, house.id, made.project.id],
    )
    await db.query('set local role anon')
    const starts = await db.query<{ id: string }>('select * from public.open_page_shards($1) id', [house.id])
    const parts = []
    for (const { id } of starts.rows) {
      const { rows } = await db.query<{ pages: { slug: string }[] }>(
        'select public.open_pages($1, $2, 10000) as pages',
        [house.id, id],
      )
      parts.push(rows[0]?.pages.map(({ slug }) => slug) ?? [])
    }
    expect(parts.map(({ length }) => length)).toEqual([10_000, 2])
    const all = parts.flat()
    expect(new Set(all).size).toBe(10_002)
    for (const internal of ['open-7', 'open-10001']) expect(all).not.toContain(internal)
  } finally {
    await db.query('rollback')
  }
})
