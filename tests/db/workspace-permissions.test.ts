// Every workspace permission of the matrix, for every role, a stranger and a visitor, through real tables and functions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import matrix from '../../supabase/functions/_shared/domain/permissions.json' with { type: 'json' }
import { type WorkspacePermission, workspaceRoles } from '../../supabase/functions/_shared/domain/roles.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

type Probe = (caller: Caller) => Promise<boolean>

let world: World
let workspaceId: number
let target: Person
let branchId: number
let requesterId: number
const callers = new Map<string, Caller>()
let probes: Partial<Record<WorkspacePermission, Probe>>

const works =
  (sql: string, values: () => unknown[] = () => [workspaceId]): Probe =>
  async (caller) => {
    const outcome = await world.attempt(caller, sql, values())
    return outcome.refused === null && outcome.count > 0
  }

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('matrix')
  workspaceId = workspace.id
  callers.set('owner', workspace.owner)
  for (const role of workspaceRoles.slice(1)) callers.set(role, await world.aMember(workspaceId, role))
  callers.set('stranger', (await world.aWorkspace('elsewhere')).owner)
  callers.set('anon', null)
  target = await world.aMember(workspaceId, 'viewer', 'target')
  branchId = await furnish()

  probes = {
    WorkspaceFullMember: works('select 1 where public.branch_node($1, $2) is not null', () => [
      branchId,
      'secret-op',
    ]),
    WorkspaceProjectsView: works("select 1 from public.projects where workspace_id = $1 and slug = 'listed'"),
    WorkspaceTeamsView: works('select 1 from public.teams where workspace_id = $1'),
    WorkspaceProjectsCreate: works("select public.create_project($1, 'Fresh')"),
    WorkspaceStyleGuideProjectsCreate: works(
      "select public.create_project($1, 'Rules', p_flavor => 'style_guide')",
    ),
    WorkspaceTeamCreate: works("select public.create_team($1, 'Fresh team')"),
    WorkspaceMembersRead: works(
      'select 1 from public.workspace_members where workspace_id = $1 and user_id = $2',
      () => [workspaceId, target.id],
    ),
    WorkspaceMembersInvite: works("select public.invite_member($1, 'somebody@example.org', 'guest')"),
    WorkspaceAutomationLogsView: works(
      'select 1 from public.task_logs where workspace_id = $1 and project_id is null',
    ),
    WorkspaceMembersPromote: works("select public.change_member_role($1, $2, 'maker')", () => [
      workspaceId,
      target.id,
    ]),
    WorkspaceMembersApprove: works(
      `select public.decide_join_requests($1, jsonb_build_array(jsonb_build_object('user_id', $2::bigint, 'action', 'deny')))`,
      () => [workspaceId, requesterId],
    ),
    WorkspaceIntegrationCreateUpdateDelete: works(
      "select public.create_integration($1, 'Our GitHub', 'github')",
    ),
    WorkspaceSettingsRead: works('select 1 from public.approved_domains where workspace_id = $1'),
    WorkspaceSettingsCreateUpdateDelete: works(
      'update public.workspaces set show_tryit = false where id = $1',
    ),
    WorkspaceEmailDomainCreateUpdateDelete: works(
      "insert into public.approved_domains (workspace_id, domain) values ($1, 'fresh.example')",
    ),
    WorkspaceOauthClientCreateUpdateDelete: works("select public.create_workspace_token($1, 'Fresh')"),
    WorkspaceActivityRead: works('select 1 from public.workspace_activity($1)'),
    WorkspaceGroupsCreate: works("select public.create_group($1, 'Fresh group')"),
    WorkspaceGlobalAdmin: works("select 1 from public.projects where workspace_id = $1 and slug = 'hidden'"),
    WorkspaceDelete: works('select public.cancel_workspace_deletion($1)'),
    WorkspaceBilling: works('select 1 from public.billing_accounts where workspace_id = $1'),
  }
})
afterAll(() => world.end())

/** Content that only a permission shows. Returns a branch with an internal node that anyone may read otherwise. */
async function furnish(): Promise<number> {
  const nobody = await world.aMember(workspaceId, 'maker', 'furnisher')
  const project = async (slug: string, visibility: string): Promise<{ id: string }> => {
    const { rows } = await world.db.query(
      'insert into public.projects (workspace_id, name, slug, visibility, creator_id) values ($1, $2, $2, $3, $4) returning id',
      [workspaceId, slug, visibility, nobody.id],
    )
    return rows[0]
  }
  await project('listed', 'internal')
  await project('hidden', 'private')
  const open = await project('open', 'public')
  const { rows } = await world.db.query(
    "insert into public.branches (project_id, name, slug, is_default, is_published) values ($1, 'main', 'main', true, true) returning id",
    [open.id],
  )
  const hash = Buffer.alloc(32, 1)
  await world.db.query(
    'insert into public.snapshots (workspace_id, hash, data, size) values ($1, $2, $3, 2)',
    [workspaceId, hash, '{}'],
  )
  const node = await world.db.query(
    "insert into public.nodes (project_id, uri, type) values ($1, '/x', 'http_operation') returning id",
    [open.id],
  )
  await world.db.query(
    `insert into public.branch_nodes (branch_id, node_id, workspace_id, project_id, uri, type, slug, name, is_internal, snapshot_hash)
     values ($1, $2, $3, $4, '/x', 'http_operation', 'secret-op', 'Secret', true, $5)`,
    [rows[0].id, node.rows[0].id, workspaceId, open.id, hash],
  )
  await world.db.query("insert into public.teams (workspace_id, name, slug) values ($1, 'Team', '')", [
    workspaceId,
  ])
  await world.db.query("insert into public.task_logs (task_id, workspace_id) values ('migrate', $1)", [
    workspaceId,
  ])
  await world.db.query(
    "insert into public.approved_domains (workspace_id, domain) values ($1, 'old.example')",
    [workspaceId],
  )
  await world.db.query(
    "insert into public.machine_principals (workspace_id, name, token_hash, token_prefix) values ($1, 'ci', $2, 'wm_ab')",
    [workspaceId, Buffer.alloc(32, 2)],
  )
  const requester = await world.aPerson('requester')
  requesterId = requester.id
  await world.db.query('insert into public.join_requests (workspace_id, user_id) values ($1, $2)', [
    workspaceId,
    requester.id,
  ])
  return Number(rows[0].id)
}

const permissions = Object.keys(matrix.workspace_permissions) as WorkspacePermission[]
const who = [...workspaceRoles, 'stranger', 'anon']

// The permissions whose tables or calls come with a later chapter are proved by the answer of my_permissions alone.
const withoutDoorYet: WorkspacePermission[] = [
  'WorkspaceExplorerView',
  'WorkspaceDefaultStyleGuidesCreate',
  // No role of people: workspace-tokens.test.ts proves what it reads.
  'WorkspaceProjectsExport',
]

// A locked workspace counts for its oldest owner alone; one that will be deleted works as before until then.
const states: [string, string, string][] = [
  ['open', 'select 1 where $1 > 0', 'select 1 where $1 > 0'],
  [
    'marked for deletion',
    "update public.workspaces set delete_at = now() + interval '1 day' where id = $1",
    'update public.workspaces set delete_at = null where id = $1',
  ],
  [
    'locked',
    "update public.workspaces set locked = true, lock_reason = 'failed_payment' where id = $1",
    'update public.workspaces set locked = false where id = $1',
  ],
]

describe.each(states)('in a workspace that is %s', (state, enter, leave) => {
  beforeAll(async () => {
    await world.db.query(enter, [workspaceId])
  })
  afterAll(async () => {
    await world.db.query(leave, [workspaceId])
  })

  describe.each(permissions)('%s', (permission) => {
    const roles: readonly string[] = matrix.workspace_permissions[permission]
    const isAllowed = (name: string) => roles.includes(name) && (state !== 'locked' || name === 'owner')

    test.each(who)(`is as the matrix says for %s`, async (name) => {
      const caller = callers.get(name) ?? null
      const listed = await world.attempt(caller, 'select permission from public.my_permissions($1)', [
        workspaceId,
      ])
      expect(listed.rows.some((row) => row.permission === permission)).toBe(isAllowed(name))

      const probe = probes[permission]
      expect(Boolean(probe)).toBe(!withoutDoorYet.includes(permission))
      if (probe) expect(await probe(caller)).toBe(isAllowed(name))
    })
  })
})

test('the tables hold exactly the matrix', async () => {
  const { rows } = await world.db.query(
    'select permission, role from public.workspace_role_permissions order by 1, 2',
  )
  const cells = permissions.flatMap((permission) =>
    matrix.workspace_permissions[permission].map((role) => ({ permission, role })),
  )
  const inOrder = (a: (typeof cells)[0], b: (typeof cells)[0]) =>
    a.permission < b.permission ? -1 : a.permission > b.permission ? 1 : a.role < b.role ? -1 : 1
  expect([...rows].sort(inOrder)).toEqual(cells.sort(inOrder))
})

test('a locked workspace is closed to everybody but its oldest owner', async () => {
  await world.db.query(
    "update public.workspaces set locked = true, lock_reason = 'failed_payment' where id = $1",
    [workspaceId],
  )
  try {
    for (const [name, caller] of callers) {
      const seen = await world.attempt(caller, 'select 1 from public.workspaces where id = $1', [workspaceId])
      const projects = await world.attempt(caller, 'select 1 from public.projects where workspace_id = $1', [
        workspaceId,
      ])
      expect([name, seen.count, projects.count > 0]).toEqual([
        name,
        name === 'owner' ? 1 : 0,
        name === 'owner',
      ])
    }
  } finally {
    await world.db.query('update public.workspaces set locked = false where id = $1', [workspaceId])
  }
})

test('a locked workspace stays open to its oldest owner, whoever that becomes, and opens again for all', async () => {
  const { id, owner } = await world.aWorkspace('locking')
  const second = await world.aMember(id, 'owner', 'second-owner')
  const maker = await world.aMember(id, 'maker', 'locked-maker')
  const whoSees = async () => {
    const seen = []
    for (const [name, person] of Object.entries({ owner, second, maker })) {
      const found = await world.attempt(person, 'select 1 from public.workspaces where id = $1', [id])
      if (found.count === 1) seen.push(name)
    }
    return seen
  }
  await world.db.query('update public.workspaces set locked = true where id = $1', [id])
  const newcomer = await world.aMember(id, 'admin', 'newcomer')
  expect(await whoSees()).toEqual(['owner'])
  expect((await world.attempt(newcomer, 'select 1 from public.workspaces where id = $1', [id])).count).toBe(0)
  await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
    id,
    owner.id,
  ])
  expect(await whoSees()).toEqual(['second'])
  await world.db.query('update public.workspaces set locked = false where id = $1', [id])
  expect(await whoSees()).toEqual(['second', 'maker'])
})

test('settings that a plan sells are turned on within the plan, and off without', async () => {
  const { id, owner } = await world.aWorkspace('frugal', 'free')
  const set = (change: string) =>
    world.attempt(owner, `update public.workspaces set ${change} where id = $1 returning id`, [id])
  const sold = [
    'hide_powered_by = true',
    "favicon_url = 'https://acme.example/f.ico'",
    `theme = '{"color-primary": "#000000"}'`,
    "google_tag_manager = 'GTM-A1B2'",
    "localizejs = 'abcdefgh12'",
    "redirects = '/a /b'",
  ]
  const { rows } = await world.db.query<{ id: string }>(
    "insert into public.projects (workspace_id, name, slug) values ($1, 'Plain', 'plain') returning id",
    [id],
  )
  const library = () =>
    world.attempt(owner, 'update public.projects set is_design_library = true where id = $1', [rows[0]?.id])
  for (const change of sold) expect([change, (await set(change)).refused]).toEqual([change, 'PT402'])
  expect((await library()).refused).toBe('PT402')
  expect((await set("name = 'Renamed', show_tryit = false")).refused).toBe(null)
  await world.db.query(
    'update public.workspaces set hide_powered_by = true, theme = \'{"color-primary": "#000000"}\' where id = $1',
    [id],
  )
  expect((await set("hide_powered_by = false, theme = '{}'")).refused).toBe(null)
  await world.db.query(
    "update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'pro_team') where workspace_id = $1",
    [id],
  )
  for (const change of sold) expect([change, (await set(change)).refused]).toEqual([change, null])
  expect((await library()).refused).toBe(null)
})
