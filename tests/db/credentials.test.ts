// What changes in auth.users: password, address and metadata, by whatever door.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, newestMail, person, refusal, service } from './support/identity.ts'
import { aWorld, type Person, type World } from './support/people.ts'
import {
  age,
  emailOf,
  nextNumber,
  number,
  password,
  permit,
  request,
  setPassword,
  somebody,
} from './support/somebody.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.end())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('a password', () => {
  test('is changed by no door without a permit, which is good once and for a minute', async () => {
    const { who } = await somebody(world)
    await expect(setPassword(world, who, 'taken over')).rejects.toMatchObject({
      code: 'PT403',
      hint: 'PROOF_REQUIRED',
    })
    await permit(world, who)
    await world.db.query(
      `update private.password_permits set created_at = now() - interval '2 minutes' where auth_id = $1`,
      [who.authId],
    )
    await expect(setPassword(world, who, 'taken over')).rejects.toMatchObject({ code: 'PT403' })
    await permit(world, who)
    await setPassword(world, who, 'mine again')
    await expect(setPassword(world, who, 'taken over')).rejects.toMatchObject({ code: 'PT403' })
  })

  test('takes the current one, ends all other sessions in the same moment and is told to every address', async () => {
    const { who } = await somebody(world)
    const [here, stolen] = [await aSession(world, who, { agent: firefox }), await aSession(world, who)]
    const change = (current: string | null) =>
      person<{ outcome: string }>(world, here, 'permit_password_change', {
        p_current_password: current,
        p_user_agent: firefox,
      })
    expect(await refusal(change(null))).toMatchObject({ hint: 'VALIDATION_ERROR' })
    expect(await change('guess')).toMatchObject({ outcome: 'wrong' })
    expect(await change(password)).toMatchObject({ outcome: 'permitted' })
    await setPassword(world, who, 'another horse')
    await request(world, here)
    expect((await refusal(request(world, stolen))).message).toBe(
      'You were signed out because the password was changed.',
    )
    for (const to of [emailOf(), `second-${number}@example.com`])
      expect((await newestMail(world, to, 'password_changed'))?.data).toMatchObject({
        first: false,
        user_agent: firefox,
      })
  })

  test('is permitted in one session: no other lives on that could use the permit', async () => {
    const { who } = await somebody(world)
    const [here, stolen] = [await aSession(world, who), await aSession(world, who)]
    const other = await aSession(world, (await somebody(world)).who)
    await person(world, here, 'permit_password_change', { p_current_password: password })
    const ended = { reason: 'password_changed' }
    expect(await service(world, 'svc_why_ended', { p_refresh_token: stolen.refreshToken })).toMatchObject(
      ended,
    )
    await request(world, here)
    // A mailed code stands for none of them, and replaces what a session was permitted.
    await permit(world, who)
    expect(await service(world, 'svc_why_ended', { p_refresh_token: here.refreshToken })).toMatchObject(ended)
    await request(world, other)
  })

  test('that is the first one takes a recent proof', async () => {
    const who = await world.aPerson(`reach-${nextNumber()}`)
    const session = await aSession(world, who, { method: 'code' })
    await age(world, session)
    expect((await refusal(person(world, session, 'permit_password_change'))).hint).toBe('PROOF_REQUIRED')
    await person(world, session, 'request_proof_code')
    const code = (await newestMail(world, emailOf(), 'code'))?.data.code
    await person(world, session, 'prove_session', { p_code: code })
    await person(world, session, 'permit_password_change')
    await setPassword(world, who, password)
    expect(await person(world, session, 'me')).toMatchObject({ has_password: true })
  })
})

describe('the address of a credential', () => {
  const rename = (who: Person, to: string) =>
    world.db.query('update auth.users set email = $2 where id = $1', [who.authId, to])

  test('is one that the account confirmed, by whatever door it changes', async () => {
    const { who } = await somebody(world)
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
    const { who } = await somebody(world)
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
