// Who may enter a workspace, by sign-up, invitation, reset and confirmation: through the HTTP door, with real mail.
import { beforeAll, describe, expect, it } from 'vitest'
import { codeIn, nextMail } from '../../support/inbox.ts'
import { sharedStack } from '../../support/stack.ts'
import { aBrowser } from '../support/browser.ts'
import { call, cookieIn, refusalIn } from '../support/call.ts'
import { anIntegration } from '../support/integrations.ts'
import { aMember, aWorkspace, knownPassword, sql, unique, type Workspace } from '../support/people.ts'

const stack = sharedStack()
let workspace: Workspace
beforeAll(async () => {
  workspace = await aWorkspace(stack)
})

const address = () => `${unique('new')}@example.com`
const number = (of = workspace) => Number(atob(of.id).split(':')[1])
const post = (path: string, json: unknown, token?: string) =>
  call(stack, path, { json, ...(token ? { token } : {}) })

interface Result {
  token: string | null
  join_request_status: string | null
  confirmation_required: boolean
  user_role?: string
}

/** A post in a browser of its own: codes count in the browser that asked for them. */
function inABrowser() {
  const browser = aBrowser(stack)
  return (path: string, json: unknown) => browser.call(path, { json })
}

/** Signs up with the code of the mail. */
async function signUp(email: string, at = workspace) {
  const post = inABrowser()
  expect((await post('/auth/signup/email/code', { email, workspace: at.slug })).status).toBe(204)
  const code = codeIn(await nextMail(stack, email))
  return post('/auth/signup/email', { email, code, password: 'secret-1', workspace_id: at.id })
}

const invite = async (email: string, role = 'maker', at = workspace) => {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/invite_member`, {
    method: 'POST',
    headers: {
      apikey: stack.anonKey,
      authorization: `Bearer ${at.owner.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_workspace_id: number(at), p_email: email, p_role: role }),
  })
  expect(answer.status).toBeLessThan(300)
  const mail = await nextMail(stack, email)
  const [, token = ''] = /accept-invite\?token=([\w%-]+)/.exec(mail.text) ?? []
  return decodeURIComponent(token)
}

describe('signing up by e-mail', () => {
  it('makes an account and asks to join', async () => {
    const email = address()
    const answer = await signUp(email)
    expect(answer.json<Result>()).toMatchObject({ token: null, join_request_status: 'created' })
    expect(cookieIn(answer)).toBeUndefined()
    const admin = await nextMail(stack, workspace.owner.email)
    expect(admin.text).toContain(email)
    const again = await post('/auth/login', {
      username_or_email: email,
      password: 'secret-1',
      workspace_id: workspace.id,
    })
    expect(again.json<Result>().join_request_status).toBe('created')
  })

  it('enters at once by an approved domain, with the role of the domain', async () => {
    const domain = `${unique('corp')}.example`
    await sql(
      stack,
      `insert into public.approved_domains (workspace_id, domain, role) values ($1, $2, 'maker')`,
      [number(), domain],
    )
    const answer = await signUp(`ada@${domain}`)
    expect(answer.json<Result>()).toMatchObject({ join_request_status: null, user_role: 'maker' })
    expect(answer.json<Result>().token).toBeTruthy()
    expect(cookieIn(answer)).toContain('waymark_refresh=')
  })

  it('is told when requests are denied for good, or not taken at all', async () => {
    const email = address()
    await signUp(email)
    await sql(
      stack,
      `update public.join_requests set is_denied = true where user_id = (select user_id from public.emails where email = $1)`,
      [email],
    )
    const login = { username_or_email: email, password: 'secret-1', workspace_id: workspace.id }
    expect((await post('/auth/login', login)).json<Result>().join_request_status).toBe('denied')
    const closed = await aWorkspace(stack)
    await sql(stack, 'update public.workspaces set join_requests_disabled = true where slug = $1', [
      closed.slug,
    ])
    const disabled = await post('/auth/login', { ...login, workspace_id: closed.id })
    expect(disabled.json<Result>().join_request_status).toBe('disabled')
  })

  it('is closed where the workspace does not allow it', async () => {
    const closed = await aWorkspace(stack)
    await sql(
      stack,
      `update public.workspace_integrations set allow_user_register = false where kind = 'builtin'
       and workspace_id = (select id from public.workspaces where slug = $1)`,
      [closed.slug],
    )
    const answer = await post('/auth/signup/email/code', { email: address(), workspace: closed.slug })
    expect(refusalIn(answer)).toMatchObject({ status: 403, type: 'ACTION_PROHIBITED' })
  })

  it('wants the right code', async () => {
    const [email, post] = [address(), inABrowser()]
    await post('/auth/signup/email/code', { email, workspace: workspace.slug })
    const wrong = { email, code: '00000x', password: 'secret-1', workspace_id: workspace.id }
    const details = []
    for (let n = 0; n < 6; n++) details.push(refusalIn(await post('/auth/signup/email', wrong)).detail)
    const spent = 'Invalid confirmation code. Please ask for a new one.'
    expect(details).toEqual([...Array(4).fill('Invalid confirmation code'), spent, spent])
  })
})

describe('an invitation', () => {
  it('makes an account with the password given, and the role of the invitation', async () => {
    const email = address()
    const token = await invite(email, 'viewer')
    const found = await call(stack, `/auth/invitations/${token}`)
    expect(found.json()).toMatchObject({ email, state: 'ok', has_account: false, role: 'viewer' })
    expect(found.text).not.toMatch(/auth_id|auth_email/)
    const accepted = await post(`/auth/invitations/${token}/accept`, { password: 'secret-1' })
    expect(accepted.json<Result>()).toMatchObject({ user_role: 'viewer', join_request_status: null })
    const login = { username_or_email: email, password: 'secret-1', workspace_id: workspace.id }
    expect((await post('/auth/login', login)).json<Result>().token).toBeTruthy()
    const again = await post(`/auth/invitations/${token}/accept`, { password: 'secret-1' })
    expect(refusalIn(again)).toMatchObject({ status: 400, detail: 'This invitation has already been used.' })
  })

  it('makes none by password where e-mail and password are switched off, and stays good', async () => {
    const closed = await aWorkspace(stack)
    await anIntegration(stack, closed, {
      kind: 'github',
      name: 'GitHub',
      config_type: 'default',
      config: {},
    })
    const email = address()
    const token = await invite(email, 'viewer', closed)
    await sql(
      stack,
      `update public.workspace_integrations i set enabled = false from public.workspaces w
       where i.workspace_id = w.id and w.slug = $1 and i.kind = 'builtin'`,
      [closed.slug],
    )
    const refused = await post(`/auth/invitations/${token}/accept`, { password: 'secret-1' })
    expect(refusalIn(refused)).toEqual({
      status: 403,
      type: 'ACTION_PROHIBITED',
      detail: 'This workspace does not allow signing in with e-mail and password.',
    })
    expect(refused.headers['set-cookie']).toBeUndefined()
    const looked = await call(stack, `/auth/invitations/${token}`)
    expect(looked.json()).toMatchObject({ state: 'ok', has_account: false })
    expect(await sql(stack, 'select 1 from auth.users where email = $1', [email])).toEqual([])
  })

  it('names the account that it makes', async () => {
    const token = await invite(address())
    const name = { first_name: ' Ada ', last_name: 'Lovelace' }
    const accepted = await post(`/auth/invitations/${token}/accept`, { password: 'secret-1', ...name })
    const me = await call(stack, '/users/me', { token: accepted.json<Result>().token ?? '' })
    expect(me.json()).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', has_password: true })
  })

  it('is declined by whoever has the link, once', async () => {
    const token = await invite(address())
    expect((await post(`/auth/invitations/${token}/decline`, {})).status).toBe(204)
    expect((await call(stack, `/auth/invitations/${token}`)).json()).toMatchObject({ state: 'declined' })
    const late = await post(`/auth/invitations/${token}/accept`, { password: 'secret-1' })
    expect(refusalIn(late)).toMatchObject({ status: 400, detail: 'This invitation has been declined.' })
  })

  it('wants the password of the account that has the address, and keeps it', async () => {
    const { owner } = await aWorkspace(stack)
    const token = await invite(owner.email)
    const wrong = await post(`/auth/invitations/${token}/accept`, { password: 'not-the-password' })
    expect(refusalIn(wrong)).toMatchObject({ status: 401, type: 'UNAUTHENTICATED' })
    const right = await post(`/auth/invitations/${token}/accept`, { password: knownPassword })
    expect(right.json<Result>().user_role).toBe('maker')
  })

  it('is accepted by who is signed in with the address, and by nobody else', async () => {
    const { owner } = await aWorkspace(stack)
    const stranger = await aWorkspace(stack)
    const token = await invite(owner.email)
    const other = await post(`/auth/invitations/${token}/accept`, {}, stranger.owner.token)
    expect(refusalIn(other)).toEqual({
      status: 403,
      type: 'ACTION_PROHIBITED',
      detail: `This invitation is for ${owner.email}. You are signed in as ${stranger.owner.email}.`,
    })
    expect(
      (await post(`/auth/invitations/${token}/accept`, {}, owner.token)).json<Result>().token,
    ).toBeTruthy()
  })

  it('that is expired, withdrawn or unknown says so', async () => {
    const expired = await invite(address())
    await sql(
      stack,
      `update public.workspace_invitations set expires_at = now() - interval '1 day' where workspace_id = $1 and accepted_at is null`,
      [number()],
    )
    expect((await call(stack, `/auth/invitations/${expired}`)).json()).toMatchObject({ state: 'expired' })
    const refused = await post(`/auth/invitations/${expired}/accept`, { password: 'secret-1' })
    expect(refusalIn(refused)).toMatchObject({ status: 400, detail: 'This invitation has expired.' })
    expect(refusalIn(await call(stack, '/auth/invitations/no-such-token'))).toMatchObject({
      status: 404,
      detail: 'Invalid invite URL',
    })
  })
})

describe('a forgotten password', () => {
  it('is replaced with the code of the mail; all sessions before it end', async () => {
    const post = inABrowser()
    const member = await aMember(stack, workspace, 'maker')
    expect(
      (await post('/auth/password/code', { email: member.email, workspace_id: workspace.id })).status,
    ).toBe(204)
    const code = codeIn(await nextMail(stack, member.email))
    const reset = await post('/auth/password/reset', {
      email: member.email,
      code,
      password: 'brand-new-1',
      workspace_id: workspace.id,
    })
    expect(reset.json<Result>()).toMatchObject({ user_role: 'maker' })
    const old = await call(stack, '/auth/access-token', { method: 'POST', cookie: member.cookie })
    expect(old.status).toBe(401)
    const login = { username_or_email: member.email, password: 'brand-new-1', workspace_id: workspace.id }
    expect((await post('/auth/login', login)).json<Result>().token).toBeTruthy()
  })

  it('says the same of an address that nobody has, and mails nothing', async () => {
    const answer = await post('/auth/password/code', { email: address() })
    expect([answer.status, answer.text]).toEqual([204, ''])
  })

  it('tells of wrong codes by the same words at once and after five, whoever has the address', async () => {
    const { owner } = await aWorkspace(stack)
    for (const email of [owner.email, address()]) {
      const post = inABrowser()
      const wrong = { email, code: '00000x', password: 'brand-new-1' }
      const details = [refusalIn(await post('/auth/password/reset', wrong)).detail]
      await post('/auth/password/code', { email })
      for (let n = 0; n < 6; n++) details.push(refusalIn(await post('/auth/password/reset', wrong)).detail)
      const spent = 'Invalid confirmation code. Please ask for a new one.'
      const once = 'Invalid confirmation code'
      expect(details).toEqual([spent, once, once, once, once, spent, spent])
    }
  })

  it('is replaced in the browser that asked, which nobody else’s asking or guessing disturbs', async () => {
    const { owner } = await aWorkspace(stack)
    const [mine, theirs] = [inABrowser(), inABrowser()]
    await mine('/auth/password/code', { email: owner.email })
    const mail = await nextMail(stack, owner.email)
    await theirs('/auth/password/code', { email: owner.email })
    await nextMail(stack, owner.email, mail.id)
    const reset = { email: owner.email, code: codeIn(mail), password: 'brand-new-1' }
    for (let n = 0; n < 5; n++) await theirs('/auth/password/reset', { ...reset, code: '00000x' })
    expect((await theirs('/auth/password/reset', reset)).status).toBe(400)
    expect((await post('/auth/password/reset', reset)).status).toBe(400)
    expect((await mine('/auth/password/reset', reset)).status).toBe(200)
  })

  it('is no way into a workspace of others', async () => {
    const [{ owner }, post] = [await aWorkspace(stack), inABrowser()]
    await post('/auth/password/code', { email: owner.email })
    const code = codeIn(await nextMail(stack, owner.email))
    const reset = { email: owner.email, code, password: 'brand-new-1' }
    expect(refusalIn(await post('/auth/password/reset', { ...reset, workspace_id: workspace.id }))).toEqual({
      status: 403,
      type: 'INSUFFICIENT_PERMISSIONS',
      detail: 'You need to be a member of this workspace to reset your password.',
    })
    expect((await post('/auth/password/reset', reset)).status).toBe(200)
  })

  it('can be replaced by who is locked out of signing in', async () => {
    const member = await aMember(stack, workspace, 'viewer')
    const wrong = { username_or_email: member.email, password: 'wrong-password', workspace_id: workspace.id }
    let last = 401
    for (let attempt = 0; attempt < 60 && last !== 429; attempt++)
      last = (await post('/auth/login', wrong)).status
    expect(last).toBe(429)
    const browser = inABrowser()
    await browser('/auth/password/code', { email: member.email })
    const code = codeIn(await nextMail(stack, member.email))
    const reset = { email: member.email, code, password: 'brand-new-1', workspace_id: workspace.id }
    expect((await browser('/auth/password/reset', reset)).status).toBe(200)
    const right = { ...wrong, password: 'brand-new-1' }
    expect((await post('/auth/login', right)).status).toBe(200)
  })
})

describe('sessions', () => {
  it('are listed in a person’s words and signed out, one or all others', async () => {
    const { owner } = await aWorkspace(stack)
    const login = { username_or_email: owner.email, password: knownPassword }
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const second = await call(stack, '/auth/login', { json: login, headers: { 'user-agent': agent } })
    const third = await post('/auth/login', login)
    const { token } = second.json<{ token: string }>()
    const list = async () =>
      (await call(stack, '/auth/sessions', { token })).json<{
        items: { id: string; current: boolean; device: string }[]
      }>().items
    const all = await list()
    expect(all).toHaveLength(3)
    expect(all.find(({ current }) => current)?.device).toBe('Firefox on Windows')
    const other = all.find(({ current }) => !current)
    expect((await call(stack, `/auth/sessions/${other?.id}`, { method: 'DELETE', token })).status).toBe(204)
    expect(await list()).toHaveLength(2)
    expect((await call(stack, '/auth/sessions?others=true', { method: 'DELETE', token })).status).toBe(204)
    expect((await list()).map(({ current }) => current)).toEqual([true])
    const gone = await call(stack, '/auth/access-token', { method: 'POST', cookie: cookieIn(third) ?? '' })
    expect(gone.status).toBe(401)
    const nobody = await call(stack, `/auth/sessions/${other?.id}`, { method: 'DELETE', token })
    expect(nobody.status).toBe(404)
  })
})

describe('an address of the account', () => {
  it('is added, and confirmed by its code or by the link of its mail', async () => {
    const { owner } = await aWorkspace(stack)
    const add = async (email: string) =>
      fetch(`${stack.apiUrl}/rest/v1/rpc/add_email`, {
        method: 'POST',
        headers: {
          apikey: stack.anonKey,
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ p_email: email }),
      })
    const [one, two] = [address(), address()]
    expect((await add(one)).status).toBe(200)
    const wrong = await post('/emails/confirm', { confirmation_code: '000000' }, owner.token)
    expect(refusalIn(wrong)).toMatchObject({ status: 400, detail: 'Invalid confirmation code' })
    const code = codeIn(await nextMail(stack, one))
    expect((await post('/emails/confirm', { confirmation_code: code }, owner.token)).status).toBe(204)
    await add(two)
    const [, token = ''] = /confirm\?token=([\w%-]+)/.exec((await nextMail(stack, two)).text) ?? []
    const follow = (by?: string) => post('/emails/confirm', { token: decodeURIComponent(token) }, by)
    const somebodyElse = (await aWorkspace(stack)).owner
    expect(refusalIn(await follow())).toMatchObject({ status: 401 })
    expect(refusalIn(await follow(somebodyElse.token))).toMatchObject({ status: 400 })
    expect((await follow(owner.token)).status).toBe(204)
    expect(refusalIn(await follow(owner.token))).toMatchObject({ status: 400 })
    const rows = await sql(
      stack,
      'select 1 from public.emails where email = any ($1) and confirmed_at is not null',
      [[one, two]],
    )
    expect(rows).toHaveLength(2)
  })
})
