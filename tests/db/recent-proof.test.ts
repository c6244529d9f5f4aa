// What stays behind a stolen token takes a proof of the last ten minutes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, mailsTo, person, refusal } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'
import { age, emailOf, number, password, somebody } from './support/somebody.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

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
    const { who, house } = await somebody(world)
    const session = await aSession(world, who)
    await age(world, session)
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

  test('is asked of an owner who deletes the workspace', async () => {
    const { id, owner } = await world.aWorkspace('proven-deletion')
    const session = await aSession(world, owner)
    await age(world, session)
    const remove = () => person(world, session, 'delete_workspace', { p_workspace_id: id })
    expect((await refusal(remove())).hint).toBe('PROOF_REQUIRED')
    await world.db.query('update private.sessions set proven_at = now() where session_id = $1', [
      session.sessionId,
    ])
    await remove()
    const { rows } = await world.db.query(
      'select delete_at is not null as due from public.workspaces where id = $1',
      [id],
    )
    expect(rows).toEqual([{ due: true }])
  })

  test('is asked of who leads the trail of a workspace elsewhere, or nowhere', async () => {
    const { id, owner } = await world.aWorkspace('proven-trail')
    const session = await aSession(world, owner)
    const set = () =>
      person(world, session, 'set_audit_webhook', {
        p_workspace_id: id,
        p_url: 'https://siem.example/in',
        p_secret: { ciphertext: 'AAAA', key_id: 'k' },
      })
    const remove = () => person(world, session, 'delete_audit_webhook', { p_workspace_id: id })
    await set()
    await age(world, session)
    expect((await refusal(set())).hint).toBe('PROOF_REQUIRED')
    expect((await refusal(remove())).hint).toBe('PROOF_REQUIRED')
    await world.db.query('update private.sessions set proven_at = now() where session_id = $1', [
      session.sessionId,
    ])
    await remove()
  })

  test('holds for sessions that were opened at GoTrue itself', async () => {
    const { who } = await somebody(world)
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
    const { who } = await somebody(world)
    const tries: { retry_after: number }[] = []
    for (let n = 0; n < 31; n++)
      tries.push(await person(world, who, 'prove_session', { p_password: `guess ${n}` }))
    expect(tries.at(-1)?.retry_after).toBeGreaterThan(0)
    expect(await person(world, who, 'prove_session', { p_password: password })).toMatchObject({
      outcome: 'wrong',
    })
  })

  test('is not guessed from many places either: the account is counted, not its clients', async () => {
    const { who } = await somebody(world)
    const { rows } = await world.db.query(
      `select private.guess_wait('user:' || $1, '198.51.100.' || n) as wait from generate_series(1, 32) n`,
      [who.id],
    )
    expect(rows.filter(({ wait }) => wait === 0).length).toBeLessThanOrEqual(30)
    expect(rows.at(-1)?.wait).toBeGreaterThan(0)
  })

  test('is told to every confirmed address', async () => {
    const { who, house } = await somebody(world)
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
