// Merging proposals: who may, of which contents, and as which version.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'
import { aStudioProject } from './support/studio.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let project: { id: number; branchId: number }
let id: number

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('merging')
  maker = await world.aMember(house.id, 'maker')
})
afterAll(() => world.end())
beforeEach(async () => {
  await world.db.query('delete from private.throttle')
  project = await aStudioProject(world, house.id)
  await world.db.query(`update public.branches set content_hash = 'base' where id = $1`, [project.branchId])
  const { rows } = await world.db.query(
    `insert into public.branches (project_id, name, slug, content_hash, last_analyzed_at)
     values ($1, 'next', 'next', 'changed', now()) returning id`,
    [project.id],
  )
  id = Number(await world.answer(maker, 'create_proposal($1, $2)', [rows[0].id, 'Name it anew']))
  // As the worker leaves it: compared, without a conflict.
  await world.db.query(
    `with known as (
       insert into private.proposal_comparisons (proposal_id, content_hash, baseline_content_hash, is_known)
       values ($1, 'changed', 'base', true))
     insert into private.proposal_conflicts (proposal_id, content_hash, baseline_content_hash, files, conflicts, changed)
     values ($1, 'changed', 'base', '[]', 0, 1)`,
    [id],
  )
})

const release = ({ id, branchId }: { id: number; branchId: number }, version: string) =>
  world.db.query(
    'insert into public.releases (project_id, branch_id, version, analyzed_at) values ($1, $2, $3, now())',
    [id, branchId, version],
  )
const merge = (version: string | null, contents = ['changed', 'base']) =>
  world.said(house.owner, `merge_proposal($1, $2, $3, '{}', $4)`, [id, ...contents, version])

describe('a merge', () => {
  test('is of the two contents that were looked at', async () => {
    expect(await merge(null)).toBe('allowed')
    for (const contents of [
      ['older', 'base'],
      ['changed', 'older'],
    ])
      expect(await merge(null, contents)).toMatch(/changed since/)
  })

  test('becomes a version that its project does not have, whichever others have', async () => {
    await release(project, '1.0.0')
    await release(await aStudioProject(world, house.id), '1.1.0')
    expect(await merge('1.0.0')).toBe('This project has a release of this version already.')
    expect(await merge('1.1.0')).toBe('allowed')
    await world.answer(house.owner, `merge_proposal($1, 'changed', 'base', '{}', '1.1.0')`, [id])
    const { rows } = await world.db.query(
      `select o.status, m.version from public.proposals o join private.proposal_merges m on m.proposal_id = o.id where o.id = $1`,
      [id],
    )
    expect(rows).toEqual([{ status: 'merging', version: '1.1.0' }])
  })

  test('becomes the 1,000th release of its project, and not one more', async () => {
    await world.db.query(
      `insert into public.releases (project_id, branch_id, version, analyzed_at)
       select $1, $2, '0.0.' || n, now() from generate_series(1, 999) n`,
      [project.id, project.branchId],
    )
    expect(await merge('1.0.0')).toBe('allowed')
    await release(project, '0.1.0')
    expect(await merge('1.0.0')).toMatch(/1,?000/)
    expect(await merge(null)).toBe('allowed')
  })
})
