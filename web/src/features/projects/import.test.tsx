// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/add/projects" }
import '../../shared/testing/host.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSite } from '../../shared/data/workspace.tsx'
import { graphAnswer, node } from '../../shared/testing/graph.ts'
import { acme, place, renderAt } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, tokenFor } from '../../shared/testing/server.ts'
import { checkFile } from './check/check-file.ts'
import AddProject from './routes.tsx'
import { type SentUpload, stubUploads } from './testing.tsx'

const good = 'openapi: 3.1.0\ninfo:\n  title: Pet Store\n  version: 1.2.0\npaths: {}\n'
const bad = 'openapi: 3.1.0\ninfo:\n  title: Bad\n   version: 1\npaths: {}\n'
const logPath = 'GET /rest/v1/task_logs'

let sent: SentUpload[]
let answers: Answers

const grants = (...permissions: string[]) => permissions.map((permission) => ({ role: 'owner', permission }))

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/my_permissions': grants('WorkspaceBilling', 'WorkspaceProjectsCreate'),
    'POST /rest/v1/rpc/workspace_features': [{ name: 'projects', type: 'limit', max_quantity: 3, usage: 0 }],
    'GET /rest/v1/workspaces': { allow_public_projects: true, allow_web_projects: true },
    'GraphQL GroupList': graphAnswer('groupsCollection', [
      node({
        id: 5,
        name: 'Payments',
        slug: 'payments',
        icon: 'cube',
        icon_color: '#0F766E',
        visibility: 'internal',
      }),
    ]),
  }
  fakeServer(answers)
  vi.stubGlobal('Worker', CheckWorker)
  sent = stubUploads()
})

/** The check without a thread. */
class CheckWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null
  async postMessage(file: File) {
    this.onmessage?.({ data: checkFile(new TextEncoder().encode(await file.text()), file.name) })
  }
  terminate() {}
}

function WhenReady() {
  return useSite().kind === 'workspace' ? <AddProject /> : null
}

async function open(query = '') {
  const view = renderAt(
    `/add/projects?kind=import${query}`,
    <Routes>
      <Route path="/add/projects" element={<WhenReady />} />
      <Route path="*" element={<p>Arrived</p>} />
    </Routes>,
  )
  await screen.findByText('choose a file')
  return view
}

const choose = (text: string, name = 'pets.yaml') =>
  fireEvent.change(screen.getByLabelText('Description file', { selector: 'input' }), {
    target: { files: [new File([text], name)] },
  })

const nameField = () => screen.getByLabelText('Name')
const create = () => screen.getByRole('button', { name: 'Create project' })
const latest = async (count: number) => {
  await waitFor(() => expect(sent).toHaveLength(count))
  return sent[count - 1] as SentUpload
}
const made = {
  project: { id: 'cHJqOjE', name: 'Pet Store', slug: 'pet-store' },
  branch: { id: 'YnI6MQ', slug: 'main' },
  job_id: 'job-1',
}

describe('importing a description', () => {
  it('takes name and slug from the title until somebody writes their own', async () => {
    const { user } = await open()
    choose(good)
    await waitFor(() => expect(nameField()).toHaveProperty('value', 'Pet Store'))
    expect(screen.getByLabelText('Slug')).toHaveProperty('value', 'pet-store')
    await user.clear(screen.getByLabelText('Slug'))
    await user.type(screen.getByLabelText('Slug'), 'pets')
    await user.type(nameField(), ' API')
    expect(screen.getByLabelText('Slug')).toHaveProperty('value', 'pets')
  })

  it('takes a dropped file', async () => {
    await open()
    fireEvent.drop(screen.getByRole('group', { name: 'Description file' }), {
      dataTransfer: { files: [new File([good], 'dropped.yml')] },
    })
    await screen.findByText('dropped.yml')
  })

  it('shows the line of a mistake before anything is sent', async () => {
    await open()
    choose(bad, 'bad.yaml')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/Line 4, column \d+ of bad\.yaml/)
    expect(alert.textContent).toContain('version: 1')
    expect(create()).toHaveProperty('disabled', true)
  })

  it.each([
    ['notes.txt', 'hello', /ends in \.json, \.yaml or \.yml/],
    ['empty.yaml', '', 'The file is empty.'],
    ['list.json', '[]', /not an OpenAPI document/],
    [
      'schema.json',
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}',
      /JSON Schema/,
    ],
  ])('refuses %s', async (name, text, message) => {
    await open()
    choose(text, name)
    await screen.findByText(message)
  })

  it('shows the upload, then the analysis, then the documentation', async () => {
    answers[logPath] = () =>
      json(200, {
        status: 'running',
        payload: { progress: { phase: 'nodes', done: 1, total: 4 } },
        lines: [{ seq: 1, level: 'info', message: 'Reading pets.yaml' }],
      })
    const { user } = await open()
    choose(good)
    await waitFor(() => expect(create()).toHaveProperty('disabled', false))
    await user.click(create())
    const upload = await latest(1)
    expect(upload.path).toBe('/api/v1/workspaces/d2s6Nw/projects')
    expect(Object.fromEntries(upload.form)).toMatchObject({
      name: 'Pet Store',
      slug: 'pet-store',
      visibility: 'internal',
      flavor: 'design',
    })
    upload.progress(0.4)
    await screen.findByText('40 %')
    upload.answer(201, made)
    await screen.findByText('Making the pages')
    await screen.findByText('Reading pets.yaml')
    answers[logPath] = () => json(200, { status: 'success', payload: {}, lines: [] })
    await waitFor(() => expect(place.current).toBe('/studio/pet-store?importFiles=true'))
  })

  it('keeps everything when the slug is taken', async () => {
    const { user } = await open()
    choose(good)
    await waitFor(() => expect(create()).toHaveProperty('disabled', false))
    await user.click(create())
    const message =
      'A project with this slug already exists in this workspace. Please choose a different value.'
    ;(await latest(1)).answer(409, {
      type: 'CONFLICT',
      status: 409,
      detail: message,
      errors: [{ field: 'slug', message }],
    })
    await screen.findByText(message)
    expect(nameField()).toHaveProperty('value', 'Pet Store')
    expect(screen.getByText('pets.yaml')).toBeDefined()
  })

  it('shows the line the server found, and takes another file into the same project', async () => {
    answers[logPath] = () =>
      json(200, {
        status: 'failed',
        payload: { error: { message: 'A reference leads nowhere.', file: 'pets.yaml', line: 12, column: 7 } },
        lines: [],
      })
    const { user } = await open()
    choose(good)
    await waitFor(() => expect(create()).toHaveProperty('disabled', false))
    await user.click(create())
    ;(await latest(1)).answer(201, made)
    await screen.findByText('A reference leads nowhere.')
    expect(screen.getByRole('alert').textContent).toContain('Line 12, column 7 of pets.yaml')
    choose(good, 'corrected.yaml')
    await screen.findByText('corrected.yaml')
    await user.click(screen.getByRole('button', { name: 'Import file' }))
    expect((await latest(2)).path).toBe('/api/v1/projects/cHJqOjE/branches/main/import')
  })

  it('fetches a file from a URL, and says at the field when that does not go', async () => {
    const fetchPath = 'POST /api/v1/workspaces/d2s6Nw/fetch-file'
    const sentence = 'Addresses of private networks are not allowed on this installation.'
    answers[fetchPath] = () =>
      json(400, {
        type: 'VALIDATION_ERROR',
        status: 400,
        detail: sentence,
        errors: [{ field: 'url', message: sentence }],
      })
    const { user } = await open()
    const url = screen.getByLabelText('Or import from a URL')
    await user.type(url, 'pets.yaml{Enter}')
    await screen.findByText('Must be a valid URL')
    await user.clear(url)
    await user.type(url, 'https://10.0.0.1/pets.yaml{Enter}')
    await screen.findByText(sentence)
    answers[fetchPath] = { name: 'pets.yaml', content: good }
    await user.click(screen.getByRole('button', { name: 'Fetch' }))
    await waitFor(() => expect(nameField()).toHaveProperty('value', 'Pet Store'))
    await waitFor(() => expect(create()).toHaveProperty('disabled', false))
    await user.click(create())
    expect((await latest(1)).form.get('file')).toHaveProperty('name', 'pets.yaml')
  })

  it('does not let a public project into an internal group', async () => {
    const { user } = await open('&group=payments')
    choose(good)
    await waitFor(() => expect(screen.getByLabelText('Group').textContent).toBe('Payments'))
    await user.click(screen.getByLabelText('Visibility'))
    const choice = await screen.findByRole('option', { name: /Public/ })
    expect(choice.textContent).toContain(
      'Project is associated with an internal group and cannot be made public',
    )
    expect(choice.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('option', { name: /Private/ }).textContent).toContain(
      'Unable to create a private project',
    )
  })

  it('says when the plan has no project left', async () => {
    answers['POST /rest/v1/rpc/workspace_features'] = [
      { name: 'projects', type: 'limit', max_quantity: 1, usage: 1 },
    ]
    answers['POST /rest/v1/rpc/my_permissions'] = [{ role: 'maker', permission: 'WorkspaceProjectsCreate' }]
    await open()
    choose(good)
    await screen.findByText(/Please contact your workspace admin to upgrade\./)
    await screen.findByText('pets.yaml')
    expect(create()).toHaveProperty('disabled', true)
  })
})
