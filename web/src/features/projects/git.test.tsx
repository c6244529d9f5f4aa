// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/add/projects" }
import '../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { config } from '../../shared/config/config.ts'
import { acme, place } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, problem, type ReceivedRequest } from '../../shared/testing/server.ts'
import {
  accounts,
  at,
  gitHostAnswers,
  github,
  organization,
  organizations,
  page,
  pick,
  repository,
  toReconnect,
  webhooks,
} from './git-testing.ts'
import { openAddProject } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

const createMany = 'POST /rest/v1/rpc/create_projects'
const made = (key: string, id: number) => ({
  key,
  code: null,
  status: null,
  message: null,
  field: null,
  value: { id, slug: key.replace('id-', ''), job_id: null },
})
const refusedOne = (key: string, message: string) => ({
  key,
  code: 'CONFLICT',
  status: 409,
  message,
  field: 'name',
  value: null,
})
const manyOf = (...results: object[]) => ({ total: results.length, results })

beforeEach(() => {
  answers = gitHostAnswers()
  received = fakeServer(answers)
})

const sentTo = (path: string) => received.filter((one) => one.path === path).map(({ body }) => body)
const box = (name: RegExp) => screen.findByRole('checkbox', { name })
const addButton = (name = 'Add project') => screen.findByRole('button', { name })

describe('the Git provider', () => {
  it('is managed elsewhere where there is none, by who may', async () => {
    answers[accounts] = [github(1, { kind: 'ldap', flow: 'basic' })]
    const { unmount } = openAddProject('?kind=git')
    await screen.findByText('No configured integrations')
    expect(screen.queryByRole('link', { name: 'Manage Git providers' })).toBeNull()
    unmount()
    const permissions = ['WorkspaceProjectsCreate', 'WorkspaceIntegrationCreateUpdateDelete']
    answers['POST /rest/v1/rpc/my_permissions'] = permissions.map((permission) => ({
      role: 'owner',
      permission,
    }))
    openAddProject('?kind=git')
    const link = await screen.findByRole('link', { name: 'Manage Git providers' })
    expect(link.getAttribute('href')).toBe('/admin/settings')
  })

  it('is the one that the address names', async () => {
    answers[accounts] = [github(1), github(null, { workspace_integration_id: 6, name: 'Other' })]
    openAddProject(`?integration=${encodeId('wkintg', 6)}`)
    await screen.findByRole('button', { name: 'Connect Other' })
    expect(screen.getByLabelText('Git provider').textContent).toBe('Other')
    expect(received.some(({ path }) => path.endsWith('/organizations'))).toBe(false)
  })

  it('is connected by name and password where it has no page for it', async () => {
    const azure = { kind: 'azure_devops_server', flow: 'basic' }
    let account: number | null = null
    answers[accounts] = () => json(200, [github(account, azure)])
    answers['POST /api/v1/auth/connect'] = () => {
      account = 1
      return json(200, {})
    }
    const { user } = openAddProject('?kind=git')
    await user.click(await screen.findByRole('button', { name: 'Connect Our GitHub' }))
    await user.type(screen.getByLabelText('Username'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await box(/^pets/)
    expect(sentTo('/api/v1/auth/connect')).toEqual([
      { workspace_integration_id: encodeId('wkintg', 5), username_or_email: 'ada', password: 'secret' },
    ])
  })

  it('asks its page for repositories, and to connect once more when the token has ended', async () => {
    answers[organizations] = () => toReconnect()
    answers[`POST ${at(5, 'oauth-url')}`] = () => problem(429, 'TOO_MANY_REQUESTS', 'Later, please.')
    const popup = { closed: false, close: () => undefined }
    vi.stubGlobal('open', () => popup)
    const { user } = openAddProject('?kind=git')
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Looks like your access token is expired')
    await user.click(screen.getByRole('button', { name: 'Connect Our GitHub' }))
    await screen.findByText('Later, please.')
    const [asked] = sentTo(at(5, 'oauth-url'))
    expect(asked).toMatchObject({ scope: 'repositories', state: expect.stringContaining('nonce') })
  })

  it('says what else a host answers, and asks again', async () => {
    let isUp = false
    answers[organizations] = () =>
      isUp
        ? page([organization('acme')])
        : problem(400, 'VCS_PROVIDER_ERROR', 'No answer.', { reason: 'unreachable' })
    const { user } = openAddProject('?kind=git')
    // The host's words are a notice of ten seconds; where its list would be, it says that there is none.
    await screen.findByText('No answer.')
    screen.getByText('Something went wrong, no data to display')
    isUp = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Organization')
  })
})

describe('repositories that are there', () => {
  const open = async () => {
    const { user } = openAddProject('?kind=git')
    await screen.findByLabelText('Organization')
    return user
  }
  const inAcme = async () => {
    const user = await open()
    await pick(user, 'Organization', 'acme')
    await box(/^pets/)
    return user
  }

  it('are those of the own account first, and of organisations with labels of at most 40 characters', async () => {
    const user = await open()
    await screen.findByText('There are no repositories here yet.')
    expect(screen.getByLabelText('Organization').textContent).toBe('ada-at-github')
    await user.click(screen.getByLabelText('Organization'))
    const labels = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(labels).toEqual(['ada-at-github', 'acme', `${'G'.repeat(39)}…`])
  })

  it('are searched and read on, and those that are added cannot be chosen', async () => {
    const user = await inAcme()
    expect((await box(/^cars Already added/)).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect((await box(/^typed/)).hasAttribute('disabled')).toBe(false)
    await user.type(screen.getByLabelText('Or add by repository URL'), 'https://github.com/acme/Typed/')
    expect((await box(/^typed/)).hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('Search repositories'), 'pe')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^toys/ })).toBeNull())
    await box(/^pets/)
    await user.type(screen.getByLabelText('Search repositories'), 'x')
    await screen.findByText('No results. Try another search term.')
  })

  it('one is added with its webhook, and its documentation opens', async () => {
    answers[createMany] = manyOf(made('id-pets', 31))
    const user = await inAcme()
    await user.click(await box(/^pets/))
    await user.click(screen.getByRole('switch', { name: /^Auto-invite committers/ }))
    await user.click(await addButton())
    await screen.findByText('Project successfully added 🚀 Taking you to the documentation.')
    await waitFor(() => expect(place.current).toBe('/docs/pets'))
    expect(sentTo('/rest/v1/rpc/create_projects')).toEqual([
      {
        p_workspace_id: 7,
        p_projects: [
          expect.objectContaining({
            name: 'pets',
            type: 'vcs',
            flavor: 'design',
            visibility: 'internal',
            auto_invite_committers: true,
            repository: { workspace_integration_id: 5, external_id: 'id-pets' },
          }),
        ],
      },
    ])
    expect(sentTo(at(5, 'webhooks'))).toEqual([{ project_id: encodeId('prj', 31) }])
  })

  it.each([
    [{}, true],
    [{ auto_invite_committers: false }, false],
  ])(
    'begins with committers invited as the installation wants it, unless the workspace differs: %j',
    async (own, invited) => {
      config.flags = ['auto_invite_committers']
      answers['POST /rest/v1/rpc/workspace_by_slug'] = { ...acme, flags: own }
      const user = await inAcme()
      await user.click(await box(/^pets/))
      const invites = screen.getByRole<HTMLInputElement>('switch', { name: /^Auto-invite committers/ })
      expect(invites.checked).toBe(invited)
      delete config.flags
    },
  )

  it('several are added, without webhooks where they are not wanted', async () => {
    answers[createMany] = manyOf(made('id-toys', 31), made('id-late', 32))
    const user = await inAcme()
    await user.click(await box(/^toys/))
    await user.click(await box(/^late/))
    await user.click(screen.getByRole('switch', { name: /^Install webhooks/ }))
    await user.click(await addButton('Add 2 projects'))
    await screen.findByText('2 projects successfully added 🚀 Find the new projects in the sidebar.')
    await waitFor(() => expect(place.current).toBe('/admin/automation'))
    expect(sentTo(at(5, 'webhooks'))).toEqual([])
    // The list does not say the branch of this one: it is asked for by its address.
    const asked = received
      .map(({ path }) => new URL(path, 'http://x').searchParams.get('url'))
      .filter(Boolean)
    expect(asked).toEqual([repository('late').web_url])
  })

  it('stay added when a webhook cannot be installed', async () => {
    answers[createMany] = manyOf(made('id-pets', 31))
    answers[webhooks] = () => problem(400, 'VCS_PROVIDER_ERROR', 'Forbidden.', { reason: 'forbidden' })
    const user = await inAcme()
    await user.click(await box(/^pets/))
    await user.click(await addButton())
    await screen.findByText(
      'Something went wrong while installing this webhook. You may not have the correct GitHub permissions.',
    )
    await waitFor(() => expect(place.current).toBe('/docs/pets'))
  })

  it('say each why it was refused, and what was added', async () => {
    const sentence =
      'There is another project in this workspace with the same name. Please choose another one.'
    answers[createMany] = manyOf(made('id-pets', 31), refusedOne('id-toys', sentence))
    const user = await inAcme()
    await user.click(await box(/^pets/))
    await user.click(await box(/^toys/))
    await user.click(await addButton('Add 2 projects'))
    await screen.findByText('1 project was added.')
    const name = screen.getByLabelText('Name of acme/toys')
    await screen.findByText(sentence)
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByLabelText('Name of acme/pets')).toBeNull()

    answers[createMany] = manyOf(made('id-toys', 32))
    await user.type(name, ' of old')
    await user.click(await addButton())
    await waitFor(() => expect(place.current).toBe('/docs/toys'))
    const [, again] = sentTo('/rest/v1/rpc/create_projects')
    expect(JSON.stringify(again)).toContain('"name":"toys of old"')
    expect(JSON.stringify(again)).not.toContain('id-pets')
  })

  it('are no more than the plan has room for', async () => {
    answers['POST /rest/v1/rpc/workspace_features'] = [
      { name: 'projects', type: 'limit', max_quantity: 3, usage: 2 },
    ]
    const user = await inAcme()
    await user.click(await box(/^pets/))
    await waitFor(async () => expect(await addButton()).toHaveProperty('disabled', false))
    await user.click(await box(/^toys/))
    await screen.findByText(/^Your plan has room for 1 more project\./)
    expect(await addButton('Add 2 projects')).toHaveProperty('disabled', true)
    await user.click(await box(/^pets/))
    await waitFor(async () => expect(await addButton()).toHaveProperty('disabled', false))
    expect(screen.queryByText(/^Your plan has room/)).toBeNull()
  })

  it('come by their address too', async () => {
    const user = await open()
    const field = screen.getByLabelText('Or add by repository URL')
    await user.type(field, 'acme{Enter}')
    await screen.findByText('Must be a valid URL')
    await user.clear(field)
    await user.type(field, 'https://github.com/acme/none{Enter}')
    await screen.findByText('Failed to add project by repository URL: This repository does not exist.')
    await user.clear(field)
    await user.type(field, 'https://github.com/acme/typed')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(await screen.findByLabelText('Name of acme/typed')).toHaveProperty('value', 'typed')
    expect(field).toHaveProperty('value', '')
    await user.click(screen.getByRole('button', { name: 'Remove acme/typed' }))
    expect(await addButton()).toHaveProperty('disabled', true)
    expect(sentTo('/rest/v1/rpc/create_projects')).toEqual([])
  })
})
