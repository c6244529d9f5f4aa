// What projects, groups and teams are refused: each guard as who meets it would notice that it is gone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let maker: Person
let guest: Person
let project: number
let hidden: number
let group: number
let team: number
let foreignGroup: number

const made = async (who: Caller, call: string, values: unknown[] = [house.id]) =>
  Number((await world.does<{ id: string }>(who, `select ${call} as id`, values))[0]?.id)

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('kept')
  maker = await world.aMember(house.id, 'maker')
  guest = await world.aMember(house.id, 'guest')
  project = await made(house.owner, "((public.create_project($1, 'Project')).project).id")
  hidden = await made(
    house.owner,
    "((public.create_project($1, 'Hidden', p_visibility => 'private')).project).id",
  )
  group = await made(house.owner, "(public.create_group($1, 'Group')).id")
  team = await made(house.owner, "(public.create_team($1, 'Team')).id")
  const other = await world.aWorkspace('kept-elsewhere')
  foreignGroup = await made(other.owner, "(public.create_group($1, 'Foreign')).id", [other.id])
})
afterAll(() => world.end())

/** What somebody is told while the matrix lacks these cells: permissions are data, and each is asked for by itself. */
async function saidWithout(cells: string, caller: Person, call: string, values: unknown[]): Promise<string> {
  return world.as(caller, async (ask) => {
    await ask('reset role')
    await ask(`delete from public.${cells}`)
    await ask('set local role authenticated')
    return ask(`select ${call}`, values).then(
      () => 'allowed',
      (error: Error) => error.message,
    )
  })
}

const inProject = 'You do not have permission to do this in this project.'
const inTeam = 'You do not have permission to do this in this team.'
const upgrade = 'Your current plan does not allow for this. Please upgrade your plan.'

async function onPlan(plan: string, slug: string) {
  const place = await world.aWorkspace(slug, plan)
  return (args: string) => world.said(place.owner, `public.create_project($1, 'New'${args})`, [place.id])
}

describe('a project', () => {
  test('of a kind, and a private one, is made where the plan has it', async () => {
    const free = await onPlan('free', 'kept-free')
    const large = await onPlan('enterprise', 'kept-large')
    for (const args of [
      ", p_flavor => 'style_guide'",
      ", p_flavor => 'design_library'",
      ", p_visibility => 'private'",
    ]) {
      expect(await large(args)).toBe('allowed')
      expect(await free(args)).toBe(upgrade)
    }
    expect(await free('')).toBe('allowed')
    expect(await large(", p_flavor => 'style_guide', p_visibility => 'private'")).toBe(
      'Unable to create a private project',
    )
  })

  test('lives here where the workspace lets projects do so; those that do stay', async () => {
    const git = await world.aWorkspace('kept-in-git')
    const create = (args: string) =>
      world.said(git.owner, `public.create_project($1, 'New'${args})`, [git.id])
    const id = await made(git.owner, "((public.create_project($1, 'Before')).project).id", [git.id])
    await world.does(git.owner, 'update public.workspaces set allow_web_projects = false where id = $1', [
      git.id,
    ])
    const off = 'Web projects are switched off in this workspace.'
    for (const flavor of ['design', 'style_guide', 'design_library'])
      expect(await create(`, p_flavor => '${flavor}'`)).toBe(off)
    expect(await create(", p_type => 'cli'")).toBe('allowed')
    const { results } = await world.answer<{ results: { ok: boolean; message: string }[] }>(
      git.owner,
      'create_projects($1, $2)',
      [git.id, JSON.stringify([{ name: 'One' }])],
    )
    expect(results).toMatchObject([{ ok: false, message: off }])
    const renamed = await world.attempt(
      git.owner,
      "update public.projects set name = 'Still' where id = $1",
      [id],
    )
    expect(renamed.count).toBe(1)
    await expect(
      world.db.query("insert into public.projects (workspace_id, name, slug) values ($1, 'x', 'xx')", [
        git.id,
      ]),
    ).rejects.toMatchObject({ message: off, detail: '{"field" : "type"}' })
  })

  test('that scripts push to is an API, with a short name', async () => {
    const create = (name: string, flavor = 'design') =>
      world.said(maker, 'public.create_project($1, $2, p_type => $3, p_flavor => $4)', [
        house.id,
        name,
        'cli',
        flavor,
      ])
    expect(await create('ab')).toBe('allowed')
    expect(await create('n'.repeat(30))).toBe('allowed')
    expect(await create(' a ')).toBe('Must be at least two characters')
    expect(await create('n'.repeat(31))).toBe('Must be no more than 30 characters')
    for (const flavor of ['style_guide', 'design_library'])
      expect(await create('ab', flavor)).toBe('Only APIs can be CLI projects.')
  })

  test('that is a style guide is made by who may make those', async () => {
    const guide = "public.create_project($1, 'Guide', p_flavor => 'style_guide')"
    const cell =
      "workspace_role_permissions where role = 'maker' and permission = 'WorkspaceStyleGuideProjectsCreate'"
    expect(await world.said(maker, guide, [house.id])).toBe('allowed')
    expect(await saidWithout(cell, maker, guide, [house.id])).toBe(
      'You do not have permission to do this in this workspace.',
    )
  })

  test('is made in, and moved to, a group of its workspace that one sees and may add to', async () => {
    const own = await made(maker, "((public.create_project($1, 'Own')).project).id")
    const calls = (id: number): [string, unknown[]][] => [
      ["public.create_project($1, 'New', p_group_id => $2)", [house.id, id]],
      ['public.move_project($1, $2)', [own, id]],
    ]
    for (const call of calls(group)) expect(await world.said(maker, ...call)).toBe('allowed')
    for (const call of calls(foreignGroup)) expect(await world.said(maker, ...call)).toBe('Group Not Found')
    const cells = "group_role_permissions where permission = 'group_projects_add'"
    for (const call of calls(group))
      expect(await saidWithout(cells, maker, ...call)).toBe('You cannot add projects to this group.')
  })

  test('leaves a group by who may take it out, and goes to another by who may change its group', async () => {
    const held = await made(
      house.owner,
      "((public.create_project($1, 'Held', p_group_id => $2)).project).id",
      [house.id, group],
    )
    const other = await made(house.owner, "(public.create_group($1, 'Other')).id")
    const cells = "project_role_permissions where permission = 'project_group_update'"
    const moved = (to: number | null) =>
      saidWithout(cells, house.owner, 'public.move_project($1, $2)', [held, to])
    expect([await moved(null), await moved(other)]).toEqual(['allowed', inProject])
  })

  test('turns private where the plan has that, and turns back without', async () => {
    const small = await world.aWorkspace('kept-turning', 'free')
    const id = await made(small.owner, "((public.create_project($1, 'Turning')).project).id", [small.id])
    const turned = async (visibility: string) =>
      (
        await world.attempt(small.owner, 'update public.projects set visibility = $2 where id = $1', [
          id,
          visibility,
        ])
      ).message
    expect([await turned('private'), await turned('public')]).toEqual([upgrade, ''])
  })

  test('is not public where the workspace has none', async () => {
    const shut = await world.aWorkspace('kept-shut')
    const id = await made(shut.owner, "((public.create_project($1, 'Shut')).project).id", [shut.id])
    const allow = (open: boolean) =>
      world.db.query('update public.workspaces set allow_public_projects = $2 where id = $1', [shut.id, open])
    const open = async () => {
      const { refused, message } = await world.attempt(
        shut.owner,
        "update public.projects set visibility = 'public' where id = $1",
        [id],
      )
      return refused ? message : 'allowed'
    }
    await allow(true)
    expect(await open()).toBe('allowed')
    await allow(false)
    expect(await open()).toBe('Unable to set project visibility to public')
  })

  test('is shown to who may read it', async () => {
    const show = (who: Caller) => world.said(who, 'public.project_details($1)', [hidden])
    expect(await show(house.owner)).toBe('allowed')
    expect(await show(maker)).toBe('Project not found')
    expect(await show(null)).toBe('Project not found')
  })

  test('is listed on from the end of a page', async () => {
    const at = (place: unknown, order = 'name') =>
      world.said(house.owner, 'public.list_projects($1, p_order => $2, p_after => $3)', [
        house.id,
        order,
        typeof place === 'string' ? place : Buffer.from(JSON.stringify(place)).toString('base64'),
      ])
    const none = 'This is not the end of a page.'
    expect(await at(['name', 'Name', 5])).toBe('allowed')
    for (const place of [
      ['name', null, 5],
      ['name', 'Name', null],
      ['name', 'Name'],
      ['Name', 5],
      [],
      'junk',
    ])
      expect(await at(place)).toBe(none)
    expect(await at(['-updated_at', '2026-01-01T00:00:00Z', 5], '-updated_at')).toBe('allowed')
    expect(await at(['-updated_at', 'Name', 5], '-updated_at')).toBe(none)
    const orders = ['name', '-name', 'updated_at', '-updated_at']
    for (const made of orders)
      for (const asked of orders)
        expect(await at([made, '2026-01-01', 5], asked)).toBe(made === asked ? 'allowed' : none)
  })
})

describe('sharing a project', () => {
  let shared = 0
  const email = () => `shared-${++shared}@example.com`

  test('is for who may share it, person by person, by address and for many', async () => {
    const viewer = await world.aMember(house.id, 'viewer')
    const calls = [
      ["public.add_project_member($1, $2, 'viewer')", email()],
      ['public.add_project_members($1, $2)', '[]'],
      ["public.set_project_team($1, $2, 'viewer')", team],
    ] as const
    for (const [call, value] of calls) {
      expect(await world.said(house.owner, call, [project, value])).toBe('allowed')
      expect(await world.said(guest, call, [project, value])).toBe('Project not found')
      expect(await world.said(viewer, call, [project, value])).toBe(inProject)
    }
    // The right to add a role is not enough.
    const cell = "project_role_permissions where role = 'editor' and permission = 'project_members_add'"
    for (const [call, value] of calls) {
      expect(await world.said(maker, call, [project, value])).toBe('allowed')
      expect(await saidWithout(cell, maker, call, [project, value])).toBe(inProject)
    }
  })

  test('gives a team no more than one has, and takes no more from it', async () => {
    const place = await made(house.owner, "((public.create_project($1, 'Teams')).project).id")
    const editor = await world.aMember(house.id, 'maker', 'team-editor')
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'editor')",
      [place, editor.id],
    )
    const give = (who: Caller, role: string) =>
      world.said(who, 'public.set_project_team($1, $2, $3)', [place, team, role])
    expect(await give(editor, 'admin')).toBe(inProject)
    expect(await give(editor, 'viewer')).toBe('allowed')
    await world.does(house.owner, "select public.set_project_team($1, $2, 'admin')", [place, team])
    expect(await give(editor, 'viewer')).toBe(inProject)
    expect(await give(house.owner, 'viewer')).toBe('allowed')
  })

  test('ends for who was there: nobody else is removed or leaves', async () => {
    const leaver = await world.aMember(house.id, 'viewer', 'leaver')
    await world.db.query(
      "insert into public.project_members (project_id, user_id, role) values ($1, $2, 'viewer')",
      [project, leaver.id],
    )
    expect(await world.said(leaver, 'public.leave_project($1)', [project])).toBe('allowed')
    expect(await world.said(house.owner, 'public.remove_project_member($1, $2)', [project, leaver.id])).toBe(
      'allowed',
    )
    expect(await world.said(house.owner, 'public.remove_project_member($1, $2)', [project, maker.id])).toBe(
      'Member not found.',
    )
    expect(await world.said(house.owner, 'public.remove_project_team($1, $2)', [project, team])).toBe(
      'Team Not Found',
    )
    await world.does(house.owner, "select public.set_project_team($1, $2, 'editor')", [project, team])
    expect(await world.said(house.owner, 'public.remove_project_team($1, $2)', [project, team])).toBe(
      'allowed',
    )
    // In by the team: there is no membership to give up.
    const teammate = await world.aMember(house.id, 'maker', 'teammate')
    await world.db.query('insert into public.team_members (team_id, user_id) values ($1, $2)', [
      team,
      teammate.id,
    ])
    expect(await world.said(teammate, 'public.leave_project($1)', [project])).toBe(
      'You are not a member of this project.',
    )
  })
})

describe('an import', () => {
  const upload = async (name: string, size: number) => {
    const object = `${house.id}/${house.owner.authId}/${name}`
    await world.db.query(
      "insert into storage.objects (bucket_id, name, metadata) values ('uploads', $1, $2)",
      [object, JSON.stringify({ size })],
    )
    return object
  }
  const bring = (uploads: unknown, branch = 'main') =>
    world.said(house.owner, 'public.import_files($1, $2, $3)', [project, branch, JSON.stringify(uploads)])

  test('is of a file, to a branch that is there', async () => {
    const object = await upload('one.yaml', 10)
    expect(await bring([{ path: 'one.yaml', object }])).toBe('allowed')
    expect(await bring([])).toBe('Choose a file to import.')
    expect(await bring([{ path: 'one.yaml', object }], 'nowhere')).toBe('Branch not found.')
  })

  test('keeps within the project', async () => {
    const object = await upload('two.yaml', 10)
    const invalid =
      'A file of a project needs a path of at most 1,000 characters (255 a part), without "..", ".git" or characters that nobody sees.'
    const long = `${'n/'.repeat(499)}nn`
    for (const path of ['a/../../b.yaml', '..', '/b.yaml', '.git/config', '', null, `${long}n`])
      expect(await bring([{ path, object }])).toBe(invalid)
    for (const path of ['a..b.yaml', long]) expect(await bring([{ path, object }])).toBe('allowed')
  })

  test('has 50 MB together at most', async () => {
    const [half, rest, more] = [
      await upload('half', 26_214_400),
      await upload('rest', 26_214_400),
      await upload('more', 26_214_401),
    ]
    const two = (object: string) =>
      bring([
        { path: 'half', object: half },
        { path: 'rest', object },
      ])
    expect(await two(rest)).toBe('allowed')
    expect(await two(more)).toBe('The files of an import may have at most 50 MB together.')
  })
})

describe('a team or group', () => {
  test('gets admins by who may add them, and strangers by who may invite', async () => {
    const add = (who: Caller, args: string, values: unknown[]) =>
      world.said(who, `public.set_team_member($1, ${args})`, [team, ...values])
    const lead = await world.aMember(house.id, 'maker', 'team-lead')
    await world.db.query(
      "insert into public.team_members (team_id, user_id, role) values ($1, $2, 'admin')",
      [team, lead.id],
    )
    const asAdmin: [string, unknown[]] = ["$2, p_role => 'admin'", [maker.id]]
    const asStranger: [string, unknown[]] = ['p_email => $2', ['to-the-team@example.com']]
    expect([await add(lead, ...asAdmin), await add(lead, ...asStranger)]).toEqual(['allowed', 'allowed'])
    for (const [permission, [args, values]] of [
      ['team_admin_add', asAdmin],
      ['team_user_add', asStranger],
    ] as const) {
      const cell = `team_role_permissions where role = 'admin' and permission = '${permission}'`
      const without = (call: string, more: unknown[]) =>
        saidWithout(cell, lead, `public.set_team_member($1, ${call})`, [team, ...more])
      expect(await without(args, values)).toBe(inTeam)
      expect(await without('$2', [maker.id])).toBe('allowed')
    }
  })

  test('loses nobody who is not in it', async () => {
    expect(await world.said(house.owner, 'public.remove_group_admin($1, $2)', [group, maker.id])).toBe(
      'Member not found.',
    )
  })
})

describe('500 at most are changed at once', () => {
  const people = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ user_id: -1 })))
  const ids = (count: number) => Array.from({ length: count }, () => -1)

  test.each([
    ['projects moved', 'public.move_projects($1, null)', () => [], ids],
    ['projects deleted', 'public.delete_projects($1)', () => [], ids],
    ['teams deleted', 'public.delete_teams($1)', () => [], ids],
    ['people of a project', 'public.add_project_members($2, $1)', () => [project], people],
    ['people of a team', 'public.set_team_members($2, $1)', () => [team], people],
  ])('%s', async (_, call, more, list) => {
    const of = (count: number) => world.said(house.owner, call, [list(count), ...more()])
    expect([await of(0), await of(500)]).toEqual(['allowed', 'allowed'])
    expect(await of(501)).toBe('At most 500 can be changed at once.')
  })
})
