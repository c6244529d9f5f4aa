// Codes that prove an address: signing up to a workspace, resetting a password. And their limits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCredential, mailsTo, newestMail, refusal, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'
import { inOneWindow } from './support/windows.ts'

let world: World
let house: { id: number; owner: Person }
beforeAll(async () => {
  world = await aWorld()
  house = await world.aWorkspace('proving')
})
afterAll(() => world.end())

type Answer = Record<string, unknown>
let number = 0
const fresh = () => `prove-${++number}@example.org`
const other = (code: unknown) => (code === '000000' ? '111111' : '000000')
const codeTo = async (email: string, template = 'code') =>
  (await newestMail(world, email, template))?.data.code

describe('signing up to a workspace by e-mail', () => {
  const ask = (email: string, slug = 'proving') =>
    service<Answer>(world, 'svc_request_workspace_signup', {
      p_slug: slug,
      p_email: email,
      p_client: null,
    })
  const redeem = (email: string, code: unknown, authId: string | null = null, workspaceId = house.id) =>
    service<Answer>(world, 'svc_workspace_signup', {
      p_workspace_id: workspaceId,
      p_email: email,
      p_code: code,
      p_auth_id: authId,
      p_client: null,
    })

  test('proves the address, makes the account, and enters by the rules of everybody', async () => {
    const email = fresh()
    await ask(email)
    const code = await codeTo(email)
    expect(await redeem(email, other(code))).toMatchObject({ outcome: 'invalid_code' })
    expect(await redeem(email, code)).toMatchObject({ outcome: 'needs_credential', email })
    const authId = await aCredential(world, email)
    expect(await redeem(email, code, authId)).toMatchObject({
      outcome: 'join_request',
      join_request_status: 'created',
      has_password: false,
      auth_id: authId,
    })
    expect(await redeem(email, code, authId)).toMatchObject({ outcome: 'spent_code' })
  })

  test('serves what it was sent for, and nothing else', async () => {
    const email = fresh()
    await world.db.query("select private.send_code('proof', $1, 'session:one')", [email])
    const code = (await newestMail(world, email))?.data.code
    const consume = (subject: string) =>
      world.db.query("select private.consume_code('proof', $1, $2, $3)", [email, code, subject])
    expect((await refusal(consume('session:other'))).hint).toBe('VALIDATION_ERROR')
    expect((await refusal(consume(''))).hint).toBe('VALIDATION_ERROR')
    await consume('session:one')
    expect((await refusal(consume('session:one'))).hint).toBe('VALIDATION_ERROR')
  })

  test('makes the browser a known one of the account', async () => {
    const email = fresh()
    const by = { p_email: email, p_client: null, p_browser_hash: 'signs-up' }
    await service(world, 'svc_request_workspace_signup', { ...by, p_slug: 'proving' })
    const authId = await aCredential(world, email)
    const redeemed = { p_workspace_id: house.id, p_code: await codeTo(email), p_auth_id: authId }
    await service(world, 'svc_workspace_signup', { ...by, ...redeemed })
    const { rows } = await world.db.query(
      `select private.is_known_browser($1, 'signs-up') as mine, private.is_known_browser($1, 'another') as another`,
      [email],
    )
    expect(rows).toEqual([{ mine: true, another: false }])
  })

  test('leads to the account that has the address already, and keeps its password', async () => {
    const member = await world.aMember(house.id, 'maker', `known-${++number}`)
    const email = `known-${number}@example.com`
    await world.db.query('update public.users set has_password = true where id = $1', [member.id])
    await ask(email)
    expect(await redeem(email, await codeTo(email))).toMatchObject({
      outcome: 'member',
      user_id: member.id,
      has_password: true,
    })
  })

  test('is not possible with the credential of another address', async () => {
    const email = fresh()
    await ask(email)
    const attempt = redeem(email, await codeTo(email), house.owner.authId)
    expect(await refusal(attempt)).toMatchObject({ hint: 'TOKEN_ERROR' })
  })

  test('is worth nothing at another workspace', async () => {
    const elsewhere = await world.aWorkspace(`elsewhere-${++number}`)
    const email = fresh()
    await ask(email)
    expect(await redeem(email, await codeTo(email), null, elsewhere.id)).toMatchObject({
      outcome: 'spent_code',
    })
  })

  test('is refused where registration is off', async () => {
    const slug = `closed-${++number}`
    const closed = await world.aWorkspace(slug)
    await world.db.query(
      'update public.workspace_integrations set allow_user_register = false where workspace_id = $1',
      [closed.id],
    )
    expect((await refusal(ask(fresh(), slug))).message).toBe(
      'This workspace does not allow signing up by e-mail.',
    )
  })
})

describe('a password reset', () => {
  const ask = (email: string, client: string | null = null) =>
    service<Answer>(world, 'svc_request_reset', { p_email: email, p_client: client })
  const redeem = (email: string, code: unknown, workspaceId: number | null = null) =>
    service<Answer>(world, 'svc_redeem_reset', {
      p_email: email,
      p_code: code,
      p_workspace_id: workspaceId,
      p_client: null,
    })

  test('says the same to a stranger, and mails nothing', async () => {
    const email = fresh()
    expect(await ask(email)).toEqual(await ask(`owner-proving@example.com`))
    expect(await mailsTo(world, email, 'reset')).toBe(0)
    expect(await mailsTo(world, 'owner-proving@example.com', 'reset')).toBe(1)
  })

  test('works by any confirmed address, once', async () => {
    const who = await world.aPerson(`reset-${++number}`)
    const second = fresh()
    await world.db.query('insert into public.emails (user_id, email, confirmed_at) values ($1, $2, now())', [
      who.id,
      second,
    ])
    await ask(second)
    const code = await codeTo(second, 'reset')
    expect(await redeem(second, code)).toMatchObject({
      outcome: 'ok',
      auth_id: who.authId,
      auth_email: `reset-${number - 1}@example.com`,
    })
    expect(await redeem(second, code)).toMatchObject({ outcome: 'spent_code' })
  })

  test('says the same of wrong codes whether or not there is an account, asked for or not', async () => {
    await world.aPerson(`worn-${++number}`)
    const known = `worn-${number}@example.com`
    const told = async (email: string) => {
      const outcomes = [(await redeem(email, '12345x')).outcome]
      await ask(email)
      for (let attempt = 0; attempt < 6; attempt++) outcomes.push((await redeem(email, '12345x')).outcome)
      return outcomes
    }
    const spent = ['spent_code', ...Array(4).fill('invalid_code'), 'spent_code', 'spent_code']
    expect([await told(known), await told(fresh())]).toEqual([spent, spent])
  })

  test('cannot be stopped by who asks for the same address, guesses at it, or uses its mails up', async () => {
    const who = await world.aPerson(`besieged-${++number}`)
    const email = `besieged-${number}@example.com`
    const ask = (browser: string, client: string) =>
      service<Answer>(world, 'svc_request_reset', {
        p_email: email,
        p_client: client,
        p_browser_hash: browser,
      })
    const redeem = (code: unknown, browser: string, client: string) =>
      service<Answer>(world, 'svc_redeem_reset', {
        p_email: email,
        p_code: code,
        p_workspace_id: null,
        p_client: client,
        p_browser_hash: browser,
      })
    const known = { p_identifier: email, p_client: null, p_ok: true, p_browser_hash: 'mine' }
    await service(world, 'svc_login_result', known)
    await ask('mine', '198.51.100.1')
    const code = await codeTo(email, 'reset')
    // From where the person sits, too: thirty requests are all that strangers get.
    const waits = []
    for (let n = 0; n < 32; n++) {
      const [browser, client] = [`evil-${n}`, n < 6 ? '198.51.100.1' : `203.0.113.${n}`]
      waits.push(Number((await ask(browser, client)).retry_after) > 0)
      await redeem('12345x', browser, client)
    }
    expect(waits.map((waits, n) => (waits ? n : 0)).filter(Boolean)).toEqual([5, 30, 31])
    expect((await ask('unknown', '198.51.100.2')).retry_after).toBeGreaterThan(0)
    expect(await redeem(code, 'mine', '198.51.100.1')).toMatchObject({
      outcome: 'ok',
      auth_id: who.authId,
    })
    // Its own five a quarter of an hour, of which one was used; all short.
    for (let n = 0; n < 4; n++) {
      expect(await ask('mine', '198.51.100.1')).toEqual({ retry_after: 0 })
      expect(await codeTo(email, 'reset')).toMatch(/^\d{6}$/)
    }
    expect((await ask('mine', '198.51.100.1')).retry_after).toBeGreaterThan(0)
  })

  test('makes the browser a known one', async () => {
    await world.aPerson(`gets-known-${++number}`)
    const email = `gets-known-${number}@example.com`
    const by = { p_email: email, p_client: null, p_browser_hash: 'first-time' }
    await service(world, 'svc_request_reset', by)
    const code = await codeTo(email, 'reset')
    await service(world, 'svc_redeem_reset', { ...by, p_code: code, p_workspace_id: null })
    for (let n = 0; n < 5; n++) await service(world, 'svc_request_reset', { ...by, p_browser_hash: `x-${n}` })
    expect(await service(world, 'svc_request_reset', { ...by, p_browser_hash: 'x' })).not.toEqual({
      retry_after: 0,
    })
    expect(await service(world, 'svc_request_reset', by)).toEqual({ retry_after: 0 })
  })

  test('is guessed at by a known browser thirty times, however much others guess', async () => {
    await world.aPerson(`guesses-${++number}`)
    const email = `guesses-${number}@example.com`
    await service(world, 'svc_login_result', {
      p_identifier: email,
      p_client: null,
      p_ok: true,
      p_browser_hash: 'mine',
    })
    const guess = async (browser: string) =>
      Number(
        (
          await service<Answer>(world, 'svc_redeem_reset', {
            p_email: email,
            p_code: '12345x',
            p_workspace_id: null,
            p_client: '198.51.100.200',
            p_browser_hash: browser,
          })
        ).retry_after,
      )
    for (let n = 0; n < 30; n++) await guess('theirs')
    expect(await guess('theirs')).toBeGreaterThan(0)
    for (let n = 0; n < 30; n++) expect(await guess('mine')).toBe(0)
    expect(await guess('mine')).toBeGreaterThan(0)
  })

  test('never by an address that is only claimed', async () => {
    const who = await world.aPerson(`claims-${++number}`)
    const claimed = fresh()
    await world.db.query('insert into public.emails (user_id, email) values ($1, $2)', [who.id, claimed])
    await ask(claimed)
    expect(await mailsTo(world, claimed, 'reset')).toBe(0)
  })

  test('in a workspace is for its members, and leaves the code to who is not', async () => {
    const who = await world.aPerson(`no-member-${++number}`)
    const email = `no-member-${number}@example.com`
    await ask(email)
    const code = await codeTo(email, 'reset')
    expect(await redeem(email, code, house.id)).toMatchObject({ outcome: 'not_member' })
    expect(await redeem(email, code)).toMatchObject({ outcome: 'ok', auth_id: who.authId })
  })

  test('lets in who is locked out of signing in', async () => {
    await world.aPerson(`locked-out-${++number}`)
    const email = `locked-out-${number}@example.com`
    const lookUp = () =>
      service<Answer>(world, 'svc_login_lookup', { p_identifier: email, p_client: '198.51.100.1' })
    for (let attempt = 0; attempt < 20; attempt++) await lookUp()
    expect((await lookUp()).retry_after).toBeGreaterThan(0)
    await ask(email)
    expect(await redeem(email, await codeTo(email, 'reset'))).toMatchObject({ outcome: 'ok' })
    expect(await lookUp()).toMatchObject({ retry_after: 0 })
  })
})

describe('the limits', () => {
  const limited = (name: string, run: () => Promise<void>) => test(name, () => inOneWindow(world, 900, run))

  limited('of sign-in count an account once, by whichever of its names', async () => {
    const who = await world.aPerson(`many-names-${++number}`)
    for (let n = 0; n < 3; n++) {
      await world.db.query(
        'insert into public.emails (user_id, email, confirmed_at) values ($1, $2, now())',
        [who.id, `alias-${number}-${n}@example.org`],
      )
    }
    const lookUp = (identifier: string) =>
      service<Answer>(world, 'svc_login_lookup', { p_identifier: identifier, p_client: null })
    const names = [0, 1, 2].map((n) => `alias-${number}-${n}@example.org`)
    for (let attempt = 0; attempt < 20; attempt++) await lookUp(names[attempt % 3] ?? '')
    expect((await lookUp(`many-names-${number}@example.com`)).retry_after).toBeGreaterThan(0)
  })

  limited('of sign-in slow the guesser down, not the account, and a known browser not at all', async () => {
    const who = await world.aPerson(`guessed-at-${++number}`)
    const email = `guessed-at-${number}@example.com`
    const lookUp = (client: string, browser: string | null = null) =>
      service<Answer>(world, 'svc_login_lookup', {
        p_identifier: email,
        p_client: client,
        p_browser_hash: browser,
      })
    const known = { p_identifier: email, p_client: '198.51.100.9', p_ok: true, p_browser_hash: 'known' }
    await service(world, 'svc_login_result', known)
    for (let attempt = 0; attempt < 20; attempt++) await lookUp('198.51.100.1')
    expect((await lookUp('198.51.100.1')).retry_after).toBeGreaterThan(10)
    expect((await lookUp('198.51.100.1', 'unknown')).retry_after).toBeGreaterThan(10)
    expect(await lookUp('198.51.100.1', 'known')).toMatchObject({ retry_after: 0, auth_id: who.authId })
    expect(await lookUp('198.51.100.2')).toMatchObject({ retry_after: 0 })
    for (let attempt = 0; attempt < 40; attempt++) await lookUp(`203.0.113.${attempt}`)
    const answers = [await lookUp('198.51.100.3'), await lookUp('198.51.100.3'), await lookUp('198.51.100.3')]
    expect(answers.map(({ retry_after: wait }) => Number(wait)).filter((wait) => wait > 10)).toEqual([])
    expect(answers.some(({ retry_after: wait }) => Number(wait) > 0)).toBe(true)
  })

  limited('of guesses and codes count who guesses and asks, not the address', async () => {
    await world.aPerson(`reset-at-${++number}`)
    const email = `reset-at-${number}@example.com`
    const evil = '198.51.100.66'
    const wrong = { p_email: email, p_code: '12345x', p_workspace_id: null, p_client: evil }
    for (let attempt = 0; attempt < 31; attempt++) await service(world, 'svc_redeem_reset', wrong)
    expect((await service<Answer>(world, 'svc_redeem_reset', wrong)).retry_after).toBeGreaterThan(0)
    for (let attempt = 0; attempt < 6; attempt++)
      await service(world, 'svc_request_reset', { p_email: email, p_client: evil })
    await service(world, 'svc_request_reset', { p_email: email, p_client: null })
    const code = await codeTo(email, 'reset')
    expect(
      await service(world, 'svc_redeem_reset', { ...wrong, p_code: code, p_client: null }),
    ).toMatchObject({ outcome: 'ok' })
  })

  limited('of guesses hold across fresh codes', async () => {
    await world.aPerson(`guessed-${++number}`)
    const email = `guessed-${number}@example.com`
    const guess = () =>
      service<Answer>(world, 'svc_redeem_reset', {
        p_email: email,
        p_code: '12345x',
        p_workspace_id: null,
        p_client: null,
      })
    for (let attempt = 0; attempt < 30; attempt++) expect(await guess()).toMatchObject({ retry_after: 0 })
    expect((await guess()).retry_after).toBeGreaterThan(0)
  })

  limited('of codes hold for a client with many addresses', async () => {
    const client = '198.51.100.77'
    const answers = []
    for (let n = 0; n < 61; n++)
      answers.push(await service<Answer>(world, 'svc_request_reset', { p_email: fresh(), p_client: client }))
    expect(answers.slice(0, 60).every((answer) => answer.retry_after === 0)).toBe(true)
    expect(answers[60]?.retry_after).toBeGreaterThan(0)
  })

  limited('of a directory are its own, and a success clears them', async () => {
    const attempt = () =>
      service<number>(world, 'svc_basic_attempt', { p_integration_id: 1, p_username: 'Ada', p_client: null })
    for (let n = 0; n < 20; n++) expect(await attempt()).toBe(0)
    expect(await attempt()).toBeGreaterThan(0)
    await service(world, 'svc_basic_success', { p_integration_id: 1, p_username: 'ada' })
    expect(await attempt()).toBe(0)
  })

  limited(
    'count a network of IPv6 as one client, which has more addresses than there are guesses',
    async () => {
      const attempt = (p_client: string | null) =>
        service<{ retry_after: number }>(world, 'svc_login_lookup', {
          p_identifier: 'many-addresses',
          p_client,
        })
      for (let n = 1; n <= 20; n++)
        expect((await attempt(`2001:db8:7:1::${n.toString(16)}`)).retry_after).toBe(0)
      expect((await attempt('2001:db8:7:1:ffff::1')).retry_after).toBeGreaterThan(10)
      for (const elsewhere of ['2001:db8:7:2::1', '::ffff:203.0.113.9', 'nowhere', null])
        expect([elsewhere, (await attempt(elsewhere)).retry_after]).toEqual([elsewhere, 0])
    },
  )

  limited('of a directory keep nobody out who is guessed at from elsewhere', async () => {
    const attempt = (p_client: string) =>
      service<number>(world, 'svc_basic_attempt', { p_integration_id: 2, p_username: 'ada', p_client })
    const strangers = ['203.0.113.71', '203.0.113.72', '203.0.113.73']
    for (const stranger of strangers) for (let n = 0; n < 21; n++) await attempt(stranger)
    expect(await attempt('203.0.113.71')).toBeGreaterThan(10)
    expect(await attempt('198.51.100.78')).toBe(0)
    const again = await attempt('198.51.100.78')
    expect([again > 0 && again <= 10, await attempt('198.51.100.79')]).toEqual([true, 0])
  })
})
