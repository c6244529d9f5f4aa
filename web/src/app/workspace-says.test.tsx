// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
// What a setting of the workspace does to whoever is in it.
import '../shared/testing/host.ts'
import '../shared/testing/all-rows.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, renderAt } from '../shared/testing/render.tsx'
import { type Answers, fakeServer, type ReceivedRequest } from '../shared/testing/server.ts'
import { App } from './App.tsx'
import { IdleWatch } from './IdleWatch.tsx'
import { noState, viewersAnswers } from './testing.tsx'

const logOut = 'POST /api/v1/auth/logout'
const lastActivity = 'waymark-last-activity'
const minute = 60_000

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = { ...viewersAnswers(), [logOut]: () => new Response(null, { status: 204 }) }
  received = fakeServer(answers)
  window.localStorage.clear()
})

const open = () =>
  renderAt(
    '/',
    <>
      <App />
      <IdleWatch />
    </>,
  )
const logOuts = () => received.filter(({ path }) => path === '/api/v1/auth/logout').length
const idleSince = (ago: number) => window.localStorage.setItem(lastActivity, String(Date.now() - ago))
const afterMinutes = (minutes: number | null) => ({
  ...noState,
  idle_timeout_seconds: minutes === null ? null : minutes * 60,
})

describe('signing out people who are idle', () => {
  it('happens to who was away for longer, in words', async () => {
    answers['POST /rest/v1/rpc/workspace_state'] = afterMinutes(30)
    idleSince(31 * minute)
    open()
    await screen.findByText('You were signed out because you were not active for a while.')
    expect(logOuts()).toBe(1)
  })

  it.each([
    ['who was away for less', 30, 29],
    ['anybody where the workspace does not say so', null, 31],
  ])('does not happen to %s', async (_who, minutes, away) => {
    answers['POST /rest/v1/rpc/workspace_state'] = afterMinutes(minutes)
    idleSince(away * minute)
    open()
    await screen.findByText('Welcome, Ada')
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/workspace_state'))).toBe(true))
    expect(logOuts()).toBe(0)
  })
})

describe('the display name', () => {
  it('is what the tab, the shell and the sign-in page call the workspace', async () => {
    answers['POST /rest/v1/rpc/workspace_by_slug'] = { ...acme, name: 'Engines & Co' }
    open()
    await screen.findByText('Welcome, Ada')
    expect(document.title).toContain('Engines & Co')
    expect((await screen.findAllByText('Engines & Co')).length).toBeGreaterThan(0)
  })
})
