// Who may listen on which channel.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf } from '../support/claims.ts'
import { anIntegration, aSession } from './support/identity.ts'
import { type Notices, noticesIn } from './support/notices.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'

let world: World
let notices: Notices
let workspace: { id: number; owner: Person }
let maker: Person
let viewer: Person
let guest: Person
let projectId: number
let privateId: number

/** Whether the caller may join a channel, asked as the Realtime server asks: does the policy show the message? */
async function hears(caller: Caller, topic: string, on = topic): Promise<boolean> {
  await world.db.query('begin')
  try {
    await world.db.query('delete from realtime.messages')
    await world.db.query(
      `insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true)`,
      [on],
    )
    const role = caller ? 'authenticated' : 'anon'
    const claims = caller ? await claimsOf(world.db, caller) : JSON.stringify({ role })
    await world.db.query(
      `select set_config('request.jwt.claims', $1, true), set_config('realtime.topic', $2, true)`,
      [claims, topic],
    )
    await world.db.query(`set local role ${role}`)
    const { rowCount } = await world.db.query('select 1 from realtime.messages')
    return rowCount !== 0
  } finally {
    await world.db.query('rollback')
  }
}

beforeAll(async () => {
  world = await aWorld()
  notices = noticesIn(world)
  workspace = await world.aWorkspace('channels')
  maker = await world.aMember(workspace.id, 'maker')
  viewer = await world.aMember(workspace.id, 'viewer')
  guest = await world.aMember(workspace.id, 'guest')
  projectId = await notices.aProject(workspace.id, 'open')
  privateId = await notices.aProject(workspace.id, 'secret', 'private')
}, 120_000)
afterAll(() => world.end())

describe('the channel', () => {
  const members = () => ({ owner: workspace.owner, maker, viewer })

  test('of a workspace is for its full members', async () => {
    const stranger = await world.aPerson('stranger')
    const topic = `workspace:${workspace.id}`
    for (const person of Object.values(members())) expect(await hears(person, topic)).toBe(true)
    for (const caller of [guest, stranger, null]) expect(await hears(caller, topic)).toBe(false)
  })

  test('of a project is for who may read it', async () => {
    const shared = await notices.aProject(workspace.id, 'shared-private', 'private')
    await world.db.query(
      `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'guest')`,
      [shared, guest.id],
    )
    expect(await hears(guest, `project:${shared}`)).toBe(true)
    expect(await hears(viewer, `project:${shared}`)).toBe(false)
    expect(await hears(workspace.owner, `project:${shared}`)).toBe(true)
    expect(await hears(maker, `project:${privateId}`)).toBe(false)
    const internal = await notices.aProject(workspace.id, 'internal-one')
    expect(await hears(viewer, `project:${internal}`)).toBe(true)
    expect(await hears(guest, `project:${internal}`)).toBe(false)
  })

  test('of a public project is for anybody with an account, not for visitors', async () => {
    const stranger = await world.aPerson('passer-by')
    const open = await notices.aProject(workspace.id, 'public-one', 'public')
    expect(await hears(stranger, `project:${open}`)).toBe(true)
    expect(await hears(null, `project:${open}`)).toBe(false)
    expect(await hears(stranger, `project:${projectId}`)).toBe(false)
  })

  test('of an account is for its owner', async () => {
    expect(await hears(viewer, `user:${viewer.id}`)).toBe(true)
    for (const caller of [maker, workspace.owner, null])
      expect(await hears(caller, `user:${viewer.id}`)).toBe(false)
  })

  test('of an account tells a session for one workspace of that workspace alone', async () => {
    const elsewhere = await world.aWorkspace('channels-elsewhere')
    const person = await world.aMember(workspace.id, 'viewer', 'limited-listener')
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')`,
      [elsewhere.id, person.id],
    )
    const integrationId = await anIntegration(world, workspace, 'github')
    const limited = await aSession(world, person, {
      method: 'provider',
      integrationId,
      onlyWorkspaceId: workspace.id,
    })
    const [all, here, there] = ['', `:${workspace.id}`, `:${elsewhere.id}`].map(
      (end) => `user:${person.id}${end}`,
    ) as [string, string, string]
    const heardBy = async (caller: Person) => {
      const heard = []
      for (const topic of [all, here, there]) if (await hears(caller, topic)) heard.push(topic)
      return heard
    }
    expect(await heardBy(limited)).toEqual([here])
    expect(await heardBy(await aSession(world, person))).toEqual([all])
    expect(await heardBy(maker)).toEqual([])

    const told = async (sql: string, workspaceId: number) =>
      (await notices.told(() => world.db.query(sql, [workspaceId, person.id]))).filter((notice) =>
        notice.startsWith('user:'),
      )
    const change = `update public.workspace_members set role = 'maker' where workspace_id = $1 and user_id = $2`
    const said = (topic: string) => `${topic} access workspace_members UPDATE`
    expect(await told(change, workspace.id)).toEqual([said(all), said(here)].sort())
    expect(await told(change, elsewhere.id)).toEqual([said(all)])
  })

  test('of an account tells a session for one workspace what is kept there, and nothing of the account', async () => {
    const elsewhere = await world.aWorkspace('kept-elsewhere')
    const person = await world.aMember(workspace.id, 'viewer', 'limited-keeper')
    const integrationId = await anIntegration(world, workspace, 'gitlab')
    const limited = await aSession(world, person, {
      method: 'provider',
      integrationId,
      onlyWorkspaceId: workspace.id,
    })
    const [all, here] = [`user:${person.id}`, `user:${person.id}:${workspace.id}`]
    const told = (sql: string, values: unknown[]) => notices.told(() => world.db.query(sql, values))
    const node = (project: number) =>
      world.db
        .query(
          `insert into public.nodes (project_id, uri, type) values ($1, '/kept.md', 'article') returning id`,
          [project],
        )
        .then(({ rows }) => Number(rows[0].id))

    const there = await notices.aProject(elsewhere.id, 'kept-there')
    for (const [table, column, inHere, inThere] of [
      ['project_pins', 'project_id', projectId, there],
      ['node_stars', 'node_id', await node(projectId), await node(there)],
    ] as const) {
      const keep = `insert into public.${table} (${column}, user_id) values ($1, $2)`
      const drop = `delete from public.${table} where user_id = $1`
      expect(await told(keep, [inThere, person.id])).toEqual([`${all} change ${table} INSERT`])
      await world.db.query(drop, [person.id])
      expect(await told(keep, [inHere, person.id])).toEqual([
        `${all} change ${table} INSERT`,
        `${here} change ${table} INSERT`,
      ])
      expect(await told(drop, [person.id])).toEqual([
        `${all} change ${table} DELETE`,
        `${here} change ${table} DELETE`,
      ])
    }
    expect(
      await told(
        `insert into public.emails (user_id, email, confirmed_at) values ($1, 'kept@example.org', now())`,
        [person.id],
      ),
    ).toEqual([`${all} change emails INSERT`])

    // Its end is told to it too, so that its browser notices.
    expect(await told('delete from auth.sessions where id = $1', [limited.sessionId])).toEqual([
      `${all} access sessions DELETE`,
      `${here} access sessions DELETE`,
    ])
    const wide = await aSession(world, person)
    expect(await told('delete from auth.sessions where id = $1', [wide.sessionId])).toEqual([
      `${all} access sessions DELETE`,
    ])
  })

  test('closes with the membership, and with the workspace', async () => {
    const other = await world.aWorkspace('closing')
    const person = await world.aMember(other.id, 'maker')
    const project = await notices.aProject(other.id, 'closing', 'public')
    const topics = [`workspace:${other.id}`, `project:${project}`]
    for (const topic of topics) expect(await hears(person, topic)).toBe(true)
    await world.db.query('update public.workspaces set locked = true where id = $1', [other.id])
    for (const topic of topics) {
      expect(await hears(person, topic)).toBe(false)
      expect(await hears(other.owner, topic)).toBe(true)
    }
    await world.db.query('update public.workspaces set locked = false where id = $1', [other.id])
    await world.db.query(`update public.projects set visibility = 'internal' where id = $1`, [project])
    await world.db.query('delete from public.workspace_members where user_id = $1', [person.id])
    for (const topic of topics) expect(await hears(person, topic)).toBe(false)
  })

  test.each([
    'workspace:',
    'workspace:0',
    'workspace:-1',
    'workspace:1 ',
    'workspace:1:2',
    'project:1:2',
    'user:1:',
    'user:1:0',
    'user:1:2:3',
    'workspace:99999999999999999999',
    "workspace:1' or true --",
    'WORKSPACE:1',
    'anything',
    '',
  ])('named %j is nobody’s', async (topic) => {
    expect(await hears(workspace.owner, topic)).toBe(false)
  })

  test('shows no message of another channel, whatever is asked', async () => {
    expect(await hears(viewer, `user:${viewer.id}`, `user:${maker.id}`)).toBe(false)
  })

  test('takes nothing from clients', async () => {
    for (const caller of [workspace.owner, viewer, null]) {
      const { refused } = await world.attempt(
        caller,
        `insert into realtime.messages (topic, extension, event, payload, private) values ($1, 'broadcast', 'change', '{}', true)`,
        [`workspace:${workspace.id}`],
      )
      expect(refused).toBe('42501')
    }
  })
})

describe('who listened too late', () => {
  const missed = async (caller: Caller, topics: string[], seconds: number) => {
    const asked = await world.attempt(caller, 'select public.has_notices_since($1, $2) as missed', [
      topics,
      seconds,
    ])
    return asked.refused ?? asked.rows[0]?.missed
  }

  test('learns whether something was told meanwhile, on the channels that are theirs', async () => {
    const own = await world.aWorkspace('late')
    const topic = `workspace:${own.id}`
    await world.db.query('delete from realtime.messages where topic = $1', [topic])
    expect(await missed(own.owner, [topic], 60)).toBe(false)
    await world.db.query(`update public.workspaces set name = 'Later' where id = $1`, [own.id])
    expect(await missed(own.owner, ['user:0', topic], 60)).toBe(true)
    expect(await missed(viewer, [topic], 60)).toBe(false)
    expect(await missed(null, [topic], 60)).toBe('42501')
    await world.db.query(
      `update realtime.messages set inserted_at = inserted_at - interval '5 minutes' where topic = $1`,
      [topic],
    )
    expect(await missed(own.owner, [topic], 60)).toBe(false)
    expect(await missed(own.owner, [topic], 600)).toBe(true)
  })

  test('asks about a few channels at a time', async () => {
    const many = Array.from({ length: 21 }, (_, n) => `project:${n + 1}`)
    expect(await missed(viewer, many, 60)).not.toBe(true)
    expect(await missed(viewer, many.slice(1), -5)).toBe(false)
  })
})
