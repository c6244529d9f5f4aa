// Sessions: where somebody is signed in, ending them, and hearing of a new device.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo, newestMail, person, refusal, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = firefox.replaceAll('140', '141')
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15'

let number = 0
const somebody = () => world.aPerson(`signed-in-${++number}`)
const emailOf = (n = number) => `signed-in-${n}@example.com`

/** A session as GoTrue keeps it, noted as the sign-in function does. */
async function signIn(
  who: Person,
  agent = firefox,
  client = '203.0.113.9',
  onlyWorkspace: number | null = null,
) {
  const id = randomUUID()
  await world.db.query(
    'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())',
    [id, who.authId],
  )
  await world.db.query(
    'insert into auth.refresh_tokens (token, user_id, revoked, session_id) values ($1, $2, false, $3)',
    [randomUUID(), who.authId, id],
  )
  const isNew = await service<boolean>(world, 'svc_note_sign_in', {
    p_auth_id: who.authId,
    p_session_id: id,
    p_user_agent: agent,
    p_client: client,
    p_only_workspace_id: onlyWorkspace,
  })
  return { ...who, sessionId: id, isNew }
}
const sessionsOf = async (who: Person & { sessionId?: string }) =>
  world.as(who, async (ask) => {
    await ask(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: who.authId, role: 'authenticated', session_id: who.sessionId }),
    ])
    return ask<{ id: string; user_agent: string; ip_address: string; current: boolean }>(
      'select * from public.my_sessions()',
    )
  })

test('a session on the word of one workspace’s provider ends when the account reaches another', async () => {
  const [theirs, other] = [await world.aWorkspace('their-idp'), await world.aWorkspace('not-theirs')]
  const who = await somebody()
  const join = (workspace: number) =>
    world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'viewer')`,
      [workspace, who.id],
    )
  const said = await signIn(who, firefox, undefined, theirs.id)
  const proven = await signIn(who, safari)
  await join(theirs.id)
  expect((await sessionsOf(proven)).map(({ id }) => id)).toContain(said.sessionId)
  await join(other.id)
  expect((await sessionsOf(proven)).map(({ id }) => id)).toEqual([proven.sessionId])
})

describe('the list of sessions', () => {
  test('shows device and address, the present one first, and nobody else’s', async () => {
    const who = await somebody()
    const here = await signIn(who)
    await signIn(who, safari, '198.51.100.4')
    await signIn(await somebody())
    const listed = await sessionsOf(here)
    expect(
      listed.map(({ user_agent, ip_address, current }) => ({ user_agent, ip_address, current })),
    ).toEqual([
      { user_agent: firefox, ip_address: '203.0.113.9', current: true },
      { user_agent: safari, ip_address: '198.51.100.4', current: false },
    ])
  })

  test('leaves out what has ended or was not used for longer than the cookie lives', async () => {
    const who = await somebody()
    const here = await signIn(who)
    const old = await signIn(who)
    const over = await signIn(who)
    await world.db.query("update auth.sessions set created_at = now() - interval '61 days' where id = $1", [
      old.sessionId,
    ])
    await world.db.query('update auth.sessions set not_after = now() where id = $1', [over.sessionId])
    expect((await sessionsOf(here)).map(({ id }) => id)).toEqual([here.sessionId])
  })
})

describe('signing out', () => {
  const tokens = async (who: Person) => {
    const { rows } = await world.db.query('select session_id from auth.refresh_tokens where user_id = $1', [
      who.authId,
    ])
    return rows.map((row) => row.session_id)
  }

  test('somewhere ends that session with its refresh tokens', async () => {
    const who = await somebody()
    const [here, there] = [await signIn(who), await signIn(who)]
    await person(world, here, 'revoke_session', { p_id: there.sessionId })
    expect(await tokens(who)).toEqual([here.sessionId])
  })

  test('of somebody else is not possible', async () => {
    const mine = await signIn(await somebody())
    const theirs = await signIn(await somebody())
    expect((await refusal(person(world, mine, 'revoke_session', { p_id: theirs.sessionId }))).code).toBe(
      'PT404',
    )
    expect(await tokens(theirs)).toEqual([theirs.sessionId])
  })

  test('everywhere else keeps the present one', async () => {
    const who = await somebody()
    const here = await signIn(who)
    await signIn(who)
    await signIn(who)
    expect(await person(world, here, 'revoke_other_sessions')).toBe(2)
    expect(await tokens(who)).toEqual([here.sessionId])
  })

  test('everywhere else needs to know which one is present', async () => {
    const who = await somebody()
    await signIn(who)
    expect((await refusal(person(world, who, 'revoke_other_sessions'))).code).toBe('PT401')
    expect(await tokens(who)).toHaveLength(1)
  })

  test('is told to the open tabs', async () => {
    const who = await somebody()
    const [here, there] = [await signIn(who), await signIn(who)]
    await person(world, here, 'revoke_session', { p_id: there.sessionId })
    const { rows } = await world.db.query(
      "select event from realtime.messages where topic = $1 and payload ->> 'table' = 'sessions'",
      [`user:${who.id}`],
    )
    expect(rows).toEqual([{ event: 'access' }])
  })
})

test('a changed password ends all other sessions and is told by mail', async () => {
  const who = await somebody()
  const here = await signIn(who)
  await signIn(who)
  await service(world, 'svc_password_changed', {
    p_auth_id: who.authId,
    p_session_id: here.sessionId,
    p_client: '203.0.113.9',
    p_user_agent: firefox,
  })
  expect((await sessionsOf(here)).map(({ id }) => id)).toEqual([here.sessionId])
  expect((await newestMail(world, emailOf(), 'password_changed'))?.data).toMatchObject({
    ip: '203.0.113.9',
    user_agent: firefox,
  })
  const { rows } = await world.db.query('select has_password from public.users where id = $1', [who.id])
  expect(rows).toEqual([{ has_password: true }])
})

describe('a sign-in', () => {
  test('with a device of its own is told, except for the first; a new version is no new device', async () => {
    const who = await somebody()
    expect((await signIn(who)).isNew).toBe(false)
    expect((await signIn(who, newerFirefox)).isNew).toBe(false)
    expect((await signIn(who, safari, '198.51.100.4')).isNew).toBe(true)
    expect((await signIn(who, safari)).isNew).toBe(false)
    expect(await mailsTo(world, emailOf(), 'new_sign_in')).toBe(1)
    expect((await newestMail(world, emailOf(), 'new_sign_in'))?.data).toMatchObject({
      ip: '198.51.100.4',
      user_agent: safari,
    })
  })

  test('with an address that is none is noted all the same', async () => {
    const here = await signIn(await somebody(), firefox, 'not an address')
    expect(await sessionsOf(here)).toMatchObject([{ ip_address: null }])
  })
})
