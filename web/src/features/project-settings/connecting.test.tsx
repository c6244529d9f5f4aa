// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/settings/pets" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { type Answers, fakeServer, json, problem, type ReceivedRequest } from '../../shared/testing/server.ts'
import { answersFor, asEditor, grants, openSettings, pets, rpc } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

const at = (path: string) => `/api/v1/vcs-integrations/${encodeId('wkintg', 5)}/${path}`
const repositories = `GET ${at('repositories')}`
const github = (more = {}) => ({
  workspace_integration_id: 5,
  name: 'Our GitHub',
  kind: 'github',
  flow: 'oauth',
  external_user_id: 1,
  username: 'ada-at-github',
  ...more,
})
const expired = () =>
  problem(400, 'VCS_PROVIDER_ERROR', 'Looks like your access token is expired', { reason: 'reconnect' })

beforeEach(() => {
  answers = answersFor(pets)
  received = fakeServer(answers)
  answers[rpc('project_host')] = []
  answers[rpc('my_permissions')] = [{ role: 'maker', permission: 'WorkspaceProjectsCreate' }]
  answers[rpc('connected_accounts')] = [github()]
  answers[`GET ${at('organizations')}`] = {
    items: [{ slug: 'acme', name: 'Acme', external_id: '1' }],
    next: null,
  }
  answers[repositories] = { items: [{ external_id: '42', default_branch: 'main', added: false }], next: null }
  answers[rpc('connect_repository')] = () => new Response(null, { status: 204 })
  answers[`POST ${at('webhooks')}`] = () => json(201, { webhook_external_id: '1', url: 'http://x' })
})

const sent = (path: string) => received.filter((one) => one.path.startsWith(path)).map(({ body }) => body)

async function opened() {
  const { user, unmount } = openSettings()
  await user.click(await screen.findByRole('button', { name: 'Connect repository…' }))
  return { user, unmount, dialog: within(await screen.findByRole('dialog', { name: 'Connect repository' })) }
}

describe('a project without its integration', () => {
  it('is connected with the repository that it had, and its webhook is installed', async () => {
    const { user, dialog } = await opened()
    expect(await dialog.findByLabelText('Repository URL')).toHaveProperty(
      'value',
      'https://github.com/acme/pets',
    )
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await screen.findByText('The repository was connected. Its default branch is being read.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(received.map(({ path }) => path)).toContain(
      `${at('repositories')}?url=https%3A%2F%2Fgithub.com%2Facme%2Fpets`,
    )
    expect(sent('/rest/v1/rpc/connect_repository')).toEqual([
      { p_project_id: 5, p_workspace_integration_id: 5, p_external_id: '42' },
    ])
    expect(sent(at('webhooks'))).toEqual([{ project_id: encodeId('prj', 5) }])
  })

  it('is chosen from what the host lists, by its organization', async () => {
    const listed = (slug: string, id: string, more = {}) => ({
      external_id: id,
      external_slug: slug,
      added: false,
      remote_url_http: `https://github.com/acme/${slug}`,
      ...more,
    })
    answers[repositories] = { items: [listed('cats', '7'), listed('dogs', '8', { added: true })], next: null }
    const { user, dialog } = await opened()
    await user.click(await dialog.findByRole('combobox', { name: 'Organization' }))
    await user.click(await screen.findByRole('option', { name: 'Acme' }))
    // Enter in the search connects nothing.
    await user.type(await dialog.findByLabelText('Search repositories'), '{Enter}')
    expect(sent('/rest/v1/rpc/connect_repository')).toEqual([])
    await user.click(await dialog.findByRole('checkbox', { name: /^cats/ }))
    expect(dialog.getByLabelText('Repository URL')).toHaveProperty('value', 'https://github.com/acme/cats')
    expect(dialog.getByRole('checkbox', { name: /^dogs/ })).toHaveProperty('disabled', true)
    expect(received.some(({ path }) => path.includes('repositories?organization=acme'))).toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await screen.findByText('The repository was connected. Its default branch is being read.')
    expect(received.map(({ path }) => path)).toContain(
      `${at('repositories')}?url=https%3A%2F%2Fgithub.com%2Facme%2Fcats`,
    )
    expect(sent('/rest/v1/rpc/connect_repository')).toMatchObject([{ p_external_id: '7' }])
  })

  it('takes another address and another integration, and says what is refused', async () => {
    answers[rpc('connected_accounts')] = [github(), github({ workspace_integration_id: 6, name: 'Other' })]
    const other = (path: string) => `/api/v1/vcs-integrations/${encodeId('wkintg', 6)}/${path}`
    answers[`GET ${other('organizations')}`] = { items: [], next: null }
    answers[`GET ${other('repositories')}`] = ({ path }: ReceivedRequest) =>
      path.includes('?url=')
        ? problem(404, 'NOT_FOUND', 'This repository does not exist.')
        : json(200, { items: [], next: null })
    const { user, dialog } = await opened()
    await user.click(await dialog.findByRole('combobox', { name: 'Git provider' }))
    await user.click(await screen.findByRole('option', { name: 'Other' }))
    const url = await dialog.findByLabelText('Repository URL')
    await user.clear(url)
    await user.type(url, 'not an address')
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await dialog.findByText('Must be a valid URL')
    await user.clear(url)
    await user.type(url, 'https://other.example/acme/pets')
    await user.click(dialog.getByRole('button', { name: 'Connect' }))
    await dialog.findByText('This repository does not exist.')
    expect(sent('/rest/v1/rpc/connect_repository')).toEqual([])
  })

  it('asks for the account first, and once more where its token has ended', async () => {
    answers[rpc('connected_accounts')] = [github({ external_user_id: null })]
    const { unmount } = await opened()
    await screen.findByRole('button', { name: 'Connect Our GitHub' })
    expect(screen.queryByLabelText('Repository URL')).toBeNull()
    unmount()
    answers[rpc('connected_accounts')] = [github()]
    answers[repositories] = expired
    const { dialog } = await opened()
    await dialog.findByText('Looks like your access token is expired')
  })

  it('is there without its webhook where that is refused, and says so', async () => {
    answers[`POST ${at('webhooks')}`] = () => problem(400, 'VCS_PROVIDER_ERROR', 'No')
    const { user, dialog } = await opened()
    await user.click(await dialog.findByRole('button', { name: 'Connect' }))
    await screen.findByText(/^Something went wrong while installing this webhook\./)
  })

  it('says where integrations are missing, and is connected by who may change it alone', async () => {
    answers[rpc('connected_accounts')] = []
    const { unmount } = await opened()
    await screen.findByText('No configured integrations')
    unmount()
    answers[rpc('my_project_permissions')] = grants(asEditor)
    openSettings()
    await screen.findByText(/^This project is not connected with its Git host/)
    expect(screen.queryByRole('button', { name: 'Connect repository…' })).toBeNull()
  })
})
