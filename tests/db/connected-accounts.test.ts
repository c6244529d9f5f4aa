// Accounts at providers that somebody connects to their own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signingIn, verified } from './support/external.ts'
import {
  anIntegration,
  aSession,
  person,
  refusal,
  revisionOf,
  sealed,
  service,
  settings,
} from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let house: { id: number; owner: Person }
let github: number
let saml: number
let at: ReturnType<typeof signingIn>
beforeAll(async () => {
  world = await aWorld()
  at = signingIn(world)
  house = await world.aWorkspace('providers')
  github = await anIntegration(world, house, 'github')
  saml = await anIntegration(world, house, 'saml', settings.saml)
  await world.db.query(
    "insert into public.approved_domains (workspace_id, domain, role) values ($1, 'corp.example', 'maker')",
    [house.id],
  )
})
afterAll(() => world.end())

const arrive = (...of: Parameters<typeof at.arrive>) => at.arrive(...of)

let number = 0
const fresh = (domain = 'corp.example') => `somebody-${++number}@${domain}`

describe('a connected account', () => {
  const connect = async (
    who: Person,
    integration: number,
    externalId: string,
    more: Record<string, unknown> = {},
  ) =>
    service<{ id: number }>(world, 'svc_connect_external', {
      p_auth_id: who.authId,
      p_session_id: who.sessionId ?? (await aSession(world, who)).sessionId,
      p_integration_id: integration,
      p_revision: await revisionOf(world, integration),
      p_external_id: externalId,
      p_username: externalId,
      p_tokens: { access_token: sealed },
      ...more,
    })

  test('is seen and let go by its owner alone', async () => {
    const maker = await world.aMember(house.id, 'maker', `connector-${++number}`)
    const { id } = await connect(maker, github, `own-${number}`)
    await world.db.query('update public.users set has_password = true where id = $1', [maker.id])
    expect(
      (await world.attempt(house.owner, 'select 1 from public.external_users where id = $1', [id])).count,
    ).toBe(0)
    expect((await refusal(person(world, house.owner, 'disconnect_external', { p_id: id }))).code).toBe(
      'PT404',
    )
    const listed = await world.attempt(maker, 'select * from public.connected_accounts($1)', [house.id])
    expect(listed.rows.find((row) => row.kind === 'github')).toMatchObject({ external_user_id: String(id) })
    await person(world, maker, 'disconnect_external', { p_id: id })
    const { rows } = await world.db.query('select 1 from private.secrets where external_user_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('of somebody else cannot be taken over', async () => {
    const one = await world.aMember(house.id, 'maker', `one-${++number}`)
    const two = await world.aMember(house.id, 'maker', `two-${number}`)
    await connect(one, github, `shared-${number}`)
    expect(await refusal(connect(two, github, `shared-${number}`))).toMatchObject({
      code: 'PT409',
      message: 'This account is already connected to another user.',
    })
    const { rows } = await world.db.query(
      'select user_id::integer as id from public.external_users where external_id = $1',
      [`shared-${number}`],
    )
    expect(rows).toEqual([{ id: one.id }])
  })

  test('is for members', async () => {
    expect((await refusal(connect(await world.aPerson(`out-${++number}`), github, 'z'))).code).toBe('PT404')
  })

  test('needs a session that reaches the workspace and was just proven', async () => {
    const maker = await world.aMember(house.id, 'maker', `reaching-${++number}`)
    const elsewhere = await world.aWorkspace(`reaching-${number}`)
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'maker')`,
      [elsewhere.id, maker.id],
    )
    const hub = await anIntegration(world, elsewhere, 'github')
    const may = (as: Person, integration: number) =>
      person(world, as, 'check_connecting', { p_integration_id: integration })
    const session = await aSession(world, maker)
    expect([await may(session, hub), await may(session, github)]).toEqual([true, true])

    const limited = await aSession(world, maker, {
      method: 'provider',
      integrationId: github,
      onlyWorkspaceId: house.id,
    })
    expect((await refusal(may(limited, github))).hint).toBe('PROOF_REQUIRED')
    expect((await refusal(connect(limited, github, `limited-${number}`))).hint).toBe('PROOF_REQUIRED')
    expect((await refusal(connect(limited, hub, `limited-${number}`))).code).toBe('PT404')

    const old = await aSession(world, maker)
    await world.db.query(
      `update private.sessions set proven_at = now() - interval '11 minutes' where session_id = $1`,
      [old.sessionId],
    )
    const both = (as: Person & { sessionId: string }) => [
      () => may(as, hub),
      () => connect(as, hub, `both-${number}`),
    ]
    for (const attempt of both(old)) expect((await refusal(attempt())).hint).toBe('PROOF_REQUIRED')

    // Where e-mail and password are off, no session of a password connects anything.
    await world.db.query(
      `update public.workspace_integrations set enabled = false where workspace_id = $1 and kind = 'builtin'`,
      [elsewhere.id],
    )
    for (const attempt of both(session))
      expect(await refusal(attempt())).toMatchObject({ code: 'PT404', message: 'Unknown authentication url' })
    const ended = await aSession(world, maker)
    await world.db.query('delete from auth.sessions where id = $1', [ended.sessionId])
    expect((await refusal(connect(ended, github, `ended-${number}`))).code).toBe('PT404')
    const { rows } = await world.db.query('select 1 from public.external_users where user_id = $1', [
      maker.id,
    ])
    expect(rows).toEqual([])
  })

  test('is made at a SAML provider by signing in alone, and only let go in the settings', async () => {
    const maker = await world.aMember(house.id, 'maker', `sso-${++number}`)
    const listed = async () => {
      const { rows } = await world.attempt(maker, 'select * from public.connected_accounts($1)', [house.id])
      return rows.filter((row) => row.kind === 'saml')
    }
    expect(await listed()).toEqual([])
    const ask = () => person(world, maker, 'check_connecting', { p_integration_id: saml })
    for (const attempt of [ask, () => connect(maker, saml, `sso-${number}`)])
      expect((await refusal(attempt())).code).toBe('PT404')
    const made = await world.db.query(
      'insert into public.external_users (workspace_integration_id, user_id, external_id) values ($1, $2, $3) returning id',
      [saml, maker.id, `sso-${number}`],
    )
    const { id } = made.rows[0]
    expect(await listed()).toEqual([expect.objectContaining({ external_user_id: id })])
    await world.db.query('update public.users set has_password = true where id = $1', [maker.id])
    await person(world, maker, 'disconnect_external', { p_id: id })
    expect(await listed()).toEqual([])
  })

  test('that is the last way in stays', async () => {
    const email = fresh()
    const { user_id: userId } = await arrive(github, `last-${email}`, verified(email))
    const { rows } = await world.db.query(
      'select x.id, u.auth_id from public.external_users x join public.users u on u.id = x.user_id where x.user_id = $1',
      [userId],
    )
    const me = { id: Number(userId), authId: rows[0].auth_id }
    const first = Number(rows[0].id)
    const let_go = (id: number) => person(world, me, 'disconnect_external', { p_id: id })
    expect(await refusal(let_go(first))).toMatchObject({
      hint: 'ACTION_PROHIBITED',
      message: 'This is your only way to sign in. Set a password or connect another account first.',
    })
    const gitlab = await anIntegration(world, house, 'gitlab')
    const second = await connect(me, gitlab, `second-${email}`)
    for (const shut of ['enabled', 'allow_user_login']) {
      const turn = (on: boolean) =>
        world.db.query(`update public.workspace_integrations set ${shut} = $2 where id = $1`, [gitlab, on])
      await turn(false)
      expect((await refusal(let_go(first))).hint).toBe('ACTION_PROHIBITED')
      await turn(true)
    }
    await let_go(first)
    expect((await refusal(let_go(second.id))).hint).toBe('ACTION_PROHIBITED')
  })
})
