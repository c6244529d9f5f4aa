// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/add/projects" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import {
  accounts,
  at,
  gitHostAnswers,
  github,
  organizations,
  pick,
  repository,
  toReconnect,
} from './git-testing.ts'
import { openAddProject } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

const create = 'POST /rest/v1/rpc/create_project'

beforeEach(() => {
  answers = gitHostAnswers()
  received = fakeServer(answers)
})

const sentTo = (path: string) => received.filter((one) => one.path === path).map(({ body }) => body)

describe('a Git blank project', () => {
  const createHost = `POST ${at(5, 'repositories')}`
  const open = async () => {
    const { user } = openAddProject('?kind=git-blank')
    await screen.findByLabelText('Organization')
    return user
  }
  const visibilities = async (user: ReturnType<typeof openAddProject>['user']) => {
    await user.click(screen.getByLabelText('Repository visibility'))
    const shown = screen.getAllByRole('option').map(({ textContent }) => textContent)
    await user.keyboard('{Escape}')
    return shown
  }

  it('makes the repository, then the project, and opens it', async () => {
    answers[createHost] = () => json(201, repository('new-pets'))
    answers[create] = {
      project: { id: 1, name: 'New Pets', slug: 'new-pets' },
      branch: { id: 1 },
      job_id: 'j',
    }
    const user = await open()
    await pick(user, 'Organization', 'acme')
    await user.type(screen.getByLabelText('Name'), 'New Pets')
    await screen.findByText('The repository will be called new-pets')
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await screen.findByText('API Project successfully created 🚀')
    await waitFor(() => expect(place.current).toBe('/studio/new-pets'))
    expect(sentTo(at(5, 'repositories'))).toEqual([
      { organization: 'acme', name: 'New Pets', slug: 'new-pets', visibility: 'private' },
    ])
    expect(sentTo('/rest/v1/rpc/create_project')).toEqual([
      expect.objectContaining({
        p_name: 'New Pets',
        p_type: 'vcs',
        p_repository: { external_id: 'id-new-pets', workspace_integration_id: 5 },
      }),
    ])
  })

  it('does not make the repository again when the project was refused', async () => {
    const sentence =
      'There is another project in this workspace with the same name. Please choose another one.'
    const detail = JSON.stringify({ code: 'CONFLICT', status: 409, field: 'name' })
    answers[createHost] = () => json(201, repository('pets'))
    answers[create] = () => json(409, { code: 'PT409', message: sentence, details: detail, hint: null })
    const user = await open()
    await user.type(screen.getByLabelText('Name'), 'pets')
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await screen.findByText(sentence)
    await screen.findByText(/^The repository acme\/pets has been made/)
    answers[create] = { project: { id: 1, name: 'pets 2', slug: 'pets-2' }, branch: { id: 1 }, job_id: 'j' }
    await user.type(screen.getByLabelText('Name'), ' 2')
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await waitFor(() => expect(place.current).toBe('/studio/pets-2'))
    expect(sentTo(at(5, 'repositories'))).toHaveLength(1)
  })

  it('shows the prompt to connect when the token ends meanwhile, and keeps what was typed', async () => {
    const user = await open()
    await user.type(screen.getByLabelText('Name'), 'Pets')
    answers[createHost] = () => toReconnect()
    answers[organizations] = () => toReconnect()
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await screen.findByRole('button', { name: 'Connect Our GitHub' })
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Pets')
    expect(sentTo('/rest/v1/rpc/create_project')).toEqual([])
  })

  it('may be internal in an organisation of an enterprise alone', async () => {
    const user = await open()
    await pick(user, 'Organization', 'acme')
    expect(await visibilities(user)).toEqual(['Public (Anyone)', 'Private (Owner and repository members)'])
    await pick(user, 'Organization', /^GGG/)
    await waitFor(async () => expect(await visibilities(user)).toContain('Internal (Organization members)'))
    await pick(user, 'Repository visibility', 'Internal (Organization members)')
    await pick(user, 'Organization', 'acme')
    expect(screen.getByLabelText('Repository visibility').textContent).toMatch(/^Private/)
  })

  it('begins with the visibility that the integration wants, where it can be', async () => {
    answers[accounts] = [github(1, { default_visibility: 'public' })]
    await open()
    expect(screen.getByLabelText('Repository visibility').textContent).toMatch(/^Public/)
  })

  it('is private where the integration wants what its organisation cannot have', async () => {
    answers[accounts] = [github(1, { default_visibility: 'internal' })]
    const user = await open()
    await pick(user, 'Organization', 'acme')
    expect(screen.getByLabelText('Repository visibility').textContent).toMatch(/^Private/)
  })

  it('leaves its visibility to Azure DevOps', async () => {
    answers[accounts] = [github(1, { kind: 'azure_devops_services' })]
    await open()
    expect(screen.getByLabelText('Repository visibility').getAttribute('aria-disabled')).toBe('true')
    // There are no repositories outside of a project.
    expect(screen.getByLabelText('Organization').textContent).toBe('acme')
  })
})
