// What mock servers ask of a branch: for who reads it, of what they are shown, where the plan has mock servers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let viewer: Person
let stranger: Person
let branch: number
let count = 0

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('mocked')
  viewer = await world.aMember(house.id, 'viewer')
  stranger = (await world.aWorkspace('mocked-elsewhere')).owner
  await world.db.query(
    `insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('mocked'), '{"id": 1}', 2)`,
    [house.id],
  )
})
afterAll(() => world.end())

const one = async (sql: string, values: unknown[]) => Number((await world.db.query(sql, values)).rows[0].id)
/** Nodes of a branch; where they are not said otherwise they are operations that anybody may see. */
async function nodes(on: number, described: Record<string, string>[]) {
  for (const [position, { slug = '', parent_uri = null, ...more }] of described.entries()) {
    const columns = { type: 'http_operation', method: 'get', path: `/${slug}`, is_internal: 'false', ...more }
    await world.db.query(
      `with node as (
         insert into public.nodes (project_id, uri, type) select b.project_id, '/' || $2, $3 from public.branches b where b.id = $1 returning *)
       insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, search,
         method, path, is_internal, position, parent_uri)
       select $1, node.id, $4, node.project_id, node.uri, $3, $2, $2, sha256('mocked'), '', nullif($5, ''), nullif($6, ''), $7, $8, $9 from node`,
      [
        on,
        slug,
        columns.type,
        house.id,
        columns.method,
        columns.path,
        columns.is_internal === 'true',
        position,
        parent_uri,
      ],
    )
  }
}

beforeEach(async () => {
  const project = await one(
    `insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, 'public') returning id`,
    [house.id, `mocked-${++count}`],
  )
  branch = await one(
    `insert into public.branches (project_id, name, slug, is_default, is_published, last_analyzed_at)
     values ($1, 'main', 'main', true, true, '2026-01-01') returning id`,
    [project],
  )
  await nodes(branch, [
    { slug: 'api', type: 'http_service', method: '', path: '' },
    { slug: 'list', parent_uri: '/api' },
    { slug: 'inner', is_internal: 'true' },
    { slug: 'hook', method: '', path: '/hook' },
    { slug: 'loose', path: '' },
    { slug: 'called', type: 'http_callback' },
  ])
})

const answered = async <T>(who: Person | null, call: string, values: unknown[]): Promise<T | null> =>
  (await world.does<{ answer: T | null }>(who, `select public.${call} as answer`, values))[0]?.answer ?? null
interface Operation {
  branch_id: number
  version: string
  digest: string | null
  data: string | null
}
const operation = (who: Person | null, uri: string, known: string | null = null, slug = 'main') =>
  answered<Operation>(who, 'mock_operation($1, $2, $5, $3, $4)', [
    'MOCKED',
    `mocked-${count}`,
    uri,
    known,
    slug,
  ])
type Route = [method: string, path: string, uri: string, api: string | null]
const routes = async (who: Person | null, of = branch) => {
  const found = await answered<Route[]>(who, 'mock_routes($1)', [of])
  return found?.map(([, , uri]) => uri) ?? null
}

const hidesProject = () =>
  world.db.query(
    "update public.projects p set visibility = 'private' from public.branches b where b.project_id = p.id and b.id = $1",
    [branch],
  )
/** Hides an operation by an override, as editors do. */
const hides = (uri: string) =>
  world.does(
    house.owner,
    `select public.set_override(b.project_id, $2, '{"is_hidden": true}') from public.branches b where b.id = $1`,
    [branch, uri],
  )

describe('the routes of a mock server', () => {
  test('are the operations that have a method and a path, in order, with their API', async () => {
    await world.db.query(
      "update public.branch_nodes set position = 9 where branch_id = $1 and uri = '/list'",
      [branch],
    )
    const all = await answered<Route[]>(house.owner, 'mock_routes($1)', [branch])
    const { rows } = await world.db.query(
      "select stable_id from public.branch_nodes where branch_id = $1 and uri = '/api'",
      [branch],
    )
    expect(all).toEqual([
      ['get', '/inner', '/inner', null],
      ['get', '/list', '/list', rows[0].stable_id],
    ])
  })

  test('are those of this branch alone, with the API as it is there', async () => {
    const other = await one(
      `insert into public.branches (project_id, name, slug) select b.project_id, 'next', 'next' from public.branches b where b.id = $1 returning id`,
      [branch],
    )
    await world.db.query(
      `insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, search, method, path, parent_uri)
       select $2, n.node_id, n.workspace_id, n.project_id, n.uri, n.type, n.slug, n.name, n.snapshot_hash, '', n.method, n.path, n.parent_uri
       from public.branch_nodes n where n.branch_id = $1 and n.uri in ('/list', '/api')`,
      [branch, other],
    )
    expect([await routes(house.owner, other), await routes(house.owner)]).toEqual([
      ['/list'],
      ['/list', '/inner'],
    ])
  })

  test('leave out what the caller is not shown', async () => {
    await hides('/list')
    expect([await routes(house.owner), await routes(viewer), await routes(null)]).toEqual([
      ['/list', '/inner'],
      ['/inner'],
      [],
    ])
  })

  test('are nobody’s who does not read the branch', async () => {
    await hidesProject()
    expect([await routes(house.owner), await routes(stranger), await routes(null)]).toEqual([
      ['/list', '/inner'],
      null,
      null,
    ])
  })
})

describe('an operation for a mock server', () => {
  test('comes once: who knows its digest gets no data again', async () => {
    const first = await operation(null, '/list')
    expect(first).toMatchObject({ branch_id: branch, data: expect.stringContaining('"/list"') })
    const again = await operation(null, '/list', first?.digest)
    expect(again).toEqual({ ...first, data: null })
    expect(await operation(null, '/list', 'another')).toEqual(first)
  })

  test('is one that the caller is shown, and an operation', async () => {
    const found = async (who: Person | null) => {
      const shown = []
      for (const uri of ['/list', '/inner', '/api', '/called'])
        if ((await operation(who, uri))?.data) shown.push(uri)
      return shown
    }
    expect([await found(viewer), await found(null)]).toEqual([['/list', '/inner'], ['/list']])
    await hides('/list')
    expect([await found(house.owner), await found(viewer)]).toEqual([['/list', '/inner'], ['/inner']])
  })

  test('is of the branch that the address names', async () => {
    expect(await operation(house.owner, '/list', null, 'next')).toBeNull()
    await one(
      `insert into public.branches (project_id, name, slug) select b.project_id, 'next', 'next' from public.branches b where b.id = $1 returning id`,
      [branch],
    )
    expect(await operation(house.owner, '/list', null, 'next')).toMatchObject({ data: null, digest: null })
  })

  test('has another version once the branch is analysed anew or something is hidden, and for who sees other routes', async () => {
    const version = async (who: Person | null) => (await operation(who, '/list'))?.version
    const before = await version(null)
    expect(await version(viewer)).not.toBe(before)
    await hides('/inner')
    const hidden = await version(null)
    await world.db.query("update public.branches set last_analyzed_at = '2026-01-02' where id = $1", [branch])
    expect(new Set([before, hidden, await version(null)]).size).toBe(3)
  })

  test('is nobody’s who does not read the branch', async () => {
    await hidesProject()
    expect([await operation(null, '/list'), await operation(stranger, '/list')]).toEqual([null, null])
  })
})

test('mock servers are a feature of the plan', async () => {
  const small = await world.aWorkspace('mocked-free', 'free')
  const project = await one(
    `insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Small', 'small', 'public') returning id`,
    [small.id],
  )
  const main = await one(
    `insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, 'main', 'main', true, true) returning id`,
    [project],
  )
  const calls = [
    await world.attempt(small.owner, 'select public.mock_routes($1)', [main]),
    await world.attempt(small.owner, "select public.mock_operation('mocked-free', 'small', 'main', '/x')"),
  ]
  expect(calls.map(({ refused }) => refused)).toEqual(['PT402', 'PT402'])
})
