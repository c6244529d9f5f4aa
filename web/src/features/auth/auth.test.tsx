// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/auth" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { place } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { builtin, integrations, nobody, openAuth, refresh, strangerAnswers } from './testing.tsx'

const entered = () => ({ token: tokenFor(3600), join_request_status: null, confirmation_required: false })

const github = { ...builtin, id: 2, name: 'GitHub', kind: 'github', flow: 'oauth' }
const ldap = { ...builtin, id: 3, name: 'Staff', kind: 'ldap', flow: 'basic' }
const labs = { ...ldap, id: 4, name: 'Labs' }
const saml = { ...builtin, id: 5, name: 'Okta', kind: 'saml', flow: 'saml', is_default_idp: true }

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = strangerAnswers()
  received = fakeServer(answers)
})

const bodyOf = (path: string) => received.find((one) => one.path === path)?.body

describe('the list of ways in', () => {
  it('leads with the default identity provider and ends with the built-in form', async () => {
    answers[integrations] = [builtin, github, saml, ldap]
    openAuth('/auth?r=%2Fdocs')
    await screen.findByText('Sign in to Acme')
    const names = [...document.querySelectorAll('main a, main button')].map(({ textContent }) => textContent)
    expect(names.slice(0, 4)).toEqual([
      'Continue with Okta',
      'Continue with GitHub',
      'Continue with Staff',
      'Continue with email',
    ])
    expect(screen.getByRole('link', { name: 'Continue with Staff' }).getAttribute('href')).toBe(
      '/auth/ldap?r=%2Fdocs',
    )
  })

  it('asks to allow popups when the browser blocks them, and goes on in this window', async () => {
    answers[integrations] = [builtin, github]
    answers['POST /api/v1/auth/authentication-url'] = { url: 'about:blank#provider' }
    vi.stubGlobal('open', () => null)
    const { user } = openAuth('/auth')
    await user.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
    await screen.findByText(/Please allow popups/)
    await user.click(screen.getByRole('button', { name: 'Continue in this window' }))
    await waitFor(() => expect(bodyOf('/api/v1/auth/authentication-url')).toMatchObject({ popup: false }))
  })

  it('opens the popup with 620 px and says so when it is closed early', async () => {
    answers[integrations] = [builtin, github]
    const popup = { closed: false, close: () => undefined, location: { replace: () => undefined } }
    const opened = vi.fn(() => popup)
    vi.stubGlobal('open', opened)
    answers['POST /api/v1/auth/authentication-url'] = () => {
      popup.closed = true
      return new Response(JSON.stringify({ url: 'http://provider.test/authorize' }))
    }
    const { user } = openAuth('/auth')
    await user.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
    await screen.findByText('Auth popup window closed early by user.')
    expect(String((opened.mock.calls as unknown[][])[0]?.[2])).toContain('width=620,height=620')
  })

  it('says when the provider has no address to go to', async () => {
    answers[integrations] = [builtin, github]
    vi.stubGlobal('open', () => ({ closed: false, close: () => undefined }))
    answers['POST /api/v1/auth/authentication-url'] = () => problem(404, 'NOT_FOUND', 'gone')
    const { user } = openAuth('/auth')
    await user.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
    await screen.findByText('Unknown authentication url')
  })
})

describe('directories', () => {
  it('are chosen by name when there are several, and get name and password', async () => {
    answers[integrations] = [builtin, ldap, labs]
    answers['POST /api/v1/auth/login'] = entered()
    const { user } = openAuth('/auth/ldap')
    await user.click(await screen.findByLabelText('Directory'))
    await user.click(await screen.findByRole('option', { name: 'Labs' }))
    await user.type(screen.getByLabelText('Username'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'short{Enter}')
    await screen.findByText('Arrived')
    expect(bodyOf('/api/v1/auth/login')).toMatchObject({
      username_or_email: 'ada',
      password: 'short',
      workspace: 'acme',
      workspace_integration_id: 'd2tpbnRnOjQ',
    })
  })

  it.each(['ldap', 'bbdc', 'ads'])('lead back to the list where %s is not switched on', async (page) => {
    answers[integrations] = [builtin, github]
    openAuth(`/auth/${page}`)
    await screen.findByRole('button', { name: 'Continue with GitHub' })
    expect(place.current).toBe('/auth')
  })
})

describe('signing up by e-mail', () => {
  it('sends a code, takes code and password, and enters', async () => {
    answers['POST /api/v1/auth/signup/email/code'] = null
    answers['POST /api/v1/auth/signup/email'] = entered()
    const { user } = openAuth('/auth/email')
    await user.type(await screen.findByLabelText('Email'), 'new@example.com')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign Up' })).toHaveProperty('disabled', false),
    )
    await user.click(screen.getByRole('button', { name: 'Sign Up' }))
    await user.type(await screen.findByLabelText('Confirmation code'), '123 456')
    await user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
    await screen.findByText('Arrived')
    expect(bodyOf('/api/v1/auth/signup/email')).toEqual({
      email: 'new@example.com',
      code: '123456',
      password: 'secret1',
      workspace_id: 'd2s6Nw',
    })
  })

  it('is for workspaces that allow it', async () => {
    answers[integrations] = [{ ...builtin, allow_user_register: false }]
    openAuth('/auth/email')
    await screen.findByLabelText('Email or username')
    expect(place.current).toBe('/auth/email/login')
  })

  it('needs the address of the step before', async () => {
    openAuth('/auth/email/signup')
    await screen.findByText('Join Acme')
    expect(place.current).toBe('/auth/email')
  })
})

describe('an address that has to be confirmed', () => {
  it('leads to the code, and back to sign in', async () => {
    answers['POST /api/v1/auth/login'] = {
      token: null,
      join_request_status: null,
      confirmation_required: true,
      email: 'ada@example.com',
    }
    const confirm = 'POST /api/v1/workspaces/d2s6Nw/member-emails/confirm'
    answers[confirm] = () => problem(400, 'VALIDATION_ERROR', 'Invalid confirmation code')
    const { user } = openAuth('/auth/email/login')
    await user.type(await screen.findByLabelText('Email or username'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
    await screen.findByText('ada@example.com')
    await user.type(screen.getByLabelText('Confirmation code'), '000000{Enter}')
    await screen.findByText('Invalid confirmation code')
    answers[confirm] = null
    await user.clear(screen.getByLabelText('Confirmation code'))
    await user.type(screen.getByLabelText('Confirmation code'), '123456{Enter}')
    await screen.findByLabelText('Email or username')
    expect(bodyOf('/api/v1/workspaces/d2s6Nw/member-emails/confirm')).toEqual({ confirmation_code: '000000' })
  })
})

describe('a forgotten password', () => {
  it('is replaced with the code of the mail, typed twice', async () => {
    answers['POST /api/v1/auth/password/code'] = null
    answers['POST /api/v1/auth/password/reset'] = entered()
    const { user } = openAuth('/auth/forgot-password')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.click(await screen.findByRole('button', { name: 'Send reset code' }))
    await user.type(await screen.findByLabelText('Reset code'), '123456')
    await user.type(screen.getByLabelText('New password'), 'secret1')
    await user.type(screen.getByLabelText('Confirm password'), 'secret2{Enter}')
    await screen.findByText("Your passwords don't match, please double-check them.")
    await user.clear(screen.getByLabelText('Confirm password'))
    await user.type(screen.getByLabelText('Confirm password'), 'secret1{Enter}')
    await screen.findByText('Arrived')
  })

  it('is no way into a workspace of others', async () => {
    const words = 'You need to be a member of this workspace to reset your password.'
    answers['POST /api/v1/auth/password/reset'] = () => problem(403, 'INSUFFICIENT_PERMISSIONS', words)
    const { user } = openAuth('/auth/reset-password')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Reset code'), '123456')
    await user.type(screen.getByLabelText('New password'), 'secret1')
    await user.type(screen.getByLabelText('Confirm password'), 'secret1{Enter}')
    await screen.findByText(words)
  })
})

describe('an invitation', () => {
  const path = '/auth/accept-invite?token=tok'
  const invitation = {
    email: 'ada@example.com',
    state: 'ok',
    has_account: false,
    workspace: { id: 'd2s6Nw', slug: 'acme', name: 'Acme', logo_url: null },
    role: 'maker',
    invited_by: 'Grace Hopper',
  }
  const accept = 'POST /api/v1/auth/invitations/tok/accept'
  beforeEach(() => {
    answers['GET /api/v1/auth/invitations/tok'] = invitation
    answers[accept] = { ...entered(), user_role: 'maker' }
  })

  it('makes a new account with a name and a password', async () => {
    const { user } = openAuth(path)
    await user.type(await screen.findByLabelText('Choose a password'), 'secret1{Enter}')
    expect(await screen.findAllByText('Required')).toHaveLength(2)
    await user.type(screen.getByLabelText('First name'), 'Ada')
    await user.type(screen.getByLabelText('Last name'), 'Lovelace{Enter}')
    await screen.findByText('Arrived')
    expect(bodyOf('/api/v1/auth/invitations/tok/accept')).toEqual({
      password: 'secret1',
      first_name: 'Ada',
      last_name: 'Lovelace',
    })
  })

  it('is declined after a question, and its page says so', async () => {
    answers['POST /api/v1/auth/invitations/tok/decline'] = () => {
      answers['GET /api/v1/auth/invitations/tok'] = { ...invitation, state: 'declined' }
      return new Response(null, { status: 204 })
    }
    const { user } = openAuth(path)
    await user.click(await screen.findByRole('button', { name: 'Decline the invitation' }))
    await user.click(await screen.findByRole('button', { name: 'Decline' }))
    await screen.findByText(/This invitation has been declined/)
  })

  it('asks a known account for its password', async () => {
    answers['GET /api/v1/auth/invitations/tok'] = { ...invitation, has_account: true }
    answers[accept] = () => problem(401, 'UNAUTHENTICATED', 'The email, username or password is incorrect.')
    const { user } = openAuth(path)
    await user.type(await screen.findByLabelText('Password'), 'secret1{Enter}')
    await screen.findByText('The email, username or password is incorrect.')
  })

  it('is accepted by one click of who is signed in elsewhere', async () => {
    answers[refresh] = () => problem(403, 'INSUFFICIENT_PERMISSIONS', 'not a member')
    answers['POST /api/v1/auth/access-token'] = { token: tokenFor(3600) }
    answers['GET /api/v1/users/me'] = { emails: [{ email: 'ada@example.com', confirmed_at: '2026-01-01' }] }
    const { user } = openAuth(path)
    await user.click(await screen.findByRole('button', { name: 'Accept as ada@example.com' }))
    await screen.findByText('Arrived')
  })

  it('tells who is signed in with another address, and lets them sign out', async () => {
    answers[refresh] = { token: tokenFor(3600) }
    answers['GET /api/v1/users/me'] = { emails: [{ email: 'eve@example.com', confirmed_at: '2026-01-01' }] }
    answers['POST /api/v1/auth/logout'] = null
    const { user } = openAuth(path)
    await screen.findByText(
      /This invitation is for ada@example\.com\. You are signed in as eve@example\.com\./,
    )
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByLabelText('Choose a password')
  })

  it.each([
    ['expired', /has expired/],
    ['revoked', /has been withdrawn/],
    ['declined', /has been declined/],
    ['used', /already been used/],
    ['locked', /is locked/],
    ['seat_limit', /has reached its member limit/],
  ])('that is %s says so', async (state, words) => {
    answers['GET /api/v1/auth/invitations/tok'] = { ...invitation, state }
    openAuth(path)
    await screen.findByText(words)
  })

  it('that nobody sent leads to sign in', async () => {
    answers['GET /api/v1/auth/invitations/tok'] = () => problem(404, 'NOT_FOUND', 'Invalid invite URL')
    openAuth(path)
    await screen.findByText('Sign in to Acme')
  })
})

describe('the link of a confirmation mail', () => {
  const confirmation = 'POST /rest/v1/rpc/email_confirmation'
  const mine = { email: 'more@example.com', username: 'ada', is_mine: true }
  beforeEach(() => {
    answers[refresh] = { token: tokenFor(3600) }
    answers['POST /api/v1/emails/confirm'] = null
  })

  it('confirms nothing by itself, and the address by a button that names it and the account', async () => {
    answers[confirmation] = mine
    const { user } = openAuth('/auth/confirm?token=t1')
    const button = await screen.findByRole('button', { name: 'Add more@example.com to the account ada' })
    expect(received.some(({ path }) => path === '/api/v1/emails/confirm')).toBe(false)
    await user.click(button)
    await screen.findByText('Email confirmed!')
    expect(bodyOf('/api/v1/emails/confirm')).toEqual({ token: 't1' })
  })

  it('does nothing for another account', async () => {
    answers[confirmation] = { ...mine, is_mine: false }
    openAuth('/auth/confirm?token=t1')
    await screen.findByText(/The account ada asks for more@example.com, and you are signed in to another one/)
    expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
  })

  it('does nothing for nobody, who is asked to sign in first', async () => {
    answers[refresh] = nobody
    openAuth('/auth/confirm?token=t1')
    await screen.findByText(/Sign in to the account that asks for this address/)
  })

  it('says when it is too old', async () => {
    answers[confirmation] = null
    openAuth('/auth/confirm?token=t1')
    await screen.findByText('This link has expired or was used before.')
  })
})
