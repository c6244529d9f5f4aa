import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { acme, ada, place, renderAt } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import DeviceRoutes from './routes.tsx'

const look = 'POST /rest/v1/rpc/device_request'
const answer = 'POST /rest/v1/rpc/answer_device_request'
const waiting = {
  outcome: 'waiting',
  retry_after: 0,
  machine: 'ada-laptop',
  ip_address: '203.0.113.7',
  asked_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-01T00:10:00Z',
  workspace: 'Acme',
}
const unknown = {
  outcome: 'unknown',
  retry_after: 0,
  machine: null,
  ip_address: null,
  asked_at: null,
  expires_at: null,
  workspace: null,
}

let answers: Answers
let requests: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    [look]: waiting,
  }
  requests = fakeServer(answers)
})

const open = (path: string) =>
  renderAt(
    path,
    <Routes>
      <Route path="/device" element={<DeviceRoutes />} />
    </Routes>,
  )
const answered = () => requests.filter(({ path }) => path.endsWith('answer_device_request'))

it('shows what asks, and answers nothing by itself', async () => {
  answers[answer] = { ...waiting, outcome: 'allowed' }
  const { user } = open('/device?code=BCDF-GHJK')
  for (const text of ['BCDF-GHJK', 'ada-laptop', '203.0.113.7', 'Acme']) await screen.findByText(text)
  expect(answered()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Allow' }))
  await screen.findByText('The program is signed in')
  expect(answered().map(({ body }) => body)).toEqual([{ p_code: 'BCDF-GHJK', p_allow: true }])
})

it('refuses, and stays where the answer did not arrive', async () => {
  answers[answer] = () => problem(503, 'SERVICE_UNAVAILABLE', 'Not now.')
  const { user } = open('/device?code=BCDF-GHJK')
  await user.click(await screen.findByRole('button', { name: 'Refuse' }))
  await screen.findByRole('alert')
  answers[answer] = { ...waiting, outcome: 'refused' }
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  await screen.findByText('The program was refused')
  expect(answered().map(({ body }) => (body as { p_allow: boolean }).p_allow)).toEqual([false, false])
})

it('asks for a code, and says where nothing waits with it', async () => {
  answers[look] = unknown
  const { user } = open('/device')
  const submit = await screen.findByRole('button', { name: 'Continue' })
  await user.type(screen.getByLabelText('Code'), 'bcdf gh')
  expect(submit).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText('Code'), 'jk{Enter}')
  await screen.findByText('Nothing waits with this code')
  expect(place.current).toBe('/device?code=bcdf+ghjk')
  await user.click(screen.getByRole('button', { name: 'Enter another code' }))
  await waitFor(() => expect(place.current).toBe('/device'))
})

it('says so after too many attempts, and where the server does not answer', async () => {
  answers[look] = () => problem(503, 'SERVICE_UNAVAILABLE', 'Not now.')
  const { user } = open('/device?code=BCDF-GHJK')
  await screen.findByRole('alert')
  answers[look] = { ...unknown, retry_after: 60 }
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/Too many attempts/)
})
