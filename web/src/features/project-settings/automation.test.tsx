// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/settings/pets/automation" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answers, failed, fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import { answersFor, grants, openSettings, pets, rpc } from './testing.tsx'

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
    expect(screen.queryByRole('region', { name: 'Push data' })).toBeNull()
  })

  it('lists the webhooks that came, and what came of them', async () => {
    const delivery = { id: 1, event: 'pull_request_opened', ref: 'next', outcome: 'queued' }
    answers['GET /rest/v1/webhook_deliveries'] = [{ ...delivery, received_at: '2026-11-22T10:00:00Z' }]
    open()
    const row = await screen.findByRole('row', { name: /^Pull request opened/ })
    within(row).getByText('next')
    within(row).getByText('Queued')
  })

  it('says that tasks could not be loaded', async () => {
    answers['GET /rest/v1/task_logs'] = failed
    open()
    await screen.findByText('Something went wrong, no data to display')
  })
})

describe('pushing to a project of the command line', () => {
  beforeEach(asCli)

  it('shows the command, and the token in it only when asked', async () => {
    answers[`GET ${tokens}`] = { ci_token: 'wmci_held', created_at: null, last_used_at: null }
    const { user } = open()
    expect((await command()).textContent).toContain('/api/v1/projects/cHJqOjU/branches/main/import')
    expect((await command()).textContent).toContain(`Bearer ${'*'.repeat(24)}`)
    expect(received.filter(({ path }) => path === tokens)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Show token' }))
    await waitFor(async () => expect((await command()).textContent).toContain('Bearer wmci_held'))
    await user.click(screen.getByRole('button', { name: 'Hide token' }))
    expect((await command()).textContent).not.toContain('wmci_held')
    expect(screen.queryByRole('region', { name: 'Webhook events' })).toBeNull()
  })

  it('makes the first token when it is asked for', async () => {
    answers[`GET ${tokens}`] = { ci_token: null, created_at: null, last_used_at: null }
    answers[`POST ${tokens}`] = () => json(201, { ci_token: 'wmci_first', last_used_at: null })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Show token' }))
    await waitFor(async () => expect((await command()).textContent).toContain('Bearer wmci_first'))
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
    await waitFor(async () => expect((await command()).textContent).toContain('Bearer wmci_two'))
  })

  it('keeps the token from who may not change the content', async () => {
    answers[rpc('my_project_permissions')] = grants(['project_read', 'project_automation_logs_read'])
    open()
    expect((await command()).textContent).toContain('$WAYMARK_CI_TOKEN')
    expect(screen.queryByRole('button', { name: 'Show token' })).toBeNull()
  })
})
