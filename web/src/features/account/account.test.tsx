// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/account" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, ada, place, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import AccountRoutes from './routes.tsx'

const update = 'POST /rest/v1/rpc/update_account'
let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': { ...ada, avatar_url: 'https://example.com/ada.png' },
  }
  received = fakeServer(answers)
})

const open = (path: string) =>
  renderAt(
    path,
    <>
      <Routes>
        <Route path="/account/*" element={<AccountRoutes />} />
      </Routes>
      <ToastLog />
    </>,
  )

describe('the account', () => {
  it('opens on its basics', async () => {
    open('/account/anything')
    await screen.findByLabelText('Username')
    expect(place.current).toBe('/account/basics')
  })

  it('saves only what is valid and changed', async () => {
    answers[update] = { ...ada, avatar_url: 'https://example.com/ada.png', username: 'countess' }
    const { user } = open('/account/basics')
    const save = await screen.findByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    const username = screen.getByLabelText('Username')
    await user.clear(username)
    await user.type(username, 'Not Valid')
    await screen.findByText('Must only contain lowercase letters, numbers and hyphens')
    await user.clear(username)
    await user.type(username, 'countess')
    await user.click(save)
    await waitFor(() => expect(save).toHaveProperty('disabled', true))
    await screen.findByText('Account updated')
    expect(received.at(-1)?.body).toEqual({ p_username: 'countess' })
  })

  it('saves no account without a picture, and says where one is to be had', async () => {
    answers['POST /rest/v1/rpc/me'] = { ...ada, avatar_url: null }
    const { user } = open('/account/basics')
    await user.type(await screen.findByLabelText('Username'), 'x')
    screen.getByText('Required: the address of a picture, or use the one Gravatar has for you.')
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Avatar URL'), 'ada.png')
    await screen.findByText('Must be a valid URL')
    await user.click(screen.getByRole('button', { name: 'Use Gravatar' }))
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
  })

  it('shows a username that somebody has at its field', async () => {
    const message = 'duplicate key value violates unique constraint "users_username_key"'
    answers[update] = () => json(409, { code: '23505', message, details: '', hint: '' })
    const { user } = open('/account/basics')
    await user.type(await screen.findByLabelText('Username'), 'x')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('This username is already taken. Please choose a different one.')
  })
})

describe('the password', () => {
  it('must be typed twice alike', async () => {
    const { user } = open('/account/security')
    await user.type(await screen.findByLabelText('Current password'), 'old one')
    await user.type(screen.getByLabelText('New password'), 'new secret')
    await user.type(screen.getByLabelText('Confirm password'), 'new secre')
    await user.tab()
    await screen.findByText("Your passwords don't match, please double-check them.")
    expect(screen.getByRole('button', { name: 'Update Password' })).toHaveProperty('disabled', true)
  })

  it('is filed by password managers under the account', async () => {
    const { container } = open('/account/security')
    await screen.findByLabelText('New password')
    expect(container.querySelector('form input[autocomplete=username]')).toHaveProperty(
      'value',
      ada.emails[0]?.email,
    )
  })

  it('is set without the current one where there is none', async () => {
    answers['POST /rest/v1/rpc/me'] = { ...ada, has_password: false }
    answers['POST /api/v1/auth/password'] = () => new Response(null, { status: 204 })
    const { user } = open('/account/security')
    await user.type(await screen.findByLabelText('New password'), 'new secret')
    await user.type(screen.getByLabelText('Confirm password'), 'new secret')
    await user.click(screen.getByRole('button', { name: 'Set Password' }))
    await screen.findByText('Password updated.')
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
    const change = received.find(({ path }) => path === '/api/v1/auth/password')
    expect(change?.body).toEqual({ new_password: 'new secret' })
    expect(change?.headers.get('authorization')).toMatch(/^Bearer head\./)
  })

  it('shows what the server said', async () => {
    answers['POST /api/v1/auth/password'] = () =>
      problem(400, 'VALIDATION_ERROR', 'The current password is incorrect.')
    const { user } = open('/account/security')
    await user.type(await screen.findByLabelText('Current password'), 'wrong one')
    await user.type(screen.getByLabelText('New password'), 'new secret')
    await user.type(screen.getByLabelText('Confirm password'), 'new secret{Enter}')
    await screen.findByText('The current password is incorrect.')
  })
})
