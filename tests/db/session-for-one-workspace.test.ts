// A session that a workspace's own provider opened: it is for that workspace alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anIntegration, aSession, newestMail, person, refusal } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'
import { emailOf, number, request, setPassword, somebody, workspacesOf } from './support/somebody.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

describe('a session for one workspace', () => {
  async function onItsWord() {
    const { who, house } = await somebody(world)
    const integrationId = await anIntegration(world, house, 'github')
    const other = await world.aWorkspace(`reach-other-${number}`)
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'owner')`,
      [other.id, who.id],
    )
    const session = await aSession(world, who, {
      method: 'provider',
      integrationId,
      onlyWorkspaceId: house.id,
    })
    return { who, house, other, session }
  }

  test('reads and changes that workspace only', async () => {
    const { house, other, session, who } = await onItsWord()
    const project = await world.db.query(
      `insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Secret', 'secret', 'private') returning id`,
      [other.id],
    )
    const id = Number(project.rows[0].id)
    await world.db.query(
      `insert into public.project_members (project_id, user_id, role) values ($1, $2, 'owner')`,
      [id, who.id],
    )
    expect(await workspacesOf(world, session)).toEqual([house.id])
    expect((await workspacesOf(world, await aSession(world, who))).sort()).toEqual(
      [house.id, other.id].sort(),
    )
    expect((await world.attempt(session, 'select 1 from public.projects where id = $1', [id])).count).toBe(0)
    const changes: [string, unknown[]][] = [
      [`update public.workspaces set name = 'Mine' where id = $1`, [other.id]],
      [
        'update public.workspace_members set receive_daily_summary = false where workspace_id = $1',
        [other.id],
      ],
      ['select public.delete_project($1)', [id]],
      ['select public.create_project($1, $2)', [other.id, 'Planted']],
      ['select public.set_daily_summary($1, false)', [other.id]],
      ['select public.workspace_state($1)', [other.id]],
    ]
    for (const [sql, values] of changes) {
      const met = await world.attempt(session, sql, values)
      expect([sql, met.refused ?? met.count]).toEqual([sql, sql.startsWith('update') ? 0 : 'PT404'])
    }
    // Which topic it hears of the account, the client knows by `only_workspace_id`.
    expect(await person(world, session, 'me')).toMatchObject({
      only_workspace_id: house.id,
      memberships: [{ workspace_id: house.id }],
      emails: [{ email: emailOf() }],
    })
    expect(await person(world, await aSession(world, who), 'me')).toMatchObject({ only_workspace_id: null })
  })

  test('changes nothing of the account, sets no first password and ends no other session', async () => {
    const { who, session } = await onItsWord()
    await world.db.query('update public.users set has_password = false where id = $1', [who.id])
    for (const [name, args] of [
      ['permit_password_change', {}],
      ['add_email', { p_email: 'more@example.org' }],
      ['update_account', { p_first_name: 'A', p_last_name: 'B' }],
      ['check_session', {}],
      ['export_account', {}],
      ['delete_account', { p_username: `reach-${number}` }],
      ['revoke_other_sessions', {}],
      ['confirm_email', { p_code: '123456' }],
    ] as const)
      expect([name, (await refusal(person(world, session, name, args))).hint]).toEqual([
        name,
        'PROOF_REQUIRED',
      ])
    await expect(setPassword(world, who, 'first one')).rejects.toMatchObject({ hint: 'PROOF_REQUIRED' })
    expect(await world.attempt(session, 'select 1 from public.external_users')).toMatchObject({ count: 0 })
    const { rows } = await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username)
       select $1, i.id, 'x', 'x' from public.workspace_integrations i limit 1 returning id::integer`,
      [who.id],
    )
    const disconnected = person(world, session, 'disconnect_external', { p_id: rows[0].id })
    expect((await refusal(disconnected)).hint).toBe('PROOF_REQUIRED')
  })

  test('sees no uploads to other workspaces, nor what the person is in an open project there', async () => {
    const { who, house, other, session } = await onItsWord()
    for (const { id } of [house, other])
      await world.db.query(`insert into storage.objects (bucket_id, name) values ('uploads', $1)`, [
        `${id}/${who.authId}/upload`,
      ])
    const { rows } = await world.db.query(
      `insert into public.projects (workspace_id, name, slug, visibility) values ($1, 'Open', 'open', 'public') returning id::integer`,
      [other.id],
    )
    const uploads = (as: Person) =>
      world.as(as, async (ask) =>
        (await ask<{ name: string }>('select name from storage.objects order by id')).map(({ name }) =>
          Number(name.split('/')[0]),
        ),
      )
    const roleIn = async (as: Person) =>
      (await person<{ my_role: string }>(world, as, 'project_details', { p_project_id: rows[0].id })).my_role
    const all = await aSession(world, who)
    expect((await uploads(all)).sort()).toEqual([house.id, other.id].sort())
    expect(await uploads(session)).toEqual([house.id])
    expect([await roleIn(all), await roleIn(session)]).toEqual(['workspace_global_admin', null])
  })

  test('ends when the person makes or joins another workspace, or leaves this one', async () => {
    const { who, house, session } = await onItsWord()
    await world.db.query(`select private.create_workspace($1, $2, 'Own')`, [who.id, `own-${number}`])
    expect(await workspacesOf(world, session)).toEqual([])
    expect((await refusal(request(world, session))).message).toMatch(/reaches another workspace now/)
    const integrationId = await anIntegration(world, house, 'gitlab')
    const again = await aSession(world, who, { method: 'provider', integrationId, onlyWorkspaceId: house.id })
    await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
      house.id,
      who.id,
    ])
    expect((await refusal(request(world, again))).code).toBe('PT401')
  })

  test('is one for all once the person proved who they are: by a code to their own address', async () => {
    const { house, other, session } = await onItsWord()
    await person(world, session, 'request_proof_code')
    const code = (await newestMail(world, emailOf(), 'code'))?.data.code as string
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await person(world, session, 'prove_session', { p_code: wrong })).toMatchObject({
      outcome: 'wrong',
    })
    expect(await workspacesOf(world, session)).toEqual([house.id])
    expect(await person(world, session, 'prove_session', { p_code: code })).toMatchObject({
      outcome: 'proven',
    })
    expect((await workspacesOf(world, session)).sort()).toEqual([house.id, other.id].sort())
    expect(await person(world, session, 'prove_session', { p_code: code })).toMatchObject({
      outcome: 'spent',
    })
  })
})
