// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/auth" }
import '../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import AuthRoutes from '../features/auth/routes.tsx'
import { logout, sessionState } from '../shared/data/session.ts'
import { acme, place, renderAt } from '../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../shared/testing/server.ts'
import { App } from './App.tsx'
import { SiteGate } from './SiteGate.tsx'

const requested =
  'The workspace administrators have received a notification of your request to join the workspace. You will receive an email once your request has been approved.'
const closedToAll =
  'This workspace does not allow join requests. Contact a workspace member for an invitation.'
const refresh = 'POST /api/v1/auth/access-token/d2s6Nw'
const login = 'POST /api/v1/auth/login'
let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /rest/v1/rpc/login_integrations': [],
    [refresh]: () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided'),
  }
  received = fakeServer(answers)
})

function Gate() {
  return (
    <Routes>
      <Route path="/auth/*" element={<AuthRoutes />} />
      <Route path="*" element={<p>Arrived</p>} />
    </Routes>
  )
}

function open(path: string) {
  return renderAt(
    path,
    <Routes>
      <Route element={<SiteGate />}>
        <Route path="*" element={<Gate />} />
      </Route>
    </Routes>,
  )
}

async function signIn(path = '/auth') {
  const view = open(path)
  await view.user.type(await screen.findByLabelText('Email or username'), 'ada')
  await view.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return view
}

describe('signing in', () => {
  it('goes straight to the built-in form and keeps where to return', async () => {
    open('/auth?r=%2Fdocs%2Ftodos')
    await screen.findByText('Sign in to Acme')
    expect(place.current).toBe('/auth/email/login?r=%2Fdocs%2Ftodos')
  })

  it('sends the workspace along and leads back', async () => {
    answers[login] = { token: tokenFor(3600), join_request_status: null, confirmation_required: false }
    await signIn('/auth?r=%2Fdocs%2Ftodos')
    await screen.findByText('Arrived')
    expect(place.current).toBe('/docs/todos')
    const body = received.find(({ path }) => path === '/api/v1/auth/login')?.body
    expect(body).toEqual({
      username_or_email: 'ada',
      password: 'correct horse',
      workspace_id: 'd2s6Nw',
      source: 'web',
    })
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/auth/email/login'])(
    'does not lead to %s',
    async (target) => {
      answers[refresh] = { token: tokenFor(3600) }
      open(`/auth?r=${encodeURIComponent(target)}`)
      await screen.findByText('Arrived')
      expect(place.current).toBe('/')
    },
  )

  it('shows why it was refused, with the type of the error', async () => {
    answers[login] = () => problem(401, 'UNAUTHENTICATED', 'The email, username or password is incorrect.')
    await signIn()
    await screen.findByText('The email, username or password is incorrect. (UNAUTHENTICATED)')
  })

  it('puts a refused person back at the password, ready to type it again', async () => {
    answers[login] = () => problem(401, 'UNAUTHENTICATED', 'The email, username or password is incorrect.')
    const { user } = open('/auth')
    await user.type(await screen.findByLabelText('Email or username'), 'ada')
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    await user.type(password, 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect([password.selectionStart, password.selectionEnd]).toEqual([0, 'correct horse'.length])
  })

  it('says something when the answer says nothing', async () => {
    answers[login] = () => new Response('', { status: 502 })
    await signIn()
    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong, please try again.')
  })

  it('opens Access Denied for a locked workspace', async () => {
    const more = { owner_email: 'owner@acme.test', lock_reason: 'overusage' }
    answers[login] = () => problem(403, 'WORKSPACE_IS_LOCKED', 'This workspace is locked.', more)
    await signIn()
    await screen.findByText('Access Denied')
    await screen.findByText('This workspace is locked.')
    await screen.findByText('The Free plan only allows for one owner to have access.')
    await screen.findByText(/owner@acme\.test/)
  })

  it.each([
    ['created', requested, false],
    ['denied', 'Your request to join this workspace has been denied by the workspace administrators.', true],
    ['disabled', closedToAll, true],
  ] as const)('explains a join request that is %s', async (status, message, closed) => {
    answers[login] = { token: null, join_request_status: status, confirmation_required: false }
    await signIn()
    await screen.findByText(message)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', closed),
    )
    expect(sessionState().status).toBe('signed-out')
  })

  it('tells a signed-in stranger so', async () => {
    answers[refresh] = () => problem(403, 'INSUFFICIENT_PERMISSIONS', 'You are not a member.')
    open('/auth')
    await screen.findByText('The account you are signed in with is not a member of this workspace.')
  })
})

describe('a session whose account is gone', () => {
  beforeEach(() => {
    answers[refresh] = { token: tokenFor(3600) }
    answers['POST /rest/v1/rpc/me'] = () => json(200, null)
    answers['POST /api/v1/auth/logout'] = () => new Response(null, { status: 204 })
  })

  it.each(['/account/security', '/welcome/account'])('is ended, and says why, at %s', async (path) => {
    renderAt(path, <App />)
    await screen.findByText('You were signed out because your account no longer exists.')
    expect(screen.getByLabelText('Email or username')).toBeTruthy()
    expect(received.filter((request) => request.path === '/api/v1/auth/logout')).toHaveLength(1)
  })

  it('says no such thing to who signed out while it was asked for', async () => {
    let answer = (_: Response) => {}
    answers['POST /rest/v1/rpc/me'] = () => new Promise<Response>((resolve) => (answer = resolve))
    renderAt('/account/security', <App />)
    await waitFor(() => expect(received.some((request) => request.path === '/rest/v1/rpc/me')).toBe(true))
    await logout()
    answer(json(200, null))
    await screen.findByLabelText('Email or username')
    expect(sessionState()).toMatchObject({ status: 'signed-out', reason: 'logged-out' })
  })
})
