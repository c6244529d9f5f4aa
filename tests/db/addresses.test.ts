// The addresses of an account: added, proven, made primary, given up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCredential, mailsTo, newestMail, person, refusal, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'

let world: World
let stranger: Person
beforeAll(async () => {
  world = await aWorld()
  stranger = await world.aPerson('stranger')
})
afterAll(() => world.end())

type Answer = Record<string, unknown>
let number = 0
const fresh = () => `added-${++number}@example.org`
const other = (code: unknown) => (code === '000000' ? '111111' : '000000')
const codeTo = async (email: string, template = 'code') =>
  (await newestMail(world, email, template))?.data.code

describe('an added address', () => {
  const add = (who: Person, email: string) =>
    person<{ id: number; email: string }>(world, who, 'add_email', { p_email: email })
  const confirm = (who: Person, code: unknown) =>
    person<Answer>(world, who, 'confirm_email', { p_code: code })

  test('counts once its code came back; the owner hears of it at the address before', async () => {
    const who = await world.aPerson(`adds-${++number}`)
    const primary = `adds-${number}@example.com`
    const { email } = await add(who, ' New-One@Example.org ')
    expect(email).toBe('new-one@example.org')
    const code = await codeTo(email)
    expect(await confirm(who, other(code))).toMatchObject({ outcome: 'invalid_code' })
    expect(await confirm(stranger, code)).toMatchObject({ outcome: 'spent_code' })
    expect(await confirm(who, code)).toMatchObject({ outcome: 'confirmed', email })
    expect((await newestMail(world, primary, 'email_added'))?.data).toMatchObject({ email })
  })

  test('is tried alone: one code is one attempt, however many addresses wait', async () => {
    const who = await world.aPerson(`many-${++number}`)
    const addresses = [fresh(), fresh(), fresh()]
    for (const email of addresses) await add(who, email)
    const [first = '', second = ''] = addresses
    const code = await codeTo(first)
    const attempts = async () =>
      (
        await world.db.query(
          `select sum(attempts)::integer as n from private.codes where subject = 'user:' || $1`,
          [who.id],
        )
      ).rows[0].n
    const named = (p_email: string) => person<Answer>(world, who, 'confirm_email', { p_code: code, p_email })
    expect(await confirm(who, code)).not.toMatchObject({ outcome: 'confirmed' })
    expect(await attempts()).toBe(1)
    expect(await named(second)).not.toMatchObject({ outcome: 'confirmed' })
    expect(await named('nobody@example.org')).toMatchObject({ outcome: 'spent_code' })
    expect(await attempts()).toBe(2)
    expect(await named(` ${first.toUpperCase()}`)).toMatchObject({ outcome: 'confirmed', email: first })
  })

  test('has a long code after a hundred at a domain that opens a workspace', async () => {
    const house = await world.aWorkspace('guessed')
    const lengths = async (domain: string) => {
      const { rows } = await world.db.query(
        `select length(private.make_code('confirm_email', 'nobody-' || n || '@' || $1) ->> 'code') as length from generate_series(1, 102) n`,
        [domain],
      )
      return rows.filter(({ length }) => length === 12).length
    }
    await world.db.query(
      `insert into public.approved_domains (workspace_id, domain) values ($1, 'guessed.example')`,
      [house.id],
    )
    expect(await lengths('guessed.example')).toBe(2)
    expect(await lengths('open.example')).toBe(0)
  })

  test('is confirmed by the link in the same mail, once, and by nobody but the account that asked', async () => {
    const who = await world.aPerson(`links-${++number}`)
    const email = fresh()
    await add(who, email)
    const token = (await newestMail(world, email))?.data.token
    const follow = (by: Person) => person<Answer>(world, by, 'confirm_email', { p_token: token })
    const look = (by: Person) => person<Answer>(world, by, 'email_confirmation', { p_token: token })
    const username = `links-${number - 1}`
    expect(await look(stranger)).toEqual({ email, username, is_mine: false })
    expect(await follow(stranger)).toMatchObject({ outcome: 'invalid_token' })
    expect(await look(who)).toEqual({ email, username, is_mine: true })
    expect(await follow(who)).toMatchObject({ outcome: 'confirmed', email })
    expect(await follow(who)).toMatchObject({ outcome: 'invalid_token' })
    expect((await refusal(person(world, null, 'confirm_email', { p_token: token }))).code).toBe('42501')
  })

  test('belongs to who proves it, not to who claimed it first', async () => {
    const [squatter, rightful] = [
      await world.aPerson(`first-${++number}`),
      await world.aPerson(`second-${number}`),
    ]
    const email = fresh()
    await add(squatter, email)
    const squattersCode = await codeTo(email)
    await add(rightful, email)
    expect(await confirm(rightful, await codeTo(email))).toMatchObject({ outcome: 'confirmed' })
    await expect(confirm(squatter, squattersCode)).rejects.toMatchObject({ code: 'PT409' })
    await expect(add(squatter, email)).rejects.toMatchObject({ constraint: 'emails_user_id_email_key' })
  })

  const rowsOf = async (who: Person) => {
    const { rows } = await world.db.query(
      'select email, is_primary, confirmed_at from public.emails where user_id = $1 and not is_primary',
      [who.id],
    )
    return rows
  }

  test('looks the same to its owner whether or not somebody has it, whose it is hears of it', async () => {
    const asker = await world.aPerson(`asks-${++number}`)
    const taken = 'stranger@example.com'
    const free = fresh()
    const tries = async (email: string) => {
      const { id, ...answer } = await add(asker, email)
      const { rows: done } = await world.db.query(
        `select (select count(*) from private.codes where email = $1) as codes,
           (select count(*) from private.outbox_mails where recipient = $1) as mails`,
        [email],
      )
      const log: unknown[] = [typeof id, answer, done]
      for (let n = 0; n < 6; n++) log.push(await confirm(asker, '12345x'))
      log.push(await person(world, asker, 'resend_email_code', { p_email_id: id }))
      log.push(await confirm(asker, '12345x'), await rowsOf(asker))
      await person(world, asker, 'remove_email', { p_email_id: id })
      return JSON.parse(JSON.stringify(log).replaceAll(email, 'it'))
    }
    expect(await tries(taken)).toEqual(await tries(free))
    expect(await mailsTo(world, taken, 'code')).toBe(0)
    expect((await newestMail(world, taken, 'address_claimed'))?.data).toMatchObject({
      username: `asks-${number - 1}`,
      account: `asks-${number - 1}@example.com`,
    })
  })

  test('of somebody else mails them three times a day', async () => {
    const victim = await world.aPerson(`told-${++number}`)
    const email = `told-${number}@example.com`
    for (let n = 0; n < 4; n++) {
      await add(await world.aPerson(`teller-${number}-${n}`), email)
      expect(await mailsTo(world, email, 'address_claimed')).toBe(Math.min(n + 1, 3))
    }
    expect(await rowsOf(victim)).toEqual([])
  })

  test('stays a claim for whoever did not prove it, and stands in nobody’s way', async () => {
    const squatter = await world.aPerson(`squats-${++number}`)
    const email = fresh()
    await add(squatter, email)
    const authId = await aCredential(world, email)
    await service(world, 'svc_request_code', { p_purpose: 'signup', p_email: email, p_client: null })
    const code = await codeTo(email)
    const made = await service<Answer>(world, 'svc_signup_workspace', {
      p_auth_id: authId,
      p_email: email,
      p_code: code,
      p_slug: `squatted-${number}`,
      p_name: '',
      p_client: null,
    })
    expect(made.user_id).not.toBe(squatter.id)
    expect(await rowsOf(squatter)).toEqual([{ email, is_primary: false, confirmed_at: null }])
    // Given up again, it is free for whoever proves it.
    await world.db.query('update public.emails set email = $2 where email = $1 and is_primary', [
      email,
      fresh(),
    ])
    const claim = await world.db.query('select id from public.emails where email = $1', [email])
    await person(world, squatter, 'resend_email_code', { p_email_id: claim.rows[0].id })
    expect(await confirm(squatter, await codeTo(email))).toMatchObject({ outcome: 'confirmed' })
  })

  test('becomes that of one account when two prove it at once', async () => {
    const [one, two] = [await world.aPerson(`race-${++number}`), await world.aPerson(`rival-${number}`)]
    const email = fresh()
    await world.db.query('insert into public.emails (user_id, email) values ($1, $3), ($2, $3)', [
      one.id,
      two.id,
      email,
    ])
    const second = await world.another()
    try {
      await world.db.query('begin')
      await world.db.query('select private.confirm_address($1, $2)', [one.id, email])
      const late = second
        .query('select private.confirm_address($1, $2)', [two.id, email])
        .catch((e) => e.code)
      await world.db.query('commit')
      expect(await late).toBe('PT409')
    } finally {
      await second.end()
    }
    await expect(
      world.db.query('update public.emails set confirmed_at = now() where email = $1', [email]),
    ).rejects.toMatchObject({ constraint: 'emails_email_key' })
  })

  test('of an account that is deleted takes no code and no mail of its real holder along', async () => {
    const gone = await world.aPerson(`leaves-${++number}`)
    await add(gone, 'stranger@example.com')
    await world.db.query(
      "insert into private.outbox_mails (recipient, template, data, sent_at) values ('stranger@example.com', 'kept', '{}', now())",
    )
    await service(world, 'svc_request_reset', { p_email: 'stranger@example.com', p_client: null })
    const code = await codeTo('stranger@example.com', 'reset')
    await person(world, gone, 'delete_account', { p_username: `leaves-${number}` })
    expect(await mailsTo(world, 'stranger@example.com', 'kept')).toBe(1)
    const redeem = { p_email: 'stranger@example.com', p_code: code, p_workspace_id: null, p_client: null }
    expect(await service(world, 'svc_redeem_reset', redeem)).toMatchObject({ outcome: 'ok' })
  })

  test('is asked for thirty times a day by an account; more add nothing, and say when', async () => {
    const who = await world.aPerson(`adds-many-${++number}`)
    const attempt = async () => {
      // Other limits, of clients and of addresses an account may have, are not what is tried here.
      await world.db.query("delete from private.throttle where key like 'code%'")
      await world.db.query('delete from public.emails where user_id = $1 and not is_primary', [who.id])
      return person<{ id: number | null; retry_after: number }>(world, who, 'add_email', { p_email: fresh() })
    }
    for (let n = 0; n < 30; n++) expect((await attempt()).retry_after).toBe(0)
    const refused = await attempt()
    expect(refused.id).toBeNull()
    expect(refused.retry_after).toBeGreaterThan(0)
    expect(await rowsOf(who)).toEqual([])
  })

  test('is not sent to more often than five times in a quarter of an hour', async () => {
    const who = await world.aPerson(`often-${++number}`)
    const { id } = await add(who, fresh())
    const resend = () => person<{ retry_after: number }>(world, who, 'resend_email_code', { p_email_id: id })
    for (let n = 0; n < 4; n++) expect((await resend()).retry_after).toBe(0)
    expect((await resend()).retry_after).toBeGreaterThan(0)
  })
})

describe('a username', () => {
  type Updated = { username?: string; code?: string; hint?: string; message?: string; details?: string }
  const rename = (who: Person, username: string, more: object = {}) =>
    person<Updated>(world, who, 'update_account', {
      p_first_name: 'Ada',
      p_last_name: 'Lovelace',
      p_username: username,
      ...more,
    })

  test('that is taken is said to be, twenty names a day, however the tries end', async () => {
    const who = await world.aPerson(`renames-${++number}`)
    const name = `renames-${number}`
    expect(await rename(who, 'stranger')).toEqual({
      code: 'PT409',
      hint: 'CONFLICT',
      message: 'This username is already taken. Please choose a different one.',
      details: '{"field" : "username"}',
    })
    // What is refused for another reason tells nothing of the name.
    const odd = { p_avatar_url: 'no address' }
    expect(await refusal(rename(who, 'stranger', odd))).toEqual(
      await refusal(rename(who, 'nobody-at-all', odd)),
    )
    for (let n = 0; n < 18; n++) expect(await rename(who, 'stranger')).toMatchObject({ code: 'PT409' })
    expect(await rename(who, `${name}-b`)).toMatchObject({ username: `${name}-b` })
    expect(await rename(who, 'stranger')).toMatchObject({ code: 'PT429', hint: 'TOO_MANY_REQUESTS' })
    expect(await rename(who, 'nobody-at-all')).toMatchObject({ code: 'PT429' })
    // The rest of the account can be changed all the same.
    expect(await rename(who, `${name}-b`, { p_timezone: 'Europe/London' })).toMatchObject({
      username: `${name}-b`,
    })
  })
})

describe('the addresses of an account', () => {
  const call = (who: Person, name: string, id: number) => person<Answer>(world, who, name, { p_email_id: id })
  async function withTwo(): Promise<{
    who: Person
    primary: number
    second: number
    unconfirmed: number
    name: string
  }> {
    const name = `two-${++number}`
    const who = await world.aPerson(name)
    const { rows } = await world.db.query(
      `insert into public.emails (user_id, email, confirmed_at) values ($1, $2, now()), ($1, $3, null) returning id`,
      [who.id, `${name}-b@example.org`, `${name}-c@example.org`],
    )
    const primary = await world.db.query('select id from public.emails where user_id = $1 and is_primary', [
      who.id,
    ])
    return {
      who,
      name,
      primary: Number(primary.rows[0].id),
      second: Number(rows[0].id),
      unconfirmed: Number(rows[1].id),
    }
  }

  test('have one primary, which is confirmed', async () => {
    const { who, second, unconfirmed } = await withTwo()
    expect(await refusal(call(who, 'set_primary_email', unconfirmed))).toMatchObject({
      code: 'PT400',
      message: 'Please confirm this email before setting it to your primary address.',
    })
    const me = await call(who, 'set_primary_email', second)
    expect(
      (me.emails as { id: number; is_primary: boolean }[]).filter((e) => e.is_primary).map((e) => e.id),
    ).toEqual([second])
  })

  test('keep the primary and the last confirmed one', async () => {
    const { who, primary, second } = await withTwo()
    expect((await refusal(call(who, 'remove_email', primary))).message).toBe(
      'Choose another primary address before removing this one.',
    )
    await call(who, 'remove_email', second)
    expect((await refusal(call(who, 'remove_email', primary))).message).toBe(
      'The last confirmed e-mail address of an account cannot be removed.',
    )
  })

  test('are nobody else’s business', async () => {
    const { second } = await withTwo()
    for (const name of ['set_primary_email', 'remove_email', 'resend_email_code']) {
      expect((await refusal(call(stranger, name, second))).code).toBe('PT404')
    }
  })

  test('that were given up lead whoever proves them next into an account of their own', async () => {
    const { who, name, primary, second } = await withTwo()
    await call(who, 'set_primary_email', second)
    await call(who, 'remove_email', primary)
    const found = await service<string | null>(world, 'svc_signup_auth_id', {
      p_email: `${name}@example.com`,
    })
    expect(found).toBeNull()
    const { rows } = await world.db.query('select email from auth.users where id = $1', [who.authId])
    expect(rows).toEqual([{ email: `${name}-b@example.org` }])
  })
})
