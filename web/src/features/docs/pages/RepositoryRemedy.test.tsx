// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/docs/pets" }
import '../../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import type { AnalysisTask, Project } from '../queries.ts'
import { RepositoryRemedy } from './RepositoryRemedy.tsx'

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`
const project: Project = {
  id: 5,
  name: 'Pets',
  slug: 'pets',
  description: null,
  icon_name: null,
  icon_color: null,
  type: 'vcs',
  flavor: 'design',
  visibility: 'internal',
  workspace_id: 1,
  default_branch_id: 1,
  branches: [],
}
const task: AnalysisTask = {
  job_id: 'j',
  status: 'failed',
  started_at: null,
  created_at: '2026-01-01',
  branch_ref: 'refs/heads/release/2',
  payload: { error: { message: 'Waits for an account.', waits_for: 'credentials' } },
}
const account = { workspace_integration_id: 9, name: 'Our GitHub', kind: 'github', flow: 'oauth' }
const mayDo = (...permissions: string[]) => permissions.map((permission) => ({ role: 'editor', permission }))

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    [rpc('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [rpc('me')]: ada,
    [rpc('my_project_permissions')]: mayDo(
      'project_automation_logs_read',
      'project_branch_create_delete',
      'project_update',
    ),
    [rpc('project_host')]: [{ integration_id: 9, name: 'Our GitHub', kind: 'github', enabled: true }],
    [rpc('connected_accounts')]: [{ ...account, external_user_id: 1, username: 'ada' }],
    'GET /rest/v1/projects': {
      creator_id: ada.id,
      project_repositories: [{ connected_by: null, is_reconnected: false }],
    },
  }
  received = fakeServer(answers)
})

const open = (one = task) =>
  renderAt(
    '/docs/pets',
    <OnWorkspace>
      <RepositoryRemedy project={project} task={one} />
      <ToastLog />
    </OnWorkspace>,
  )

it('lets who made the project connect the account that reads it, or gives it one of its own', async () => {
  open()
  await screen.findByRole('button', { name: 'Connect Our GitHub' })
  const link = screen.getByRole('link', { name: 'Give it a service account' })
  expect(link.getAttribute('href')).toBe('/settings/pets')
})

it('asks nobody else for an account, whose account opens nothing', async () => {
  answers['GET /rest/v1/projects'] = {
    creator_id: ada.id,
    project_repositories: [{ connected_by: ada.id + 1, is_reconnected: true }],
  }
  open()
  await screen.findByRole('link', { name: 'Give it a service account' })
  await waitFor(() => expect(received.some(({ path }) => path.startsWith('/rest/v1/projects'))).toBe(true))
  expect(screen.queryByRole('button', { name: 'Connect Our GitHub' })).toBeNull()
})

it('starts the analysis of the branch again, and says why not', async () => {
  answers[rpc('track_branch')] = { job_id: 'k' }
  const { user } = open({ ...task, payload: { error: { message: 'The Git host could not be reached.' } } })
  await user.click(await screen.findByRole('button', { name: 'Analyze again' }))
  await waitFor(() =>
    expect(received.find(({ path }) => path.endsWith('/track_branch'))?.body).toEqual({
      p_project_id: 5,
      p_branch: 'release/2',
    }),
  )
  expect(screen.queryByRole('link', { name: 'Give it a service account' })).toBeNull()
  const refusal = { code: 'PT409', message: 'Too many branches wait.', details: '', hint: 'CONFLICT' }
  answers[rpc('track_branch')] = () => json(409, refusal)
  await user.click(screen.getByRole('button', { name: 'Analyze again' }))
  await screen.findByText('Too many branches wait.')
})
