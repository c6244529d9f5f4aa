// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/legacy-migration/next" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import LegacyMigrationRoutes from './routes.tsx'

const list = 'GET /api/v1/legacy-migration/next'
const queue = 'POST /api/v1/workspaces/d2s6Nw/migrations'
const project = (id: string, name: string) => ({
  project_id: id,
  project_name: name,
  namespace_id: 'n1',
  namespace_name: 'Factory',
  project_last_activity: '2020-02-03T04:05:06Z',
})
const state = {
  external_id: '8',
  account: '',
  job_id: 'job',
  status: 'running',
  created_at: '2026-11-22T10:00:00Z',
  project_name: 'Tools',
  project_slug: 'tools',
  left_out: null,
  error: null,
}

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/migrations': [state],
    [list]: [project('7', 'Parts'), project('8', 'Tools')],
    [queue]: () => json(202, { results: [], succeeded: 1, failed: 0 }),
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/admin/legacy-migration/next',
    <OnWorkspace>
      <Routes>
        <Route path="/admin/legacy-migration/next/*" element={<LegacyMigrationRoutes />} />
      </Routes>
      <ToastLog />
    </OnWorkspace>,
  )

describe('projects of NEXT', () => {
  it('are asked for once there is a token, chosen and queued with it', async () => {
    const { user } = open()
    await screen.findByText('Enter your NEXT access token first...')
    expect(received.some(({ path }) => path.includes('legacy-migration'))).toBe(false)
    const input = screen.getByLabelText('NEXT access token')
    expect(input.getAttribute('type')).toBe('password')
    await user.type(input, 'top-secret')
    const row = await screen.findByRole('row', { name: /Parts/ })
    for (const text of ['7', 'n1', 'Factory']) within(row).getByText(text)
    // One that is under way waits for its end.
    const running = within(screen.getByRole('row', { name: /Tools/ }))
    expect(running.getByRole('link', { name: 'Running' }).getAttribute('href')).toBe(
      '/admin/automation?task=job',
    )
    await user.click(within(row).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Queue migration' }))
    await screen.findByText('1 project queued for migration')
    const sent = received.find(
      ({ method, path }) => method === 'POST' && path === '/api/v1/workspaces/d2s6Nw/migrations',
    )
    expect(sent?.body).toEqual({ source: 'next', api_key: 'top-secret', project_ids: ['7'] })
    // Kept nowhere.
    expect(JSON.stringify({ ...window.localStorage, ...window.sessionStorage })).not.toContain('top-secret')
  })

  it('of a token that is none, or has none, are not found', async () => {
    answers[list] = () => problem(400, 'VALIDATION_ERROR', 'next.example does not accept this key.')
    const { user } = open()
    const input = await screen.findByLabelText('NEXT access token')
    await user.type(input, 'wrong')
    await screen.findByText('Could not find projects associated with this access token...')
    answers[list] = []
    await user.type(input, 'er')
    await waitFor(() =>
      expect(received.filter(({ path }) => path.includes('legacy-migration'))).toHaveLength(2),
    )
    await screen.findByText('Could not find projects associated with this access token...')
  })

  it('that could not be queued say why', async () => {
    answers[queue] = () =>
      json(202, {
        results: [{ external_id: '7', ok: false, error: { detail: 'This project is queued already.' } }],
        succeeded: 0,
        failed: 1,
      })
    const { user } = open()
    await user.type(await screen.findByLabelText('NEXT access token'), 'top-secret')
    await user.click(within(await screen.findByRole('row', { name: /Parts/ })).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Queue migration' }))
    await screen.findByText('1 project could not be queued: This project is queued already.')
  })
})
