// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/settings/pets/automation" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
} from '../../shared/testing/server.ts'
import { answersFor, asEditor, grants, openSettings, pets, rpc } from './testing.tsx'

const tokens = '/api/v1/projects/cHJqOjU/ci-token'

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = answersFor(pets)
  received = fakeServer(answers)
})

const open = () => openSettings('/settings/pets/automation')
const asCli = () => {
  answers['GET /rest/v1/projects'] = [{ ...pets, type: 'cli' }]
}
const command = () => screen.findByLabelText('Push command')

describe('the automation of a Git project', () => {
  it('says that nothing came yet', async () => {
    open()
    const events = await screen.findByRole('region', { name: 'Webhook events' })
    await within(events).findByText('No events to show here yet...')
    const tasks = await screen.findByRole('region', { name: 'Tasks' })
    await within(tasks).findByText('No events to show here yet...')
  })

  it('shows no command, which would be refused', async () => {
    open()
    await screen.findByRole('button', { name: 'Install webhook' })
    expect(screen.queryByLabelText('Push command')).toBeNull()
  })

  it('lists the webhooks that came, what came of them, and why nothing did', async () => {
    const received_at = '2026-11-22T10:00:00Z'
    const reason = 'Too many branches of this project wait to be analysed.'
    answers['GET /rest/v1/webhook_deliveries'] = [
      { id: 1, event: 'pull_request_opened', ref: 'next', outcome: 'queued', reason: null, received_at },
      {
        id: 3,
        event: 'pull_request_synchronised',
        ref: 'next',
        outcome: 'queued',
        reason: null,
        received_at,
      },
      { id: 2, event: 'push', ref: 'other', outcome: 'ignored', reason, received_at },
    ]
    open()
    within(await screen.findByRole('row', { name: /^Push/ })).getByText(reason)
    const row = await screen.findByRole('row', { name: /^Pull request opened/ })
    within(row).getByText('next')
    within(row).getByText('Queued')
    screen.getByRole('row', { name: /^Pull request synchronised/ })
  })

  it('says that tasks could not be loaded', async () => {
    answers['GET /rest/v1/task_logs'] = failed
    open()
    await screen.findByText('Something went wrong, no data to display')
  })
})

describe('the webhook of a Git project', () => {
  const hooks = '/api/v1/vcs-integrations/d2tpbnRnOjk/webhooks'
  const install = () => screen.findByRole('button', { name: 'Install webhook' })

  it('is installed, and uninstalled after a question', async () => {
    const repository = (answers['GET /rest/v1/project_repositories'] as object[])[0]
    answers[`POST ${hooks}`] = () => {
      const installed = { ...repository, webhook_installed_at: '2026-11-22T10:00:00Z' }
      answers['GET /rest/v1/project_repositories'] = [installed]
      return json(201, {})
    }
    answers[`DELETE ${hooks}`] = () => {
      answers['GET /rest/v1/project_repositories'] = [repository]
      return new Response(null, { status: 204 })
    }
    const { user } = open()
    await screen.findByText('Not installed')
    await user.click(await install())
    await screen.findByText('Webhook installed')
    await screen.findByText('Installed')
    await user.click(await screen.findByRole('button', { name: 'Uninstall webhook…' }))
    const dialog = screen.getByRole('dialog', { name: 'Uninstall webhook?' })
    await user.click(within(dialog).getByRole('button', { name: 'Uninstall' }))
    await screen.findByText('Webhook removed')
    expect(received.filter(({ path }) => path === hooks).map(({ method, body }) => [method, body])).toEqual([
      ['POST', { project_id: 'cHJqOjU' }],
      ['DELETE', { project_id: 'cHJqOjU' }],
    ])
  })

  it('says what may be missing at the host', async () => {
    answers[`POST ${hooks}`] = failed
    const { user } = open()
    await user.click(await install())
    await screen.findByText(
      'Something went wrong while installing this webhook. You may not have the correct GitHub permissions.',
    )
  })

  it('is connected anew where the host does not know the account any more', async () => {
    const detail = 'Looks like your access token is expired'
    const account = { kind: 'azure_devops_server', flow: 'basic', external_user_id: 1, username: 'ada' }
    answers[rpc('connected_accounts')] = [{ workspace_integration_id: 9, name: 'Azure', ...account }]
    answers[`POST ${hooks}`] = () => problem(400, 'VCS_PROVIDER_ERROR', detail, { reason: 'reconnect' })
    const { user } = open()
    await user.click(await install())
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Looks like your access token is expired')
    answers['POST /api/v1/auth/connect'] = () => json(200, {})
    await user.click(screen.getByRole('button', { name: 'Connect Azure' }))
    await user.type(await screen.findByLabelText('Username'), 'ada')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(received.find(({ path }) => path === '/api/v1/auth/connect')?.body).toMatchObject({
      workspace_integration_id: 'd2tpbnRnOjk',
    })
  })

  it('is only shown to who may not change the project', async () => {
    answers[rpc('my_project_permissions')] = grants(asEditor)
    open()
    await screen.findByText('Not installed')
    expect(screen.queryByRole('button', { name: 'Install webhook' })).toBeNull()
  })
})

describe('the committers of a Git project', () => {
  it('are invited, each once', async () => {
    const ada = { name: 'Ada', email: 'ada@example.com', project_invite_created: true, is_member: false }
    const owen = { name: 'Owen', email: 'owen@example.com', project_invite_created: true, is_member: true }
    const milo = { name: 'Milo', email: 'milo@example.com', project_invite_created: false, is_member: false }
    let invited = false
    answers['GET /api/v1/projects/cHJqOjU/contributors'] = () =>
      json(200, { items: [ada, owen, { ...milo, project_invite_created: invited }] })
    answers[rpc('add_project_member')] = () => {
      invited = true
      return json(200, {})
    }
    const { user } = open()
    within(await screen.findByRole('row', { name: /^Ada/ })).getByText('Pending')
    const owner = within(screen.getByRole('row', { name: /^Owen/ }))
    expect(owner.getAllByText('Member').length).toBeGreaterThan(0)
    expect(owner.queryByText(/Invite|Pending/)).toBeNull()
    within(screen.getByRole('row', { name: /^Milo/ })).getByText('Has not been invited')
    await user.click(screen.getByRole('button', { name: 'Invite milo@example.com' }))
    await screen.findByText('Member(s) Added Successfully!')
    await waitFor(() => expect(screen.queryByText('Has not been invited')).toBeNull())
    const { body } = received.find(({ path }) => path.endsWith('/add_project_member')) ?? {}
    expect(body).toEqual({ p_project_id: 5, p_email: 'milo@example.com', p_role: 'editor' })
  })

  it('are invited by themselves where that is switched on, which says as what', async () => {
    const { user } = open()
    const auto = await screen.findByRole('switch', { name: 'Auto-invite committers' })
    screen.getByText(/as an editor of the project and as a maker of the workspace/)
    await user.click(auto)
    await screen.findByText('Project updated')
    const { body } = received.find(({ method }) => method === 'PATCH') ?? {}
    expect(body).toEqual({ auto_invite_committers: true })
  })

  it('are read once the account that nobody connected is', async () => {
    let account: number | null = null
    const azure = { name: 'Azure', kind: 'azure_devops_server', flow: 'basic', username: null }
    answers[rpc('connected_accounts')] = () =>
      json(200, [{ workspace_integration_id: 9, ...azure, external_user_id: account }])
    const committers = 'GET /api/v1/projects/cHJqOjU/contributors'
    answers[committers] = () =>
      account === null
        ? problem(400, 'VCS_PROVIDER_ERROR', 'Connect first.', { reason: 'reconnect' })
        : json(200, { items: [] })
    answers['POST /api/v1/auth/connect'] = () => {
      account = 1
      return json(200, {})
    }
    const { user } = open()
    const part = within(await screen.findByRole('region', { name: 'Git committers' }))
    await part.findByText('Connect your account at Azure first.')
    await user.click(part.getByRole('button', { name: 'Connect Azure' }))
    await user.type(part.getByLabelText('Username'), 'ada')
    await user.type(part.getByLabelText('Password'), 'secret')
    await user.click(part.getByRole('button', { name: 'Connect' }))
    await part.findByText('No committers yet.')
  })

  it('say that the host does not answer', async () => {
    answers['GET /api/v1/projects/cHJqOjU/contributors'] = failed
    open()
    const part = await screen.findByRole('region', { name: 'Git committers' })
    await within(part).findByText('Something went wrong, no data to display')
  })
})

describe('pushing to a project of the command line', () => {
  beforeEach(asCli)

  it('shows the command, and the token in it only when asked', async () => {
    answers[`GET ${tokens}`] = { ci_token: 'wmci_held', created_at: null, last_used_at: null }
    const { user } = open()
    expect((await command()).textContent).toContain(
      `npx --yes 'http://localhost:3000/cli/waymark.tgz' \\\n  push --url 'http://localhost:3000' --branch 'main'`,
    )
    expect((await command()).textContent).toContain(`WAYMARK_CI_TOKEN=${'*'.repeat(24)} `)
    expect(received.filter(({ path }) => path === tokens)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Show token' }))
    await waitFor(async () => expect((await command()).textContent).toContain('WAYMARK_CI_TOKEN=wmci_held '))
    await user.click(screen.getByRole('button', { name: 'Hide token' }))
    expect((await command()).textContent).not.toContain('wmci_held')
    expect(screen.queryByRole('region', { name: 'Webhook events' })).toBeNull()
  })

  it('says that a token could not be shown', async () => {
    answers[`GET ${tokens}`] = () => json(500, {})
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Show token' }))
    await screen.findByText('Something went wrong. Please try again later.')
    expect((await command()).textContent).toContain(`WAYMARK_CI_TOKEN=${'*'.repeat(24)} `)
  })

  it('makes the first token when it is asked for', async () => {
    answers[`GET ${tokens}`] = { ci_token: null, created_at: null, last_used_at: null }
    answers[`POST ${tokens}`] = () => json(201, { ci_token: 'wmci_first', last_used_at: null })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Show token' }))
    await waitFor(async () => expect((await command()).textContent).toContain('WAYMARK_CI_TOKEN=wmci_first '))
  })

  it('rotates the token after a question', async () => {
    let held = 'wmci_one'
    answers[`GET ${tokens}`] = () => json(200, { ci_token: held, last_used_at: null })
    answers[`POST ${tokens}`] = () => {
      held = 'wmci_two'
      return json(201, { ci_token: held, last_used_at: null })
    }
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Show token' }))
    await user.click(await screen.findByRole('button', { name: 'Rotate token…' }))
    const dialog = screen.getByRole('dialog', { name: 'Rotate token?' })
    expect(held).toBe('wmci_one')
    await user.click(within(dialog).getByRole('button', { name: 'Rotate' }))
    await waitFor(async () => expect((await command()).textContent).toContain('WAYMARK_CI_TOKEN=wmci_two '))
  })

  it('keeps the token from who may not change the content', async () => {
    answers[rpc('my_project_permissions')] = grants(['project_read', 'project_automation_logs_read'])
    open()
    expect((await command()).textContent).not.toContain('WAYMARK_CI_TOKEN=')
    expect(screen.queryByRole('button', { name: 'Show token' })).toBeNull()
  })
})
