import { describe, expect, it } from 'vitest'
import { nextMail } from '../../support/inbox.ts'
import { sharedStack } from '../../support/stack.ts'
import { call, refusalIn } from '../support/call.ts'
import { aWorkspace, giveCode, sql, unique } from '../support/people.ts'
import { inOneWindow } from '../support/windows.ts'

const stack = sharedStack()

describe('an attacker at the sign-up', () => {
  it('has five guesses at a code; then even the right one is refused', async () => {
    const slug = unique('guess')
    const email = `${slug}@example.com`
    const code = await giveCode(stack, email)
    for (const guess of ['000001', '000002', '000003', '000004', '000005']) {
      await call(stack, '/auth/signup/workspace', { json: { email, code: guess, slug } })
    }
    const answer = await call(stack, '/auth/signup/workspace', { json: { email, code, slug } })
    expect(answer.status).toBe(400)
  })

  it('cannot flood an inbox: the sixth code within a quarter of an hour has to wait', async () => {
    const answers = await inOneWindow(900, () => {
      const email = `${unique('flood')}@example.com`
      return Promise.all(
        Array.from({ length: 7 }, () => call(stack, '/auth/signup/code', { json: { email } })),
      )
    })
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 204, 204, 204, 204, 429, 429])
    const refused = answers.find((answer) => answer.status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  it('learns nothing about an address from asking for a code or for the list of workspaces', async () => {
    const { owner } = await aWorkspace(stack)
    const stranger = `${unique('stranger')}@example.com`
    for (const path of ['/auth/signup/code', '/auth/find-workspaces']) {
      const [known, unknown] = await Promise.all(
        [owner.email, stranger].map((email) => call(stack, path, { json: { email } })),
      )
      expect([path, known?.status, known?.text]).toEqual([path, unknown?.status, unknown?.text])
    }
  })

  it('asks sixty times in a quarter of an hour whether an address is known, and 300 times a day', async () => {
    const ask = async (from: string) => {
      return (await call(stack, '/workspaces/has-email', { json: { email: 'ada@example.com' }, from })).status
    }
    const count = (key: string, from: string, seconds: number, hits: number) =>
      sql(
        stack,
        `insert into private.throttle (key, window_start, hits)
         select $1, to_timestamp(floor(extract(epoch from now()) / $2) * $2 + n * $2), $3 from generate_series(0, 1) n`,
        [`http:${key}:${from}`, seconds, hits],
      )
    const [quarter, day] = [1, 2].map((n) => `127.0.60.${n}`) as [string, string]
    await count('has-email', quarter, 900, 59)
    expect([await ask(quarter), await ask(quarter), await ask(quarter)]).toEqual([200, 429, 429])
    await count('has-email-day', day, 86_400, 299)
    expect([await ask(day), await ask(day)]).toEqual([200, 429])
  })

  it('learns nothing about an address by adding it to an account', async () => {
    const [{ owner }, victim] = [await aWorkspace(stack), await aWorkspace(stack)]
    const rpc = (name: string, body: object) =>
      fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: stack.anonKey,
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
    const add = async (email: string) => {
      const answer = await rpc('add_email', { p_email: email })
      const { id, ...shown } = (await answer.json()) as { id: number; email: string; retry_after: number }
      const wrong = await call(stack, '/emails/confirm', {
        token: owner.token,
        json: { confirmation_code: '00000x' },
      })
      const me = await call(stack, '/users/me', { token: owner.token })
      const row = me
        .json<{ emails: { email: string; confirmed_at: string | null }[] }>()
        .emails.find((one) => one.email === email)
      await rpc('remove_email', { p_email_id: id })
      return JSON.stringify([answer.status, shown, refusalIn(wrong), row?.confirmed_at]).replaceAll(
        email,
        'it',
      )
    }
    expect(await add(victim.owner.email)).toBe(await add(`${unique('free')}@example.com`))
    const mail = await nextMail(stack, victim.owner.email)
    expect(mail.subject).toBe('Somebody tried to add your address')
    expect(mail.text).toContain(owner.email)
  })

  it('tries twenty usernames a day, at whichever door', async () => {
    const [one, other] = [await aWorkspace(stack), await aWorkspace(stack)]
    const take = (username: string) =>
      call(stack, '/users/me', {
        method: 'PATCH',
        token: one.owner.token,
        json: { username, first_name: 'Ada', last_name: 'Lovelace' },
      })
    const taken = (await call(stack, '/users/me', { token: other.owner.token })).json<{ username: string }>()
    expect(refusalIn(await take(taken.username))).toEqual({
      status: 409,
      type: 'CONFLICT',
      detail: 'This username is already taken. Please choose a different one.',
    })
    for (let n = 0; n < 18; n++) {
      const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/update_account`, {
        method: 'POST',
        headers: {
          apikey: stack.anonKey,
          authorization: `Bearer ${one.owner.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ p_first_name: 'A', p_last_name: 'B', p_username: taken.username }),
      })
      expect([answer.status, (await answer.json()).hint]).toEqual([409, 'CONFLICT'])
    }
    expect((await take(unique('free'))).status).toBe(200)
    expect((await take(unique('free'))).status).toBe(429)
  })

  it('does not get into an account by claiming its address without confirming it', async () => {
    const victim = await aWorkspace(stack)
    const attacker = await aWorkspace(stack)
    const target = `${unique('target')}@example.com`
    await sql(
      stack,
      `insert into public.emails (user_id, email) select user_id, $2 from public.emails where email = $1`,
      [attacker.owner.email, target],
    )
    const answer = await call(stack, '/auth/signup/workspace', {
      json: { email: target, code: await giveCode(stack, target), slug: unique('target') },
    })
    const me = await call(stack, '/users/me', { token: answer.json<{ token: string }>().token })
    const emails = me.json<{ emails: { email: string }[] }>().emails.map(({ email }) => email)
    expect(emails).toEqual([target])
    expect(emails).not.toContain(victim.owner.email)
  })

  it('cannot call the database functions behind it', async () => {
    const { owner } = await aWorkspace(stack)
    for (const name of ['svc_signup_workspace', 'svc_request_code', 'svc_login_lookup', 'svc_throttle']) {
      for (const token of [stack.anonKey, owner.token]) {
        const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: {
            apikey: stack.anonKey,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          body: '{}',
        })
        expect([name, answer.ok]).toEqual([name, false])
      }
    }
  })
})
