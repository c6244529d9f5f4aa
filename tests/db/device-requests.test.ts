// Programs that a person signs in with a code: what opens a session, for whom, and how long it holds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, person, refusal, service } from './support/identity.ts'
import { aWorld, type Caller, type Person, type World } from './support/people.ts'
import { age, somebody, workspacesOf } from './support/somebody.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

interface Started {
  device_code: string
  user_code: string
  retry_after: number
}

/** Somebody in a new session, and a program that asks for their workspace. */
async function asked(machine = 'ada-laptop') {
  const { who, house } = await somebody(world)
  const session = await aSession(world, who)
  const { rows } = await world.db.query('select slug from public.workspaces where id = $1', [house.id])
  const started = await start(rows[0].slug, machine)
  return { who, house, session, slug: rows[0].slug as string, ...started }
}

let clients = 0
const start = (slug: string, machine = 'ada-laptop', client = `203.0.113.${++clients}`) =>
  service<Started>(world, 'svc_start_device_request', {
    p_workspace_slug: slug,
    p_machine: machine,
    p_client: client,
  })
const look = (who: Caller, code: string) => person(world, who, 'device_request', { p_code: code })
const answer = (who: Caller, code: string, allow = true) =>
  person(world, who, 'answer_device_request', { p_code: code, p_allow: allow })
const poll = (code: string) => service(world, 'svc_poll_device_request', { p_device_code: code })
/** Makes a request so much older. */
const older = (userCode: string, by: string) =>
  world.db.query(
    `update private.device_requests set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
       polled_at = polled_at - $2::interval where user_code = replace($1, '-', '')`,
    [userCode, by],
  )

/** What the functions do with what is allowed: the program's session. */
async function taken({ who, device_code }: { who: Person; device_code: string }, domainOf?: number) {
  expect(await poll(device_code)).toMatchObject({ outcome: 'allowed' })
  const { rows } = await world.db.query(
    'insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id',
    [who.authId],
  )
  const sessionId: string = rows[0].id
  await service(world, 'svc_note_device_sign_in', {
    p_device_code: device_code,
    p_auth_id: who.authId,
    p_session_id: sessionId,
    p_client: '203.0.113.1',
    ...(domainOf && { p_domain_workspace_id: domainOf }),
  })
  return { ...who, sessionId }
}

describe('a program that asks', () => {
  test('is shown to a member with its code, however it is typed, and gets a session once it is allowed', async () => {
    const request = await asked()
    const { session, user_code, device_code } = request
    expect(user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(await poll(device_code)).toMatchObject({ outcome: 'authorization_pending' })
    expect(await look(session, ` ${user_code.toLowerCase().replace('-', ' ')}`)).toMatchObject({
      outcome: 'waiting',
      machine: 'ada-laptop',
      ip_address: `203.0.113.${clients}`,
    })
    expect(await answer(session, user_code)).toMatchObject({ outcome: 'allowed' })
    const program = await taken(request)
    expect(await workspacesOf(world, program)).toEqual([request.house.id])
    expect(await poll(device_code)).toMatchObject({ outcome: 'expired_token' })
  })

  test('waits longer when it asks too often', async () => {
    const { device_code, user_code } = await asked()
    await poll(device_code)
    expect(await poll(device_code)).toMatchObject({ outcome: 'slow_down' })
    await older(user_code, '3 seconds')
    expect(await poll(device_code)).toMatchObject({ outcome: 'slow_down' })
    await older(user_code, '13 seconds')
    expect(await poll(device_code)).toMatchObject({ outcome: 'authorization_pending' })
  })

  test('is told that it was refused, whatever is answered afterwards', async () => {
    const { session, device_code, user_code } = await asked()
    expect(await answer(session, user_code, false)).toMatchObject({ outcome: 'refused' })
    expect(await answer(session, user_code, true)).toMatchObject({ outcome: 'refused' })
    expect(await poll(device_code)).toMatchObject({ outcome: 'access_denied' })
    expect(await poll(device_code)).toMatchObject({ outcome: 'expired_token' })
  })

  test('has ten minutes', async () => {
    const { session, device_code, user_code } = await asked()
    await older(user_code, '9 minutes 55 seconds')
    expect(await look(session, user_code)).toMatchObject({ outcome: 'waiting' })
    expect(await poll(device_code)).toMatchObject({ outcome: 'authorization_pending' })
    await older(user_code, '5 seconds')
    expect(await answer(session, user_code)).toMatchObject({ outcome: 'unknown' })
    expect(await poll(device_code)).toMatchObject({ outcome: 'expired_token' })
  })

  test.each(['Support\u202e\u2066Allow', '\u200b', 'a\u0007b', ''])(
    'has no name where nobody could read it: %j',
    async (machine) => {
      const { session, user_code } = await asked(machine)
      expect(await look(session, user_code)).toMatchObject({ machine: 'unknown' })
    },
  )

  test('is nothing to somebody else, nor after somebody else has answered it', async () => {
    const { house, session, user_code } = await asked()
    const stranger = await somebody(world)
    const strange = await aSession(world, stranger.who)
    expect(await look(strange, user_code)).toMatchObject({
      outcome: 'unknown',
      machine: null,
      workspace: null,
    })
    expect(await answer(strange, user_code)).toMatchObject({ outcome: 'unknown' })
    await answer(session, user_code)
    await world.db.query(
      `insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, 'owner')`,
      [house.id, stranger.who.id],
    )
    expect(await answer(strange, user_code, false)).toMatchObject({ outcome: 'unknown' })
    expect(await look(session, user_code)).toMatchObject({ outcome: 'allowed' })
  })

  test('is answered with a proof of the last ten minutes only', async () => {
    const { session, device_code, user_code } = await asked()
    await age(world, session)
    expect((await refusal(answer(session, user_code))).hint).toBe('PROOF_REQUIRED')
    expect(await poll(device_code)).toMatchObject({ outcome: 'authorization_pending' })
  })

  test('gets nothing from an answer whose session has ended, or who is no member any more', async () => {
    const ended = await asked()
    await answer(ended.session, ended.user_code)
    await world.db.query('delete from auth.sessions where id = $1', [ended.session.sessionId])
    expect(await poll(ended.device_code)).toMatchObject({ outcome: 'access_denied' })
    const left = await asked()
    await answer(left.session, left.user_code)
    await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
      left.house.id,
      left.who.id,
    ])
    expect(await poll(left.device_code)).toMatchObject({ outcome: 'access_denied' })
  })
})

describe('the session of a program', () => {
  async function aProgram() {
    const request = await asked()
    await answer(request.session, request.user_code)
    return { ...request, program: await taken(request) }
  }

  test('is of one workspace, proves nobody, lasts thirty days, and says what it is', async () => {
    const { program, session, slug } = await aProgram()
    const next = await start(slug)
    expect((await refusal(answer(program, next.user_code))).hint).toBe('PROOF_REQUIRED')
    expect((await refusal(person(world, program, 'check_session', { p_with_proof: true }))).hint).toBe(
      'PROOF_REQUIRED',
    )
    const { rows } = await world.db.query(
      `select o.user_agent, s.not_after - now() between interval '29 days 23 hours' and interval '30 days' as is_month
       from private.sessions o join auth.sessions s on s.id = o.session_id where s.id = $1`,
      [program.sessionId],
    )
    expect(rows).toEqual([{ user_agent: 'Waymark-CLI/ada-laptop', is_month: true }])
    await person(world, session, 'revoke_session', { p_id: program.sessionId })
    expect(await workspacesOf(world, program)).toEqual([])
  })

  test('that signed in at a custom domain ends with the domain, and is of its workspace alone', async () => {
    const { who, house, slug, session, user_code, device_code } = await asked()
    const [elsewhere, late, foreign] = [await start(slug), await start(slug), await start(slug)]
    for (const code of [user_code, elsewhere.user_code, late.user_code, foreign.user_code])
      await answer(session, code)
    await world.db.query('update public.workspaces set domain = $2 where id = $1', [
      house.id,
      `docs-${house.id}.example.com`,
    ])
    const program = await taken({ who, device_code }, house.id)
    const kept = await taken({ who, device_code: elsewhere.device_code })
    await expect(taken({ who, device_code: foreign.device_code }, house.id + 1)).rejects.toThrow(
      /no custom domain/,
    )
    await world.db.query('select private.leave_domain($1)', [house.id])
    const { rows } = await world.db.query('select id from auth.sessions where id = any ($1)', [
      [kept.sessionId, program.sessionId],
    ])
    expect(rows).toEqual([{ id: kept.sessionId }])
    await expect(taken({ who, device_code: late.device_code }, house.id)).rejects.toThrow(/no custom domain/)
  })

  test('ends with the membership', async () => {
    const { program, house, who } = await aProgram()
    await world.db.query('delete from public.workspace_members where workspace_id = $1 and user_id = $2', [
      house.id,
      who.id,
    ])
    const { rows } = await world.db.query('select 1 from auth.sessions where id = $1', [program.sessionId])
    expect(rows).toEqual([])
  })
})

describe('codes', () => {
  test('may be tried thirty times in a quarter of an hour; right ones do not count', async () => {
    const { session, user_code } = await asked()
    for (let tried = 0; tried < 30; tried++)
      expect(await look(session, 'BBBBBBBB')).toMatchObject({ outcome: 'unknown', retry_after: 0 })
    const { retry_after } = await look(session, user_code)
    expect(retry_after).toBeGreaterThan(0)
    const other = await asked()
    for (let tried = 0; tried < 31; tried++)
      expect(await look(other.session, other.user_code)).toMatchObject({ outcome: 'waiting' })
  })

  test('are made for a client twenty times in a quarter of an hour', async () => {
    const { slug } = await asked()
    for (let made = 0; made < 20; made++)
      expect((await start(slug, undefined, '198.51.100.7')).retry_after).toBe(0)
    expect((await start(slug, undefined, '198.51.100.7')).retry_after).toBeGreaterThan(0)
    expect((await start(slug, undefined, '198.51.100.8')).retry_after).toBe(0)
  })
})
