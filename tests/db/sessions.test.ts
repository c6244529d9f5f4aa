// Sessions: where somebody is signed in, ending them, and hearing of a new device.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, mailsTo, newestMail, person, refusal } from './support/identity.ts'
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
/** Without the standing session of the tests: what they have is what they opened. */
async function somebody(): Promise<Person> {
  const who = await world.aPerson(`signed-in-${++number}`)
  await world.db.query('delete from auth.sessions where user_id = $1', [who.authId])
  return who
}
const emailOf = (n = number) => `signed-in-${n}@example.com`
const signIn = (who: Person, agent = firefox, client = '203.0.113.9') =>
  aSession(world, who, { agent, client })
const sessionsOf = (who: Person) =>
  world.as(who, (ask) =>
    ask<{ id: string; user_agent: string; ip_address: string; current: boolean }>(
      'select * from public.my_sessions()',
    ),
  )

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

  test('everywhere else needs a session that is still there', async () => {
    const who = await somebody()
    const [here, there] = [await signIn(who), await signIn(who)]
    await person(world, here, 'revoke_session', { p_id: there.sessionId })
    expect((await refusal(person(world, there, 'revoke_other_sessions'))).code).toBe('PT401')
    expect(await tokens(who)).toHaveLength(1)
  })

  test('is told to the open tabs', async () => {
    const who = await somebody()
    const [here, there] = [await signIn(who), await signIn(who)]
    await world.db.query('delete from realtime.messages')
    await person(world, here, 'revoke_session', { p_id: there.sessionId })
    const { rows } = await world.db.query(
      "select event, payload ->> 'sub' as sub from realtime.messages where topic = $1 and payload ->> 'table' = 'sessions'",
      [`user:${who.id}`],
    )
    // Realtime asks the policies again for this person, not for everybody who is connected.
    expect(rows).toEqual([{ event: 'access', sub: who.authId }])
  })
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
