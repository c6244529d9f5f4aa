// Commits that people ask for in the Studio: what they may be called, and the branches that they make.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'
import { aStudioProject, open } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let project: { id: number; slug: string; branchId: number }

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('committing')
  maker = await world.aMember(house.id, 'maker')
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  project = await aStudioProject(world, house.id, { type: 'vcs', files: { 'a.md': 'a' } })
  await world.db.query(
    `with repository as (
       insert into public.project_repositories (project_id, workspace_id, remote_url_http, external_id, external_slug, external_org_slug, default_branch)
       values ($1, $2, 'https://github.com/a/b.git', $3, 'b', 'a', 'main')
     ), account as (
       insert into public.project_service_accounts (project_id, name, kind, username) values ($1, 'Robot', 'github', 'robot'))
     update public.branches set commit_hash = 'abcdef1' where id = $4`,
    [project.id, house.id, `R_${project.id}`, project.branchId],
  )
  await open(world, maker, project.slug)
})

/** Asks for a commit without documents, which begins a branch. */
const commit = (branch: string | null, message = 'Begin') =>
  world.said(maker, `commit_documents($1, $2, '{}', $3)`, [project.branchId, message, branch])

describe('a commit on a branch of its own', () => {
  const invalid = 'No branch can have this name.'

  test('has a branch of 1 to 100 letters, as branches have here', async () => {
    expect(await commit('x')).toBe('allowed')
    expect(await commit('x'.repeat(100))).toBe('allowed')
    expect(await commit('x'.repeat(101))).toBe(invalid)
    // Without a name it is no new branch, and without documents nothing then.
    expect(await commit(' ')).not.toBe('allowed')
  })

  test('has a branch that Git could have, and that is not there yet', async () => {
    expect(await commit('a..b')).toBe(invalid)
    expect(await commit('main')).not.toBe('allowed')
  })
})
