// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/add/projects" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { graphAnswer } from '../../shared/testing/graph.ts'
import { acme } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { openAddProject } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]
const list = 'POST /api/v1/workspaces/d2s6Nw/migrations/projects'
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/my_permissions': [{ role: 'maker', permission: 'WorkspaceProjectsCreate' }],
    'POST /rest/v1/rpc/workspace_features': [],
    'GET /rest/v1/workspaces': { allow_public_projects: true, allow_web_projects: true },
    'GraphQL GroupList': graphAnswer('groupsCollection', []),
    'POST /rest/v1/rpc/migrations': [],
    [list]: () =>
      json(200, {
        items: [
          { id: 'apis/todo', name: 'The todo', group_id: 'acme', group_name: 'acme', last_activity: null },
        ],
      }),
    'POST /api/v1/workspaces/d2s6Nw/migrations': () => json(202, { results: [], succeeded: 1, failed: 0 }),
  }
  received = fakeServer(answers)
})

it('projects of another platform are listed by a key, chosen and imported', async () => {
  const { user } = openAddProject('?kind=from-swaggerhub')
  await user.type(await screen.findByLabelText(/^Owner/), 'acme')
  await user.type(screen.getByLabelText(/^API key/), 'top-secret')
  await user.click(screen.getByRole('button', { name: 'List projects' }))
  await user.click(within(await screen.findByRole('row', { name: /The todo/ })).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  await screen.findByText('1 project queued for migration')
  const sent = received.find(({ path }) => path === '/api/v1/workspaces/d2s6Nw/migrations')
  expect(sent?.body).toEqual({
    source: 'swaggerhub',
    account: 'acme',
    api_key: 'top-secret',
    project_ids: ['apis/todo'],
    visibility: 'internal',
  })
})

it('a key that is none is said at its field', async () => {
  answers[list] = () =>
    problem(400, 'VALIDATION_ERROR', 'api.getpostman.com does not accept this key.', {
      errors: [{ field: 'api_key', message: 'api.getpostman.com does not accept this key.' }],
    })
  const { user } = openAddProject('?kind=from-postman')
  await user.type(await screen.findByLabelText(/^API key/), 'wrong')
  await user.click(screen.getByRole('button', { name: 'List projects' }))
  await screen.findByText('api.getpostman.com does not accept this key.')
})
