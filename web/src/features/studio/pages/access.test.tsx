// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/studio/pets" }
import '../../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acme, ada, OnWorkspace, place, renderAt } from '../../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, problem, tokenFor } from '../../../shared/testing/server.ts'
import { readAddress } from '../address.ts'
import { placeOf } from '../desk/node-address.ts'
import type { StudioFile } from '../model.ts'
import StudioRoutes from '../routes.tsx'

vi.mock('../desk/Workbench.tsx', () => ({
  default: ({ readOnly }: { readOnly: boolean }) => <p>The desk, {readOnly ? 'to read' : 'to write'}</p>,
}))

const project = {
  id: 3,
  workspace_id: acme.id,
  slug: 'pets',
  name: 'Pets',
  type: 'web',
  flavor: 'design',
  visibility: 'internal',
  workspace_integration_id: null,
}
const branch = { id: 9, slug: 'main', name: 'main', is_default: true, is_published: true }
const opening = { mode: 'readWrite', reason: null, message: null, project, branch, view: 'live' }
const openStudio = 'POST /rest/v1/rpc/open_studio'
let answers: Answers

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(300) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/connected_accounts': [],
    [openStudio]: opening,
  }
})

function open(path = '/studio/pets') {
  const requests = fakeServer(answers)
  renderAt(
    path,
    <OnWorkspace>
      <Routes>
        <Route path="/studio/*" element={<StudioRoutes />} />
        <Route path="*" element={<p>Somewhere else</p>} />
      </Routes>
    </OnWorkspace>,
  )
  return () => requests.filter(({ path }) => path.endsWith('open_studio')).map(({ body }) => body)
}

describe('an access mode', () => {
  it('to write opens the desk, at the branch of the address', async () => {
    const asked = open('/studio/pets/edit:feature%2Fx')
    await screen.findByText('The desk, to write')
    expect(asked()).toEqual([{ p_project_slug: 'pets', p_workspace_id: acme.id, p_branch_slug: 'feature/x' }])
  })

  it('to read opens the desk to read', async () => {
    answers[openStudio] = { ...opening, mode: 'readOnly' }
    open()
    await screen.findByText('The desk, to read')
  })

  it('is to read with a snapshot in the address', async () => {
    open('/studio/pets?yjs-snapshot=1')
    await screen.findByText('The desk, to read')
  })

  it.each([
    ['notEditable', 'studio_not_editable', 'Cannot edit project', 'Project type not editable in Studio'],
    [
      'none',
      'studio_needs_maker',
      'Cannot edit project',
      'You must be a Maker to open this project in Studio. Reach out to your workspace administrator to be granted access.',
    ],
  ])('%s says why', async (mode, reason, title, message) => {
    answers[openStudio] = { ...opening, mode, reason, message, view: null }
    open()
    await screen.findByRole('heading', { name: title })
    await screen.findByText(message)
  })

  it('connect offers the account that it needs, and opens once it is there', async () => {
    const vcs = { ...project, type: 'vcs', workspace_integration_id: 5 }
    const message = 'You need to connect your Git account to open this project'
    answers['POST /rest/v1/rpc/connected_accounts'] = [
      {
        workspace_integration_id: 5,
        name: 'GitHub',
        kind: 'github',
        flow: 'oauth',
        external_user_id: null,
        username: null,
      },
    ]
    answers[openStudio] = { ...opening, mode: 'connect', message, project: vcs }
    open()
    await screen.findByText(message)
    await screen.findByRole('button', { name: 'Connect GitHub' })
  })
})

describe('what cannot be opened', () => {
  it('is not found', async () => {
    answers[openStudio] = {
      ...opening,
      mode: 'none',
      reason: 'project_not_found',
      project: null,
      branch: null,
    }
    open()
    await screen.findByRole('heading', { name: 'Project not found' })
  })

  it('may be shared no longer', async () => {
    answers[openStudio] = { ...opening, mode: 'none', reason: 'branch_not_found', branch: null }
    open()
    await screen.findByText('This project is no longer shared, or the share URL may have changed.')
  })

  it('may have failed, and can be tried again', async () => {
    answers[openStudio] = () => problem(422, 'VALIDATION_ERROR', 'No.')
    open()
    await screen.findByRole('heading', { name: 'Error retrieving project' })
    answers[openStudio] = opening
    screen.getByRole('button', { name: 'Try again' }).click()
    await screen.findByText('The desk, to write')
  })

  it('leads who is signed out to sign in', async () => {
    answers['POST /api/v1/auth/access-token/d2s6Nw'] = () => problem(401, 'INVALID_TOKEN', 'No session.')
    open('/studio/pets?node=abc')
    await waitFor(() => expect(place.current).toBe('/auth?r=%2Fstudio%2Fpets%3Fnode%3Dabc'))
  })

  it('leads an address without a project home', async () => {
    open('/studio/')
    await waitFor(() => expect(place.current).toBe('/'))
  })

  it('is a browser that lacks what it needs', async () => {
    vi.stubGlobal('DecompressionStream', undefined)
    open()
    await screen.findByText('Waymark Studio was unable to load...')
  })
})

describe('an address', () => {
  it.each([
    ['/studio/pets', { projectSlug: 'pets' }],
    ['/studio/pets/', { projectSlug: 'pets' }],
    ['/studio/pets/edit', { projectSlug: 'pets' }],
    ['/studio/pets:main', { projectSlug: 'pets', branchSlug: 'main' }],
    ['/studio/pets/edit:v%201', { projectSlug: 'pets', branchSlug: 'v 1' }],
    ['/studio/', null],
    ['/studio/%E0%A4%A', null],
  ])('%s', (path, address) => expect(readAddress(path)).toEqual(address))

  it('of a node names a file and the way in it', () => {
    const file = { path: 'reference/todos.yaml', deleted_at: null } as StudioFile
    const other = { path: 'reference/todos.yaml/inner.yaml', deleted_at: '2026-01-01' } as StudioFile
    expect(placeOf('/reference/todos.yaml/paths/~1todos/get', [other, file])).toEqual({
      file,
      at: ['paths', '/todos', 'get'],
    })
    expect(placeOf('/gone.yaml', [file])).toBeNull()
  })
})
