// What GraphQL adds to projects as style guides: asked as the caller, so that of a project one does not read nothing is told.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let owner: Person
let stranger: Person
let id: number
beforeAll(async () => {
  world = await aWorld()
  const house = await world.aWorkspace('guide-fields')
  owner = house.owner
  stranger = (await world.aWorkspace('guide-fields-far')).owner
  const [made] = await world.does<{ id: number }>(
    owner,
    `select ((public.create_project($1, 'Guide', p_flavor => 'style_guide')).project).id as id`,
    [house.id],
  )
  id = Number(made?.id)
  await world.db.query(
    `insert into public.releases (project_id, branch_id, version, notes, commit_hash, analyzed_at)
     select p.id, p.default_branch_id, v, '', 'abcdef1', now() from public.projects p, unnest(array['1.9.0', '1.10.0']) v where p.id = $1`,
    [id],
  )
  await world.db.query(
    `insert into public.workspace_default_style_guides (workspace_id, project_id) values ($1, $2) on conflict do nothing`,
    [house.id, id],
  )
})
afterAll(() => world.end())

test('the newest release and whether it is a default one are told to who reads the project', async () => {
  const asked = (who: Caller) =>
    world.as(who, (ask) =>
      ask(
        // A row that the caller made up.
        `select public._latest_release(p) as release, public._is_default_style_guide(p) as is_default
         from jsonb_populate_record(null::public.projects, $1) p`,
        [JSON.stringify({ id })],
      ),
    )
  expect(await asked(owner)).toEqual([{ release: '1.10.0', is_default: true }])
  expect(await asked(stranger)).toEqual([{ release: null, is_default: false }])
})
