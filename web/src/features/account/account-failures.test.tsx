// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/account" }
import '../../shared/testing/host.ts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acme, ada, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, problem, tokenFor } from '../../shared/testing/server.ts'
import AccountRoutes from './routes.tsx'
import UnsubscribeRoutes from './unsubscribe-routes.tsx'

const second = { id: 2, email: 'ada@work.example', is_primary: false, confirmed_at: '2026-01-01T00:00:00Z' }
const pending = { id: 3, email: 'new@example.com', is_primary: false, confirmed_at: null }
const membership = { workspace_id: 7, slug: 'acme', name: 'Acme', logo_url: null, role: 'maker' }
const me = {
  ...ada,
  emails: [...ada.emails, second, pending],
  memberships: [{ ...membership, receive_daily_summary: true }],
}
const github = {
  workspace_integration_id: 2,
  name: 'GitHub',
  kind: 'github',
  flow: 'oauth',
  external_user_id: null,
  username: null,
}

/** The server fails, and says nothing of its own. */
const failed = () => problem(500, 'INTERNAL_SERVER_ERROR', internalDetail)
const internalDetail = 'Please try again in a few moments and contact support if the problem persists.'
const failedInDatabase = () => json(500, { code: 'XX000', message: 'boom', details: '', hint: '' })

let answers: Answers
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': me,
    'GET /api/v1/auth/sessions': { items: [] },
  }
  fakeServer(answers)
})

const open = (path: string) =>
  renderAt(
    path,
    <>
      <Routes>
        <Route path="/account/unsubscribe" element={<UnsubscribeRoutes />} />
        <Route path="/account/*" element={<AccountRoutes />} />
      </Routes>
      <ToastLog />
    </>,
  )
const rowOf = async (email: string) => within((await screen.findByText(email)).closest('li') as HTMLElement)

describe('when the server fails', () => {
  it('at the primary address', async () => {
    answers['POST /rest/v1/rpc/set_primary_email'] = failedInDatabase
    const { user } = open('/account/basics')
    await user.click((await rowOf(second.email)).getByRole('button', { name: 'Set as primary' }))
    await screen.findByText('Something went wrong, please try again.')
  })

  it('at a code that is sent again; who asked too often is told how long to wait', async () => {
    answers['POST /rest/v1/rpc/resend_email_code'] = failedInDatabase
    const { user } = open('/account/basics')
    const row = await rowOf(pending.email)
    await user.click(row.getByRole('button', { name: 'Resend' }))
    await screen.findByText('Something went wrong, please try again.')
    const words = 'Too many attempts. Please try again in 2 minutes.'
    answers['POST /rest/v1/rpc/resend_email_code'] = () =>
      json(429, { code: 'PT429', message: words, details: '', hint: 'TOO_MANY_REQUESTS' })
    await vi.waitFor(
      () => expect(row.getByRole('button', { name: 'Resend' })).toHaveProperty('disabled', false),
      {
        timeout: 5_000,
      },
    )
    await user.click(row.getByRole('button', { name: 'Resend' }))
    await screen.findByText(words)
  })

  it('at the confirmation of an address', async () => {
    answers['POST /api/v1/emails/confirm'] = failed
    const { user } = open('/account/basics')
    const row = await rowOf(pending.email)
    await user.type(row.getByLabelText('Confirmation code'), '123456{Enter}')
    await screen.findByText('There was a problem confirming your email address')
  })

  it('at the account', async () => {
    answers['POST /rest/v1/rpc/update_account'] = failedInDatabase
    const { user } = open('/account/basics')
    await user.type(await screen.findByLabelText('Username'), 'x')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Something went wrong, please try again')
  })

  it('at the password', async () => {
    answers['POST /api/v1/auth/password'] = failed
    const { user } = open('/account/security')
    await user.type(await screen.findByLabelText('Current password'), 'old secret')
    await user.type(screen.getByLabelText('New password'), 'new secret')
    await user.type(screen.getByLabelText('Confirm password'), 'new secret{Enter}')
    await screen.findByText('Something went wrong, please try again in a moment.')
  })

  it('at the daily summary, in the account and by the link of a mail', async () => {
    answers['POST /rest/v1/rpc/set_daily_summary'] = failedInDatabase
    const { user, unmount } = open('/account/basics')
    await user.click(await screen.findByRole('switch', { name: /daily digest/ }))
    await screen.findByText('Something went wrong, please try again later')
    unmount()
    answers['POST /api/v1/auth/unsubscribe'] = failed
    open('/account/unsubscribe?token=t1')
    await screen.findByText('Something went wrong, please try again later')
  })
})

describe('connecting an account', () => {
  const connect = async () => {
    const view = open('/account/connected-accounts')
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
