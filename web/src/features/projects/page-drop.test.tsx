// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/add/projects" }
// What is dropped beside the drop zones: the page takes it, as the kind of project that it is.
import '../../shared/testing/host.ts'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { graphAnswer } from '../../shared/testing/graph.ts'
import { UnpackWorker } from '../../shared/testing/import-worker.ts'
import { acme, place } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, tokenFor } from '../../shared/testing/server.ts'
import { openAddProject, type SentUpload, stubUploads } from './testing.tsx'

const invitation = 'Drop files, a folder or a .zip anywhere on this page'
const ruleset = 'rules: {}\n'
const collection = JSON.stringify({
  info: { name: 'Parts', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [],
})

let answers: Answers
let sent: SentUpload[]

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/my_permissions': ['WorkspaceProjectsCreate', 'WorkspaceStyleGuideProjectsCreate'].map(
      (permission) => ({ role: 'maker', permission }),
    ),
    'POST /rest/v1/rpc/workspace_features': [
      { name: 'style_guides', type: 'toggle', max_quantity: null, usage: null, allowed: true },
    ],
    'GET /rest/v1/workspaces': { allow_public_projects: true, allow_web_projects: true },
    'GraphQL GroupList': graphAnswer('groupsCollection', []),
    'POST /api/v1/workspaces/d2s6Nw/rulesets/check': { faults: [] },
    'GET /rest/v1/task_logs': { status: 'running', payload: {}, lines: [] },
  }
  fakeServer(answers)
  sent = stubUploads()
  vi.stubGlobal('Worker', UnpackWorker)
})

/** A drag event with files on what nobody takes files for; whether the browser is kept from doing as it likes. */
function drag(
  type: 'dragEnter' | 'dragOver' | 'dragLeave' | 'drop',
  files: File[],
  on: Element = document.body,
) {
  const event = createEvent[type](on, { dataTransfer: { files, types: ['Files'] } })
  fireEvent(on, event)
  return event.defaultPrevented
}
const zip = (name: string, files: Record<string, string>) => {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)])
  return new File([zipSync(Object.fromEntries(entries)).slice()], name)
}
const chosen = () => {
  const query = new URL(place.current, 'http://acme').searchParams
  return [query.get('flavor'), query.get('kind')]
}
const heading = () => screen.findByRole('heading', { name: 'Add a project' })

describe('what is dropped anywhere on the page', () => {
  it.each<[string, string, () => File[], string, string, string]>([
    [
      'a description',
      '',
      () => [new File(['openapi: 3.1.0'], 'a.yaml'), new File(['# B'], 'b.md')],
      '2 files',
      'design',
      'import',
    ],
    [
      'an archive',
      '?kind=cli',
      () => [zip('pets.zip', { 'reference/a.yaml': 'openapi: 3.1.0' })],
      '1 file',
      'design',
      'import',
    ],
    [
      'a Postman collection',
      '',
      () => [new File([collection], 'parts.json')],
      'Import Postman collection',
      'design',
      'postman',
    ],
    [
      'a ruleset by its name',
      '',
      () => [new File([ruleset], '.spectral.yaml')],
      '1 file',
      'style_guide',
      'spectral',
    ],
    [
      'a ruleset by its content',
      '?kind=import',
      () => [new File([ruleset], 'house.yaml')],
      '1 file',
      'style_guide',
      'spectral',
    ],
    [
      'an archive of a ruleset',
      '',
      () => [zip('rules.zip', { 'x/.spectral.yaml': ruleset })],
      '1 file',
      'style_guide',
      'spectral',
    ],
  ])('%s, from %j', async (_what, query, files, said, flavour, kind) => {
    openAddProject(query)
    await heading()
    expect(drag('drop', files())).toBe(true)
    await waitFor(() => expect(chosen()).toEqual([flavour, kind]))
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0)
  })

  it('is asked for while it is dragged, and no longer', async () => {
    openAddProject()
    await heading()
    expect(screen.queryByText(invitation)).toBeNull()
    expect(drag('dragEnter', [])).toBe(true)
    expect(drag('dragOver', [])).toBe(true)
    screen.getByText(invitation)
    drag('dragLeave', [])
    await waitFor(() => expect(screen.queryByText(invitation)).toBeNull())
  })

  it('never becomes the page, also where nobody may add a project', async () => {
    answers['POST /rest/v1/rpc/my_permissions'] = []
    openAddProject()
    await screen.findByText('Permission denied')
    for (const type of ['dragOver', 'drop'] as const)
      expect(drag(type, [new File(['a'], 'a.html')])).toBe(true)
  })

  it('is not taken while another import is under way', async () => {
    const { user } = openAddProject('?kind=import')
    await screen.findByRole('group', { name: 'Description file' })
    drag('drop', [new File(['a'], 'a.yaml'), new File(['b'], 'b.md')])
    await screen.findByText('2 files')
    await user.type(screen.getByLabelText('Name'), 'Pets')
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(drag('dragOver', [])).toBe(true)
    expect(screen.queryByText(invitation)).toBeNull()
    expect(drag('drop', [new File([ruleset], '.spectral.yaml')])).toBe(true)
    await screen.findByText('2 files')
    expect(place.current).toContain('kind=import')
  })

  it('is said not to be taken where the workspace has no web projects', async () => {
    answers['GET /rest/v1/workspaces'] = { allow_public_projects: true, allow_web_projects: false }
    openAddProject()
    await screen.findByRole('link', { name: /Git blank project/, current: 'page' })
    drag('drop', [new File(['openapi: 3.1.0'], 'a.yaml')])
    await screen.findByText('This workspace takes no projects of files.')
  })

  it('is left to the page where it is no file', async () => {
    openAddProject()
    await heading()
    const event = createEvent.drop(document.body, { dataTransfer: { files: [], types: ['text/plain'] } })
    fireEvent(document.body, event)
    expect(event.defaultPrevented).toBe(false)
  })
})
