// The account that opens a repository, and what goes when its integration leads to another server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { service } from '../support/identity.ts'
import { aWorld, type Person, type World } from '../support/people.ts'
import { aGitHub, aRepository, fromRepository, type Made, sealed } from './support.ts'

let world: World
let house: { id: number; owner: Person }
let editor: Person
let integration: number
let made: Made

beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('service-accounts')
  editor = await world.aMember(house.id, 'maker')
  integration = await aGitHub(world, house.id)
  made = await fromRepository(world, house.owner, house.id, aRepository(integration))
})
afterAll(() => world.end())

describe('the service account', () => {
  const add = (
    who: Person,
    project = made.project.id,
    more: unknown[] = ['Reader', 'robot', JSON.stringify(sealed)],
  ) => world.said(who, 'public.create_service_account($1, $2, $3, $4)', [project, ...more])

  test('is one a project, and needs every field', async () => {
    expect(await add(house.owner, made.project.id, [' ', 'robot', JSON.stringify(sealed)])).toBe(
      'Field must not be empty.',
    )
    expect(await add(house.owner, made.project.id, ['Reader', '', JSON.stringify(sealed)])).toBe(
      'Field must not be empty.',
    )
    expect(await add(house.owner, made.project.id, ['Reader', 'robot', null])).toBe(
      'Field must not be empty.',
    )
    await world.does(house.owner, 'select public.create_service_account($1, $2, $3, $4)', [
      made.project.id,
      'Reader',
      'robot',
      JSON.stringify(sealed),
    ])
    expect(await add(house.owner)).toBe('Project service account already exists')
  })

  test('of a project without a repository there is none', async () => {
    const { project } = await world.answer<Made>(house.owner, "create_project($1, 'Without Git')", [house.id])
    expect(await add(house.owner, project.id)).toBe('This project does not come from a Git repository.')
  })

  test('opens the project for the service alone, with its token sealed', async () => {
    const source = await service<{
      service_account: { username: string; token: unknown }
      integration: { id: number }
    }>(world, 'svc_project_source', { p_project_id: made.project.id })
    expect(source).toMatchObject({
      service_account: { username: 'robot', token: sealed },
      integration: { id: integration },
    })
    expect(
      (await world.attempt(house.owner, 'select public.svc_project_source($1)', [made.project.id])).refused,
    ).toBe('42501')
  })

  test('is changed and removed by who changes the project, and unknown to who does not see its settings', async () => {
    const viewer = await world.aMember(house.id, 'viewer')
    const stranger = (await world.aWorkspace('service-accounts-elsewhere')).owner
    const { rows } = await world.db.query(
      'select id from public.project_service_accounts where project_id = $1',
      [made.project.id],
    )
    for (const call of [
      "public.update_service_account($1, p_name => 'Other')",
      'public.delete_service_account($1)',
    ]) {
      const said = (who: Person, id = rows[0].id) => world.said(who, call, [id])
      expect([await said(house.owner), await said(editor)]).toEqual([
        'allowed',
        'You do not have permission to do this in this project.',
      ])
      for (const unknown of [await said(viewer), await said(stranger), await said(house.owner, 0)])
        expect(unknown).toBe('Service account not found.')
    }
    for (const name of ['p_name', 'p_username'])
      expect(
        await world.said(house.owner, `public.update_service_account($1, ${name} => ' ', p_token => $2)`, [
          rows[0].id,
          JSON.stringify(sealed),
        ]),
      ).toBe('Field must not be empty.')
  })

  test('is removed once, by whoever comes first', async () => {
    const { project } = await fromRepository(world, house.owner, house.id, aRepository(integration))
    const { id } = await world.answer<{ id: number }>(house.owner, 'create_service_account($1, $2, $3, $4)', [
      project.id,
      'Reader',
      'robot',
      JSON.stringify(sealed),
    ])
    const tally = await world.race(
      [house.owner, house.owner],
      'select public.delete_service_account($1)',
      () => [id],
    )
    expect(tally).toEqual({ done: 1, PT404: 1 })
  })

  test('needs its token anew with another user name, and goes with its token', async () => {
    const { rows } = await world.db.query(
      'select id from public.project_service_accounts where project_id = $1',
      [made.project.id],
    )
    const id = Number(rows[0].id)
    expect(
      await world.said(house.owner, "public.update_service_account($1, p_username => 'other')", [id]),
    ).toBe('Field must not be empty.')
    expect(await world.said(editor, "public.update_service_account($1, p_name => 'Other')", [id])).toBe(
      'You do not have permission to do this in this project.',
    )
    await world.does(house.owner, 'select public.delete_service_account($1)', [id])
    const left = await world.db.query('select 1 from private.secrets where project_service_account_id = $1', [
      id,
    ])
    expect(left.rows).toEqual([])
  })

  test('missing, whoever made the project opens it, while they are a member', async () => {
    const maker = await world.aMember(house.id, 'maker', 'leaver')
    const own = await fromRepository(world, maker, house.id, aRepository(integration))
    const { rows } = await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username)
       values ($1, $2, $3, 'maker') returning id`,
      [maker.id, integration, `maker-${maker.id}`],
    )
    await world.db.query(
      `insert into private.secrets (external_user_id, name, ciphertext, key_id) values ($1, 'accessToken', 'c2VhbGVk', 'key1')`,
      [rows[0].id],
    )
    const source = () =>
      service<{ account: unknown }>(world, 'svc_project_source', { p_project_id: own.project.id })
    const opened = { service_account: null, account: { username: 'maker', secrets: { accessToken: sealed } } }
    expect(await source()).toMatchObject(opened)
    // Taken off a private project, they lend it nothing any more.
    await world.db.query("update public.projects set visibility = 'private' where id = $1", [own.project.id])
    await world.db.query('delete from public.project_members where project_id = $1 and user_id = $2', [
      own.project.id,
      maker.id,
    ])
    expect(await source()).toMatchObject({ account: null })
    await world.db.query("update public.projects set visibility = 'internal' where id = $1", [own.project.id])
    expect(await source()).toMatchObject(opened)
    await world.db.query('delete from public.workspace_members where user_id = $1', [maker.id])
    expect(await source()).toMatchObject({ account: null })
  })
})

describe('an integration that leads to another server', () => {
  const config = { hostUrl: 'https://one.example', apiUrl: 'https://one.example/api', clientId: 'x' }
  test.each([
    ['apiUrl', 'https://two.example/api'],
    ['hostUrl', 'https://two.example'],
  ])('has no token or secret of the one before: %s', async (setting, value) => {
    const place = await world.aWorkspace(`moves-${setting.toLowerCase()}`)
    const moving = await aGitHub(world, place.id, JSON.stringify(config))
    const repository = aRepository(moving, { remote_url_http: 'https://one.example/acme/api.git' })
    const { project } = await fromRepository(world, place.owner, place.id, repository)
    const args = [project.id, 'Reader', 'robot', JSON.stringify(sealed)]
    await world.does(place.owner, 'select public.create_service_account($1, $2, $3, $4)', args)
    await service(world, 'svc_keep_webhook_secret', { p_integration_id: moving, p_secret: sealed })
    const kept = async () => {
      const { rows } = await world.db.query(
        `select (select count(*)::int from public.project_service_accounts where project_id = $1) as accounts,
           (select count(*)::int from private.webhook_secrets where workspace_integration_id = $2) as secrets`,
        [project.id, moving],
      )
      return rows[0]
    }
    await world.db.query("update public.workspace_integrations set name = 'Renamed' where id = $1", [moving])
    expect(await kept()).toEqual({ accounts: 1, secrets: 1 })
    await world.db.query('update public.workspace_integrations set config = $2 where id = $1', [
      moving,
      JSON.stringify({ ...config, [setting]: value }),
    ])
    expect(await kept()).toEqual({ accounts: 0, secrets: 0 })
  })

  test('is none in default configuration, whatever it was made with', async () => {
    const place = await world.aWorkspace('moves-default')
    const made = await world.answer<{ config: object }>(
      place.owner,
      "create_integration($1, 'Hidden', 'gitlab', $2, 'default')",
      [place.id, JSON.stringify({ ...config, apiUrl: 'https://evil.example/api' })],
    )
    expect(made.config).toEqual({})
  })
})
