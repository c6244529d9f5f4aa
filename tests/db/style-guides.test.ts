// Style guides of a project: which of its workspace, in which order, and who says so.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let editor: Person
let guest: Person
let elsewhere: { id: number; owner: Person }
let project: number
let guides: number[]
let count = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('guides')
  editor = await world.aMember(house.id, 'maker')
  guest = await world.aMember(house.id, 'guest')
  elsewhere = await world.aWorkspace('guides-elsewhere')
})
afterAll(() => world.end())
beforeEach(async () => {
  project = await aProject({ flavor: 'design' })
  guides = [await aProject(), await aProject(), await aProject()]
})

async function aProject({ flavor = 'style_guide', workspace = house.id } = {}): Promise<number> {
  const { rows } = await world.db.query(
    `insert into public.projects (workspace_id, name, slug, flavor, visibility) values ($1, $2, $2, $3, 'internal') returning id`,
    [workspace, `guided-${++count}`, flavor],
  )
  return Number(rows[0].id)
}

const choose = (ids: number[], who = house.owner) =>
  world.does(who, 'select public.set_project_style_guides($1, $2)', [project, ids])
const said = (ids: number[], who = house.owner) =>
  world.said(who, 'public.set_project_style_guides($1, $2)', [project, ids])
const chosen = async (who: Person | null = house.owner) =>
  (
    await world.as(who, (ask) =>
      ask<{ id: number }>(
        `select style_guide_project_id::integer as id from public.project_style_guides
         where project_id = $1 order by position`,
        [project],
      ),
    )
  ).map(({ id }) => id)

test('a project extends the style guides that are named, each once and in that order', async () => {
  const [one, two, three] = guides as [number, number, number]
  await choose([two, one, two])
  expect(await chosen()).toEqual([two, one])
  await choose([three, two])
  expect(await chosen()).toEqual([three, two])
  await choose([])
  expect(await chosen()).toEqual([])
})

test('what is no other style guide of the workspace, or is not read, is not found', async () => {
  const [one] = guides as [number]
  const api = await aProject({ flavor: 'design' })
  const foreign = await aProject({ workspace: elsewhere.id })
  for (const wrong of [api, foreign, project, 0])
    expect([wrong, await said([one, wrong])]).toEqual([wrong, 'Style guide not found.'])
  await world.db.query('insert into public.project_members (project_id, user_id, role) values ($1, $2, $3)', [
    project,
    editor.id,
    'admin',
  ])
  await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [one])
  expect(await said([one], editor)).toBe('Style guide not found.')
  expect(await said(Array.from({ length: 51 }, () => guides[1] as number))).toBe(
    'A project can extend 50 style guides.',
  )
})

test('what somebody does not read they neither see nor take away', async () => {
  const [hidden, two, three] = guides as [number, number, number]
  await choose([hidden, two])
  await world.db.query(`update public.projects set visibility = 'private' where id = $1`, [hidden])
  await world.db.query('insert into public.project_members (project_id, user_id, role) values ($1, $2, $3)', [
    project,
    editor.id,
    'admin',
  ])
  expect(await chosen(editor)).toEqual([two])
  await choose([three], editor)
  expect(await chosen()).toEqual([three, hidden])
})

test('others choose none, and strangers see none', async () => {
  await choose(guides)
  expect(await said([], guest)).not.toBe('allowed')
  expect(await said([], elsewhere.owner)).toBe('Project not found')
  for (const other of [guest, elsewhere.owner]) expect(await chosen(other)).toEqual([])
})

test('a style guide that is deleted is extended no more', async () => {
  await choose(guides)
  await world.db.query('delete from public.projects where id = $1', [guides[1]])
  expect(await chosen()).toEqual([guides[0], guides[2]])
})
