// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/add/projects" }
import '../../shared/testing/host.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { graphAnswer } from '../../shared/testing/graph.ts'
import { UnpackWorker } from '../../shared/testing/import-worker.ts'
import { acme, place } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, tokenFor } from '../../shared/testing/server.ts'
import { openAddProject, type SentUpload, stubUploads } from './testing.tsx'

let answers: Answers
let sent: SentUpload[]

const made = {
  project: { id: 'cHJqOjE', name: 'Pets', slug: 'pets' },
  branch: { id: 'YnI6MQ', slug: 'main' },
  job_id: 'job-1',
}
const taken = 'There is another project in this workspace with the same name. Please choose another one.'

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
    'GET /rest/v1/task_logs': { status: 'success', payload: {}, lines: [] },
  }
  fakeServer(answers)
  sent = stubUploads()
  vi.stubGlobal('Worker', UnpackWorker)
})

const drop = async (label: string, ...files: File[]) =>
  fireEvent.drop(await screen.findByRole('group', { name: label }), { dataTransfer: { files } })
const zip = (name: string, files: Record<string, string>) => {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)])
  return new File([zipSync(Object.fromEntries(entries)).slice()], name)
}
const button = () => screen.findByRole('button', { name: 'Create project' })
const latest = async () => {
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0] as SentUpload
}
const ready = async () => waitFor(async () => expect(await button()).toHaveProperty('disabled', false))

describe('many files', () => {
  it('of an archive become one project, each with its path', async () => {
    const { user } = openAddProject('?kind=import')
    await drop(
      'Description file',
      zip('pets.zip', {
        'pets-1/reference/a.yaml': 'openapi: 3.1.0',
        'pets-1/toc.json': '{}',
        'pets-1/x.exe': '',
      }),
    )
    await screen.findByText('2 files, and 1 file of other kinds that are left out')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'pets')
    await ready()
    await user.click(await button())
    const { path, form, answer } = await latest()
    expect(path).toBe('/api/v1/workspaces/d2s6Nw/projects')
    // The paths come before the files, whose order they are in.
    expect([...form.keys()].slice(-3)).toEqual(['paths', 'file', 'file'])
    expect(JSON.parse(String(form.get('paths')))).toEqual(['reference/a.yaml', 'toc.json'])
    expect(await Promise.all(form.getAll('file').map((file) => (file as File).text()))).toEqual([
      'openapi: 3.1.0',
      '{}',
    ])
    answer(201, made)
    await waitFor(() => expect(place.current).toBe('/studio/pets?importFiles=true'))
    await screen.findByText('API Project successfully created 🚀')
  })

  it('that were chosen together ask for a name, and stay when it is taken', async () => {
    const { user } = openAddProject('?kind=import')
    await drop('Description file', new File(['a'], 'a.yaml'), new File(['b'], 'b.md'))
    await screen.findByText('2 files')
    await user.type(screen.getByLabelText('Name'), 'Pets')
    await user.click(await button())
    ;(await latest()).answer(409, {
      type: 'CONFLICT',
      status: 409,
      detail: taken,
      errors: [{ field: 'name', message: taken }],
    })
    await screen.findByText(taken)
    await screen.findByText('2 files')
    expect(place.current).toBe('/add/projects?kind=import')
  })

  it('say why they cannot be imported', async () => {
    openAddProject('?kind=import')
    await drop('Description file', new File(['no archive'], 'pets.zip'))
    await screen.findByText(/The archive cannot be read\./)
    await drop('Description file', new File([''], 'a.exe'), new File([''], 'b.exe'))
    await screen.findByText('There is no file among these that can be imported.')
    expect(await button()).toHaveProperty('disabled', true)
  })
})

describe('a Postman collection', () => {
  const collection = JSON.stringify({
    info: { name: 'Parts', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'List parts', request: { method: 'GET', url: 'https://api.example.com/parts' } }],
  })
  const file = () => new File([collection], 'Parts.postman_collection.json')

  it.each([
    ['among its own kind', 'postman', 'Collection file', file],
    ['as a file', 'import', 'Description file', file],
    [
      'in an archive',
      'import',
      'Description file',
      () => zip('Parts.zip', { 'Parts.postman_collection.json': collection }),
    ],
  ])('%s becomes a project with its description, and stays beside it', async (_how, kind, label, bring) => {
    const { user } = openAddProject(`?kind=${kind}`)
    await drop(label, bring())
    await screen.findByText('2 files')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Parts')
    await ready()
    await user.click(await button())
    const { form } = await latest()
    expect(JSON.parse(String(form.get('paths')))).toEqual([
      'Parts.postman_collection.json',
      'Parts.openapi.json',
    ])
    const [original, description] = await Promise.all(form.getAll('file').map((one) => (one as File).text()))
    expect(original).toBe(collection)
    expect(JSON.parse(description ?? '')).toMatchObject({
      openapi: '3.1.0',
      paths: { '/parts': { get: {} } },
    })
  })

  it('is asked for where there is none', async () => {
    openAddProject('?kind=postman')
    await drop('Collection file', new File(['{"openapi": "3.1.0"}'], 'a.json'))
    await screen.findByText('There is no Postman collection among these files.')
  })

  it('says why it cannot be imported', async () => {
    openAddProject('?kind=import')
    await drop('Description file', new File([collection.replace('v2.1.0', 'v1.0.0')], 'old.json'))
    await screen.findByText(/old\.json: only Postman collections of version 2\.0 and 2\.1/)
  })
})

describe('a Spectral file', () => {
  const query = '?flavor=style_guide&kind=spectral'

  it.each([
    ['alone', () => new File(['rules: {}'], 'ours.yml')],
    ['in an archive', () => zip('ours.zip', { 'ours.yaml': 'rules: {}', 'functions/own.js': '' })],
  ])('%s becomes a style guide', async (_how, bring) => {
    const { user } = openAddProject(query)
    await drop('Spectral file', bring())
    await ready()
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'ours')
    await user.click(await button())
    const { form, answer } = await latest()
    expect([form.get('flavor'), form.get('paths')]).toEqual(['style_guide', '[".spectral.yaml"]'])
    answer(201, made)
    await screen.findByText('Style Guide Project successfully created 🚀')
  })

  it.each([
    ['an API', () => new File(['openapi: 3.1.0'], 'api.yaml')],
    ['of another kind', () => new File(['rules: {}'], 'rules.txt')],
    ['without rules in the archive', () => zip('ours.zip', { 'a.md': '' })],
  ])('%s is none', async (_what, bring) => {
    openAddProject(query)
    await drop('Spectral file', bring())
    await screen.findByText('Invalid Spectral Ruleset Provided')
    expect(await button()).toHaveProperty('disabled', true)
  })

  it('with faults is none, and says file, line and rule of each', async () => {
    answers['POST /api/v1/workspaces/d2s6Nw/rulesets/check'] = {
      faults: [
        {
          file: '.spectral.yaml',
          line: 3,
          column: 7,
          rule: 'loud',
          message: 'There is no function "shout".',
        },
      ],
    }
    openAddProject(query)
    await drop('Spectral file', new File(['rules: {}'], 'ours.yml'))
    const place = await screen.findByText('.spectral.yaml:3:7')
    expect(place.parentElement?.textContent).toBe(
      '.spectral.yaml:3:7 rule “loud”: There is no function "shout".',
    )
    expect(await screen.findAllByText('Invalid Spectral Ruleset Provided')).not.toEqual([])
    expect(await button()).toHaveProperty('disabled', true)
  })
})
