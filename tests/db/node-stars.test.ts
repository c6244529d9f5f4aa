// Stars of nodes: one's own, of what one reads.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let owner: Person
let viewer: Person
let stranger: Person
let nodes: Record<'shown' | 'internal', number>

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('stars')
  owner = workspace.owner
  viewer = await world.aMember(workspace.id, 'guest')
  stranger = (await world.aWorkspace('stars-elsewhere')).owner
  const { rows } = await world.db.query(
    `with project as (
       insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Open', 'open', 'public') returning id, workspace_id
     ), branch as (
       insert into public.branches (project_id, name, slug, is_default, is_published)
       select id, 'main', 'main', true, true from project returning id, project_id
     ), node as (
       insert into public.nodes (project_id, uri, type) select id, uri, 'model' from project, unnest(array['/shown', '/internal']) uri
       returning id, uri, project_id
     ), snapshot as (
       insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('x'), '{}', 2) returning hash
     ), placed as (
       insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, is_internal, snapshot_hash)
       select branch.id, node.id, $1, node.project_id, node.uri, 'model', 'slug-of' || node.id, 'Node', node.uri = '/internal', snapshot.hash
       from branch, node, snapshot
     ) select id::integer, uri from node`,
    [workspace.id],
  )
  const idOf = (uri: string) => rows.find((row) => row.uri === uri)?.id as number
  nodes = { shown: idOf('/shown'), internal: idOf('/internal') }
})
afterAll(() => world.end())

const star = async (person: Person, nodeId: number, as = person) =>
  (
    await world.attempt(person, 'insert into public.node_stars (node_id, user_id) values ($1, $2)', [
      nodeId,
      as.id,
    ])
  ).refused

test('people star what they read, as themselves', async () => {
  expect(await star(owner, nodes.internal)).toBe(null)
  expect(await star(stranger, nodes.shown)).toBe(null)
  for (const other of [viewer, stranger]) expect(await star(other, nodes.internal)).toBe('42501')
  expect(await star(stranger, nodes.shown, owner)).toBe('42501')
})

test('a star is seen and taken back by who gave it, while they read the node', async () => {
  const [seen, left] = await world.as(owner, async (ask) => {
    await ask('insert into public.node_stars (node_id, user_id) values ($1, $2)', [nodes.shown, owner.id])
    const mine = await ask('select node_id::integer from public.node_stars')
    await ask('delete from public.node_stars where node_id = $1', [nodes.shown])
    return [mine, await ask('select node_id::integer from public.node_stars')]
  })
  expect([seen, left]).toEqual([[{ node_id: nodes.shown }], []])
  await world.db.query(
    'insert into public.node_stars (node_id, user_id) values ($1, $2), ($3, $4), ($1, $5)',
    [nodes.shown, owner.id, nodes.internal, stranger.id, viewer.id],
  )
  const mine = await world.as(stranger, (ask) => ask('select node_id::integer from public.node_stars'))
  expect(mine).toEqual([])
})
