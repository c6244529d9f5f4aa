// What is internal within a node that others read: whoever would see the node if it were internal as a whole sees it,
// by whichever call.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, aWorld, type Person, type World } from './support/people.ts'

let world: World
let host: number
let branch: number
let share: string
const readers: Record<string, { person: Person | null; headers?: () => Record<string, string> }> = {}
const token = { grant: '' }

beforeAll(async () => {
  world = await aWorld()
  const { id, owner } = await world.aWorkspace('parts')
  host = id
  const project = await one(
    "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Open', 'open', 'public') returning id",
    [host],
  )
  branch = await one(
    "insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, 'main', 'main', true, true) returning id",
    [project],
  )
  for (const text of ['whole', 'outside'])
    await world.db.query(
      `insert into public.snapshots (workspace_id, hash, data, size)
       values ($1, sha256(convert_to($2, 'UTF8')), json_build_object($2::text, true), 2)`,
      [host, text],
    )
  for (const [slug, hasParts, outside] of [
    ['plain', false, null],
    ['parted', true, 'outside'],
    ['unknown', true, null],
  ])
    await world.db.query(
      `with node as (insert into public.nodes (project_id, uri, type) values ($2, '/' || $4, 'http_operation') returning id)
       insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, method, path, snapshot_hash, search,
         has_internal_parts, external_snapshot_hash, external_search)
       select $1, node.id, $3, $2, '/' || $4, 'http_operation', $4, 'Lamp ' || $4, 'get', '/lamps', sha256('whole'),
         to_tsvector('simple', 'seen') || to_tsvector('simple', 'sekretword'),
         $5, sha256(convert_to($6, 'UTF8')), case when $6::text is not null then to_tsvector('simple', 'seen') end
       from node`,
      [branch, project, host, slug, hasParts, outside],
    )
  await world.db.query(
    `insert into public.node_edges (branch_id, from_uri, to_uri, type, to_path, is_internal)
     values ($1, '/parted', '/plain', 'ref', '/seen', false), ($1, '/parted', '/unknown', 'ref', '/sekret', true)`,
    [branch],
  )
  const made = await world.answer<{ access_token: string }>(owner, 'create_workspace_token($1, $2)', [
    host,
    'CI',
  ])
  const exchanged = await world.db.query('select public.svc_workspace_token($1) as given', [
    made.access_token,
  ])
  token.grant = exchanged.rows[0].given.grant
  const shared = await world.answer<{ token: string }>(owner, 'share_branch($1, true)', [branch])
  share = shared.token
  Object.assign(readers, {
    visitor: { person: null },
    'visitor with a link': { person: null, headers: () => ({ 'x-waymark-share': share }) },
    stranger: { person: (await world.aWorkspace('elsewhere')).owner },
    guest: { person: await world.aMember(host, 'guest') },
    viewer: { person: await world.aMember(host, 'viewer') },
    owner: { person: owner },
    'workspace token': { person: null, headers: () => ({ 'x-waymark-grant': token.grant }) },
  })
})
afterAll(() => world.end())

async function one(sql: string, values: unknown[]): Promise<number> {
  const { rows } = await world.db.query(sql, values)
  return Number(rows[0].id)
}

async function by<T>(name: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { person, headers } = readers[name] ?? { person: null }
  return world.as(person, async (ask) => {
    await ask("select set_config('request.headers', $1, true)", [JSON.stringify(headers?.() ?? {})])
    return work(ask)
  })
}

const head = { method: 'get', path: '/lamps' }
const whole = { whole: true }
const [inside, outside] = [
  ['viewer', 'owner', 'workspace token'],
  ['visitor', 'visitor with a link', 'stranger', 'guest'],
]

describe.each([
  ...inside.map((who) => ({ who, data: { plain: whole, parted: whole, unknown: whole }, isInside: true })),
  // What no analysis has looked at since is kept back.
  ...outside.map((who) => ({
    who,
    data: { plain: whole, parted: { outside: true }, unknown: head },
    isInside: false,
  })),
])('a $who', ({ who, data, isInside }) => {
  test.each([
    ['by its slug', 'select public.branch_node($1, $2) as node'],
    ['by its uri', "select public.branch_node_by_uri($1, '/' || $2) as node"],
    [
      'with the page',
      "select public.docs_page('parts', 'open', 'main', $2) -> 'node' as node where $1::bigint is not null",
    ],
  ])('reads a node %s', async (_, sql) => {
    const found: Record<string, unknown> = {}
    for (const slug of Object.keys(data)) {
      const [row] = await by(who, (ask) => ask<{ node: { data: unknown } | null }>(sql, [branch, slug]))
      found[slug] = row?.node?.data
    }
    expect(found).toEqual(data)
  })

  test('finds nodes by words that they see', async () => {
    const found = (word: string) =>
      by(who, async (ask) => {
        const rows = await ask<{ slug: string }>('select slug from public.search_nodes($1, $2)', [host, word])
        return rows.map(({ slug }) => slug).sort()
      })
    const all = ['parted', 'plain', 'unknown']
    // A link opens a branch to be read, and this one is public as well.
    expect(await found('seen')).toEqual(isInside ? all : ['parted', 'plain'])
    expect(await found('sekretword')).toEqual(isInside ? all : ['plain'])
    expect(await found('lamp')).toEqual(all)
  })

  test('sees where nodes refer to one another', async () => {
    const rows = await by(who, (ask) =>
      ask<{ to_path: string }>(
        'select to_path from public.node_edges where branch_id = $1 order by to_path',
        [branch],
      ),
    )
    expect(rows.map(({ to_path }) => to_path)).toEqual(isInside ? ['/seen', '/sekret'] : ['/seen'])
  })

  test('reads neither snapshots nor what they are called by', async () => {
    for (const column of ['external_snapshot_hash', 'external_search', 'snapshot_hash', 'search'])
      await expect(by(who, (ask) => ask(`select ${column} from public.branch_nodes`))).rejects.toMatchObject({
        code: '42501',
      })
    expect(await by(who, (ask) => ask('select 1 from public.snapshots').catch(() => []))).toEqual([])
  })
})

test('the place of a hit says nothing of internal words', async () => {
  const ranks = (word: string) =>
    world.as(null, (ask) =>
      ask<{ slug: string; rank: number }>(
        "select slug, rank from public.search_nodes($1, $2) where slug = 'parted'",
        [host, `GET /lamps ${word}`],
      ),
    )
  const [hit] = await ranks('sekretword')
  expect(hit).toBeDefined()
  expect([hit]).toEqual(await ranks('sekretwxyz'))
})
