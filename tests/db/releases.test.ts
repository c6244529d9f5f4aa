// Releases: versions of a project in their order, read with their branch, made by who may change branches.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let guest: Person
let stranger: Person
let project: number
let count = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('releases')
  guest = await world.aMember(house.id, 'guest')
  stranger = (await world.aWorkspace('releases-elsewhere')).owner
})
afterAll(() => world.end())
beforeEach(async () => {
  const { rows } = await world.db.query(
    `insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, 'public') returning id`,
    [house.id, `released-${++count}`],
  )
  project = Number(rows[0].id)
  await world.db.query(
    `insert into public.branches (project_id, name, slug, is_default, is_published, commit_hash, last_analyzed_at)
     values ($1, 'main', 'main', true, true, 'abc1234', '2026-01-01'), ($1, 'draft', 'draft', false, false, 'def5678', '2026-01-02'),
       ($1, 'empty', 'empty', false, false, null, null)`,
    [project],
  )
})

const release = (version: string, branch: string | null = null, who: Person | null = house.owner) =>
  world.does(who, `select public.create_release($1, $2, 'Notes', $3)`, [project, version, branch])
const said = (version: string, branch: string | null = null, who: Person | null = house.owner) =>
  world.said(who, `public.create_release($1, $2, '', $3)`, [project, version, branch])
const versions = async (who: Person | null, least: string | null = null) =>
  (
    await world.as(who, (ask) =>
      ask<{ version: string }>('select version from public.project_releases($1, $2)', [project, least]),
    )
  ).map(({ version }) => version)

test('a release is what its branch had as content, by who made it', async () => {
  await release('1.0.0')
  await world.db.query(`update public.branches set commit_hash = 'fff0000' where project_id = $1`, [project])
  const { rows } = await world.db.query(
    'select version, notes, commit_hash, author_id::integer, is_prerelease from public.releases where project_id = $1',
    [project],
  )
  expect(rows).toEqual([
    {
      version: '1.0.0',
      notes: 'Notes',
      commit_hash: 'abc1234',
      author_id: house.owner.id,
      is_prerelease: false,
    },
  ])
})

test('versions come in the order of Semantic Versioning, from one on', async () => {
  const inOrder = [
    '2.0.0',
    '1.10.0',
    '1.2.0',
    '1.0.0',
    '1.0.0-rc.1',
    // One identifier: it comes after "beta" and whatever follows that one behind a dot.
    '1.0.0-beta-x',
    '1.0.0-beta.11',
    '1.0.0-beta.2',
    '1.0.0-beta',
    '1.0.0-alpha.beta',
    '1.0.0-alpha.1',
    '1.0.0-alpha',
    '1.0.0-7',
  ]
  for (const version of [...inOrder].sort()) await release(version)
  expect(await versions(house.owner)).toEqual(inOrder)
  expect(await versions(house.owner, '1.0.0')).toEqual(['2.0.0', '1.10.0', '1.2.0', '1.0.0'])
  expect(await world.said(house.owner, 'public.project_releases($1, $2)', [project, '1.x'])).toBe(
    'Must be a semantic version, such as 1.4.0 or 2.0.0-beta.1.',
  )
})

test('what is no version, taken, on no branch or without content is refused', async () => {
  for (const wrong of [
    '',
    '1.0',
    'v1.0.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0-01',
    '1.0.0+build',
    '1.0.0 ',
    `1.0.${'9'.repeat(10)}`,
    `1.0.0-${'x'.repeat(99)}`,
  ])
    expect([wrong, await said(wrong)]).toEqual([
      wrong,
      'Must be a semantic version, such as 1.4.0 or 2.0.0-beta.1.',
    ])
  await release('1.0.0')
  expect(await said('1.0.0', 'draft')).toBe('This project has a release of this version already.')
  expect(await said('2.0.0', 'nowhere')).toBe('Branch not found.')
  expect(await said('2.0.0', 'empty')).toBe(
    'The branch has not been analyzed yet. Release it once it has content.',
  )
})

test('a project has a bounded number of them', async () => {
  await world.db.query(
    `insert into public.releases (project_id, branch_id, version, analyzed_at)
     select b.project_id, b.id, '0.0.' || n, now() from public.branches b, generate_series(1, 1000) n
     where b.project_id = $1 and b.is_default`,
    [project],
  )
  expect(await said('1.0.0')).toBe('A project can have 1,000 releases. Delete some that nobody uses.')
})

test('one version is given out once, however many ask for it together', async () => {
  const outcomes = await world.race(
    Array.from({ length: 4 }, () => house.owner),
    'select public.create_release($1, $2)',
    () => [project, '3.0.0'],
  )
  expect(outcomes).toEqual({ done: 1, PT409: 3 })
})

test('everybody reads the releases of published branches, and who reads a draft those of the draft', async () => {
  await release('1.0.0')
  await release('2.0.0', 'draft')
  expect(await versions(house.owner)).toEqual(['2.0.0', '1.0.0'])
  for (const other of [guest, stranger, null]) {
    expect(await versions(other)).toEqual(['1.0.0'])
    const rows = await world.as(other, (ask) =>
      ask('select version from public.releases where project_id = $1', [project]),
    )
    expect(rows).toEqual([{ version: '1.0.0' }])
  }
  await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [project])
  for (const other of [stranger, null]) expect(await versions(other)).toEqual([])
})

test('who may not change branches makes no release and takes none back', async () => {
  await release('1.0.0')
  for (const other of [guest, stranger])
    expect(await said('1.1.0', null, other)).toBe('You do not have permission to do this in this project.')
  const remove = (who: Person) =>
    world.attempt(who, 'delete from public.releases where project_id = $1', [project])
  expect([
    (await remove(guest)).count,
    (await remove(stranger)).count,
    (await remove(house.owner)).count,
  ]).toEqual([0, 0, 1])
})

test('its notes can be written anew by who may make releases, and nothing else of it', async () => {
  await release('1.0.0')
  const write = (who: Person | null, set: string) =>
    world.as(who, (ask) =>
      ask<{ notes: string }>(`update public.releases set ${set} where project_id = $1 returning notes`, [
        project,
      ]),
    )
  expect(await write(house.owner, `notes = 'Better'`)).toEqual([{ notes: 'Better' }])
  const viewer = await world.aMember(house.id, 'viewer')
  for (const who of [viewer, guest, stranger]) expect(await write(who, `notes = 'Theirs'`)).toEqual([])
  await expect(write(null, `notes = 'Theirs'`)).rejects.toThrow(/permission denied/)
  for (const set of [`version = '9.0.0'`, `commit_hash = 'fff0000'`, 'author_id = null'])
    await expect(write(house.owner, set)).rejects.toThrow(/permission denied/)
  await expect(write(house.owner, `notes = repeat('x', 10001)`)).rejects.toThrow(/check_releases_notes/)
})
