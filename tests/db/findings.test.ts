// Violations: who reads them, what waives them, what is new on a branch, and how they add up.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let viewer: Person
let guest: Person
let stranger: Person
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('findings')
  maker = await world.aMember(house.id, 'maker')
  viewer = await world.aMember(house.id, 'viewer')
  guest = await world.aMember(house.id, 'guest')
  stranger = (await world.aWorkspace('findings-elsewhere')).owner
})
afterAll(() => world.end())

interface Place {
  id: number
  main: number
}

let number = 0
async function aProject(by: Person = house.owner, visibility = 'internal'): Promise<Place> {
  const { made } = (
    await world.does<{ made: { project: { id: number }; branch: { id: number } } }>(
      by,
      'select to_jsonb(public.create_project($1, $2, p_visibility => $3)) as made',
      [house.id, `Project ${++number}`, visibility],
    )
  )[0] as { made: { project: { id: number }; branch: { id: number } } }
  const place = { id: made.project.id, main: made.branch.id }
  await write(`update public.branches set content_hash = 'one', last_analyzed_at = now() where id = $1`, [
    place.main,
  ])
  return place
}
const write = async (sql: string, values: unknown[]) => (await world.db.query(sql, values)).rows
const aBranch = async ({ id }: Place) => {
  const [row] = await write(
    `insert into public.branches (project_id, name, slug, content_hash, last_analyzed_at) values ($1, 'next', 'next', 'two', now()) returning id`,
    [id],
  )
  return Number(row?.id)
}

type Said = [rule: string, severity: string, place?: string, anchor?: string]

/** What a lint writes of a branch. */
async function lint(project: Place, branch: number, said: Said[], more: object = {}): Promise<void> {
  await write('delete from public.findings where branch_id = $1', [branch])
  for (const [index, [rule, severity, place = '', anchor = 'id:node']] of said.entries())
    await write(
      `insert into public.findings (branch_id, project_id, workspace_id, rule, severity, message, file, pointer, start_line, start_column,
         end_line, end_column, node_uri, anchor, place, same_key, fingerprint)
       values ($1, $2, $3, $4, $5, 'It is so.', 'api.yaml', $6, $7, 1, $7, 2, '/api.yaml', $8, $6, sha256(convert_to($4 || $8 || $6, 'UTF8')), int4send($7))`,
      [branch, project.id, house.id, rule, severity, place, index + 1, anchor],
    )
  const counts = Object.entries(Object.groupBy(said, ([rule, severity]) => `${rule} ${severity}`)).map(
    ([key, list]) => {
      const [rule, severity] = key.split(' ')
      return { rule, severity, violations: list?.length }
    },
  )
  const [{ content, guides } = {}] = await write(
    'select content_hash as content, private.lint_guide_hash(id) as guides from public.branches where id = $1',
    [branch],
  )
  const details = {
    guide: 'own',
    is_failed: false,
    faults: [],
    is_cut: false,
    counts,
    content_hash: content,
    guide_hash: guides,
  }
  await write('select private.finish_lint($1, $2)', [branch, JSON.stringify({ ...details, ...more })])
}

interface Problems {
  state: string
  score: number | null
  errors: number
  warnings: number
  waived: number
  total: number
  new_errors: number | null
  faults: { message: string; guide: string | null }[]
  hidden_faults: number
  rules: { rule: string; violations: number; waived: number }[]
  items: {
    id: number
    rule: string
    place: string
    is_new: boolean
    waiver_id: number | null
    waiver_owner: string | null
  }[]
}
const problems = (who: Caller, branch: number, more: Record<string, unknown> = {}) =>
  world.as(who, async (ask) => {
    const names = Object.keys(more).map((name, index) => `, ${name} => $${index + 2}`)
    const [row] = await ask<{ answer: Problems | null }>(
      `select public.branch_problems($1${names.join('')}) as answer`,
      [branch, ...Object.values(more)],
    )
    return row?.answer ?? null
  })
const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10)
const waive = async (
  who: Caller,
  finding: number,
  reason = 'Not ours.',
  owner = maker.id,
  until = inDays(30),
) =>
  Number(
    (
      await world.does<{ id: string }>(who, 'select public.waive_finding($1, $2, $3, $4) as id', [
        finding,
        reason,
        owner,
        until,
      ])
    )[0]?.id,
  )

test('they are for who changes the content, by every way', async () => {
  const project = await aProject()
  await lint(project, project.main, [['named', 'error']])
  const rows = (who: Caller, table: string) =>
    world.attempt(who, `select branch_id from public.${table} where project_id = $1`, [project.id])
  for (const who of [house.owner, maker]) {
    expect(await problems(who, project.main)).toMatchObject({
      state: 'current',
      total: 1,
      errors: 1,
      score: null,
    })
    for (const table of ['findings', 'branch_lints']) expect((await rows(who, table)).count).toBe(1)
  }
  for (const who of [viewer, guest, stranger]) {
    expect(await problems(who, project.main)).toBeNull()
    for (const table of ['findings', 'branch_lints']) expect((await rows(who, table)).count).toBe(0)
  }
  expect((await world.attempt(null, 'select 1 from public.findings')).refused).toBe('42501')
})

test('a waiver covers its rule at its place and below, on every branch, until it ends', async () => {
  const project = await aProject()
  const next = await aBranch(project)
  const said: Said[] = [
    ['named', 'error', '/a'],
    ['named', 'error', '/a/b'],
    ['named', 'error', '/ab'],
    ['other', 'error', '/a'],
  ]
  await lint(project, project.main, said)
  await lint(project, next, said)
  const all = await problems(house.owner, project.main)
  const first = all?.items.find(({ rule }) => rule === 'named')?.id ?? 0
  const id = await waive(maker, first)
  expect(await problems(house.owner, project.main)).toMatchObject({
    total: 2,
    errors: 2,
    waived: 2,
    rules: [
      { rule: 'named', violations: 1, waived: 2 },
      { rule: 'other', violations: 1, waived: 0 },
    ],
  })
  expect(await problems(house.owner, next)).toMatchObject({ errors: 2, waived: 2 })
  expect(
    (await problems(house.owner, next, { p_only: 'waived' }))?.items.map(({ waiver_id }) => waiver_id),
  ).toEqual([id, id])
  // Another lint finds it waived, wherever the node is called now.
  await lint(project, next, [
    ['named', 'error', '/a'],
    ['named', 'error', '/a', 'id:another'],
  ])
  expect(await problems(house.owner, next)).toMatchObject({ errors: 1, waived: 1 })
  await world.does(maker, 'select public.end_waiver($1)', [id])
  expect(await problems(house.owner, next)).toMatchObject({ errors: 2, waived: 0 })
  const trail = await world.as(house.owner, (ask) =>
    ask<{ type: string; metadata: object }>(
      'select type, metadata from public.workspace_activity($1, p_limit => 2)',
      [house.id],
    ),
  )
  expect(trail.map(({ type }) => type)).toEqual(['project.waiver.deleted', 'project.waiver.created'])
  expect(trail[1]?.metadata).toMatchObject({
    rule: 'named',
    reason: 'Not ours.',
    until: inDays(30),
    project_id: project.id,
  })
})

test('those that follow renamed files are told once a lint, with both names of ten', async () => {
  const project = await aProject()
  const places = Array.from({ length: 12 }, (_, index) => `/${index}`)
  const isIn = (file: string) =>
    lint(
      project,
      project.main,
      places.map((place): Said => ['named', 'error', place, `file:${file}`]),
    )
  await isIn('old.yaml')
  for (const { id } of (await problems(maker, project.main))?.items ?? []) await waive(maker, id)
  const digest = `update public.findings set node_digest = sha256(convert_to(place, 'UTF8')) where branch_id = $1`
  const follow = async () => {
    await write(digest, [project.main])
    await write('select private.follow_renamed_nodes($1)', [project.main])
  }
  const told = async () =>
    (
      await write(
        `select actor_id, metadata from public.activity_events where workspace_id = $1
           and type = 'project.waiver.followed' and (metadata ->> 'project_id')::bigint = $2`,
        [house.id, project.id],
      )
    ).map(({ actor_id, metadata }) => ({ actor_id, metadata }))
  // As the worker does: what is found now stands beside what was said before, in one transaction.
  await write('begin', [])
  await write(
    `insert into public.findings (branch_id, project_id, workspace_id, rule, severity, message, file, pointer, start_line, start_column,
       end_line, end_column, anchor, place, same_key, fingerprint)
     select branch_id, project_id, workspace_id, rule, severity, message, 'new.yaml', pointer, start_line, start_column, end_line, end_column,
       'file:new.yaml', place, same_key, sha256(fingerprint) from public.findings where branch_id = $1`,
    [project.main],
  )
  await follow()
  await write('commit', [])
  const names = expect.arrayContaining([{ rule: 'named', old: 'old.yaml', new: 'new.yaml' }])
  expect(await told()).toEqual([
    { actor_id: null, metadata: expect.objectContaining({ branch: 'main', waivers: 12, names }) },
  ])
  const [entry] = await told()
  expect(entry?.metadata.names).toHaveLength(10)
  // What is known by its new name is told no more.
  await isIn('new.yaml')
  expect(await problems(maker, project.main)).toMatchObject({ errors: 0, waived: 12 })
  await follow()
  expect(await told()).toHaveLength(1)
})

test('one whose last day is over covers nothing', async () => {
  const project = await aProject()
  await lint(project, project.main, [['named', 'error', '/a']])
  const id = await waive(maker, (await problems(maker, project.main))?.items[0]?.id ?? 0)
  await write(
    `update public.finding_waivers set expires_on = (now() at time zone 'UTC')::date where id = $1`,
    [id],
  )
  await write('select private.end_waivers()', [])
  expect(await problems(maker, project.main)).toMatchObject({ errors: 0, waived: 1 })
  await write(
    `update public.finding_waivers set expires_on = (now() at time zone 'UTC')::date - 1 where id = $1`,
    [id],
  )
  await write('select private.end_waivers()', [])
  expect(await problems(maker, project.main)).toMatchObject({ errors: 1, waived: 0 })
  await world.does(maker, 'select public.update_waiver($1, $2, $3, $4)', [
    id,
    'Later.',
    house.owner.id,
    inDays(1),
  ])
  expect(await problems(maker, project.main)).toMatchObject({ errors: 0, waived: 1 })
})

test('it needs a reason, an owner who may edit, and a day within a year; and somebody who may', async () => {
  const project = await aProject()
  await lint(project, project.main, [['named', 'error']])
  const finding = (await problems(maker, project.main))?.items[0]?.id ?? 0
  const said = (who: Caller, reason: string | null, owner: number | null, until: string | null) =>
    world.said(who, 'public.waive_finding($1, $2, $3, $4)', [finding, reason, owner, until])
  for (const reason of ['  ', null, 'x'.repeat(1001)])
    expect(await said(maker, reason, maker.id, inDays(1))).toBe('Say why, in at most 1,000 characters.')
  for (const until of [inDays(-1), inDays(370), null])
    expect(await said(maker, 'So.', maker.id, until)).toBe(
      'Choose a last day between today and a year from now.',
    )
  for (const owner of [viewer.id, guest.id, stranger.id, null])
    expect(await said(maker, 'So.', owner, inDays(1))).toBe('Choose somebody who may edit this project.')
  expect(await said(viewer, 'So.', maker.id, inDays(1))).not.toMatch(/allowed$|not found/)
  for (const who of [guest, stranger])
    expect(await said(who, 'So.', maker.id, inDays(1))).toBe('Problem not found.')
  const id = await waive(maker, finding)
  expect(
    await world.said(guest, 'public.update_waiver($1, $2, $3, $4)', [id, 'So.', maker.id, inDays(1)]),
  ).toBe('Waiver not found.')
  expect(await world.said(guest, 'public.end_waiver($1)', [id])).toBe('Waiver not found.')
  expect(await world.said(viewer, 'public.end_waiver($1)', [id])).not.toMatch(/allowed$|not found/)
  expect(await world.said(stranger, 'public.end_waiver($1)', [id])).toBe('Waiver not found.')
})

test('what the default branch has not is new; of several at one place only one more', async () => {
  const project = await aProject()
  const next = await aBranch(project)
  await lint(project, project.main, [
    ['named', 'error', '/a'],
    ['named', 'error', '/a'],
  ])
  await lint(project, next, [
    ['named', 'error', '/a'],
    ['named', 'error', '/a'],
    ['named', 'error', '/a'],
    ['other', 'warn'],
  ])
  expect(await problems(maker, next)).toMatchObject({ new_errors: 1, new_warnings: 1, total: 4 })
  expect((await problems(maker, next, { p_only: 'new' }))?.items.map(({ rule }) => rule)).toEqual([
    'named',
    'other',
  ])
  expect(await problems(maker, next, { p_only: 'debt' })).toMatchObject({ total: 2 })
  expect(await problems(maker, project.main)).toMatchObject({ new_errors: null })
  const fresh = (await problems(maker, next, { p_only: 'new', p_severities: ['error'] }))?.items[0]
  await waive(maker, fresh?.id ?? 0)
  expect(await problems(maker, next)).toMatchObject({ new_errors: 0, new_warnings: 1 })
  // Where one of the two is not linted as it is, nothing is called new.
  await write(`update public.branches set content_hash = 'three' where id = $1`, [project.main])
  expect(await problems(maker, next)).toMatchObject({ state: 'current', new_errors: null })
})

test('faults of a guide are told to who reads the guide', async () => {
  const project = await aProject()
  const guide = await aProject(house.owner, 'private')
  const fault = (guide_id: number | null) => ({
    guide_id,
    file: '.spectral.yaml',
    line: 1,
    column: 1,
    rule: null,
    message: 'No.',
  })
  await lint(project, project.main, [], { faults: [fault(null), fault(guide.id)] })
  expect(await problems(house.owner, project.main)).toMatchObject({
    hidden_faults: 0,
    faults: [{ guide: null }, { guide: `Project ${number}` }],
  })
  expect(await problems(maker, project.main)).toMatchObject({
    hidden_faults: 1,
    faults: [{ guide: null, message: 'No.' }],
  })
  // Once it is deleted nobody can say who read it.
  await write('delete from public.projects where id = $1', [guide.id])
  for (const who of [maker, house.owner])
    expect(await problems(who, project.main)).toMatchObject({ hidden_faults: 1, faults: [{ guide: null }] })
})

test('a lint of other content or guides is no lint of this one', async () => {
  const project = await aProject()
  expect(await problems(maker, project.main)).toMatchObject({ state: 'outdated', total: 0 })
  await lint(project, project.main, [])
  expect(await problems(maker, project.main)).toMatchObject({ state: 'current' })
  await write(`update public.branches set content_hash = 'changed' where id = $1`, [project.main])
  expect(await problems(maker, project.main)).toMatchObject({ state: 'outdated' })
  await lint(project, project.main, [], { is_failed: true })
  expect(await problems(maker, project.main)).toMatchObject({ state: 'failed', score: null })
})

test('the report adds up what the reader edits: by project, rule, team and owner, and over time', async () => {
  const other = await world.aWorkspace('report')
  const edits = await world.aMember(other.id, 'maker')
  const before = house
  house = other
  const [one, two, hidden] = [await aProject(), await aProject(edits), await aProject(other.owner, 'private')]
  await write(`update public.branch_lints set units = 10`, [])
  await lint(one, one.main, [
    ['named', 'error'],
    ['named', 'error', '/a'],
    ['other', 'warn'],
  ])
  await lint(two, two.main, [
    ['other', 'warn'],
    ['hinted', 'hint'],
  ])
  await lint(hidden, hidden.main, [['named', 'error']])
  await write('update public.branch_lints set units = 10 where workspace_id = $1', [other.id])
  const [team] = await write(
    `insert into public.teams (workspace_id, name) values ($1, 'Apis') returning id`,
    [other.id],
  )
  await write(`insert into public.project_teams (project_id, team_id, role) values ($1, $2, 'editor')`, [
    one.id,
    team?.id,
  ])
  const report = async (who: Person, more: Record<string, unknown> = {}) => {
    const names = Object.keys(more).map((name, index) => `, ${name} => $${index + 2}`)
    const [row] = await world.as(who, (ask) =>
      ask<{ answer: { items: Record<string, unknown>[] } & Record<string, unknown> }>(
        `select public.governance_report($1${names.join('')}) as answer`,
        [other.id, ...Object.values(more)],
      ),
    )
    return row?.answer
  }
  expect(await report(other.owner)).toMatchObject({
    projects: 3,
    errors: 3,
    warnings: 2,
    others: 1,
    units: 30,
    score: 73,
  })
  const mine = await report(edits)
  expect(mine).toMatchObject({ projects: 2, errors: 2, warnings: 2, others: 1, total: 2 })
  expect(mine?.items.map(({ key, score }) => [key, score])).toEqual([
    [String(one.id), 59],
    [String(two.id), 89],
  ])
  expect((await report(edits, { p_by: 'rule' }))?.items).toMatchObject([
    { name: 'named', severity: 'error', projects: 1, errors: 2 },
    { name: 'other', severity: 'warn', projects: 2, warnings: 2 },
    { name: 'hinted', severity: 'hint', projects: 1, others: 1 },
  ])
  expect((await report(edits, { p_by: 'team' }))?.items).toMatchObject([
    { name: 'Apis', projects: 1, errors: 2 },
  ])
  expect((await report(edits, { p_by: 'owner' }))?.items).toMatchObject([
    { key: String(other.owner.id), errors: 2 },
    { key: String(edits.id), errors: 0, warnings: 1 },
  ])
  expect(await report(edits, { p_rule: 'other' })).toMatchObject({
    projects: 2,
    errors: 0,
    warnings: 2,
    score: null,
  })
  expect(await report(edits, { p_team_id: team?.id })).toMatchObject({ projects: 1 })
  expect(await report(edits, { p_search: 'nothing is called so' })).toMatchObject({ total: 0, items: [] })

  // Yesterday there was one error more, and a week ago nothing.
  await write(`update private.finding_days set day = day - 1 where workspace_id = $1`, [other.id])
  await lint(one, one.main, [
    ['named', 'error'],
    ['other', 'warn'],
  ])
  const trend = await world.as(edits, (ask) =>
    ask<Record<string, unknown>>(
      'select day::text, errors::integer, warnings::integer from public.governance_trend($1, p_days => 3)',
      [other.id],
    ),
  )
  expect(trend).toEqual([
    { day: inDays(-2), errors: 0, warnings: 0 },
    { day: inDays(-1), errors: 2, warnings: 2 },
    { day: inDays(0), errors: 1, warnings: 2 },
  ])
  const viewed = await world.aMember(other.id, 'viewer', 'viewer-report')
  expect(await world.said(viewed, 'public.governance_report($1)', [other.id])).toMatch(
    /permission|not allowed|can/i,
  )
  expect(await world.said(stranger, 'public.governance_report($1)', [other.id])).toBe('Workspace not found.')
  house = before
})
