// What programs ask of documentation by GraphQL: the queries that the demo workspace's article shows.
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { fetchHost, sharedStack } from '../../support/stack.ts'
import { aWorkspace, type Person, sql, type Workspace } from '../support/people.ts'
import { aDocumentedProject, aProject, type Project } from '../support/projects.ts'

const stack = sharedStack()

interface Hit {
  name: string
  slug: string
  project_slug: string
  branch_slug: string
  type: string
}

let workspace: Workspace
let stranger: Person
let open: Project
let petUri: string
let ids: { workspace: string; project: string; branch: string }

/** What the answer holds of a query's one field; its errors where it has some. */
async function ask(query: string, variables: Record<string, unknown>, token?: string) {
  const answer = await fetchHost(stack, workspace.slug, '/graphql/v1', {
    method: 'POST',
    headers: {
      apikey: stack.anonKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = answer.json<{ data?: Record<string, unknown>; errors?: { message: string }[] }>()
  if (errors) return { errors }
  const [value] = Object.values(data ?? {})
  return { value: typeof value === 'string' ? (JSON.parse(value) as unknown) : value }
}
const names = ({ value }: { value?: unknown }) => (value as Hit[]).map(({ name }) => name)

beforeAll(async () => {
  workspace = await aWorkspace(stack)
  stranger = (await aWorkspace(stack)).owner
  open = await aDocumentedProject(stack, workspace, {
    visibility: 'public',
    slug: 'open-pets',
    name: 'Open pets',
  })
  await aDocumentedProject(stack, workspace, {
    visibility: 'internal',
    slug: 'inner-pets',
    name: 'Inner pets',
  })
  const [row] = await sql<{ workspace: string; project: string; branch: string }>(
    stack,
    `select w.id::text as workspace, p.id::text as project, p.default_branch_id::text as branch
     from public.workspaces w join public.projects p on p.workspace_id = w.id where w.slug = $1 and p.slug = $2`,
    [workspace.slug, open.slug],
  )
  if (!row) throw new Error('The project is not there')
  ids = row
  const [pet] = await sql<{ uri: string }>(
    stack,
    "select uri from public.branch_nodes where branch_id = $1 and name = 'Pet'",
    [ids.branch],
  )
  petUri = pet?.uri ?? ''
})

describe('SearchGraph', () => {
  const search = `query SearchGraph($w: BigInt!, $p: [BigInt], $s: String!, $t: [String], $b: String, $l: Int) {
    searchGraph(pWorkspaceId: $w, pProjectIds: $p, pSearch: $s, pSnapshotTypes: $t, pBranchSlug: $b, pLimit: $l)
  }`
  const of = (more: Record<string, unknown> = {}, token?: string) =>
    ask(search, { w: ids.workspace, s: 'pets', ...more }, token)

  it('finds what the caller reads, best first, and nothing else', async () => {
    const { token } = workspace.owner
    expect(names(await of({}, token)).filter((name) => name === 'List pets')).toHaveLength(2)
    for (const reader of [undefined, stranger.token]) {
      const found = (await of({}, reader)).value as Hit[]
      expect(new Set(found.map(({ project_slug }) => project_slug))).toEqual(new Set(['open-pets']))
      expect(found[0]).toMatchObject({ name: 'List pets', branch_slug: 'main', type: 'http_operation' })
      expect(names(await of({ s: 'kennels' }, reader))).toEqual([])
    }
    expect(names(await of({ s: 'kennels' }, token))).toContain('Reorganise the kennels')
  })

  it('stays within projects, types and a branch', async () => {
    const { token } = workspace.owner
    const within = (await of({ p: [ids.project], t: ['http_operation'], l: 500 }, token)).value as Hit[]
    expect(new Set(within.map(({ project_slug, type }) => `${project_slug} ${type}`))).toEqual(
      new Set(['open-pets http_operation']),
    )
    expect(names(await of({ b: 'no-such-branch' }, token))).toEqual([])
    expect(names(await of({ b: 'main', l: 1 }, token))).toHaveLength(1)
  })

  it('counts with all other searches, and refuses over REST, where nothing is counted', async () => {
    const { token, email } = workspace.owner
    const counted = async (hits: number) =>
      sql(
        stack,
        `insert into private.throttle (key, window_start, hits)
         select 'search:' || e.user_id, to_timestamp(floor(extract(epoch from now()) / 60) * 60) + make_interval(mins => n), $2
         from public.emails e cross join generate_series(0, 1) n where e.email = $1
         on conflict (key, window_start) do update set hits = excluded.hits`,
        [email, hits],
      )
    await counted(299)
    expect(await of({}, token)).toHaveProperty('value')
    expect(await of({}, token)).toEqual({
      errors: [expect.objectContaining({ message: 'Too many attempts. Please try again later.' })],
    })
    await counted(0)
    const overRest = await fetchHost(stack, workspace.slug, '/rest/v1/rpc/search_graph', {
      method: 'POST',
      headers: {
        apikey: stack.anonKey,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ p_workspace_id: ids.workspace, p_search: 'pets' }),
    })
    expect(overRest.status).toBe(400)
    expect(overRest.json<{ message: string }>().message).toContain('search_nodes')
  })

  it('answers nonsense with a list or an error, never a failure of the server', async () => {
    for (const text of ['', '\'"); drop table x; --', '((((', 'x'.repeat(5000), '\u0007'])
      expect(await of({ s: text })).toHaveProperty('value')
    expect(await of({ w: '999999999999' })).toEqual({ value: [] })
    expect(await of({ w: 'none' })).toHaveProperty('errors')
  })
})

it('SearchGraphStarred finds among one’s own stars, all of them without words', async () => {
  const starred = `query SearchGraphStarred($w: BigInt!, $s: String) {
    searchGraphStarred(pWorkspaceId: $w, pSearch: $s)
  }`
  const { token } = workspace.owner
  const of = (s: string, reader?: string) => ask(starred, { w: ids.workspace, s }, reader)
  expect(names(await of('', token))).toEqual([])
  await sql(
    stack,
    `insert into public.node_stars (user_id, node_id)
     select m.user_id, n.node_id from public.branch_nodes n, public.workspace_members m
     where n.branch_id = $1 and n.name = 'Pet' and m.workspace_id = $2 and m.role = 'owner'`,
    [ids.branch, ids.workspace],
  )
  expect(names(await of('', token))).toEqual(['Pet'])
  expect(names(await of('pe', token))).toEqual(['Pet'])
  expect(names(await of('kennels', token))).toEqual([])
  expect(names(await of('', stranger.token))).toEqual([])
  expect(names(await of(''))).toEqual([])
  const stars = await ask('{ nodeStarsCollection { edges { node { node { uri } } } } }', {}, token)
  expect(JSON.stringify(stars.value)).toContain('Pet')
})

describe('the graph of a branch', () => {
  it('is read node by node, by slug and by URI', async () => {
    const byUri = await ask(
      'query BranchNodeByUri($b: BigInt!, $u: String!) { branchNodeByUri(pBranchId: $b, pUri: $u) }',
      { b: ids.branch, u: petUri },
    )
    const { slug } = byUri.value as Hit
    const bySlug = await ask(
      'query BranchNode($b: BigInt!, $s: String!) { branchNode(pBranchId: $b, pSlug: $s) }',
      { b: ids.branch, s: slug },
    )
    expect(bySlug.value).toMatchObject({ uri: petUri, name: 'Pet', type: 'model' })
  })

  it('tells what refers to a node, and what changed', async () => {
    const edges = await ask(
      `query Edges($b: BigInt!, $u: String!) {
        branchNodeEdges(pBranchId: $b, pUri: $u, pDirection: "in", pDepth: 2)
      }`,
      { b: ids.branch, u: petUri },
    )
    expect(JSON.stringify(edges.value)).toContain('List pets')
    expect(JSON.stringify(edges.value)).not.toContain('kennels')
    const log = await ask('query Changelog($b: BigInt!) { branchChangelog(pBranchId: $b, pLimit: 50) }', {
      b: ids.branch,
    })
    expect(log.value).toMatchObject({ state: 'current' })
  })
})

it('style guides tell their newest release, and whether they are a default', async () => {
  const guide = await aProject(stack, workspace, { name: 'House rules', flavor: 'style_guide' })
  const id = decodeId('prj', guide.id)
  await sql(
    stack,
    `with released as (
       insert into public.releases (project_id, branch_id, version, analyzed_at)
       select $1, b.id, v, now() from public.branches b, unnest(array['1.9.0', '1.10.0']) v where b.project_id = $1 and b.is_default)
     insert into public.workspace_default_style_guides (workspace_id, project_id) select workspace_id, id from public.projects where id = $1`,
    [id],
  )
  const guides = `query StyleGuides($w: BigInt!) {
    projectsCollection(filter: { workspaceId: { eq: $w }, flavor: { eq: "style_guide" } }, first: 50) {
      edges { node { slug latestRelease isDefaultStyleGuide } }
    }
  }`
  const of = (token?: string) => ask(guides, { w: ids.workspace }, token)
  expect(await of(workspace.owner.token)).toEqual({
    value: { edges: [{ node: { slug: 'house-rules', latestRelease: '1.10.0', isDefaultStyleGuide: true } }] },
  })
  expect(await of(stranger.token)).toEqual({ value: { edges: [] } })
})
