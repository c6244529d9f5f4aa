// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/oauth/callback" }
import '../../shared/testing/host.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newState } from '../../shared/provider-popup/state.ts'
import { acme, place, renderAt } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, problem, type ReceivedRequest } from '../../shared/testing/server.ts'
import CallbackRoutes from './callback-routes.tsx'

const login = 'POST /api/v1/auth/login'
let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () =>
      problem(400, 'VALIDATION_ERROR', 'Refresh token not provided'),
  }
  received = fakeServer(answers)
})
afterEach(() => {
  vi.useRealTimers()
})

const state = newState()
const query = (values: Record<string, string>) => `/oauth/callback?${new URLSearchParams(values)}`
const open = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path="/oauth/callback" element={<CallbackRoutes />} />
      <Route path="*" element={<p>Arrived</p>} />
    </Routes>,
  )

describe('in a popup', () => {
  it('shows "Redirecting...", hands the code to its opener and closes', async () => {
    const told: unknown[] = []
    const opener = { closed: false, postMessage: (data: unknown) => told.push(data) }
    vi.stubGlobal('opener', opener)
    const close = vi.fn()
    vi.stubGlobal('close', close)
    open(query({ code: 'abc', state }))
    await screen.findByText('Redirecting...')
    act(() => {
      const data = { type: 'oauth2.state', state }
      const source = opener as unknown as Window
      window.dispatchEvent(new MessageEvent('message', { data, source, origin: window.location.origin }))
    })
    const redirectUri = `${window.location.origin}/oauth/callback`
    expect(told).toEqual([
      { type: 'oauth2.callback', code: 'abc', error: null, state, redirectUri, iss: null },
    ])
    expect(close).toHaveBeenCalled()
    expect(received.some(({ path }) => path === '/api/v1/auth/login')).toBe(false)
  })
})

describe('in a tab of its own', () => {
  it('signs in with code and state', async () => {
    answers[login] = () => problem(400, 'TOKEN_ERROR', 'Encountered an error during authentication')
    open(query({ code: 'abc', state, iss: 'https://git.example' }))
    await screen.findByText('Encountered an error during authentication')
    expect(received.find(({ path }) => path === '/api/v1/auth/login')?.body).toEqual({
      code: 'abc',
      state,
      redirect_uri: `${window.location.origin}/oauth/callback`,
      iss: 'https://git.example',
      source: 'web',
    })
  })

  it('asks before it signs in with the code that an identity provider began with', async () => {
    const none = { token: null, join_request_status: null, confirmation_required: false }
    answers[login] = { ...none, continue_as: { name: 'mallory@evil.example', workspace: 'Evil' } }
    open(query({ code: 'abc', integration: 'd2tpbnRnOjU' }))
    await screen.findByText('Continue as mallory@evil.example in Evil?')
    const calls = () =>
      received.filter(({ path }) => path === '/api/v1/auth/login').map(({ body }) => body as object)
    const call = { code: 'abc', workspace_integration_id: 'd2tpbnRnOjU', source: 'web' }
    expect(calls()).toEqual([{ ...call, confirmed: false }])
    answers[login] = { ...none, join_request_status: 'created' }
    screen.getByRole('button', { name: 'Continue' }).click()
    await screen.findByText(/You will receive an email once your request has been approved/)
    expect(calls()).toEqual([
      { ...call, confirmed: false },
      { ...call, confirmed: true },
    ])
  })

  it('leaves everything as it is for who cancels', async () => {
    answers[login] = {
      token: null,
      join_request_status: null,
      confirmation_required: false,
      continue_as: { name: 'mallory@evil.example', workspace: 'Evil' },
    }
    open(query({ code: 'abc', integration: 'd2tpbnRnOjU' }))
    ;(await screen.findByRole('link', { name: 'Cancel' })).click()
    await screen.findByText('Arrived')
    expect(received.filter(({ path }) => path === '/api/v1/auth/login')).toHaveLength(1)
  })

  it('leads to the confirmation of an address', async () => {
    answers[login] = { token: null, join_request_status: null, confirmation_required: true, email: 'a@b.cd' }
    open(query({ code: 'abc', state }))
    await screen.findByText('Arrived')
    expect(place.current).toBe('/auth/confirm-workspace-member-email?email=a%40b.cd')
  })

  it.each([
    ['no state', { code: 'abc' }, 'Missing SSO callback state'],
    ['a state that is none', { code: 'abc', state: 'x' }, 'Encountered an error during authentication'],
    [
      'a refusal, in our own words',
      { error: 'access_denied', error_description: 'Your account was locked. Call us.', state },
      'The sign-in was cancelled at the provider.',
    ],
    [
      'any other refusal',
      { error: 'Call +1 555 0100', error_description: 'Your account was locked.', state },
      'Encountered an error during authentication',
    ],
    ['neither code nor error', { state }, 'Encountered an error during authentication'],
  ])('tells of %s', async (_what, values, words) => {
    open(query(values as Record<string, string>))
    await screen.findByText(words)
    await waitFor(() => expect(received.some(({ path }) => path === '/api/v1/auth/login')).toBe(false))
  })
})
