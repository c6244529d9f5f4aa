// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/account" }
import '../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ada } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, problem, type ReceivedRequest } from '../../shared/testing/server.ts'
import { accountAnswers, accountOf, membership, openAccount, rowOf } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = accountAnswers()
  received = fakeServer(answers)
})

const bodyOf = (path: string) => received.findLast((one) => one.path === path)?.body
describe('emails', () => {
  it('are added, with a code mailed to them', async () => {
    answers['POST /rest/v1/rpc/add_email'] = { id: 4, email: 'more@example.com', retry_after: 0 }
    const { user } = openAccount('/account/basics')
    await user.click(await screen.findByRole('button', { name: 'Add email' }))
    await user.type(screen.getByLabelText('Email'), 'more@example.com')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', false))
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('A verification email was sent to more@example.com.')
  })

  it('are confirmed by their code', async () => {
    answers['POST /api/v1/emails/confirm'] = () =>
      problem(400, 'VALIDATION_ERROR', 'Invalid confirmation code')
    const { user } = openAccount('/account/basics')
    const row = await rowOf('new@example.com')
    await user.type(row.getByLabelText('Confirmation code'), '123 456')
    await user.click(row.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Invalid confirmation code')
    answers['POST /api/v1/emails/confirm'] = null
    await user.click(row.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Email confirmed!')
    expect(bodyOf('/api/v1/emails/confirm')).toEqual({
      confirmation_code: '123456',
      email: 'new@example.com',
    })
  })

  it('get their code again, after a pause', async () => {
    answers['POST /rest/v1/rpc/resend_email_code'] = { email: 'new@example.com', retry_after: 0 }
    const { user } = openAccount('/account/basics')
    const row = await rowOf('new@example.com')
    await user.click(row.getByRole('button', { name: 'Resend' }))
    expect(row.getByRole('button', { name: 'Resend' })).toHaveProperty('disabled', true)
    await screen.findByText('A verification email was sent to new@example.com.')
    await waitFor(
      () => expect(row.getByRole('button', { name: 'Resend' })).toHaveProperty('disabled', false),
      {
        timeout: 5_000,
      },
    )
  })

  it('become the primary one only when confirmed', async () => {
    answers['POST /rest/v1/rpc/set_primary_email'] = accountOf()
    const { user } = openAccount('/account/basics')
    await user.click((await rowOf('new@example.com')).getByRole('button', { name: 'Set as primary' }))
    await screen.findByText('Please confirm this email before setting it to your primary address.')
    await user.click((await rowOf('ada@work.example')).getByRole('button', { name: 'Set as primary' }))
    await screen.findByText('Your primary email address was updated.')
  })

  it('are removed after a question', async () => {
    answers['POST /rest/v1/rpc/remove_email'] = accountOf({ emails: ada.emails })
    const { user } = openAccount('/account/basics')
    await user.click((await rowOf('ada@work.example')).getByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await screen.findByText('ada@work.example was removed from your account.')
  })
})

describe('the picture', () => {
  it('comes from Gravatar', async () => {
    const { user } = openAccount('/account/basics')
    await user.click(await screen.findByRole('button', { name: 'Use Gravatar' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Avatar URL')).toHaveProperty(
        'value',
        expect.stringMatching(/^https:\/\/www\.gravatar\.com\/avatar\/[0-9a-f]{64}\?s=250/),
      ),
    )
  })

  it('cannot without a primary address', async () => {
    answers['POST /rest/v1/rpc/me'] = accountOf({ emails: [] })
    const { user } = openAccount('/account/basics')
    await user.click(await screen.findByRole('button', { name: 'Use Gravatar' }))
    await screen.findByText('Could not set gravatar avatar url, no primary email found.')
  })
})

describe('the daily digest', () => {
  it('is switched off and says so', async () => {
    answers['POST /rest/v1/rpc/set_daily_summary'] = false
    const { user } = openAccount('/account/basics')
    await user.click(await screen.findByRole('switch', { name: /daily digest/ }))
    await screen.findByText('You have unsubscribed from the daily summary')
    expect(bodyOf('/rest/v1/rpc/set_daily_summary')).toEqual({ p_workspace_id: 7, p_receive: false })
  })

  it('is switched on and says so', async () => {
    answers['POST /rest/v1/rpc/me'] = accountOf({
      memberships: [{ ...membership, receive_daily_summary: false }],
    })
    answers['POST /rest/v1/rpc/set_daily_summary'] = true
    const { user } = openAccount('/account/basics')
    await user.click(await screen.findByRole('switch', { name: /daily digest/ }))
    await screen.findByText('You have subscribed to the daily summary')
  })

  it.each([
    [false, 0],
    [true, 1],
  ])('is shown to guests where it is sent to them: %s', async (sent, count) => {
    answers['POST /rest/v1/rpc/me'] = accountOf({ memberships: [{ ...membership, role: 'guest' }] })
    answers['GET /rest/v1/workspaces'] = { guests_receive_daily_digest: sent }
    openAccount('/account/basics')
    await screen.findByText('Notifications')
    await waitFor(() => expect(screen.queryAllByRole('switch', { name: /daily digest/ })).toHaveLength(count))
  })

  it('is ended by the link without signing in', async () => {
    answers['POST /api/v1/auth/access-token/d2s6Nw'] = () => problem(400, 'VALIDATION_ERROR', 'none')
    answers['POST /api/v1/auth/unsubscribe'] = {
      workspace: { name: 'Acme' },
      email: 'ada@example.com',
      kind: 'daily_summary',
    }
    openAccount('/account/unsubscribe?token=t1')
    await screen.findByText(/ada@example\.com no longer gets the daily summary of Acme/)
    expect(bodyOf('/api/v1/auth/unsubscribe')).toEqual({ token: 't1' })
  })
})

describe('mails about mentions', () => {
  it('are switched off, and end by their link', async () => {
    answers['GET /rest/v1/workspace_members'] = { receive_mentions: true }
    answers['PATCH /rest/v1/workspace_members'] = [{ receive_mentions: false }]
    const { user } = openAccount('/account/basics')
    await user.click(await screen.findByRole('switch', { name: /mentions me/ }))
    await screen.findByText('You have unsubscribed from mails about mentions')
    const change = received.find(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/rest/v1/workspace_members?'),
    )
    expect(change?.body).toEqual({ receive_mentions: false })
  })

  it('are ended by the link', async () => {
    answers['POST /api/v1/auth/unsubscribe'] = {
      workspace: { name: 'Acme' },
      email: 'ada@example.com',
      kind: 'mentions',
    }
    openAccount('/account/unsubscribe?token=t1')
    await screen.findByText(/no longer gets mails about mentions of Acme/)
  })
})

describe('sessions', () => {
  const session = (id: string, more: object = {}) => ({
    id,
    device: `Firefox on ${id}`,
    browser: 'Firefox',
    os: id,
    ip_address: '192.0.2.1',
    created_at: '2026-11-01T00:00:00Z',
    last_seen_at: '2026-11-02T00:00:00Z',
    current: false,
    ...more,
  })

  it('are listed, signed out one by one or all others at once', async () => {
    answers['GET /api/v1/auth/sessions'] = {
      items: [session('Linux', { current: true }), session('Windows'), session('macOS')],
    }
    answers['DELETE /api/v1/auth/sessions/Windows'] = null
    answers['DELETE /api/v1/auth/sessions'] = null
    const { user } = openAccount('/account/security')
    const here = await rowOf('Firefox on Linux')
    here.getByText('This session')
    await user.click((await rowOf('Firefox on Windows')).getByRole('button', { name: 'Sign out' }))
    await screen.findByText('Signed out there.')
    await user.click(screen.getByRole('button', { name: 'Sign out all other sessions' }))
    await screen.findByText('All other sessions were signed out.')
    expect(received.some(({ method, path }) => method === 'DELETE' && path.endsWith('?others=true'))).toBe(
      true,
    )
  })
})

describe('deleting the account', () => {
  it('wants the username, and tells why it cannot be', async () => {
    answers['POST /rest/v1/rpc/delete_account'] = () =>
      json(403, {
        code: 'PT403',
        message: 'You are the only owner of Acme. Make somebody else an owner first.',
        details: '',
        hint: 'USER_IS_OWNER',
      })
    const { user } = openAccount('/account/security')
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Delete my account' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(dialog.getByLabelText('Type ada to confirm'), 'ada')
    await user.click(confirm)
    await dialog.findByText('You are the only owner of Acme. Make somebody else an owner first.')
  })
})

describe('connected accounts', () => {
  const github = {
    workspace_integration_id: 2,
    name: 'GitHub',
    kind: 'github',
    flow: 'oauth',
    external_user_id: null,
    username: null,
  }
  const ldap = { ...github, workspace_integration_id: 3, name: 'Staff', kind: 'ldap', flow: 'basic' }

  it('connect by name and password, and disconnect', async () => {
    answers['POST /rest/v1/rpc/connected_accounts'] = [github, ldap]
    answers['POST /api/v1/auth/connect'] = { external_user: { id: 9 } }
    const { user } = openAccount('/account/connected-accounts')
    await user.click(await screen.findByRole('button', { name: 'Connect Staff' }))
    await user.type(screen.getByLabelText('Username'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'secret')
    answers['POST /rest/v1/rpc/connected_accounts'] = [
      github,
      { ...ldap, external_user_id: 9, username: 'ada' },
    ]
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await screen.findByText('Your account was connected.')
    answers['DELETE /api/v1/auth/external-users/9'] = null
    await user.click(await screen.findByRole('button', { name: 'Disconnect Staff' }))
    await screen.findByText('Your account was disconnected.')
  })

  it('keep the last way in', async () => {
    const words = 'This is your only way to sign in. Set a password or connect another account first.'
    answers['POST /rest/v1/rpc/connected_accounts'] = [{ ...github, external_user_id: 9, username: 'ada' }]
    answers['DELETE /api/v1/auth/external-users/9'] = () => problem(403, 'ACTION_PROHIBITED', words)
    const { user } = openAccount('/account/connected-accounts')
    await user.click(await screen.findByRole('button', { name: 'Disconnect GitHub' }))
    await screen.findByText(words)
  })

  it('one at a time', async () => {
    answers['POST /rest/v1/rpc/connected_accounts'] = [github, ldap]
    vi.stubGlobal('open', () => ({
      closed: false,
      close: () => undefined,
      location: { replace: () => undefined },
    }))
    answers['POST /api/v1/auth/authentication-url'] = () => new Promise<Response>(() => undefined)
    const { user } = openAccount('/account/connected-accounts')
    await user.click(await screen.findByRole('button', { name: 'Connect GitHub' }))
    expect(screen.getByRole('button', { name: 'Connect Staff' })).toHaveProperty('disabled', true)
  })
})
