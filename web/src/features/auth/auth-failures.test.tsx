// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/auth" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../../shared/testing/render.tsx'
import { type Answers, failed, fakeServer, problem } from '../../shared/testing/server.ts'
import { openAuth, strangerAnswers } from './testing.tsx'

let answers: Answers
beforeEach(() => {
  answers = strangerAnswers()
  fakeServer(answers)
})

const send = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole('button', { name })
    expect(button).toHaveProperty('disabled', false)
    return button
  })

describe('when the server fails', () => {
  it('at signing in', async () => {
    answers['POST /api/v1/auth/login'] = failed
    const { user } = openAuth('/auth/email/login')
    await user.type(await screen.findByLabelText('Email or username'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
    await screen.findByText('Something went wrong, please try again.')
  })

  it('at the code of a new account', async () => {
    answers['POST /api/v1/auth/signup/email/code'] = failed
    const { user } = openAuth('/auth/email')
    await user.type(await screen.findByLabelText('Email'), 'new@example.com')
    await user.click(await send('Sign Up'))
    await screen.findByText('Something went wrong, please try again.')
  })

  it('at the new account, and at another code for it', async () => {
    answers['POST /api/v1/auth/signup/email'] = failed
    answers['POST /api/v1/auth/signup/email/code'] = failed
    const { user } = openAuth('/auth/email/signup', { email: 'new@example.com' })
    await user.type(await screen.findByLabelText('Confirmation code'), '123456')
    await user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
    await screen.findByText('Unknown error. Please contact support.')
    await user.click(screen.getByRole('button', { name: 'Send the code again' }))
    await screen.findByText('Something went wrong, please try again.')
  })

  it('at a reset code, and at the new password', async () => {
    answers['POST /api/v1/auth/password/code'] = failed
    answers['POST /api/v1/auth/password/reset'] = failed
    const { user } = openAuth('/auth/forgot-password')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.click(await send('Send reset code'))
    await screen.findByText('Something went wrong, please try again.')
    answers['POST /api/v1/auth/password/code'] = null
    await user.click(await send('Send reset code'))
    await screen.findByText("If an account with that email exists, we've sent it a reset code")
    await user.type(await screen.findByLabelText('Reset code'), '123456')
    await user.type(screen.getByLabelText('New password'), 'secret1')
    await user.type(screen.getByLabelText('Confirm password'), 'secret1{Enter}')
    await screen.findByText('Unknown error. Please contact support.')
  })

  it('at the confirmation of a sign-in, and at another code for it', async () => {
    const member = 'POST /api/v1/workspaces/d2s6Nw/member-emails'
    answers[`${member}/confirm`] = failed
    answers[`${member}/code`] = failed
    const { user } = openAuth('/auth/confirm-workspace-member-email', { email: 'ada@example.com' })
    await user.type(await screen.findByLabelText('Confirmation code'), '123456{Enter}')
    await screen.findByText('There was a problem confirming your email address')
    await user.click(screen.getByRole('button', { name: 'Send the code again' }))
    await screen.findByText('Something went wrong, please try again.')
    answers[`${member}/confirm`] = null
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText('Email successfully confirmed. Please login again.')
  })

  it.each([
    [false, 'Choose a password'],
    [true, 'Password'],
  ])('at an invitation, of somebody known: %s', async (known, label) => {
    answers['GET /api/v1/auth/invitations/tok'] = {
      email: 'ada@example.com',
      state: 'ok',
      has_account: known,
      workspace: { id: 'd2s6Nw', slug: 'acme', name: 'Acme', logo_url: null },
      role: 'maker',
      invited_by: null,
    }
    answers['POST /api/v1/auth/invitations/tok/accept'] = failed
    const { user } = openAuth('/auth/accept-invite?token=tok')
    const password = await screen.findByLabelText(label)
    if (!known) {
      await user.type(screen.getByLabelText('First name'), 'Ada')
      await user.type(screen.getByLabelText('Last name'), 'Lovelace')
    }
    await user.type(password, 'secret1{Enter}')
    await screen.findByText('Something went wrong, please try again')
  })
})

it('a sign-in whose address has to be confirmed says so, and sends the code again', async () => {
  answers['POST /api/v1/auth/login'] = {
    token: null,
    join_request_status: null,
    confirmation_required: true,
    email: 'ada@example.com',
  }
  answers['POST /api/v1/workspaces/d2s6Nw/member-emails/code'] = null
  const { user } = openAuth('/auth/email/login')
  await user.type(await screen.findByLabelText('Email or username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}')
  await screen.findByText('Workspace email confirmation required')
  expect(place.current).toBe('/auth/confirm-workspace-member-email')
  await user.click(await screen.findByRole('button', { name: 'Send the code again' }))
  await screen.findByText('A verification email was sent to ada@example.com.')
})

it.each([
  ['no token', '/auth/accept-invite'],
  ['a token nobody sent', '/auth/accept-invite?token=tok'],
])('an invitation with %s is no invitation', async (_what, path) => {
  answers['GET /api/v1/auth/invitations/tok'] = () => problem(404, 'NOT_FOUND', 'Invalid invite URL')
  openAuth(path)
  await screen.findByText('Invalid invite URL')
  await waitFor(() => expect(place.current).toMatch(/^\/auth(\/email\/login)?$/))
})
