// Quick fixes over many projects: who asks for them where, why not, and what becomes of those that nobody finishes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let viewer: Person
let stranger: { id: number; owner: Person }
let project: { id: number; main: number }

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('fixing')
  maker = await world.aMember(house.id, 'maker')
  viewer = await world.aMember(house.id, 'viewer')
  stranger = await world.aWorkspace('fixing-far')
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  await world.db.query('delete from public.projects')
  project = await aProject()
})

let number = 0
async function aProject(visibility = 'internal', owner = house.owner, workspace = house.id) {
  const [row] = await world.does<{ made: { project: { id: number }; branch: { id: number } } }>(
    owner,
    'select to_jsonb(public.create_project($1, $2, p_visibility => $3)) as made',
    [workspace, `Project ${++number}`, visibility],
  )
  const made = { id: Number(row?.made.project.id), main: Number(row?.made.branch.id) }
  await world.db.query(
    `update public.branches set content_hash = 'one', last_analyzed_at = now() where id = $1`,
    [made.main],
  )
  await lint(made.main, [
    { rule: 'ids', severity: 'error', violations: 3, is_fixable: true },
    { rule: 'words', severity: 'warn', violations: 2, is_fixable: false },
  ])
  return made
}
const lint = (branch: number, counts: object[]) =>
  world.db.query(
    `select private.finish_lint(b.id, jsonb_build_object('guide', 'own', 'is_failed', false, 'faults', '[]'::jsonb, 'is_cut', false, 'counts', $2::jsonb,
       'content_hash', b.content_hash, 'guide_hash', private.lint_guide_hash(b.id))) from public.branches b where b.id = $1`,
    [branch, JSON.stringify(counts)],
  )

type Result = { ok: boolean; code: string | null; message: string | null }
const propose = async (who: Person, rule: string, ...ids: number[]) => {
  const [row] = await world.does<{ answer: { results: Result[] } }>(
    who,
    'select to_jsonb(public.propose_rule_fixes($1, $2, $3)) as answer',
    [house.id, rule, ids],
  )
  return row?.answer.results.map(({ ok, message }) => (ok ? 'queued' : message))
}
interface Listed {
  project_id: number
  violations: number
  reason: string | null
  status: string | null
  problem: string | null
  mended: number | null
}
const listed = (who: Caller, rule = 'ids') =>
  world.as(who, async (ask) => {
    const [row] = await ask<{ answer: { total: number; items: Listed[] } }>(
      'select to_jsonb(public.rule_fix_projects($1, $2)) as answer',
      [house.id, rule],
    )
    return row?.answer.items ?? []
  })
const begin = async () =>
  (await world.db.query('select private.begin_rule_fix(id) as begun from private.rule_fixes')).rows[0]?.begun

test('rules that have a fix are told to who edits, with how often projects go against them', async () => {
  const hidden = await aProject('private')
  const rules = (who: Caller) =>
    world.as(who, (ask) => ask('select * from public.fixable_rules($1)', [house.id]))
  expect(await rules(house.owner)).toEqual([{ rule: 'ids', violations: '6', projects: '2' }])
  expect(await rules(maker)).toEqual([{ rule: 'ids', violations: '3', projects: '1' }])
  expect((await listed(maker)).map((one) => one.project_id)).toEqual([project.id])
  expect(await listed(maker, 'words')).toEqual([])
  await expect(rules(viewer)).rejects.toMatchObject({ code: 'PT403' })
  await expect(rules(stranger.owner)).rejects.toMatchObject({ code: 'PT404' })
  await expect(listed(viewer)).rejects.toMatchObject({ code: 'PT403' })
  await expect(propose(viewer, 'ids', project.id)).rejects.toMatchObject({ code: 'PT403' })
  expect(await propose(maker, 'ids', hidden.id)).toEqual(['Project not found'])
})

test('each project is asked for itself, and one of another workspace is none', async () => {
  const far = await aProject('internal', stranger.owner, stranger.id)
  const [none, twice] = ['Project not found', 'This rule is being fixed in this project already.']
  expect(await propose(maker, 'ids', project.id, project.id, far.id)).toEqual(['queued', twice, none])
  expect((await listed(maker))[0]).toMatchObject({ status: 'queued', reason: twice })
  const { rows } = await world.db.query('select project_id::integer, rule from private.rule_fixes')
  expect(rows).toEqual([{ project_id: project.id, rule: 'ids' }])
})

test('at most twenty at once, and none of a rule without a fix', async () => {
  const many = (count: number) => Array.from({ length: count }, () => project.id)
  await expect(propose(maker, 'ids', ...many(21))).rejects.toMatchObject({ code: 'PT400' })
  await expect(propose(maker, 'ids')).rejects.toMatchObject({ code: 'PT400' })
  expect(await propose(maker, 'ids', ...many(20))).toHaveLength(20)
  const without = 'This rule has no quick fix, or nothing in this project goes against it.'
  expect(await propose(maker, 'words', project.id)).toEqual([without])
})

test.each<[what: string, change: string, reason: string]>([
  [
    'is pushed by scripts',
    `update public.projects set type = 'cli' where id = $1`,
    'Project type not editable in Studio',
  ],
  [
    'comes from a host where the caller has no account',
    `update public.projects set type = 'vcs' where id = $1`,
    'You need to connect your Git account to open this project',
  ],
  [
    'has other content than was linted',
    `update public.branches set content_hash = 'two' where project_id = $1`,
    'The problems of this project are being looked for anew. Try again in a moment.',
  ],
])('a project that %s says so', async (_what, change, reason) => {
  await world.db.query(change, [project.id])
  expect((await listed(maker))[0]).toMatchObject({ reason })
  expect(await propose(maker, 'ids', project.id)).toEqual([reason])
})

test('begun by the worker it names what to fix; with other content by then it says so', async () => {
  await propose(maker, 'ids', project.id)
  const begun = await begin()
  expect(begun).toMatchObject({
    project_id: project.id,
    branch_id: project.main,
    rule: 'ids',
    is_git: false,
    author_id: maker.id,
  })
  // Killed, it begins as before.
  expect(await begin()).toEqual(begun)
  await world.db.query(`select private.propose_rule_fix($1, 'other', 1, 0, '[]')`, [begun.id])
  expect((await listed(maker))[0]).toMatchObject({
    status: 'failed',
    problem: 'The problems of this project are being looked for anew. Try again in a moment.',
  })
  expect(await begin()).toBeNull()
  expect(await propose(maker, 'ids', project.id)).toEqual(['queued'])
})

test('one whose workers were all killed is given up, and can be asked for again', async () => {
  await propose(maker, 'ids', project.id)
  await begin()
  expect((await listed(maker))[0]).toMatchObject({ status: 'running' })
  await world.db.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where key like 'fix_rule:%'`,
  )
  expect((await listed(maker))[0]).toMatchObject({
    status: 'failed',
    problem: 'The fix failed because of a problem on our side. Please try it again.',
    reason: null,
  })
  expect(await propose(maker, 'ids', project.id)).toEqual(['queued'])
})

test('one whose branch lies at the host goes on by its name for who pushed it, and by another for others', async () => {
  const branch = async () =>
    (
      await world.db.query<{ name: string }>(
        'select private.rule_fix_branch(f) as name from private.rule_fixes f',
      )
    ).rows
  const left = async () =>
    world.db.query(`update private.rule_fixes set status = 'failed', pushed_on = repeat('a', 40)`)
  await propose(maker, 'ids', project.id)
  const first = await branch()
  await left()
  expect(await propose(maker, 'ids', project.id)).toEqual(['queued'])
  expect(await branch()).toEqual(first)
  await left()
  expect(await propose(house.owner, 'ids', project.id)).toEqual(['queued'])
  expect(await branch()).toHaveLength(1)
  expect(await branch()).not.toEqual(first)
})
