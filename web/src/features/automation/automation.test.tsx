// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/automation" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Task } from '../../shared/tasks/queries.ts'
import { acme, ada, OnWorkspace, place, renderAt } from '../../shared/testing/render.tsx'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import AutomationRoutes from './routes.tsx'

const task: Task = {
  job_id: 'one',
  task_id: 'analyze',
  status: 'success',
  event: 'push',
  branch_ref: 'refs/heads/main',
  commit_hash: 'abcdef0123456789',
  pull_request: null,
  created_at: '2026-11-22T10:00:00Z',
  started_at: '2026-11-22T10:00:01Z',
  duration_ms: 125_000,
  payload: { warnings: 2 },
  project_id: 5,
  project: { name: 'Pets', slug: 'pets' },
}
const line = { seq: 1, level: 'info', message: 'The import has started.', at: '', path: null }
const noPlace = { line_number: null, column_number: null }

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'GET /rest/v1/task_logs': [task],
    'GET /rest/v1/task_log_lines': [
      { ...line, ...noPlace },
      {
        ...line,
        seq: 2,
        level: 'warn',
        message: 'Leads nowhere',
        path: 'a.yaml',
        line_number: 4,
        column_number: 7,
      },
    ],
  }
  received = fakeServer(answers)
})

const open = (path = '/admin/automation') =>
  renderAt(
    path,
    <OnWorkspace>
      <Routes>
        <Route path="/admin/automation/*" element={<AutomationRoutes />} />
      </Routes>
    </OnWorkspace>,
  )
const asked = () =>
  decodeURIComponent(received.filter(({ path }) => path.includes('task_logs?')).at(-1)?.path ?? '')

describe('the automation of a workspace', () => {
  it('lists tasks, and shows warnings with the file, line and column that they are about', async () => {
    const { user } = open()
    const row = await screen.findByRole('row', { name: /Analyze/ })
    for (const text of ['Success', '2 warnings', 'Push', '2m 5s', 'Pets · main · abcdef0'])
      within(row).getByText(text)
    await user.click(within(row).getByRole('button', { name: 'Expand' }))
    const log = within(await screen.findByRole('list', { name: 'Log' }))
    log.getByText('Warning')
    log.getByText('Leads nowhere')
    log.getByText('a.yaml, line 4, column 7')
  })

  it.each([
    [{ errors: 2, warnings: 3 }, '2 errors, 3 warnings'],
    [{ errors: 1, warnings: 1 }, '1 error, 1 warning'],
    [{ errors: 0, warnings: 1 }, '1 warning'],
    [{ errors: 1, warnings: 0 }, '1 error'],
  ])('tells errors from warnings: %o', async (payload, text) => {
    answers['GET /rest/v1/task_logs'] = [{ ...task, payload }]
    open()
    within(await screen.findByRole('row', { name: /Analyze/ })).getByText(text)
  })

  it('unfolds what has begun, and not what waits', async () => {
    const states = (['queued', 'running', 'failed'] as const).map((status) => ({
      ...task,
      status,
      job_id: status,
      event: 'pullRequestMerged',
      pull_request: { number: 7, title: 'Add pets' },
      duration_ms: status === 'failed' ? 900 : null,
      started_at: status === 'queued' ? null : task.started_at,
      payload: {
        running: { progress: { phase: 'parse', done: 1, total: 4 } },
        failed: { error: { message: 'Waits for a service account.', waits_for: 'credentials' } },
        queued: {},
      }[status],
    }))
    answers['GET /rest/v1/task_logs'] = states
    const { user } = open()
    const waiting = await screen.findByRole('row', { name: /Queued/ })
    expect(within(waiting).queryByRole('button', { name: 'Expand' })).toBeNull()
    within(waiting).getByText('Not yet')
    within(waiting).getByText('Pull request merged')
    within(waiting).getByText('#7 Add pets')
    const running = screen.getByRole('row', { name: /Running/ })
    await user.click(within(running).getByRole('button', { name: 'Expand' }))
    await screen.findByText('Reading the files, 25 %')
    // It starts by itself again: it has not failed.
    for (const text of ['<1s', 'Waiting for credentials'])
      within(screen.getByRole('row', { name: /credentials/ })).getByText(text)
    expect(screen.queryByRole('row', { name: /Failed/ })).toBeNull()
  })

  it('is narrowed in the address', async () => {
    answers['GET /rest/v1/task_logs'] = []
    const { user } = open()
    await screen.findByText('No events to show here yet.')
    await user.type(screen.getByRole('searchbox', { name: 'Search by project' }), '50%')
    await screen.findByText('No results. Try another search term.')
    expect(asked()).toContain('project.name=ilike.%50\\%%')
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(screen.getByRole('option', { name: 'Failed' }))
    await waitFor(() => expect(asked()).toContain('status=eq.failed'))
    expect(place.current).toBe('/admin/automation?search=50%25&status=failed')
  })

  it('says that nothing could be loaded', async () => {
    answers['GET /rest/v1/task_logs'] = failed
    open()
    await screen.findByText('Something went wrong, no data to display')
    await screen.findByRole('button', { name: 'Retry' })
  })
})
