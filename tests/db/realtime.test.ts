// Notices of changes: which write tells whom, and what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Notices, noticesIn } from './support/notices.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let notices: Notices
let workspace: { id: number; owner: Person }
let maker: Person
let viewer: Person
let guest: Person
let projectId: number
let privateId: number

beforeAll(async () => {
  world = await aWorld()
  notices = noticesIn(world)
  workspace = await world.aWorkspace('notices')
  maker = await world.aMember(workspace.id, 'maker')
  viewer = await world.aMember(workspace.id, 'viewer')
  guest = await world.aMember(workspace.id, 'guest')
  projectId = await notices.aProject(workspace.id, 'open')
  privateId = await notices.aProject(workspace.id, 'secret', 'private')
}, 120_000)
afterAll(() => world.end())

describe('a change is told', () => {
  const ofWorkspace = (text: string) => `workspace:${workspace.id} ${text}`
  const ofUser = (person: Person, text: string) => `user:${person.id} ${text}`

  test('to the workspace and the project it is in, with the ids', async () => {
    expect(
      await notices.told(() =>
        world.db.query('update public.projects set name = name where id = $1', [projectId]),
      ),
    ).toEqual([
      `project:${projectId} change projects UPDATE [${projectId}]`,
      ofWorkspace(`change projects UPDATE [${projectId}]`),
    ])
  })

  test('without naming a private project to the whole workspace', async () => {
    expect(
      await notices.told(() =>
        world.db.query('update public.projects set name = name where id = $1', [privateId]),
      ),
    ).toEqual([
      `project:${privateId} change projects UPDATE [${privateId}]`,
      ofWorkspace('change projects UPDATE'),
    ])
  })

  test('without naming an unpublished branch to readers of the published ones', async () => {
    const branch = await notices.aBranch(projectId, 'draft', false)
    const rename = () =>
      world.db.query('update public.branches set name = $2 where id = $1', [branch, 'draft-2'])
    expect(await notices.told(rename)).toEqual([`project:${projectId} change branches UPDATE`])
    await world.db.query('update public.branches set is_published = true where id = $1', [branch])
    expect(await notices.told(rename)).toEqual([`project:${projectId} change branches UPDATE [${branch}]`])
  })

  test('to somebody whose role changes, as access', async () => {
    expect(
      await notices.told(() =>
        world.db.query(
          `update public.workspace_members set role = 'maker' where workspace_id = $1 and user_id = $2`,
          [workspace.id, maker.id],
        ),
      ),
    ).toEqual([])
    expect(
      await notices.told(() =>
        world.db.query(
          `update public.workspace_members set role = 'admin' where workspace_id = $1 and user_id = $2`,
          [workspace.id, maker.id],
        ),
      ),
    ).toEqual([
      ofUser(maker, 'access workspace_members UPDATE'),
      ofWorkspace('change workspace_members UPDATE'),
    ])
    await world.db.query(
      `update public.workspace_members set role = 'maker' where workspace_id = $1 and user_id = $2`,
      [workspace.id, maker.id],
    )
  })

  test('to somebody who joins or is removed, and what was theirs with them', async () => {
    const person = await world.aPerson('comes-and-goes')
    expect(
      await notices.told(() =>
        world.db.query(
          `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')`,
          [workspace.id, person.id],
        ),
      ),
    ).toEqual([
      ofUser(person, 'access workspace_members INSERT'),
      ofWorkspace('change workspace_members INSERT'),
    ])
    expect(
      await notices.told(() =>
        world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
          workspace.id,
          person.id,
        ]),
      ),
    ).toEqual([
      ofUser(person, 'access workspace_members DELETE'),
      ofWorkspace('change workspace_members DELETE'),
    ])
  })

  test('to each member but the oldest owner when the workspace is locked', async () => {
    const other = await world.aWorkspace('locking')
    const members = [await world.aMember(other.id, 'viewer'), await world.aMember(other.id, 'guest')]
    const heard = await notices.told(() =>
      world.db.query('update public.workspaces set locked = true where id = $1', [other.id]),
    )
    expect(heard.filter((notice) => notice.startsWith('user:'))).toEqual(
      members.map(({ id }) => `user:${id} access workspace_members UPDATE`).sort(),
    )
    expect(heard).toContain(`workspace:${other.id} change workspaces UPDATE [${other.id}]`)
  })

  test('to the workspace whose operator turns a flag, once for each change', async () => {
    const { id } = await world.aWorkspace('flagged')
    const turn = (isOn: boolean | null) =>
      notices.told(() =>
        world.db.query("select private.set_workspace_flag($1, 'ssg_disabled', $2)", [id, isOn]),
      )
    const told = [`workspace:${id} change workspaces UPDATE [${id}]`]
    expect([await turn(true), await turn(true), await turn(null)]).toEqual([told, [], told])
  })

  test('to who is given a project directly or by a team, or made admin of a group', async () => {
    const give = () =>
      world.db.query(
        `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')`,
        [projectId, guest.id],
      )
    expect(await notices.told(give)).toContain(ofUser(guest, 'access project_members INSERT'))

    const { rows } = await world.db.query<{ id: string }>(
      `insert into public.teams (workspace_id, name, slug) values ($1, 'Team', '') returning id`,
      [workspace.id],
    )
    const team = rows[0]?.id
    const join = () =>
      world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2)', [team, viewer.id])
    expect(await notices.told(join)).toEqual([
      ofUser(viewer, 'access team_members INSERT'),
      ofWorkspace(`change team_members INSERT [${team}]`),
    ])
    const share = () =>
      world.db.query(
        `insert into public.project_teams (project_id, team_id, role) values ($1, $2, 'editor')`,
        [projectId, team],
      )
    expect(await notices.told(share)).toEqual([
      `project:${projectId} change project_teams INSERT`,
      ofUser(viewer, 'access project_teams INSERT'),
      ofWorkspace('change project_teams INSERT'),
    ])
  })

  test('to oneself about one’s account, and to one’s workspaces about one’s name', async () => {
    const rename = () =>
      world.db.query(`update public.users set first_name = 'Ada' where id = $1`, [viewer.id])
    expect(await notices.told(rename)).toEqual([
      ofUser(viewer, 'change users UPDATE'),
      ofWorkspace('change users UPDATE'),
    ])
    expect(
      await notices.told(() =>
        world.db.query('update public.users set last_seen_at = now() where id = $1', [viewer.id]),
      ),
    ).toEqual([])
    expect(
      await notices.told(() =>
        world.db.query(`insert into public.emails (user_id, email) values ($1, 'second@example.com')`, [
          viewer.id,
        ]),
      ),
    ).toEqual([ofUser(viewer, 'change emails INSERT')])
  })

  test('of a job: its progress to the project, its beginning and end to the workspace', async () => {
    const branch = await notices.aBranch(projectId, 'job')
    let job = ''
    const start = async () => {
      const { rows } = await world.db.query<{ job_id: string }>(
        `insert into public.task_logs (task_id, workspace_id, project_id, branch_id) values ('analyze', $1, $2, $3) returning job_id`,
        [workspace.id, projectId, branch],
      )
      job = rows[0]?.job_id ?? ''
    }
    const set = (change: string) => () =>
      world.db.query(`update public.task_logs set ${change} where job_id = $1`, [job])
    const toProject = (operation: string) => `project:${projectId} change task_logs ${operation}`
    expect(await notices.told(start)).toEqual([toProject('INSERT'), ofWorkspace('change task_logs INSERT')])
    expect(await notices.told(set(`payload = '{"progress": {}}'`))).toEqual([toProject('UPDATE')])
    expect(await notices.told(set(`status = 'success'`))).toEqual([
      toProject('UPDATE'),
      ofWorkspace('change task_logs UPDATE'),
    ])
    expect(
      await notices.told(() =>
        world.db.query(
          `insert into public.task_log_lines (job_id, seq, level, message) values ($1, 1, 'info', 'Read.')`,
          [job],
        ),
      ),
    ).toEqual([`project:${projectId} change task_log_lines INSERT`])
  })

  test('to the workspace only: people who are asked in, their domains, groups, tokens, the plan', async () => {
    const writes: [string, string, boolean][] = [
      [
        'workspace_invitations',
        `(workspace_id, email, token_hash) values ($1, 'new@example.com', 'x')`,
        false,
      ],
      ['approved_domains', `(workspace_id, domain) values ($1, 'example.com')`, false],
      [
        'machine_principals',
        `(workspace_id, name, token_hash, token_prefix) values ($1, 'ci', 'y', 'wm_')`,
        false,
      ],
      ['groups', `(workspace_id, name, slug) values ($1, 'Group', '')`, true],
    ]
    for (const [table, row, named] of writes) {
      const [notice, ...more] = await notices.of(() =>
        world.db.query(`insert into public.${table} ${row}`, [workspace.id]),
      )
      expect(more).toEqual([])
      expect(notice).toMatchObject({ topic: `workspace:${workspace.id}`, event: 'change' })
      expect(notice?.payload).toMatchObject({
        table,
        operation: 'INSERT',
        ids: named ? [expect.any(Number)] : null,
      })
    }
    expect(
      await notices.told(() =>
        world.db.query('update public.billing_accounts set paid_members = 3 where workspace_id = $1', [
          workspace.id,
        ]),
      ),
    ).toEqual([ofWorkspace('change billing_accounts UPDATE')])
    expect(
      await notices.told(() => world.db.query(`update public.machine_principals set last_used_at = now()`)),
    ).toEqual([])
  })

  test('to who asked to join about their request, to who pins about their pins', async () => {
    const person = await world.aPerson('asks-to-join')
    expect(
      await notices.told(() =>
        world.db.query('insert into public.join_requests (workspace_id, user_id) values ($1, $2)', [
          workspace.id,
          person.id,
        ]),
      ),
    ).toEqual([ofUser(person, 'change join_requests INSERT'), ofWorkspace('change join_requests INSERT')])
    expect(
      await notices.told(() =>
        world.db.query('insert into public.project_pins (project_id, user_id) values ($1, $2)', [
          projectId,
          viewer.id,
        ]),
      ),
    ).toEqual([ofUser(viewer, 'change project_pins INSERT')])
  })

  test('without anything that stands in the row, on private channels only', async () => {
    const secret = 'unspeakable-content'
    const heard = await notices.of(async () => {
      await notices.aProject(workspace.id, secret)
      await world.db.query('update public.projects set description = $2 where id = $1', [projectId, secret])
      await world.db.query(`insert into public.groups (workspace_id, name, slug) values ($1, $2, '')`, [
        workspace.id,
        secret,
      ])
      await world.db.query('delete from public.projects where name = $1', [secret])
    })
    expect(heard.length).toBeGreaterThan(4)
    expect(JSON.stringify(heard)).not.toContain(secret)
    for (const notice of heard) {
      expect(notice.private).toBe(true)
      expect(Object.keys(notice.payload).sort()).toEqual(['id', 'ids', 'operation', 'table'])
    }
  })

  test('never across tenants, even by one statement that changes both', async () => {
    const other = await world.aWorkspace('neighbour')
    const theirs = await notices.aProject(other.id, 'theirs')
    const heard = await notices.told(() =>
      world.db.query('update public.projects set name = name where id = any ($1)', [[projectId, theirs]]),
    )
    expect(heard).toEqual(
      [
        `project:${projectId} change projects UPDATE [${projectId}]`,
        `project:${theirs} change projects UPDATE [${theirs}]`,
        ofWorkspace(`change projects UPDATE [${projectId}]`),
        `workspace:${other.id} change projects UPDATE [${theirs}]`,
      ].sort(),
    )
  })

  test('never when it is undone', async () => {
    expect(
      await notices.told(async () => {
        await world.db.query('begin')
        await notices.aProject(workspace.id, 'undone')
        await world.db.query('rollback')
      }),
    ).toEqual([])
  })
})
