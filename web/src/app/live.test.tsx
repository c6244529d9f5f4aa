// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../shared/testing/host.ts'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { wantedTopics } from '../shared/data/realtime/topics.ts'
import { logout } from '../shared/data/session.ts'
import { acme, ada, renderAt } from '../shared/testing/render.tsx'
import { type Answers, fakeServer, json, problem, tokenFor } from '../shared/testing/server.ts'
import { Live } from './Live.tsx'

const line = vi.hoisted(() => ({ open: 0 }))
vi.mock('../shared/data/realtime/live.ts', () => ({
  startLive: () => {
    line.open++
    return () => line.open--
  },
}))

const refresh = 'POST /api/v1/auth/access-token/d2s6Nw'
let answers: Answers

const memberAs = (role: string) => ({
  ...ada,
  memberships: [
    { workspace_id: acme.id, slug: 'acme', name: 'Acme', logo_url: null, role, receive_daily_summary: true },
  ],
})

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    [refresh]: () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': memberAs('viewer'),
    'POST /api/v1/auth/logout': () => new Response(null, { status: 204 }),
  }
  fakeServer(answers)
})

it('listens to the workspace and the account of a member', async () => {
  renderAt('/', <Live />)
  await waitFor(() => expect(wantedTopics()).toEqual(['user:1', 'workspace:7']))
  expect(line.open).toBe(1)
})

it('listens to the account alone for a guest, and for who is not a member', async () => {
  answers['POST /rest/v1/rpc/me'] = memberAs('guest')
  const { unmount } = renderAt('/', <Live />)
  await waitFor(() => expect(wantedTopics()).toEqual(['user:1']))
  unmount()
  answers['POST /rest/v1/rpc/me'] = ada
  renderAt('/', <Live />)
  await waitFor(() => expect(wantedTopics()).toEqual(['user:1']))
})

it('hangs up on sign-out', async () => {
  renderAt('/', <Live />)
  await waitFor(() => expect(line.open).toBe(1))
  await act(() => logout())
  expect(line.open).toBe(0)
  expect(wantedTopics()).toEqual([])
})

it('opens no line for visitors', async () => {
  answers[refresh] = () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided')
  const received = fakeServer(answers)
  renderAt('/', <Live />)
  await waitFor(() => expect(received.some(({ path }) => path.includes('access-token'))).toBe(true))
  expect(line.open).toBe(0)
  expect(wantedTopics()).toEqual([])
})
