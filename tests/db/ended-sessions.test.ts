// What a session may do once it has ended: nothing, and its browser is told why.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, person, refusal, service } from './support/identity.ts'
import { aWorld, type World } from './support/people.ts'
import { number, password, request, setPassword, somebody, workspacesOf } from './support/somebody.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

describe('what the check before a request found', () => {
  test('holds for the rest of the request, and for the token it was found for alone', async () => {
    const { who, house } = await somebody(world)
    const other = await somebody(world)
    const foreign = await aSession(world, other.who)
    const seen = await world.as(who, async (ask) => {
      const workspaces = async () =>
        (await ask<{ id: string }>('select id from public.workspaces')).map(({ id }) => Number(id))
      const claims = async (change: object) =>
        ask(
          `select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || $1)::text, true)`,
          [JSON.stringify(change)],
        )
      await ask('select request.check_session()')
      const own = await workspaces()
      await claims({ sub: other.who.authId })
      const mixed = await workspaces()
      await claims({ session_id: foreign.sessionId })
      return { own, mixed, others: await workspaces() }
    })
    expect(seen).toEqual({ own: [house.id], mixed: [], others: [other.house.id] })
  })
})

describe('a session that has ended', () => {
  test('reads and changes nothing with the token it left, and is told why', async () => {
    const { who, house } = await somebody(world)
    const [here, stolen] = [await aSession(world, who), await aSession(world, who)]
    expect(await workspacesOf(world, stolen)).toEqual([house.id])
    await request(world, stolen)
    await person(world, here, 'revoke_other_sessions')
    expect(await workspacesOf(world, stolen)).toEqual([])
    expect(await person(world, stolen, 'me')).toBeNull()
    for (const [name, args] of [
      ['add_email', { p_email: 'thief@example.org' }],
      ['export_account', {}],
      ['delete_account', { p_username: `reach-${number}` }],
      ['revoke_other_sessions', {}],
      ['check_session', {}],
    ] as const)
      expect([name, (await refusal(person(world, stolen, name, args))).code]).toEqual([name, 'PT401'])
    expect(await refusal(request(world, stolen))).toEqual({
      code: 'PT401',
      hint: 'INVALID_TOKEN',
      message: 'You were signed out from another device.',
    })
    await request(world, here)
  })

  test('is that of nobody else, and of no token that names none', async () => {
    const [one, other] = [await somebody(world), await somebody(world)]
    const theirs = await aSession(world, one.who)
    expect(await workspacesOf(world, { ...other.who, sessionId: theirs.sessionId })).toEqual([])
    await request(world, null)
  })

  test('tells the browser that holds its refresh token why', async () => {
    const { who } = await somebody(world)
    const [here, there, gone] = [
      await aSession(world, who),
      await aSession(world, who),
      await aSession(world, who),
    ]
    const why = (token: string) => service(world, 'svc_why_ended', { p_refresh_token: token })
    await world.db.query('delete from auth.sessions where id = $1', [gone.sessionId])
    await person(world, here, 'permit_password_change', { p_current_password: password })
    await setPassword(world, who, 'another horse')
    expect(await why(there.refreshToken)).toEqual({
      reason: 'password_changed',
      detail: 'You were signed out because the password was changed.',
    })
    expect(await why(gone.refreshToken)).toMatchObject({ reason: null })
    expect(await why('no such token')).toMatchObject({ reason: null })
  })

  test('by a used refresh token ends with its access token', async () => {
    const { who } = await somebody(world)
    const stolen = await aSession(world, who)
    await world.db.query('update auth.refresh_tokens set revoked = true where token = $1', [
      stolen.refreshToken,
    ])
    await service(world, 'svc_why_ended', { p_refresh_token: stolen.refreshToken })
    expect((await refusal(request(world, stolen))).message).toMatch(/used from another place/)
  })
})
