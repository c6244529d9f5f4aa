// What waivers cost whose nodes were renamed: who writes the content decides how many nodes say the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('names-of-waivers')
})
afterAll(() => world.end())

const write = async (sql: string, values: unknown[] = []) => (await world.db.query(sql, values)).rows

interface Place {
  project: number
  branch: number
}

async function aProject(name: string): Promise<Place> {
  const [row] = await world.does<{ made: { project: { id: number }; branch: { id: number } } }>(
    house.owner,
    `select to_jsonb(public.create_project($1, $2, p_visibility => 'internal')) as made`,
    [house.id, name],
  )
  if (!row) throw new Error('No project was made.')
  const place = { project: row.made.project.id, branch: row.made.branch.id }
  await write(
    `insert into public.branch_lints (branch_id, project_id, workspace_id, linted_at, content_hash, guide_hash, guide)
     values ($1, $2, $3, now() - interval '1 hour', 'x', 'x', 'own')`,
    [place.branch, place.project, house.id],
  )
  return place
}

/** Nodes of a branch called `/s1`, `/s2` and so on. */
async function nodes({ project, branch }: Place, count: number): Promise<void> {
  await write(
    `insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('x'), '{}', 2) on conflict do nothing`,
    [house.id],
  )
  await write(
    `with made as (
       insert into public.nodes (project_id, uri, type) select $1, '/s' || g, 'model' from generate_series(1, $4::int) g returning id, uri)
     insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, stable_id)
     select $2, id, $3, $1, uri, 'model', 's' || id, 'S', sha256('x'), uri from made`,
    [project, branch, house.id, count],
  )
}

/** Waivers of violations of nodes `/old1`, `/old2` and so on that are gone, all of which said the same. */
async function waived({ project, branch }: Place, count: number, names: string[] = []): Promise<void> {
  await write(
    `with made as (
       insert into public.finding_waivers (project_id, workspace_id, rule, anchor, also_anchors, place, file, reason, owner_id, expires_on)
       select $1, $3, 'named', 'id:/old' || g, $6, '', 'old.yaml', 'Not ours.', $5, current_date + 30
       from generate_series(1, $4::int) g returning id, anchor)
     insert into public.findings (branch_id, project_id, workspace_id, rule, severity, message, file, pointer, start_line, start_column,
       end_line, end_column, anchor, place, same_key, fingerprint, waiver_id, node_digest, found_at)
     select $2, $1, $3, 'named', 'warn', 'It is so.', 'old.yaml', '/old', 1, 1, 1, 2, anchor, '', sha256('a'), int4send(id::int), id,
       sha256('alike'), now() - interval '1 day' from made`,
    [project, branch, house.id, count, house.owner.id, names],
  )
}

/** What a lint finds at `/s1`, `/s2` and so on, which say the same. */
async function found({ project, branch }: Place, count: number): Promise<void> {
  await write(
    `insert into public.findings (branch_id, project_id, workspace_id, rule, severity, message, file, pointer, start_line, start_column,
       end_line, end_column, node_uri, anchor, place, same_key, fingerprint, node_digest)
     select $2, $1, $3, 'named', 'warn', 'It is so.', 'api.yaml', '/new' || g, 1, 1, 1, 2, '/s' || g, 'id:/s' || g, '', sha256('b'),
       int4send(1000000 + g), sha256('alike') from generate_series(1, $4::int) g`,
    [project, branch, house.id, count],
  )
}

/** A lint looks where the nodes of waivers went, and may take ten seconds for it. */
async function follow({ branch }: Place, work: () => Promise<void>): Promise<void> {
  await write('begin')
  await work()
  await write('analyze public.findings, public.finding_waivers, public.branch_nodes')
  await write(`set local statement_timeout = '10s'`)
  await write('select private.follow_renamed_nodes($1)', [branch])
  await write('commit')
}

const namesOf = async ({ project }: Place): Promise<string[][]> =>
  (
    await write('select also_anchors from public.finding_waivers where project_id = $1 order by id', [
      project,
    ])
  ).map(({ also_anchors }) => also_anchors)

test('many that say the same are told apart within the time of a lint, and none is followed', async () => {
  const place = await aProject('Alike')
  await waived(place, 50)
  await follow(place, async () => {
    await nodes(place, 5000)
    await found(place, 1000)
  })
  expect((await namesOf(place)).flat()).toEqual([])
})

test('waivers of many names are laid over many violations within the time of a call', async () => {
  const place = await aProject('Laid')
  await waived(
    place,
    500,
    Array.from({ length: 48 }, (_, index) => `id:/other${index}`),
  )
  await found(place, 4000)
  await write('begin')
  await write(`set local statement_timeout = '2s'`)
  await write('select private.apply_waivers($1)', [place.branch])
  await write('commit')
  const [row] = await write(
    'select count(waiver_id)::int as waived from public.findings where branch_id = $1',
    [place.branch],
  )
  expect(row?.waived).toBe(500)
})

test('of fifty names the one that the default branch has stays', async () => {
  const place = await aProject('Fifty')
  await nodes(place, 1)
  const others = Array.from({ length: 49 }, (_, index) => `id:/other${index}`)
  await waived(place, 1, ['id:/s1', ...others])
  const [next] = await write(
    `insert into public.branches (project_id, name, slug, content_hash) values ($1, 'next', 'next', 'two') returning id`,
    [place.project],
  )
  const branch = { ...place, branch: Number(next?.id) }
  await write('update public.findings set branch_id = $2 where branch_id = $1', [place.branch, branch.branch])
  await write(
    `insert into public.branch_lints (branch_id, project_id, workspace_id, linted_at, content_hash, guide_hash, guide)
     values ($1, $2, $3, now() - interval '1 hour', 'x', 'x', 'own')`,
    [branch.branch, place.project, house.id],
  )
  await follow(branch, async () => {
    await write(
      `with made as (insert into public.nodes (project_id, uri, type) values ($1, '/s2', 'model') returning id, uri)
       insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, stable_id)
       select $2, id, $3, $1, uri, 'model', 's2', 'S', sha256('x'), uri from made`,
      [place.project, branch.branch, house.id],
    )
    await write(
      `insert into public.findings (branch_id, project_id, workspace_id, rule, severity, message, file, pointer, start_line, start_column,
         end_line, end_column, node_uri, anchor, place, same_key, fingerprint, node_digest)
       values ($1, $2, $3, 'named', 'warn', 'It is so.', 'api.yaml', '/new', 1, 1, 1, 2, '/s2', 'id:/s2', '', sha256('b'), int4send(7), sha256('alike'))`,
      [branch.branch, place.project, house.id],
    )
  })
  const [names] = await namesOf(place)
  expect(names).toHaveLength(50)
  expect(names?.[0]).toBe('id:/s1')
  expect(names?.at(-1)).toBe('id:/s2')
})
