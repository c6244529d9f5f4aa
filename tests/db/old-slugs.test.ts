// A slug that a project had before leads to it, for who reads the project, and tells others nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let stranger: Person
let branch: number
let project: number
let count = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('slugs')
  stranger = (await world.aWorkspace('slugs-elsewhere')).owner
})
afterAll(() => world.end())

const one = async (sql: string, values: unknown[]) => Number((await world.db.query(sql, values)).rows[0].id)
const before = () => `before-${count}`
const aProject = async (slug: string, visibility: string, branches = ['main']) => {
  const id = await one(
    'insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, $3) returning id',
    [house.id, slug, visibility],
  )
  const ids = []
  for (const name of branches)
    ids.push(
      await one(
        `insert into public.branches (project_id, name, slug, is_default, is_published, last_analyzed_at)
         values ($1, $2, $2, $2 = 'main', true, '2026-01-01') returning id`,
        [id, name],
      ),
    )
  return { id, branch: ids.at(-1) ?? 0 }
}
const sees = (visibility: string) =>
  world.db.query('update public.projects set visibility = $2 where id = $1', [project, visibility])

beforeEach(async () => {
  count++
  ;({ id: project, branch } = await aProject(before(), 'public', ['main', 'v1']))
  await world.db.query('update public.projects set slug = $2 where id = $1', [project, `now-${count}`])
})

const answered = async <T>(who: Person | null, call: string, values: unknown[]): Promise<T | null> =>
  (await world.does<{ answer: T | null }>(who, `select public.${call} as answer`, values))[0]?.answer ?? null
const page = async (who: Person | null, slug = before(), site = 'slugs') => {
  const found = await answered<{ project: { slug: string }; branch_id: number }>(
    who,
    'docs_page($1, $2, $3)',
    [site, slug, 'v1'],
  )
  return found && [found.project.slug, found.branch_id]
}
const mocked = async (who: Person | null, slug = before(), site = 'slugs') =>
  (await answered<{ branch_id: number }>(who, 'mock_operation($1, $2, $3)', [site, slug, 'v1']))?.branch_id ??
  null

test('the page and the mock server of an old slug are those of the project', async () => {
  expect([await page(null), await mocked(null)]).toEqual([[`now-${count}`, branch], branch])
  await world.db.query('update public.projects set slug = $2 where id = $1', [project, `later-${count}`])
  for (const slug of [before(), `now-${count}`])
    expect([await page(null, slug), await mocked(null, slug)]).toEqual([[`later-${count}`, branch], branch])
})

test('they are nobody’s who does not read the project, nor another workspace’s', async () => {
  await sees('private')
  for (const who of [null, stranger]) expect([await page(who), await mocked(who)]).toEqual([null, null])
  expect([await page(house.owner), await mocked(house.owner)]).toEqual([[`now-${count}`, branch], branch])
  await sees('public')
  expect([
    await page(null, before(), 'slugs-elsewhere'),
    await mocked(null, before(), 'slugs-elsewhere'),
  ]).toEqual([null, null])
})

test('a project that has the slug now goes first for who reads it, and others do not learn of it', async () => {
  const other = await aProject(before(), 'private', ['main'])
  // Its own branch is asked for, not the other project's of this name.
  expect([await page(house.owner), await mocked(house.owner)]).toEqual([[before(), null], null])
  for (const who of [null, stranger])
    expect([await page(who), await mocked(who)]).toEqual([[`now-${count}`, branch], branch])
  await world.db.query("update public.projects set visibility = 'public' where id = $1", [other.id])
  expect([await page(null), await mocked(null)]).toEqual([[before(), null], null])
})
