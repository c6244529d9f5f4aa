// Who reads a node is said twice: policies test sets, functions ask private.branches_read and private.shows_node. For every
// caller and every kind of node both must say the same (decision 536).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld, type Caller, type World } from './support/people.ts'

const visibilities = ['private', 'internal', 'public']
const types = ['article', 'http_operation', 'model']

let world: World
let workspaceId: number
let grant: string
const callers = new Map<string, Caller>()

beforeAll(async () => {
  world = await aWorld()
  const house = await world.aWorkspace('node-readers')
  workspaceId = house.id
  callers.set('the owner', house.owner)
  callers.set('a maker', await world.aMember(house.id, 'maker'))
  callers.set('a viewer', await world.aMember(house.id, 'viewer'))
  callers.set('a guest', await world.aMember(house.id, 'guest'))
  const given = await world.aMember(house.id, 'guest', 'given-node-readers')
  callers.set('a guest who was given the projects', given)
  const editor = await world.aMember(house.id, 'maker', 'editor-node-readers')
  callers.set('an editor of the projects', editor)
  callers.set('somebody of another workspace', (await world.aWorkspace('node-readers-else')).owner)
  callers.set('a visitor', null)
  callers.set('a workspace token', null)
  await world.db.query(
    `insert into public.snapshots (workspace_id, hash, data, size) values ($1, sha256('node'), '{}', 2)`,
    [workspaceId],
  )
  for (const visibility of visibilities) await furnish(visibility, given.id, editor.id)
  await world.db.query(
    `insert into public.machine_principals (workspace_id, name, token_hash, token_prefix)
     values ($1, 'reader', extensions.digest('node-readers', 'sha256'), 'wmk_')`,
    [workspaceId],
  )
  const exchanged = await world.db.query(
    `select public.svc_workspace_token('node-readers') ->> 'grant' as grant`,
  )
  grant = exchanged.rows[0].grant
})
afterAll(() => world.end())

/** A project with a branch that is published and one that is not, each with every kind of node. */
async function furnish(visibility: string, guestId: number, editorId: number) {
  const one = async (sql: string, values: unknown[]) => Number((await world.db.query(sql, values)).rows[0].id)
  const project = await one(
    'insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, $2) returning id',
    [workspaceId, visibility],
  )
  await world.db.query(
    `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'guest'), ($1, $3, 'editor')`,
    [project, guestId, editorId],
  )
  for (const slug of ['published', 'draft']) {
    const branch = await one(
      `insert into public.branches (project_id, name, slug, is_published) values ($1, $2, $2, $2 = 'published') returning id`,
      [project, slug],
    )
    await world.db.query(
      `with kinds as (
         select type, is_internal, is_hidden, format('/%s/%s/%s/%s', $4::text, type, is_internal, is_hidden) as uri
         from unnest($5::text[]) type, unnest(array[true, false]) is_internal, unnest(array[true, false]) is_hidden
       ), made as (
         insert into public.nodes (project_id, uri, type) select $2, uri, type from kinds returning id, uri
       )
       insert into public.branch_nodes
         (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, snapshot_hash, search, is_internal, is_hidden)
       select $1, m.id, $3, $2, k.uri, k.type, 'n' || m.id, k.uri, sha256('node'), '', k.is_internal, k.is_hidden
       from kinds k join made m on m.uri = k.uri`,
      [branch, project, workspaceId, slug, types],
    )
  }
}

/** The nodes that somebody reads by the policies, and by the functions. */
async function readBy(who: string) {
  return world.as(callers.get(who) ?? null, async (ask) => {
    const headers = who === 'a workspace token' ? { 'x-waymark-grant': grant } : {}
    await ask(`select set_config('request.headers', $1, true)`, [JSON.stringify(headers)])
    const names = (rows: Record<string, unknown>[]) => rows.map(({ name }) => name)
    const select = `select p.visibility || n.uri as name from public.branch_nodes n join public.branches b on b.id = n.branch_id
      join public.projects p on p.id = n.project_id`
    const byPolicies = await ask(`${select} order by name`)
    await ask('reset role')
    const byFunctions = await ask(
      `${select} where private.can_read_branch(n.branch_id) and private.shows_node(n) order by name`,
    )
    return { byPolicies: names(byPolicies), byFunctions: names(byFunctions) }
  })
}

test.each([
  ['the owner', 72],
  ['a maker', 48],
  ['a viewer', 12],
  ['a guest', 3],
  ['a guest who was given the projects', 9],
  ['an editor of the projects', 72],
  ['somebody of another workspace', 3],
  ['a visitor', 3],
  ['a workspace token', 25],
] as const)('%s reads the same nodes by policies and by functions', async (who, count) => {
  const { byPolicies, byFunctions } = await readBy(who)
  expect(byPolicies).toEqual(byFunctions)
  expect(byPolicies).toHaveLength(count)
})
