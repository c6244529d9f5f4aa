// The addresses of an account: added, proven, made primary, given up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestMail, person, refusal, service } from './support/identity.ts'
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
const codeTo = async (email: string) => (await newestMail(world, email, 'code'))?.data.code

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
    expect(await confirm(stranger, code)).toMatchObject({ outcome: 'invalid_code' })
    expect(await confirm(who, code)).toMatchObject({ outcome: 'confirmed', email })
    expect((await newestMail(world, primary, 'email_added'))?.data).toMatchObject({ email })
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
    await expect(add(squatter, email)).rejects.toMatchObject({ constraint: 'emails_email_key' })
  })

  test('is not sent to more often than five times in a quarter of an hour', async () => {
    const who = await world.aPerson(`often-${++number}`)
    const { id } = await add(who, fresh())
    const resend = () => person<{ retry_after: number }>(world, who, 'resend_email_code', { p_email_id: id })
    for (let n = 0; n < 4; n++) expect((await resend()).retry_after).toBe(0)
    expect((await resend()).retry_after).toBeGreaterThan(0)
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
