// When the default branch of a project moves, its other branches are compared with it anew: which, and how often.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from '../support/people.ts'

let world: World
let house: { id: number; owner: Person }
let project: number
let main: number
let number = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('comparisons')
})
afterAll(() => world.end())
beforeEach(async () => {
  const made = await world.answer<{ project: { id: number }; branch: { id: number } }>(
    house.owner,
    "create_project($1, $2, p_type => 'cli')",
    [house.id, `Compared ${++number}`],
  )
  project = made.project.id
  main = made.branch.id
})

/** Branches as they are after an analysis, the first one analysed last. */
async function analysed(...names: string[]): Promise<number[]> {
  const { rows } = await world.db.query<{ id: string }>(
    `insert into public.branches (project_id, name, slug, content_hash, last_analyzed_at)
     select $1, name, name, 'content of ' || name, now() - n * interval '1 minute'
     from unnest($2::text[]) with ordinality named (name, n) order by n returning id`,
    [project, names],
  )
  return rows.map(({ id }) => Number(id))
}
const becomes = (branch: number, content: string) =>
  world.db.query('update public.branches set content_hash = $2, last_analyzed_at = now() where id = $1', [
    branch,
    content,
  ])
const compared = (branch: number, with_: string, isKnown = true) =>
  world.db.query(
    `insert into private.branch_comparisons (branch_id, content_hash, default_content_hash, is_known)
     select id, content_hash, $2, $3 from public.branches where id = $1
     on conflict (branch_id) do update set default_content_hash = $2, is_known = $3`,
    [branch, with_, isKnown],
  )
const state = async (branch: number) =>
  (await world.db.query('select private.comparison_state($1) as state', [branch])).rows[0]?.state
/** The branches that wait to be compared, in the order of their turns. */
async function waiting(): Promise<number[]> {
  const { rows } = await world.db.query<{ id: string }>(
    `select b.id from graphile_worker.jobs j join public.branches b on j.key = 'compare_branch:' || b.id
     where b.project_id = $1 order by j.priority, b.id`,
    [project],
  )
  return rows.map(({ id }) => Number(id))
}
const forget = () =>
  world.db.query("delete from graphile_worker._private_jobs where key like 'compare_branch:%'")

describe('other content of the default branch', () => {
  test('has each other branch compared once, however often it comes', async () => {
    const [a, b] = await analysed('a', 'b')
    await becomes(main, 'one')
    await becomes(main, 'two')
    expect(await waiting()).toEqual([a, b])
  })

  test('does not, where a branch was compared with just that content, or the content is the same', async () => {
    const [a = 0, b = 0] = await analysed('a', 'b')
    await becomes(main, 'one')
    await compared(a, 'two')
    await forget()
    await becomes(main, 'one')
    expect(await waiting()).toEqual([])
    await becomes(main, 'two')
    expect(await waiting()).toEqual([b])
  })

  test('has the hundred compared that were analysed last; the rest say that they are outdated', async () => {
    const ids = await analysed(...Array.from({ length: 101 }, (_, n) => `branch-${n}`))
    await becomes(main, 'one')
    expect(await waiting()).toEqual(ids.slice(0, 100))
    expect(await state(ids[100] ?? 0)).toBe('outdated')
  })

  test('leaves branches of other projects, and those without content, alone', async () => {
    await analysed('mine')
    const before = project
    const made = await world.answer<{ project: { id: number }; branch: { id: number } }>(
      house.owner,
      "create_project($1, $2, p_type => 'cli')",
      [house.id, `Compared ${++number}`],
    )
    project = made.project.id
    await world.db.query(
      "insert into public.branches (project_id, name, slug) values ($1, 'empty', 'empty')",
      [project],
    )
    await becomes(made.branch.id, 'one')
    expect(await waiting()).toEqual([])
    project = before
    expect(await waiting()).toEqual([])
  })
})

test('another default branch has all others compared, and is itself compared with nothing', async () => {
  const [a = 0, b = 0] = await analysed('a', 'b')
  await becomes(main, 'one')
  await compared(a, 'one')
  await world.db.query(
    `insert into public.node_changes (branch_id, workspace_id, compared_with, node_uri, node_type, operation, semver, message)
     select $1, $2, compared_with, '/a', 'article', 'added', 'minor', 'Added.' from unnest('{default,previous}'::text[]) as t (compared_with)`,
    [a, house.id],
  )
  await forget()
  await world.does(house.owner, 'select public.set_default_branch($1)', [a])
  expect((await waiting()).toSorted((x, y) => x - y)).toEqual([main, b].toSorted((x, y) => x - y))
  expect(await state(a)).toBe('none')
  const { rows } = await world.db.query(
    'select compared_with from public.node_changes where branch_id = $1',
    [a],
  )
  expect(rows).toEqual([{ compared_with: 'previous' }])
})

test('an analysis of another branch has it looked at again: the default one may have moved meanwhile', async () => {
  const [a = 0] = await analysed('a')
  await becomes(a, 'new')
  expect(await waiting()).toEqual([a])
})

test('what is said is about both as they are, about one as it was, not known, or about nothing', async () => {
  const [a = 0] = await analysed('a')
  expect([await state(a), await state(main)]).toEqual(['none', 'none'])
  await becomes(main, 'one')
  expect([await state(a), await state(main)]).toEqual(['outdated', 'none'])
  await compared(a, 'one')
  expect(await state(a)).toBe('current')
  await compared(a, 'one', false)
  expect(await state(a)).toBe('unknown')
  await becomes(a, 'newer')
  expect(await state(a)).toBe('outdated')
})
