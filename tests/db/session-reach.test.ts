// What a session may do: nothing once it has ended, one workspace if it is for one, the account only with a recent proof.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anIntegration,
  aSession,
  mailsTo,
  newestMail,
  person,
  refusal,
  sealed,
  service,
  settings,
} from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const password = 'correct horse'
let number = 0
const emailOf = (n = number) => `reach-${n}@example.com`

/** Somebody with a password, a workspace of their own and two confirmed addresses. */
async function somebody() {
  const who = await world.aPerson(`reach-${++number}`)
  const house = await world.aWorkspace(`reach-${number}`)
  await world.db.query(
    `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'admin')`,
    [house.id, who.id],
  )
  await world.db.query('insert into public.emails (user_id, email, confirmed_at) values ($1, $2, now())', [
    who.id,
    `second-${number}@example.com`,
  ])
  await permit(who)
  await setPassword(who, password)
  return { who, house }
}

const permit = (who: Person) => service(world, 'svc_permit_password', { p_auth_id: who.authId })
/** As GoTrue does it: the hash under the name that other libraries give it. */
const setPassword = (who: Person, to: string) =>
  world.db.query(
    `update auth.users set encrypted_password = '$2b$' || substr(extensions.crypt($2, extensions.gen_salt('bf', 4)), 5) where id = $1`,
    [who.authId, to],
  )
const age = (who: { sessionId: string }) =>
  world.db.query(
    `with noted as (update private.sessions set proven_at = now() - interval '11 minutes' where session_id = $1)
     update auth.sessions set created_at = now() - interval '11 minutes' where id = $1`,
    [who.sessionId],
  )
const request = (who: Person) => world.as(who, (ask) => ask('select request.check_session()'))
const workspacesOf = (who: Person) =>
  world.as(who, async (ask) =>
    (await ask<{ id: string }>('select id from public.workspaces')).map(({ id }) => Number(id)),
  )

describe('what the check before a request found', () => {
  test('holds for the rest of the request, and for the token it was found for alone', async () => {
    const { who, house } = await somebody()
    const other = await somebody()
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
    const { who, house } = await somebody()
    const [here, stolen] = [await aSession(world, who), await aSession(world, who)]
    expect(await workspacesOf(stolen)).toEqual([house.id])
    await request(stolen)
    await person(world, here, 'revoke_other_sessions')
    expect(await workspacesOf(stolen)).toEqual([])
    expect(await person(world, stolen, 'me')).toBeNull()
    for (const [name, args] of [
      ['add_email', { p_email: 'thief@example.org' }],
      ['export_account', {}],
      ['delete_account', { p_username: `reach-${number}` }],
      ['revoke_other_sessions', {}],
      ['check_session', {}],
    ] as const)
      expect([name, (await refusal(person(world, stolen, name, args))).code]).toEqual([name, 'PT401'])
    expect(await refusal(request(stolen))).toEqual({
      code: 'PT401',
      hint: 'INVALID_TOKEN',
      message: 'You were signed out from another device.',
    })
    await request(here)
  })

  test('is that of nobody else, and of no token that names none', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const theirs = await aSession(world, one.who)
    expect(await workspacesOf({ ...other.who, sessionId: theirs.sessionId })).toEqual([])
    await request(null as unknown as Person)
  })

  test('tells the browser that holds its refresh token why', async () => {
    const { who } = await somebody()
    const [here, there, gone] = [
      await aSession(world, who),
      await aSession(world, who),
      await aSession(world, who),
    ]
    const why = (token: string) => service(world, 'svc_why_ended', { p_refresh_token: token })
    await world.db.query('delete from auth.sessions where id = $1', [gone.sessionId])
    await person(world, here, 'permit_password_change', { p_current_password: password })
    await setPassword(who, 'another horse')
    expect(await why(there.refreshToken)).toEqual({
      reason: 'password_changed',
      detail: 'You were signed out because the password was changed.',
    })
    expect(await why(gone.refreshToken)).toMatchObject({ reason: null })
    expect(await why('no such token')).toMatchObject({ reason: null })
  })

  test('by a used refresh token ends with its access token', async () => {
    const { who } = await somebody()
    const stolen = await aSession(world, who)
    await world.db.query('update auth.refresh_tokens set revoked = true where token = $1', [
      stolen.refreshToken,
    ])
    await service(world, 'svc_why_ended', { p_refresh_token: stolen.refreshToken })
    expect((await refusal(request(stolen))).message).toMatch(/used from another place/)
  })
})

describe('a session for one workspace', () => {
  async function onItsWord() {
    const { who, house } = await somebody()
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
    expect(await workspacesOf(session)).toEqual([house.id])
    expect((await workspacesOf(await aSession(world, who))).sort()).toEqual([house.id, other.id].sort())
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
    await expect(setPassword(who, 'first one')).rejects.toMatchObject({ hint: 'PROOF_REQUIRED' })
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
    expect(await workspacesOf(session)).toEqual([])
    expect((await refusal(request(session))).message).toMatch(/reaches another workspace now/)
    const integrationId = await anIntegration(world, house, 'gitlab')
    const again = await aSession(world, who, { method: 'provider', integrationId, onlyWorkspaceId: house.id })
    await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
      house.id,
      who.id,
    ])
    expect((await refusal(request(again))).code).toBe('PT401')
  })

  test('is one for all once the person proved who they are: by a code to their own address', async () => {
    const { house, other, session } = await onItsWord()
    await person(world, session, 'request_proof_code')
    const code = (await newestMail(world, emailOf(), 'code'))?.data.code as string
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await person(world, session, 'prove_session', { p_code: wrong })).toMatchObject({
      outcome: 'wrong',
    })
    expect(await workspacesOf(session)).toEqual([house.id])
    expect(await person(world, session, 'prove_session', { p_code: code })).toMatchObject({
      outcome: 'proven',
    })
    expect((await workspacesOf(session)).sort()).toEqual([house.id, other.id].sort())
    expect(await person(world, session, 'prove_session', { p_code: code })).toMatchObject({
      outcome: 'spent',
    })
  })
})

describe('what stays behind a stolen token', () => {
  const addressOf = async (email: string) =>
    (await world.db.query('select id::integer from public.emails where email = $1', [email])).rows[0].id
  const sensitive = async (house: { id: number }, who: Person) =>
    [
      ['set_primary_email', { p_email_id: await addressOf(`second-${number}@example.com`) }],
      ['remove_email', { p_email_id: await addressOf(emailOf()) }],
      ['disconnect_external', { p_id: await connected(house, who) }],
      ['add_email', { p_email: `late-${number}@example.org` }],
      ['create_workspace_token', { p_workspace_id: house.id, p_name: 'CI' }],
      ['export_account', {}],
      ['check_session', { p_with_proof: true }],
    ] as const

  async function connected({ id }: { id: number }, who: Person): Promise<number> {
    const { rows } = await world.db.query(
      `insert into public.external_users (user_id, workspace_integration_id, external_id, username)
       select $1::bigint, i.id, 'octo-' || i.id, 'octo' from public.workspace_integrations i where i.workspace_id = $2 and i.kind = 'builtin'
       returning id::integer`,
      [who.id, id],
    )
    return rows[0].id
  }

  test('asks for a proof of the last ten minutes, which the password gives', async () => {
    const { who, house } = await somebody()
    const session = await aSession(world, who)
    await age(session)
    const calls = await sensitive(house, who)
    for (const [name, args] of calls)
      expect([name, (await refusal(person(world, session, name, args))).hint]).toEqual([
        name,
        'PROOF_REQUIRED',
      ])
    expect(
      (await refusal(person(world, session, 'delete_account', { p_username: `reach-${number}` }))).hint,
    ).toBe('PROOF_REQUIRED')
    for (const wrong of ['guess', '', null])
      expect(await person(world, session, 'prove_session', { p_password: wrong })).toMatchObject({
        outcome: 'wrong',
      })
    expect(await person(world, session, 'prove_session', { p_password: password })).toMatchObject({
      outcome: 'proven',
    })
    for (const [name, args] of calls) await person(world, session, name, args)
    expect(await mailsTo(world, `second-${number}@example.com`, 'account_disconnected')).toBe(1)
  })

  test('holds for sessions that were opened at GoTrue itself', async () => {
    const { who } = await somebody()
    await person(world, who, 'me')
    await world.db.query(
      `update auth.sessions set created_at = now() - interval '11 minutes' where id = $1`,
      [who.authId],
    )
    expect((await refusal(person(world, who, 'check_session', { p_with_proof: true }))).hint).toBe(
      'PROOF_REQUIRED',
    )
    await person(world, who, 'prove_session', { p_password: password })
    await person(world, who, 'check_session', { p_with_proof: true })
  })

  test('is not guessed: thirty tries in a quarter of an hour', async () => {
    const { who } = await somebody()
    const tries: { retry_after: number }[] = []
    for (let n = 0; n < 31; n++)
      tries.push(await person(world, who, 'prove_session', { p_password: `guess ${n}` }))
    expect(tries.at(-1)?.retry_after).toBeGreaterThan(0)
    expect(await person(world, who, 'prove_session', { p_password: password })).toMatchObject({
      outcome: 'wrong',
    })
  })

  test('is not guessed from many places either: the account is counted, not its clients', async () => {
    const { who } = await somebody()
    const { rows } = await world.db.query(
      `select private.guess_wait('user:' || $1, '198.51.100.' || n) as wait from generate_series(1, 32) n`,
      [who.id],
    )
    expect(rows.filter(({ wait }) => wait === 0).length).toBeLessThanOrEqual(30)
    expect(rows.at(-1)?.wait).toBeGreaterThan(0)
  })

  test('is told to every confirmed address', async () => {
    const { who, house } = await somebody()
    const addresses = [emailOf(), `second-${number}@example.com`]
    const told = (template: string) => Promise.all(addresses.map((to) => mailsTo(world, to, template)))
    await person(world, who, 'create_workspace_token', { p_workspace_id: house.id, p_name: 'CI' })
    expect(await told('token_created')).toEqual([1, 1])
    const { rows } = await world.db.query('select id::integer from public.emails where email = $1', [
      addresses[1],
    ])
    await person(world, who, 'set_primary_email', { p_email_id: rows[0].id })
    expect(await told('primary_email_changed')).toEqual([1, 1])
    await person(world, who, 'delete_account', { p_username: `reach-${number}` })
    expect(await told('account_deleted')).toEqual([1, 1])
  })
})

describe('a password', () => {
  test('is changed by no door without a permit, which is good once and for a minute', async () => {
    const { who } = await somebody()
    await expect(setPassword(who, 'taken over')).rejects.toMatchObject({
      code: 'PT403',
      hint: 'PROOF_REQUIRED',
    })
    await permit(who)
    await world.db.query(
      `update private.password_permits set created_at = now() - interval '2 minutes' where auth_id = $1`,
      [who.authId],
    )
    await expect(setPassword(who, 'taken over')).rejects.toMatchObject({ code: 'PT403' })
    await permit(who)
    await setPassword(who, 'mine again')
    await expect(setPassword(who, 'taken over')).rejects.toMatchObject({ code: 'PT403' })
  })

  test('takes the current one, ends all other sessions in the same moment and is told to every address', async () => {
    const { who } = await somebody()
    const [here, stolen] = [await aSession(world, who, { agent: firefox }), await aSession(world, who)]
    const change = (current: string | null) =>
      person<{ outcome: string }>(world, here, 'permit_password_change', {
        p_current_password: current,
        p_user_agent: firefox,
      })
    expect(await refusal(change(null))).toMatchObject({ hint: 'VALIDATION_ERROR' })
    expect(await change('guess')).toMatchObject({ outcome: 'wrong' })
    expect(await change(password)).toMatchObject({ outcome: 'permitted' })
    await setPassword(who, 'another horse')
    await request(here)
    expect((await refusal(request(stolen))).message).toBe(
      'You were signed out because the password was changed.',
    )
    for (const to of [emailOf(), `second-${number}@example.com`])
      expect((await newestMail(world, to, 'password_changed'))?.data).toMatchObject({
        first: false,
        user_agent: firefox,
      })
  })

  test('is permitted in one session: no other lives on that could use the permit', async () => {
    const { who } = await somebody()
    const [here, stolen] = [await aSession(world, who), await aSession(world, who)]
    const other = await aSession(world, (await somebody()).who)
    await person(world, here, 'permit_password_change', { p_current_password: password })
    const ended = { reason: 'password_changed' }
    expect(await service(world, 'svc_why_ended', { p_refresh_token: stolen.refreshToken })).toMatchObject(
      ended,
    )
    await request(here)
    // A mailed code stands for none of them, and replaces what a session was permitted.
    await permit(who)
    expect(await service(world, 'svc_why_ended', { p_refresh_token: here.refreshToken })).toMatchObject(ended)
    await request(other)
  })

  test('that is the first one takes a recent proof', async () => {
    const who = await world.aPerson(`reach-${++number}`)
    const session = await aSession(world, who, { method: 'code' })
    await age(session)
    expect((await refusal(person(world, session, 'permit_password_change'))).hint).toBe('PROOF_REQUIRED')
    await person(world, session, 'request_proof_code')
    const code = (await newestMail(world, emailOf(), 'code'))?.data.code
    await person(world, session, 'prove_session', { p_code: code })
    await person(world, session, 'permit_password_change')
    await setPassword(who, password)
    expect(await person(world, session, 'me')).toMatchObject({ has_password: true })
  })
})

describe('the address of a credential', () => {
  const rename = (who: Person, to: string) =>
    world.db.query('update auth.users set email = $2 where id = $1', [who.authId, to])

  test('is one that the account confirmed, by whatever door it changes', async () => {
    const { who } = await somebody()
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [
      who.id,
      `claimed-${number}@example.org`,
    ])
    for (const to of ['thief@example.org', `claimed-${number}@example.org`])
      await expect(rename(who, to)).rejects.toMatchObject({ code: 'PT403', hint: 'PROOF_REQUIRED' })
    await rename(who, `second-${number}@example.com`)
  })
})

describe('the metadata of a credential', () => {
  test('stands in every token, and stays small: in bytes, in parts, from the start', async () => {
    const { who } = await somebody()
    const merge = (data: object) =>
      world.db.query(
        `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2 where id = $1`,
        [who.authId, JSON.stringify(data)],
      )
    const refused = { code: 'PT400', hint: 'VALIDATION_ERROR' }
    await merge({ first: 'x'.repeat(600) })
    for (const data of [{ second: 'x'.repeat(600) }, { first: 'é'.repeat(600) }])
      await expect(merge(data)).rejects.toMatchObject(refused)
    const made = world.db.query(
      'insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $1, $2)',
      [`large-${number}@example.org`, JSON.stringify({ x: 'x'.repeat(2000) })],
    )
    await expect(made).rejects.toMatchObject(refused)
    await merge({ first: '', email_verified: true })
  })
})

describe('a workspace that has switched e-mail and password off', () => {
  async function closed() {
    const { who, house } = await somebody()
    const integrationId = await anIntegration(world, house, 'saml', {}, {}).catch(() =>
      anIntegration(world, house, 'github'),
    )
    await world.db.query(
      `update public.workspace_integrations set enabled = false where workspace_id = $1 and kind = 'builtin'`,
      [house.id],
    )
    return { who, house, integrationId }
  }

  test('is reached by no session of a password or a mailed code, however it is asked for', async () => {
    const { who, house } = await closed()
    for (const method of ['password', 'code'] as const) {
      const session = await aSession(world, who, { method })
      expect(await workspacesOf(session)).toEqual([])
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
    expect(await workspacesOf(who)).toEqual([])
    const late = await world.aMember(house.id, 'viewer', `late-${number}`)
    expect(await workspacesOf(late)).toEqual([])
    // By this its sign-in page shows no form of e-mail and password.
    expect(await person(world, null, 'workspace_by_slug', { p_slug: `reach-${number}` })).toMatchObject({
      by_provider: true,
    })
  })

  test('is reached by sessions that its own providers opened, while they are switched on', async () => {
    const { who, house, integrationId } = await closed()
    const session = await aSession(world, who, { method: 'provider', integrationId })
    expect(await workspacesOf(session)).toEqual([house.id])
    expect(await access(who, house.id, session.sessionId)).toMatchObject({ covered: true })
    await world.db.query('alter table public.workspace_integrations disable trigger user')
    await world.db.query('update public.workspace_integrations set enabled = false where id = $1', [
      integrationId,
    ])
    await world.db.query('alter table public.workspace_integrations enable trigger user')
    expect(await workspacesOf(session)).toEqual([])
  })

  test('counts the installation’s registration at a Git host wherever it was used, and no other provider', async () => {
    const { who, house } = await closed()
    const elsewhere = await world.aWorkspace(`reach-elsewhere-${number}`)
    const github = await anIntegration(world, elsewhere, 'github')
    const gitlab = await anIntegration(world, elsewhere, 'gitlab')
    const by = async (integrationId: number) =>
      workspacesOf(await aSession(world, who, { method: 'provider', integrationId }))
    expect(await by(github)).toEqual([house.id])
    expect(await by(gitlab)).toEqual([])
  })

  test('counts no session that somebody’s own server opened before it was called the installation’s', async () => {
    const { who } = await closed()
    const elsewhere = await world.aWorkspace(`reach-own-${number}`)
    const own = await anIntegration(world, elsewhere, 'github', settings.github, {
      p_config_type: 'custom',
      p_secrets: { clientSecret: sealed },
    })
    const session = await aSession(world, who, { method: 'provider', integrationId: own })
    expect(await workspacesOf(session)).toEqual([])
    await person(world, elsewhere.owner, 'update_integration', {
      p_integration_id: own,
      p_config_type: 'default',
    })
    expect(await workspacesOf(session)).toEqual([])
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
    expect(await workspacesOf(await aSession(world, who))).toEqual([house.id])
  })

  test('and any other is entered by no session that has ended', async () => {
    const { who, house } = await somebody()
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
