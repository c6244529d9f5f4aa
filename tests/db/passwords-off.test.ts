// A workspace that has switched e-mail and password off is reached by its providers' sessions only.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anIntegration,
  aSession,
  newestMail,
  person,
  refusal,
  sealed,
  service,
  settings,
} from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'
import { number, somebody, workspacesOf } from './support/somebody.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

describe('a workspace that has switched e-mail and password off', () => {
  async function closed(off = 'enabled') {
    const { who, house } = await somebody(world)
    const integrationId = await anIntegration(world, house, 'saml', {}, {}).catch(() =>
      anIntegration(world, house, 'github'),
    )
    await world.db.query(
      `update public.workspace_integrations set ${off} = false where workspace_id = $1 and kind = 'builtin'`,
      [house.id],
    )
    return { who, house, integrationId }
  }

  test('counts a session that Auth opened past the sign-in as Auth noted it', async () => {
    const { who } = await somebody(world)
    const methods: string[] = []
    for (const noted of ['password', 'otp', null]) {
      const { rows } = await world.db.query<{ id: string }>(
        'insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id',
        [who.authId],
      )
      const id = rows[0]?.id
      if (noted)
        await world.db.query(
          'insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at) values (gen_random_uuid(), $1, $2, now(), now())',
          [id, noted],
        )
      const found = await world.db.query('select (private.session_of($1, $2)).method', [id, who.authId])
      methods.push(found.rows[0].method)
    }
    expect(methods).toEqual(['password', 'code', 'code'])
  })

  test.each(['enabled', 'allow_user_login'])(
    'is reached by no session of a password or a mailed code, however it is asked for (%s)',
    async (off) => {
      const { who, house } = await closed(off)
      for (const method of ['password', 'code'] as const) {
        const session = await aSession(world, who, { method })
        expect(await workspacesOf(world, session)).toEqual([])
        expect(
          (await refusal(person(world, session, 'workspace_state', { p_workspace_id: house.id }))).code,
        ).toBe('PT404')
        expect(await access(who, house.id, session.sessionId)).toMatchObject({
          covered: false,
          by_provider: true,
        })
        // What concerns the person alone goes on.
        await person(world, session, 'check_session', { p_with_proof: true })
      }
      expect(await workspacesOf(world, who)).toEqual([])
      const late = await world.aMember(house.id, 'viewer', `late-${number}`)
      expect(await workspacesOf(world, late)).toEqual([])
      // By this its sign-in page shows no form of e-mail and password.
      expect(await person(world, null, 'workspace_by_slug', { p_slug: `reach-${number}` })).toMatchObject({
        by_provider: true,
      })
    },
  )

  test('is one whose own integration is off, not another one', async () => {
    const { who, house } = await somebody(world)
    await anIntegration(world, house, 'github', {}, { p_enabled: false, p_allow_user_login: false })
    const late = await world.aMember(house.id, 'viewer', `late-beside-${number}`)
    for (const one of [who, late])
      expect(await workspacesOf(world, await aSession(world, one, { method: 'password' }))).toEqual([
        house.id,
      ])
    expect(await person(world, null, 'workspace_by_slug', { p_slug: `reach-${number}` })).toMatchObject({
      by_provider: false,
    })
  })

  test('is reached by sessions that its own providers opened, while they are switched on', async () => {
    const { who, house, integrationId } = await closed()
    const session = await aSession(world, who, { method: 'provider', integrationId })
    expect(await workspacesOf(world, session)).toEqual([house.id])
    expect(await access(who, house.id, session.sessionId)).toMatchObject({ covered: true })
    await world.db.query('alter table public.workspace_integrations disable trigger user')
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [
      integrationId,
    ])
    await world.db.query('alter table public.workspace_integrations enable trigger user')
    expect(await workspacesOf(world, session)).toEqual([])
  })

  test('counts the installation’s registration at a Git host wherever it was used, and no other provider', async () => {
    const { who, house } = await closed()
    const elsewhere = await world.aWorkspace(`reach-elsewhere-${number}`)
    const github = await anIntegration(world, elsewhere, 'github')
    const gitlab = await anIntegration(world, elsewhere, 'gitlab')
    const by = async (integrationId: number) =>
      workspacesOf(world, await aSession(world, who, { method: 'provider', integrationId }))
    expect(await by(github)).toEqual([house.id])
    expect(await by(gitlab)).toEqual([])
  })

  test.each([
    ['saml', settings.saml, {}],
    ['ldap', settings.ldap, { p_secrets: { bindCredentials: sealed } }],
    [
      'bitbucket_data_center',
      { hostUrl: 'https://git.example.com', apiUrl: 'https://git.example.com/rest' },
      {},
    ],
  ])('counts its own server of the kind %s, and nobody else’s', async (kind, config, more) => {
    const { who, house } = await somebody(world)
    const elsewhere = await world.aWorkspace(`reach-theirs-${number}`)
    const [own, theirs] = [
      await anIntegration(world, house, kind, config, more),
      await anIntegration(world, elsewhere, kind, config, more),
    ]
    // No call leaves such a server so, and a row that says so all the same must open nothing.
    await world.db.query(
      `update public.workspace_integrations set config_type = 'default' where id = any ($1)`,
      [[own, theirs]],
    )
    await world.db.query(
      `update public.workspace_integrations set enabled = false where workspace_id = $1 and kind = 'builtin'`,
      [house.id],
    )
    const by = async (integrationId: number) =>
      workspacesOf(world, await aSession(world, who, { method: 'provider', integrationId }))
    expect(await by(own)).toEqual([house.id])
    expect(await by(theirs)).toEqual([])
  })

  test('counts no session that somebody’s own server opened before it was called the installation’s', async () => {
    const { who } = await closed()
    const elsewhere = await world.aWorkspace(`reach-own-${number}`)
    const own = await anIntegration(world, elsewhere, 'github', settings.github, {
      p_config_type: 'custom',
      p_secrets: { clientSecret: sealed },
    })
    const session = await aSession(world, who, { method: 'provider', integrationId: own })
    expect(await workspacesOf(world, session)).toEqual([])
    await person(world, elsewhere.owner, 'update_integration', {
      p_integration_id: own,
      p_config_type: 'default',
    })
    expect(await workspacesOf(world, session)).toEqual([])
  })

  test('takes an invitation by no password, and changes none by a code', async () => {
    const { house } = await closed()
    const email = `asked-${number}@example.org`
    await world.db.query(
      `insert into public.workspace_invitations (workspace_id, email, role, token_hash) values ($1, $2, 'maker', private.token_hash($2))`,
      [house.id, email],
    )
    const invited = await world.aPerson(`asked-${number}`)
    await world.db.query('update public.emails set email = $2 where user_id = $1', [invited.id, email])
    const accept = (byPassword: boolean) =>
      service(world, 'svc_accept_invitation', {
        p_token: email,
        p_auth_id: invited.authId,
        p_client: null,
        p_by_password: byPassword,
      })
    expect(await refusal(accept(true))).toMatchObject({
      hint: 'ACTION_PROHIBITED',
      message: 'This workspace does not allow signing in with e-mail and password.',
    })
    expect(await service(world, 'svc_invitation', { p_token: email })).toMatchObject({
      state: 'ok',
      by_provider: true,
    })
    expect(await accept(false)).toMatchObject({ outcome: 'invited', role: 'maker' })

    await service(world, 'svc_request_reset', { p_email: email, p_client: null })
    const redeem = (workspace: number | null) =>
      service(world, 'svc_redeem_reset', {
        p_email: email,
        p_code: code,
        p_workspace_id: workspace,
        p_client: null,
      })
    const code = (await newestMail(world, email, 'reset'))?.data.code
    expect((await refusal(redeem(house.id))).hint).toBe('ACTION_PROHIBITED')
    expect(await redeem(null)).toMatchObject({ outcome: 'ok' })
  })

  test('is open again to all when they are switched on', async () => {
    const { who, house } = await closed()
    await world.db.query(
      `update public.workspace_integrations set enabled = true where workspace_id = $1 and kind = 'builtin'`,
      [house.id],
    )
    expect(await workspacesOf(world, await aSession(world, who))).toEqual([house.id])
  })

  test('and any other is entered by no session that has ended', async () => {
    const { who, house } = await somebody(world)
    const session = await aSession(world, who)
    expect(await access(who, house.id, session.sessionId)).toMatchObject({ covered: true })
    await world.db.query('delete from auth.sessions where id = $1', [session.sessionId])
    expect(await access(who, house.id, session.sessionId)).toMatchObject({ covered: false })
  })

  const access = (who: Person, workspace: number, session: string) =>
    service(world, 'svc_workspace_access', {
      p_auth_id: who.authId,
      p_workspace_id: workspace,
      p_session_id: session,
    })
})
