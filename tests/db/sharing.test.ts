// Sharing a project: who is listed and why, roles up to one's own, teams, invitations, ownership.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let workspaceId: number
let wsOwner: Person
let projectOwner: Person
let editor: Person
let viewerOf: Person
let outsider: Person
let wsViewer: Person
let wsGuest: Person
let stranger: Person
let projectId: number
let teamId: number

beforeAll(async () => {
  world = await aWorld()
  const workspace = await world.aWorkspace('sharing')
  workspaceId = workspace.id
  wsOwner = workspace.owner
  projectOwner = await world.aMember(workspaceId, 'maker', 'project-owner')
  editor = await world.aMember(workspaceId, 'maker', 'editor')
  viewerOf = await world.aMember(workspaceId, 'maker', 'viewer-of')
  outsider = await world.aMember(workspaceId, 'maker', 'outsider')
  wsViewer = await world.aMember(workspaceId, 'viewer', 'ws-viewer')
  wsGuest = await world.aMember(workspaceId, 'guest', 'ws-guest')
  stranger = (await world.aWorkspace('sharing-elsewhere')).owner
  const insert = async (sql: string, values: unknown[]) =>
    Number((await world.db.query(sql, values)).rows[0].id)
  projectId = await insert(
    "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Shared', 'shared', 'private') returning id",
    [workspaceId],
  )
  teamId = await insert(
    "insert into public.teams (workspace_id, name, slug) values ($1, 'Readers', '') returning id",
    [workspaceId],
  )
  await world.db.query(
    `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner'), ($1, $3, 'editor'), ($1, $4, 'viewer')`,
    [projectId, projectOwner.id, editor.id, viewerOf.id],
  )
  await world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2), ($1, $3)', [
    teamId,
    wsViewer.id,
    editor.id,
  ])
})
afterAll(() => world.end())

const answer = async <T = Record<string, unknown>>(
  caller: Person | null,
  call: string,
  values: unknown[],
) => {
  const outcome = await world.attempt(
    caller,
    `select to_jsonb(answer) as answer from public.${call} answer`,
    values,
  )
  return (outcome.refused ?? outcome.rows[0]?.answer) as T
}

interface AccessList {
  items: Record<string, unknown>[]
  total: number
  invitations: unknown[]
  everyone: { workspace_role: string; role: string; count: number; explanation: string }[]
}

test('everybody with access is listed with the reason', async () => {
  const list = await world.as(projectOwner, async (ask) => {
    await ask("select public.set_project_team($1, $2, 'editor')", [projectId, teamId])
    await ask("select public.add_project_member($1, 'invited@example.org', 'viewer')", [projectId])
    const [row] = await ask<{ answer: AccessList }>(
      'select to_jsonb(public.project_access_list($1)) as answer',
      [projectId],
    )
    return row?.answer
  })
  expect(
    list?.items.map((item) => [
      item.user_id,
      item.role,
      item.effective_role,
      item.explanation,
      item.may_change,
      item.may_remove,
    ]),
  ).toEqual([
    [projectOwner.id, 'owner', 'owner', 'owner, because the project belongs to them', false, false],
    [editor.id, 'editor', 'editor', 'editor, because the project was shared by name', true, true],
    [viewerOf.id, 'viewer', 'viewer', 'viewer, because the project was shared by name', true, true],
    [
      wsViewer.id,
      null,
      'viewer',
      'viewer, because of the team Readers (not editor: workspace viewers are read-only)',
      true,
      false,
    ],
  ])
  expect(list?.invitations).toMatchObject([{ email: 'invited@example.org', role: 'viewer' }])
  expect(list?.everyone).toEqual([
    {
      workspace_role: 'owner',
      role: 'workspace_global_admin',
      count: 1,
      explanation: 'admin, because workspace owners administer every project',
    },
  ])
})

test('who may change whom is said by what the caller may give', async () => {
  const list = await answer<AccessList>(viewerOf, 'project_access_list($1)', [projectId])
  expect(list.items.map((item) => [item.user_id, item.may_change, item.may_remove])).toEqual([
    [projectOwner.id, false, false],
    [editor.id, false, false],
    [viewerOf.id, true, false],
  ])
})

test('an internal project lists what the workspace roles see by themselves', async () => {
  await world.db.query("update public.projects set visibility = 'internal' where id = $1", [projectId])
  const list = await answer<AccessList>(projectOwner, 'project_access_list($1)', [projectId])
  await world.db.query("update public.projects set visibility = 'private' where id = $1", [projectId])
  expect(list.everyone.map((row) => [row.workspace_role, row.explanation])).toEqual([
    ['owner', 'admin, because workspace owners administer every project'],
    ['maker', 'editor, because the project is internal'],
    ['viewer', 'viewer, because the project is internal'],
  ])
})

describe('the list', () => {
  test.each([
    ['workspace owner', () => wsOwner, null],
    ['editor', () => editor, null],
    ['viewer', () => viewerOf, null],
    ['member without access', () => outsider, 'PT404'],
    ['guest', () => wsGuest, 'PT404'],
    ['stranger', () => stranger, 'PT404'],
  ] as const)('for a %s', async (_name, who, refused) => {
    for (const call of [
      'project_access_list($1)',
      'project_teams_list($1)',
      'project_assignable_members($1)',
      'project_assignable_teams($1)',
    ])
      expect((await world.attempt(who(), `select public.${call}`, [projectId])).refused).toBe(refused)
  })
})

test('teams are offered to who may know them', async () => {
  const offered = (permitted: boolean) =>
    world.as(projectOwner, async (ask) => {
      if (!permitted) {
        await ask('reset role')
        await ask("delete from public.workspace_role_permissions where permission = 'WorkspaceTeamsView'")
        await ask('set local role authenticated')
      }
      const sql = 'select t.team_id::integer as id from unnest(public.project_assignable_teams($1)) t'
      return (await ask(sql, [projectId])).map(({ id }) => id)
    })
  expect([await offered(true), await offered(false)]).toEqual([[teamId], []])
})

describe('roles are given up to one’s own', () => {
  const may: [string, () => Person, string[]][] = [
    ['owner', () => projectOwner, ['viewer', 'editor', 'inherit', 'admin', 'owner']],
    ['editor', () => editor, ['viewer', 'editor', 'inherit']],
    ['viewer', () => viewerOf, ['viewer']],
    ['member without access', () => outsider, []],
  ]
  test.each(may)('by an %s', async (_name, who, allowed) => {
    const given: string[] = []
    for (const role of ['viewer', 'editor', 'inherit', 'admin', 'owner'])
      if (
        (
          await world.attempt(who(), `select public.set_project_member($1, $2, '${role}')`, [
            projectId,
            outsider.id,
          ])
        ).refused === null
      )
        given.push(role)
    expect(given).toEqual(allowed)
  })

  test('and nobody lowers who stands higher', async () => {
    const lowering = await world.attempt(viewerOf, "select public.set_project_member($1, $2, 'viewer')", [
      projectId,
      editor.id,
    ])
    expect(lowering.refused).toBe('PT403')
    const removing = await world.attempt(editor, 'select public.remove_project_member($1, $2)', [
      projectId,
      viewerOf.id,
    ])
    expect(removing.refused).toBe('PT403')
  })

  test('to teams as well', async () => {
    expect(await answer(editor, "set_project_team($1, $2, 'admin')", [projectId, teamId])).toBe('PT403')
    expect(await answer(editor, "set_project_team($1, $2, 'editor')", [projectId, teamId])).toMatchObject({
      name: 'Readers',
      role: 'editor',
      member_count: 2,
      has_read_only_workspace_roles: true,
    })
    await world.db.query('delete from public.team_members where team_id = $1 and user_id = $2', [
      teamId,
      wsViewer.id,
    ])
    expect(await answer(editor, "set_project_team($1, $2, 'editor')", [projectId, teamId])).toMatchObject({
      member_count: 1,
      has_read_only_workspace_roles: false,
    })
    await world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2)', [
      teamId,
      wsViewer.id,
    ])
    expect(await answer(viewerOf, 'remove_project_team($1, $2)', [projectId, teamId])).toBe('PT403')
    const foreign = await world.aWorkspace('sharing-third')
    const { rows } = await world.db.query(
      "insert into public.teams (workspace_id, name, slug) values ($1, 'Foreign', '') returning id",
      [foreign.id],
    )
    expect(await answer(projectOwner, "set_project_team($1, $2, 'viewer')", [projectId, rows[0].id])).toBe(
      'PT404',
    )
  })

  test('in invitations too', async () => {
    const asEditor = await world.attempt(
      editor,
      "select public.add_project_member($1, 'x@example.org', 'admin')",
      [projectId],
    )
    const asOwner = await world.attempt(
      projectOwner,
      "select public.add_project_member($1, 'x@example.org', 'admin')",
      [projectId],
    )
    const ownership = await world.attempt(
      projectOwner,
      "select public.add_project_member($1, 'x@example.org', 'owner')",
      [projectId],
    )
    expect([asEditor.refused, asOwner.refused, ownership.refused]).toEqual(['PT403', null, 'PT400'])
  })
})

test('many are added each by the rules', async () => {
  const members = [
    { user_id: outsider.id, role: 'editor' },
    { user_id: wsViewer.id, role: 'admin' },
    { email: 'outsider@example.com', role: 'viewer' },
    { user_id: stranger.id },
  ]
  const done = await answer<{ results: { ok: boolean; status: number | null }[] }>(
    editor,
    'add_project_members($1, $2)',
    [projectId, JSON.stringify(members)],
  )
  expect(done.results.map((result) => [result.ok, result.status])).toEqual([
    [true, null],
    [false, 403],
    [true, null],
    [false, 404],
  ])
})

test('a team that a project is taken from is told of, and the other team keeps it', async () => {
  const { rows: teams } = await world.db.query<{ id: string }>(
    `insert into public.teams (workspace_id, name, slug) values ($1, 'Kept', 'kept'), ($1, 'Taken', 'taken'), ($1, 'Gone', 'gone') returning id`,
    [workspaceId],
  )
  const [kept, taken, gone] = teams.map(({ id }) => Number(id))
  await world.as(wsOwner, async (ask) => {
    const told = () =>
      ask(
        `select type, (metadata ->> 'team_id')::integer as team, metadata ->> 'old' as old from public.activity_events
         where workspace_id = $1 and type like 'project.team.%' and (metadata ->> 'project_id')::bigint = $2 order by id`,
        [workspaceId, projectId],
      )
    for (const team of [kept, taken, gone])
      await ask("select public.set_project_team($1, $2, 'viewer')", [projectId, team])
    await ask('select public.remove_project_team($1, $2)', [projectId, taken])
    // With a whole team it goes as well: that is told of the team.
    await ask('select public.delete_team($1)', [gone])
    await ask('reset role')
    expect(await told()).toEqual([
      ...[kept, taken, gone].map((team) => ({ type: 'project.team.added', team, old: null })),
      { type: 'project.team.removed', team: taken, old: 'viewer' },
    ])
    expect(
      await ask('select team_id::integer as team, role from public.project_teams where project_id = $1', [
        projectId,
      ]),
    ).toEqual([{ team: kept, role: 'viewer' }])
  })
  await world.db.query('delete from public.teams where id = any ($1)', [[kept, taken, gone]])
})

describe('the ownership', () => {
  test('passes on, and the previous owner becomes an admin', async () => {
    const done = await answer(wsOwner, 'transfer_project_ownership($1, $2)', [projectId, editor.id])
    expect(done).toMatchObject({
      owner: { user_id: editor.id },
      previous_owner: { user_id: projectOwner.id },
    })
  })

  test('is never for viewers, guests or strangers, nor given by an editor', async () => {
    const refusals = []
    for (const [caller, person] of [
      [projectOwner, wsViewer],
      [projectOwner, wsGuest],
      [projectOwner, stranger],
      [editor, editor],
      [outsider, outsider],
    ] as const)
      refusals.push(await answer(caller, 'transfer_project_ownership($1, $2)', [projectId, person.id]))
    expect(refusals).toEqual(['PT400', 'PT400', 'PT404', 'PT403', 'PT404'])
  })

  test('stays one when two pass it on at once', async () => {
    const { rows } = await world.db.query(
      "insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Raced', 'raced', 'private') returning id",
      [workspaceId],
    )
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner')",
      [rows[0].id, projectOwner.id],
    )
    await world.race(
      [wsOwner, projectOwner, wsOwner],
      'select public.transfer_project_ownership($1, $2)',
      (index) => [rows[0].id, [editor, viewerOf, outsider][index]?.id],
    )
    const owners = await world.db.query(
      "select count(*)::integer as n from public.project_members where project_id = $1 and role = 'owner'",
      [rows[0].id],
    )
    expect(owners.rows).toEqual([{ n: 1 }])
  })

  test('is kept by who has it: no leaving, no removal', async () => {
    expect(await answer(projectOwner, 'leave_project($1)', [projectId])).toBe('PT403')
    const removal = await world.attempt(wsOwner, 'select public.remove_project_member($1, $2)', [
      projectId,
      projectOwner.id,
    ])
    expect([removal.refused, removal.message]).toEqual([
      'PT403',
      'The owner of a project keeps it until somebody else becomes the owner.',
    ])
  })
})

describe('visibility', () => {
  const change = (who: Person, id: number, visibility: string) =>
    world.attempt(who, 'update public.projects set visibility = $2 where id = $1', [id, visibility])

  test('private needs the plan, by whatever door', async () => {
    const free = await world.aWorkspace('sharing-free', 'free')
    const { rows } = await world.db.query(
      "insert into public.projects (workspace_id, name, slug) values ($1, 'Free', 'free') returning id",
      [free.id],
    )
    expect((await change(free.owner, rows[0].id, 'private')).refused).toBe('PT402')
    expect((await change(free.owner, rows[0].id, 'public')).refused).toBe(null)
  })

  test('of style guides and component libraries stays', async () => {
    const { rows } = await world.db.query(
      "insert into public.projects (workspace_id, name, slug, flavor) values ($1, 'Rules', 'rules', 'style_guide') returning id",
      [workspaceId],
    )
    const outcome = await change(wsOwner, rows[0].id, 'public')
    expect([outcome.refused, outcome.message]).toEqual([
      'PT400',
      'Unable to set project visibility to public',
    ])
  })
})

test('many who give the same newcomer something at once all succeed', async () => {
  const newcomer = await world.aMember(workspaceId, 'maker', 'wanted-by-all')
  const { rows } = await world.db.query(
    `insert into public.projects (workspace_id, name, slug) select $1, 'Given ' || n, 'given-' || n
     from generate_series(1, 8) n returning id`,
    [workspaceId],
  )
  const tally = await world.race(
    rows.map(() => wsOwner),
    "select public.set_project_member($1, $2, 'editor')",
    (index) => [rows[index].id, newcomer.id],
  )
  expect(tally).toEqual({ done: 8 })
})
