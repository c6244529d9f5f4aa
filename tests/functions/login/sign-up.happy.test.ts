import { describe, expect, it } from 'vitest'
import { codeIn, mailsTo, nextMail } from '../../support/inbox.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser } from '../support/browser.ts'
import { call, cookieIn } from '../support/call.ts'
import { aWorkspace, giveCode, sql, unique } from '../support/people.ts'

const stack = sharedStack()

describe('signing up', () => {
  it('goes from an address over the code in the mail to a workspace and a session', async () => {
    const slug = unique('new')
    const email = `${slug}@example.com`
    expect((await call(stack, '/workspaces/has-email', { json: { email } })).json()).toEqual({
      has_workspaces: false,
    })
    const browser = aBrowser(stack)
    expect((await browser.call('/auth/signup/code', { json: { email } })).status).toBe(204)
    const code = codeIn(await nextMail(stack, email))
    const answer = await browser.call('/auth/signup/workspace', {
      json: { email, code, slug, name: 'New Ltd' },
    })
    expect(answer.status).toBe(201)
    const { token, workspace, is_account_info_collected } = answer.json<{
      token: string
      workspace: { id: string; slug: string; name: string }
      is_account_info_collected: boolean
    }>()
    expect(workspace).toMatchObject({ slug, name: 'New Ltd' })
    expect(is_account_info_collected).toBe(false)
    expect((await call(stack, `/workspaces/${workspace.id}`, { token })).status).toBe(200)
    const renewed = await call(stack, `/auth/access-token/${workspace.id}`, {
      method: 'POST',
      cookie: cookieIn(answer) ?? '',
      host: slug,
      headers: { origin: `http://${slug}.${stack.baseHost}` },
    })
    expect(renewed.status).toBe(200)
    expect((await call(stack, '/workspaces/has-email', { json: { email } })).json()).toEqual({
      has_workspaces: true,
    })
  })

  it('gives a known address a second workspace of the same account', async () => {
    const { owner } = await aWorkspace(stack)
    const slug = unique('second')
    const answer = await call(stack, '/auth/signup/workspace', {
      json: { email: owner.email, code: await giveCode(stack, owner.email), slug },
    })
    expect(answer.status).toBe(201)
    const me = await call(stack, '/users/me', { token: answer.json<{ token: string }>().token })
    expect(me.json<{ memberships: unknown[] }>().memberships).toHaveLength(2)
  })

  it('takes a second confirmed address for the account it belongs to', async () => {
    const { owner } = await aWorkspace(stack)
    const second = `${unique('alias')}@example.com`
    await sql(
      stack,
      `insert into public.emails (user_id, email, confirmed_at)
       select user_id, $2, now() from public.emails where email = $1`,
      [owner.email, second],
    )
    const answer = await call(stack, '/auth/signup/workspace', {
      json: { email: second, code: await giveCode(stack, second), slug: unique('alias') },
    })
    expect(answer.status).toBe(201)
    const me = await call(stack, '/users/me', { token: answer.json<{ token: string }>().token })
    expect(me.json<{ emails: { email: string }[] }>().emails.map(({ email }) => email)).toContain(owner.email)
  })

  it('mails the list of workspaces to who has some, and nothing to others', async () => {
    const { owner, slug } = await aWorkspace(stack)
    const stranger = `${unique('stranger')}@example.com`
    const ask = (email: string) => call(stack, '/auth/find-workspaces', { json: { email } })
    expect([(await ask(stranger)).status, (await ask(owner.email)).status]).toEqual([204, 204])
    expect((await nextMail(stack, owner.email)).text).toContain(slug)
    expect(await mailsTo(stack, stranger)).toEqual([])
  })
})
