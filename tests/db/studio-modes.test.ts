// In which mode somebody opens a project in the Studio, and that policies and channels agree with it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aGitHub } from './git/support.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'
import { aStudioProject, open } from './support/studio.ts'

const roles = ['owner', 'billing', 'admin', 'maker', 'viewer', 'guest'] as const
let world: World
let house: { id: number; owner: Person }
let people: Record<string, Caller>

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('modes')
  people = { owner: house.owner, stranger: (await world.aWorkspace('modes-far')).owner, visitor: null }
  for (const role of roles.slice(1)) people[role] = await world.aMember(house.id, role)
})
afterAll(() => world.end())

const modesOf = async (slug: string) => {
  const modes: Record<string, string> = {}
  for (const [name, who] of Object.entries(people)) modes[name] = (await open(world, who, slug)).mode
  return modes
}
const editors = (mode: string) => ({ owner: mode, billing: mode, admin: mode, maker: mode })
const share = (projectId: number, role: Record<string, string>) =>
  Promise.all(
    Object.entries(role).map(([who, given]) =>
      world.db.query('insert into public.project_members (project_id, user_id, role) values ($1, $2, $3)', [
        projectId,
        people[who]?.id,
        given,
      ]),
    ),
  )

describe.each(['web', 'local'])('a %s project', (type) => {
  test('that is internal is written by Makers and above, and read by viewers', async () => {
    const { slug } = await aStudioProject(world, house.id, { type })
    expect(await modesOf(slug)).toEqual({
      ...editors('readWrite'),
      viewer: 'readOnly',
      guest: 'none',
      stranger: 'none',
      visitor: 'none',
    })
  })

  test('that is public is no different: what anybody may read is its documentation', async () => {
    const { slug } = await aStudioProject(world, house.id, { type, visibility: 'public' })
    expect(await modesOf(slug)).toMatchObject({
      viewer: 'readOnly',
      guest: 'none',
      stranger: 'none',
      visitor: 'none',
    })
  })

  test('that is private is for who was given it, as far as their role goes', async () => {
    const { id, slug } = await aStudioProject(world, house.id, { type, visibility: 'private' })
    await share(id, { maker: 'viewer', viewer: 'editor', guest: 'editor' })
    expect(await modesOf(slug)).toEqual({
      owner: 'readWrite',
      admin: 'readWrite',
      billing: 'none',
      maker: 'readOnly',
      viewer: 'readOnly',
      // Files hold what documentation leaves out.
      guest: 'none',
      stranger: 'none',
      visitor: 'none',
    })
    expect((await open(world, people.viewer as Person, slug)).message).toMatch(/^You must be a Maker/)
    expect((await open(world, people.maker as Person, slug)).message).toMatch(/^You can read this project/)
    expect((await open(world, people.admin as Person, slug)).message).toBeNull()
  })
})

test('a project that is pushed is not edited here', async () => {
  const { slug } = await aStudioProject(world, house.id, { type: 'cli' })
  const opening = await open(world, house.owner, slug)
  expect([opening.mode, opening.message]).toEqual(['notEditable', 'Project type not editable in Studio'])
  expect((await open(world, people.stranger as Person, slug)).reason).toBe('project_not_found')
})

describe('a project at a Git host', () => {
  let integration: number
  const aGitProject = async (serviceAccount: boolean) => {
    const project = await aStudioProject(world, house.id, { type: 'vcs', files: { 'a.md': 'a' } })
    await world.db.query(
      `insert into public.project_repositories (project_id, workspace_id, workspace_integration_id, remote_url_http, external_id, external_slug, external_org_slug, default_branch)
       values ($1, $2, $3, 'https://github.com/a/b.git', $4, 'b', 'a', 'main')`,
      [project.id, house.id, integration, `R_${project.id}`],
    )
    if (serviceAccount)
      await world.db.query(
        `insert into public.project_service_accounts (project_id, name, kind, username) values ($1, 'Robot', 'github', 'robot')`,
        [project.id],
      )
    return project
  }
  beforeAll(async () => {
    integration = await aGitHub(world, house.id)
  })

  test('is connected first where there is neither account nor service account', async () => {
    const { slug, branchId } = await aGitProject(false)
    expect(await modesOf(slug)).toEqual({
      ...editors('connect'),
      viewer: 'connect',
      guest: 'none',
      stranger: 'none',
      visitor: 'none',
    })
    await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id) values ($1, $2, '1'), ($3, $2, '2')`,
      [people.maker?.id, integration, people.viewer?.id],
    )
    expect(await modesOf(slug)).toMatchObject({ owner: 'connect', maker: 'readWrite', viewer: 'readOnly' })
    // The policy knows the same.
    const seen = async (who: Caller) =>
      (await world.attempt(who, 'select path from public.documents where branch_id = $1', [branchId])).rows
        .length
    expect([
      await seen(people.maker as Person),
      await seen(people.viewer as Person),
      await seen(house.owner),
    ]).toEqual([1, 1, 0])
    await world.db.query('delete from public.external_users')
  })

  test('opens for everybody who may read it by its service account', async () => {
    const { slug } = await aGitProject(true)
    expect(await modesOf(slug)).toMatchObject({ ...editors('readWrite'), viewer: 'readOnly', guest: 'none' })
  })
})

describe('what is seen of a working copy', () => {
  const files = { 'docs/a.md': 'a', 'docs/b.md': 'b' }
  const seen = async (who: Caller, branchId: number) =>
    (
      await world.attempt(who, 'select path from public.documents where branch_id = $1 order by path', [
        branchId,
      ])
    ).rows.map(({ path }) => path)
  // Functions of the policies, asked as a policy asks them.
  const asked = (who: Caller, rule: 'hears_topic' | 'sends_topic', topic: string) =>
    world.as(who, async (ask) => {
      await ask(`select set_config('realtime.topic', $1, true)`, [topic])
      await ask('reset role')
      return (await ask<{ yes: boolean }>(`select private.${rule}() as yes`))[0]?.yes
    })
  const hears = (who: Caller, topic: string) => asked(who, 'hears_topic', topic)
  const sends = (who: Caller, topic: string) => asked(who, 'sends_topic', topic)

  test('is what is typed for who reads drafts, and what is published for others', async () => {
    const { slug, branchId } = await aStudioProject(world, house.id, { files })
    await open(world, house.owner, slug)
    await world.db.query(
      `update public.documents set is_edited = true where branch_id = $1 and path = 'docs/b.md'`,
      [branchId],
    )
    const { id } = (
      await world.db.query('select id from public.documents where branch_id = $1 limit 1', [branchId])
    ).rows[0]
    expect(await seen(people.maker as Person, branchId)).toEqual(['docs/a.md', 'docs/b.md'])
    expect(await seen(people.viewer as Person, branchId)).toEqual(['docs/a.md'])
    for (const who of ['guest', 'stranger', 'visitor'])
      expect(await seen(people[who] as Caller, branchId)).toEqual([])
    for (const topic of [`document:${id}`, `studio:${branchId}`]) {
      const heard: string[] = []
      for (const [name, who] of Object.entries(people)) if (await hears(who, topic)) heard.push(name)
      expect(heard).toEqual(['owner', 'billing', 'admin', 'maker'])
    }
    expect(await sends(people.maker as Person, `studio:${branchId}`)).toBe(true)
    for (const [who, topic] of [
      ['viewer', `studio:${branchId}`],
      ['maker', `document:${id}`],
      ['maker', `studio:${branchId}0`],
      ['maker', `project:${branchId}`],
    ] as const)
      expect(await sends(people[who] as Caller, topic)).toBe(false)
    for (const topic of [
      'document:1',
      'document:x',
      `studio:${id}`,
      'studio:',
      'studio:0',
      `document:${id}:1`,
    ])
      expect([topic, await hears(house.owner, topic)]).toEqual([topic, false])
  })

  test('is nothing for outside readers, who are shown documentation', async () => {
    const { id, slug, branchId } = await aStudioProject(world, house.id, { files, visibility: 'private' })
    await share(id, { guest: 'viewer', viewer: 'viewer' })
    await open(world, house.owner, slug)
    const opening = await open(world, people.guest as Person, slug)
    expect([opening.mode, opening.reason, await seen(people.guest as Person, branchId)]).toEqual([
      'none',
      'studio_holds_internal',
      [],
    ])
  })

  test('is nothing for who has the link, whether it holds or not', async () => {
    const { slug, branchId } = await aStudioProject(world, house.id, { files, visibility: 'private' })
    await open(world, house.owner, slug)
    const { token } = await world.answer<{ token: string }>(house.owner, 'share_branch($1, true)', [branchId])
    const asVisitor = <T>(work: Parameters<typeof world.as<T>>[1], link = token) =>
      world.as<T>(null, async (ask) => {
        await ask(`select set_config('request.headers', $1, true)`, [
          JSON.stringify({ 'x-waymark-share': link }),
        ])
        return work(ask)
      })
    const opened = (link?: string) =>
      asVisitor(async (ask) => {
        const [answer] = await ask<{ mode: string; reason: string }>(
          'select mode, reason from public.open_studio($1)',
          [slug],
        )
        const rows = await ask('select path from public.documents where branch_id = $1', [branchId])
        return [answer?.mode, answer?.reason, rows.length]
      }, link)
    expect(await opened()).toEqual(['none', 'studio_holds_internal', 0])
    await world.answer(house.owner, 'share_branch($1, false)', [branchId])
    expect(await opened()).toEqual(['none', 'share_ended', 0])
  })
})

test('a demoted member writes nothing more, and hears nothing', async () => {
  const demoted = await world.aMember(house.id, 'maker', 'demoted')
  const { slug, branchId } = await aStudioProject(world, house.id)
  expect((await open(world, demoted, slug)).mode).toBe('readWrite')
  await world.db.query(`update public.workspace_members set role = 'viewer' where user_id = $1`, [demoted.id])
  expect((await open(world, demoted, slug)).mode).toBe('readOnly')
  expect(
    await world.said(demoted, `create_documents($1, '[{"path": "a.md", "text": ""}]')`, [branchId]),
  ).toMatch(/do not have permission/)
})
