// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/account" }
import '../../shared/testing/host.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, failed, fakeServer, json, problem } from '../../shared/testing/server.ts'
import { accountAnswers, openAccount, pending, rowOf, second } from './testing.tsx'

const github = {
  workspace_integration_id: 2,
  name: 'GitHub',
  kind: 'github',
  flow: 'oauth',
  external_user_id: null,
  username: null,
}

const failedInDatabase = () => json(500, { code: 'XX000', message: 'boom', details: '', hint: '' })

let answers: Answers
beforeEach(() => {
  answers = accountAnswers()
  fakeServer(answers)
})

describe('when the server fails', () => {
  it('at the primary address', async () => {
    answers['POST /rest/v1/rpc/set_primary_email'] = failedInDatabase
    const { user } = openAccount('/account/basics')
    await user.click((await rowOf(second.email)).getByRole('button', { name: 'Set as primary' }))
    await screen.findByText('Something went wrong, please try again.')
  })

  it('at a code that is sent again; who asked too often is told how long to wait', async () => {
    answers['POST /rest/v1/rpc/resend_email_code'] = failedInDatabase
    const { user } = openAccount('/account/basics')
    const row = await rowOf(pending.email)
    await user.click(row.getByRole('button', { name: 'Resend' }))
    await screen.findByText('Something went wrong, please try again.')
    const words = 'Too many attempts. Please try again in 2 minutes.'
    answers['POST /rest/v1/rpc/resend_email_code'] = () =>
      json(429, { code: 'PT429', message: words, details: '', hint: 'TOO_MANY_REQUESTS' })
    await vi.waitFor(
      () => expect(row.getByRole('button', { name: 'Resend' })).toHaveProperty('disabled', false),
      {
        timeout: 15_000,
      },
    )
    await user.click(row.getByRole('button', { name: 'Resend' }))
    await screen.findByText(words)
  })

  it('at the confirmation of an address', async () => {
    answers['POST /api/v1/emails/confirm'] = failed
    const { user } = openAccount('/account/basics')
    const row = await rowOf(pending.email)
    await user.type(row.getByLabelText('Confirmation code'), '123456{Enter}')
    await screen.findByText('There was a problem confirming your email address')
  })

  it('at the account', async () => {
    answers['POST /rest/v1/rpc/update_account'] = failedInDatabase
    const { user } = openAccount('/account/basics')
    await user.type(await screen.findByLabelText('Username'), 'x')
    await user.type(screen.getByLabelText('Avatar URL'), 'https://example.com/ada.png')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Something went wrong, please try again')
  })

  it('at the password', async () => {
    answers['POST /api/v1/auth/password'] = failed
    const { user } = openAccount('/account/security')
    await user.type(await screen.findByLabelText('Current password'), 'old secret')
    await user.type(screen.getByLabelText('New password'), 'new secret')
    await user.type(screen.getByLabelText('Confirm password'), 'new secret{Enter}')
    await screen.findByText('Something went wrong, please try again in a moment.')
  })

  it('at the daily summary, in the account and by the link of a mail', async () => {
    answers['POST /rest/v1/rpc/set_daily_summary'] = failedInDatabase
    const { user, unmount } = openAccount('/account/basics')
    await user.click(await screen.findByRole('switch', { name: /daily digest/ }))
    await screen.findByText('Something went wrong, please try again later')
    unmount()
    answers['POST /api/v1/auth/unsubscribe'] = failed
    openAccount('/account/unsubscribe?token=t1')
    await screen.findByText('Something went wrong, please try again later')
  })
})

describe('connecting an account', () => {
  const connect = async () => {
    const view = openAccount('/account/connected-accounts')
    await view.user.click(await screen.findByRole('button', { name: 'Connect GitHub' }))
    return view
  }
  const popup = () => ({ closed: false, close: () => undefined, location: { replace: () => undefined } })
  beforeEach(() => {
    answers['POST /rest/v1/rpc/connected_accounts'] = [github]
    answers['POST /api/v1/auth/authentication-url'] = { url: 'http://provider.test/authorize' }
    vi.stubGlobal('open', popup)
  })

  it('asks to allow popups', async () => {
    vi.stubGlobal('open', () => null)
    await connect()
    await screen.findByText(/allow popups for this site/)
  })

  it('says when the provider has no address to go to', async () => {
    answers['POST /api/v1/auth/authentication-url'] = () => problem(404, 'NOT_FOUND', 'gone')
    await connect()
    await screen.findByText('Unknown authentication url')
  })

  it.each([
    ['the server fails', failed],
    ['the window breaks', () => json(200, {})],
  ])('says so when %s', async (_what, answer) => {
    answers['POST /api/v1/auth/authentication-url'] = answer
    vi.stubGlobal('open', () => ({
      ...popup(),
      location: {
        replace: () => {
          throw new DOMException('no address')
        },
      },
    }))
    await connect()
    await screen.findByText('Unknown error while connecting integration')
  })
})
