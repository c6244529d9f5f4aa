// Style guides of a workspace: which there are, what new projects extend, and many projects at once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'
import { setFiles } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let elsewhere: { id: number; owner: Person }
let count = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('governed')
  elsewhere = await world.aWorkspace('governed-elsewhere')
  maker = await world.aMember(house.id, 'maker')
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from public.projects where workspace_id = $1', [house.id])
  await settings('use_automatic_ssg_conversion = false, disable_default_styleguide_editing = false')
})

const settings = (set: string) =>
  world.db.query(`update public.workspaces set ${set} where id = $1`, [house.id])

async function aProject(flavor = 'style_guide', visibility = 'internal', workspace = house.id) {
  const { rows } = await world.db.query(
    `insert into public.projects (workspace_id, name, slug, flavor, visibility) values ($1, $2, $3, $4, $5) returning id`,
    [workspace, `Project ${++count}`, `governed-${count}`, flavor, visibility],
  )
  return Number(rows[0].id)
}

/** Gives a project a default branch with a ruleset on it. */
async function withRuleset(project: number) {
  await world.db.query(
    `with branch as (
       insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, 'main', 'main', true, true) returning id
     ), pointed as (update public.projects set default_branch_id = (select id from branch) where id = $1),
     snapshot as (
       insert into public.snapshots (workspace_id, hash, data, size) values ($2, sha256($3::text::bytea), '{}', 2)
       on conflict do nothing returning hash
     ), node as (insert into public.nodes (project_id, uri, type) values ($1, '/.spectral.yaml', 'spectral_ruleset') returning id)
     insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash)
     select branch.id, node.id, $2, $1, '/.spectral.yaml', 'spectral_ruleset', 'spectral', 'Rules', sha256($3::text::bytea)
     from branch, node, (select count(*) from snapshot) s`,
    [project, house.id, `ruleset ${project}`],
  )
}

/** Calls a function for good; 'allowed', or why not. */
async function tried(who: Person, call: string, values: unknown[]): Promise<string> {
  try {
    await world.does(who, `select ${call}`, values)
    return 'allowed'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const setDefault = (guide: number, isOn = true, who = house.owner) =>
  tried(who, 'public.set_default_style_guide($1, $2)', [guide, isOn])
const guidesOf = async (project: number) =>
  (
    await world.db.query(
      'select style_guide_project_id as id from public.project_style_guides where project_id = $1 order by position',
      [project],
    )
  ).rows.map(({ id }) => Number(id))
const listed = async (who: Person, given = '') =>
  (
    await world.as(who, (ask) =>
      ask<{ id: string; is_default: boolean }>(
        `select id, is_default from public.list_style_guides($1${given && `, ${given}`})`,
        [house.id],
      ),
    )
  ).map(({ id, is_default }) => [Number(id), is_default])
const made = async (flavor: string) => {
  const [{ id }] = (await world.does(
    house.owner,
    `select ((public.create_project($1, $2, p_flavor => $3)).project).id as id`,
    [house.id, `Made ${++count}`, flavor],
  )) as [{ id: string }]
  return Number(id)
}

test('new projects extend the default style guides in the order in which they became so, style guides none', async () => {
  const [one, two, three] = [await aProject(), await aProject('style_guide', 'public'), await aProject()]
  for (const guide of [two, one, two]) expect(await setDefault(guide)).toBe('allowed')
  expect(await guidesOf(await made('design'))).toEqual([two, one])
  expect(await guidesOf(await made('design_library'))).toEqual([two, one])
  expect(await guidesOf(await made('style_guide'))).toEqual([])
  expect(await listed(maker, `p_is_default => true`)).toEqual([
    [one, true],
    [two, true],
  ])
  expect(await listed(maker, `p_is_default => false`)).toContainEqual([three, false])
  expect(await listed(maker, `p_visibility => 'public'`)).toEqual([[two, true]])
  await setDefault(two, false)
  expect(await guidesOf(await made('design'))).toEqual([one])
})

test('defaults are chosen by who may, among style guides that others can read', async () => {
  const guide = await aProject()
  expect(await setDefault(guide, true, maker)).not.toBe('allowed')
  expect(await setDefault(guide, true, elsewhere.owner)).toBe('Style guide not found.')
  const api = await aProject('design')
  expect(await setDefault(api)).toBe('Style guide not found.')
  await settings('use_automatic_ssg_conversion = true')
  await withRuleset(api)
  expect(await setDefault(api)).toBe('allowed')
  const hidden = await aProject('design', 'private')
  await withRuleset(hidden)
  expect(await setDefault(hidden)).toBe('Style guide not found.')
})

test('with automatic conversion a project with a ruleset is a style guide, and is one no more without', async () => {
  const [api, plain, consumer] = [
    await aProject('design'),
    await aProject('design'),
    await aProject('design'),
  ]
  await withRuleset(api)
  const choose = (ids: number[]) =>
    tried(house.owner, 'public.set_project_style_guides($1, $2)', [consumer, ids])
  const applied = async () =>
    (
      await world.db.query(
        'select private.style_guides_of($1, (select u.id from public.users u where u.id = $2)) as ids',
        [consumer, house.owner.id],
      )
    ).rows[0].ids.map(Number)
  expect(await choose([api])).toBe('Style guide not found.')
  await settings('use_automatic_ssg_conversion = true')
  expect(await choose([plain])).toBe('Style guide not found.')
  expect(await choose([api])).toBe('allowed')
  expect(await applied()).toEqual([api])
  expect((await listed(maker)).map(([id]) => id)).toEqual([api])
  await settings('use_automatic_ssg_conversion = false')
  expect(await applied()).toEqual([])
  expect(await listed(maker)).toEqual([])
  // What was chosen before may stay.
  expect(await choose([api])).toBe('allowed')
})

test('where default style guides are kept, only a global admin takes one away', async () => {
  const [fixed, free, other] = [await aProject(), await aProject(), await aProject()]
  const project = await aProject('design')
  const choose = (who: Person, ids: number[]) =>
    tried(who, 'public.set_project_style_guides($1, $2)', [project, ids])
  await setDefault(fixed)
  await choose(house.owner, [fixed, free])
  await settings('disable_default_styleguide_editing = true')
  const kept = 'Only administrators of this workspace take its default style guides from projects.'
  expect(await choose(maker, [free])).toBe(kept)
  expect(await choose(maker, [other, fixed])).toBe('allowed')
  expect(await guidesOf(project)).toEqual([other, fixed])
  expect(await choose(house.owner, [])).toBe('allowed')
})

test('many projects take a style guide or leave it, each for itself', async () => {
  const [guide, before] = [await aProject(), await aProject()]
  const [one, two] = [await aProject('design'), await aProject('design_library')]
  const foreign = await aProject('design', 'internal', elsewhere.id)
  await tried(house.owner, 'public.set_project_style_guides($1, $2)', [one, [before]])
  const change = async (verb: string, ids: number[], who = house.owner) => {
    const [row] = await world.does<{ succeeded: string; results: { ok: boolean; message: string | null }[] }>(
      who,
      `select (a).succeeded, to_jsonb((a).results) as results from public.${verb}_style_guide($1, $2) a`,
      [guide, ids],
    )
    return [Number(row?.succeeded), row?.results.map(({ message }) => message)]
  }
  expect(await change('enable', [one, foreign, two, guide])).toEqual([
    2,
    [null, 'Project not found', null, 'Style guide not found.'],
  ])
  expect(await guidesOf(one)).toEqual([before, guide])
  expect(await guidesOf(two)).toEqual([guide])
  const page = await world.as(house.owner, (ask) =>
    ask<{ items: { id: number; style_guide_ids: number[] }[]; next: string | null }>(
      `select to_jsonb((p).items) as items, (p).next from public.list_governed_projects($1, p_has_style_guides => true, p_limit => 1) p`,
      [house.id],
    ),
  )
  expect(page[0]?.items.map(({ id, style_guide_ids }) => [id, style_guide_ids])).toEqual([
    [one, [before, guide]],
  ])
  expect(page[0]?.next).not.toBeNull()
  expect(await change('disable', [one, two])).toEqual([2, [null, null]])
  expect(await guidesOf(one)).toEqual([before])
})

test('says at which version a style guide holds for each project', async () => {
  const [guide, other, project] = [await aProject(), await aProject(), await aProject('design')]
  for (const one of [guide, other]) {
    await withRuleset(one)
    const { rows } = await world.db.query('select id from public.branches where project_id = $1', [one])
    await setFiles(world, house.id, Number(rows[0].id), { '.spectral.yaml': 'rules: {}' })
    for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1'])
      await world.db.query(
        'insert into public.releases (project_id, branch_id, version, analyzed_at) values ($1, $2, $3, now())',
        [one, rows[0].id, version],
      )
  }
  await tried(house.owner, 'public.set_project_style_guides($1, $2)', [project, [guide, other]])
  const versions = async () => {
    const [page] = await world.as(house.owner, (ask) =>
      ask<{ items: { style_guide_versions: (string | null)[] }[] }>(
        'select to_jsonb((p).items) as items from public.list_governed_projects($1, p_has_style_guides => true) p',
        [house.id],
      ),
    )
    return page?.items.map(({ style_guide_versions }) => style_guide_versions)
  }
  expect(await versions()).toEqual([['1.1.0', '1.1.0']])
  await tried(house.owner, 'public.pin_style_guide($1, $2, $3)', [project, guide, '1.0.0'])
  expect(await versions()).toEqual([['1.0.0', '1.1.0']])
})

test('a style guide is read with the Spectral token as it was released, and as it stands before', async () => {
  const [released, unreleased, project] = [await aProject(), await aProject(), await aProject('design')]
  const write = async (guide: number, text: string) => {
    const { rows } = await world.db.query('select id from public.branches where project_id = $1', [guide])
    await setFiles(world, house.id, Number(rows[0].id), { '.spectral.yaml': text })
  }
  for (const guide of [released, unreleased]) {
    await withRuleset(guide)
    await write(guide, 'rules: {}')
  }
  await world.db.query(
    `insert into public.releases (project_id, branch_id, version, analyzed_at)
     select id, default_branch_id, '1.0.0', now() from public.projects where id = $1`,
    [released],
  )
  for (const guide of [released, unreleased]) await write(guide, 'rules: {a: off}')
  await tried(house.owner, 'public.set_project_style_guides($1, $2)', [project, [released, unreleased]])
  const token = await world.answer<string>(house.owner, 'make_spectral_token($1)', [project])
  const opened = async (guide: number | null) =>
    (
      await world.db.query('select public.svc_spectral_ruleset($1, $2, $3) as opened', [
        project,
        token,
        guide,
      ])
    ).rows[0].opened
  const fileOf = async (text: string) => {
    const { rows } = await world.db.query(
      `select '.spectral.yaml' as path, workspace_id || '/' || object_id as object, size::integer as size
       from public.files where workspace_id = $1 and hash = sha256(convert_to($2, 'utf8'))`,
      [house.id, text],
    )
    return rows[0]
  }
  expect((await opened(null)).guide_ids).toEqual([released, unreleased])
  expect((await opened(released)).file).toEqual(await fileOf('rules: {}'))
  expect((await opened(unreleased)).file).toEqual(await fileOf('rules: {a: off}'))
})

test('a plan without style guides takes on none, and gives up what it has', async () => {
  const [guide, project] = [await aProject(), await aProject('design')]
  await tried(house.owner, 'public.set_project_style_guides($1, $2)', [project, [guide]])
  await setDefault(guide)
  await world.db.query(
    `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'startup') where workspace_id = $1`,
    [house.id],
  )
  const another = await aProject()
  expect(await setDefault(another)).toMatch(/upgrad/i)
  expect(
    await tried(house.owner, 'public.set_project_style_guides($1, $2)', [project, [guide, another]]),
  ).toMatch(/upgrad/i)
  expect(await guidesOf(await made('design'))).toEqual([])
  expect(await setDefault(guide, false)).toBe('allowed')
  expect(await tried(house.owner, 'public.set_project_style_guides($1, $2)', [project, []])).toBe('allowed')
})

test('the files of rulesets, as they came, are for full members who read the project', async () => {
  const project = await aProject()
  await withRuleset(project)
  const { rows } = await world.db.query('select id from public.branches where project_id = $1', [project])
  await setFiles(world, house.id, Number(rows[0].id), { '.spectral.yaml': '# internal\nrules: {}' })
  const guest = await world.aMember(house.id, 'guest')
  const viewer = await world.aMember(house.id, 'viewer')
  await world.db.query(
    `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'guest')`,
    [project, guest.id],
  )
  const read = async (who: Person) =>
    (
      await world.as(who, (ask) =>
        ask<{ path: string }>('select path from public.project_ruleset($1)', [project]),
      )
    ).map(({ path }) => path)
  expect(await read(viewer)).toEqual(['.spectral.yaml'])
  expect(await read(guest)).toEqual([])
})

test('one person has so much linted and waived a minute, by all calls together', async () => {
  const [guide, api] = [await aProject(), await aProject('design')]
  const busy = await world.aMember(house.id, 'maker', `busy-${++count}`)
  const counted = (hits: number) =>
    world.db.query(
      `insert into private.throttle (key, window_start, hits)
       select 'governing:' || $1, to_timestamp(floor(extract(epoch from now()) / 60) * 60) + make_interval(mins => n), $2 from generate_series(0, 1) n
       on conflict (key, window_start) do update set hits = excluded.hits`,
      [busy.id, hits],
    )
  const calls: [string, unknown[]][] = [
    ['set_project_style_guides($1, $2)', [api, [guide]]],
    ['pin_style_guide($1, $2)', [api, guide]],
    ['enable_style_guide($1, $2)', [guide, [api]]],
    ['disable_style_guide($1, $2)', [guide, [api]]],
    ['set_default_style_guide($1, true)', [guide]],
    ['waive_finding(0, $1, 0, now()::date)', ['x']],
    ['update_waiver(0, $1, 0, now()::date)', ['x']],
    ['end_waiver($1)', [0]],
  ]
  const tooMany = /^Too much was changed in a short time/
  await counted(1199)
  expect(await world.said(busy, 'set_project_style_guides($1, $2)', [api, []])).toBe('allowed')
  await counted(1200)
  for (const [call, values] of calls) {
    expect(await world.said(busy, call, values), call).toMatch(tooMany)
    expect(await world.said(maker, call, values), call).not.toMatch(tooMany)
  }
})
