import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { place, renderAt } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, problem } from '../../shared/testing/server.ts'
import LoginRoutes from './routes.tsx'

const check = 'POST /api/v1/workspaces/has-email'
let answers: Answers
beforeEach(() => {
  answers = {
    'POST /api/v1/auth/access-token': () => problem(400, 'VALIDATION_ERROR', 'Refresh token not provided'),
    'POST /api/v1/auth/find-workspaces': null,
    [check]: { has_workspaces: true },
  }
  fakeServer(answers)
})

async function find() {
  const { user } = renderAt(
    '/login',
    <Routes>
      <Route path="/login/*" element={<LoginRoutes />} />
    </Routes>,
  )
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')
}

describe('finding one’s workspaces', () => {
  it('leads a known address to its mail', async () => {
    await find()
    await waitFor(() => expect(place.current).toBe('/login/emailsent'))
  })

  it('leads an unknown address to what can be done', async () => {
    answers[check] = { has_workspaces: false }
    await find()
    await screen.findByText('Account not found')
    expect(place.current).toBe('/login/notfound')
  })

  it.each([check, 'POST /api/v1/auth/find-workspaces'])('says so when %s fails', async (call) => {
    answers[call] = () => new Response('', { status: 502 })
    await find()
    await screen.findByText('Something went wrong, please try again.')
    expect(place.current).toBe('/login')
  })
})
