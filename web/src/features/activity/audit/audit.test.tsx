// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/activity/audit" }
import '../../../shared/testing/host.ts'
import '../../../shared/testing/table.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  problem,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import ActivityRoutes from '../routes.tsx'

const webhookOf = 'POST /rest/v1/rpc/audit_webhook_of'
const webhook = {
  url: 'https://siem.acme.example/in',
  status: 'active',
  creator: { user_id: 1, display_name: 'Ada Lovelace' },
  created_at: '2026-11-21T10:00:00Z',
  delivered: 1234,
  delivered_at: '2026-11-21T10:00:00Z',
  waiting: 3,
  tried_at: '2026-11-21T10:00:00Z',
  next_try_at: null,
  failing_since: null,
  paused_at: null,
  problem: null,
}

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [{ role: 'owner', permission: 'WorkspaceActivityRead' }],
    'POST /rest/v1/rpc/workspace_features': [
      {
        name: 'activity_logs',
        type: 'toggle',
        allowed: true,
        in_plan: true,
        max_quantity: null,
        usage: null,
      },
    ],
    'POST /rest/v1/rpc/list_audit_tokens': [],
    [webhookOf]: null,
  }
  received = fakeServer(answers)
})
afterEach(() => void vi.useRealTimers())

const open = () =>
  renderAt(
    '/admin/activity/audit',
    <OnWorkspace>
      <ToastLog />
      <Routes>
        <Route path="/admin/activity/*" element={<ActivityRoutes />} />
      </Routes>
    </OnWorkspace>,
  )
const sentTo = (path: string) => received.filter((sent) => sent.path.endsWith(path)).map(({ body }) => body)

it('a webhook is added, and its secret shown once', async () => {
  answers['PUT /api/v1/workspaces/d2s6Nw/audit-webhook'] = { ...webhook, secret: 'whsec_once' }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  await user.type(await screen.findByLabelText(/URL/), webhook.url)
  answers[webhookOf] = webhook
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Secret of the webhook' })
  expect(within(dialog).getByDisplayValue('whsec_once')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(sentTo('/audit-webhook')).toEqual([{ url: webhook.url, seen: { url: '' } }])
  await screen.findByText('Active')
  expect(screen.getByText('1,234')).toBeTruthy()
})

it('a paused one says why, and is resumed', async () => {
  answers[webhookOf] = { ...webhook, status: 'paused', problem: 'siem.acme.example answered 503.' }
  answers['POST /rest/v1/rpc/resume_audit_webhook'] = webhook
  const { user } = open()
  await screen.findByText(/siem\.acme\.example answered 503\. Nothing was taken for three days/)
  answers[webhookOf] = webhook
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  await screen.findByText('What waits is sent within a minute.')
  expect(await screen.findByText('Active')).toBeTruthy()
})

it('an address that somebody else set meanwhile is replaced only by who has seen it', async () => {
  answers[webhookOf] = webhook
  const put = 'PUT /api/v1/workspaces/d2s6Nw/audit-webhook'
  answers[put] = () =>
    problem(409, 'CONFLICT', 'Grace Hopper changed this meanwhile.', {
      errors: [{ field: 'url', message: 'Grace Hopper changed this meanwhile.' }],
    })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the Webhook' }))
  const field = dialog.getByLabelText(/URL/)
  await user.clear(field)
  await user.type(field, 'https://mine.example/in')
  answers[webhookOf] = { ...webhook, url: 'https://theirs.example/in' }
  const save = dialog.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save.matches(':enabled')).toBe(true))
  await user.click(save)
  await dialog.findByText(
    'Meanwhile “URL” was changed to “https://theirs.example/in”. Save again to replace it.',
  )
  answers[put] = { ...webhook, secret: null }
  await user.click(save)
  await screen.findByText('Save Successful')
  expect(sentTo('/audit-webhook')).toEqual([
    { url: 'https://mine.example/in', seen: { url: webhook.url } },
    { url: 'https://mine.example/in', seen: { url: 'https://theirs.example/in' } },
  ])
})

it('a new secret does not bring back an address that somebody else removed', async () => {
  answers[webhookOf] = webhook
  answers['PUT /api/v1/workspaces/d2s6Nw/audit-webhook'] = { ...webhook, secret: 'whsec_once' }
  const { user } = open()
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'New secret' }))
    const dialog = await screen.findByRole('dialog', { name: 'Make a New Secret?' })
    await user.click(within(dialog).getByRole('button', { name: 'New secret' }))
  }
  await screen.findByText(webhook.url)
  answers[webhookOf] = null
  await ask()
  await screen.findByText('Unable to save the webhook: It was removed meanwhile.')
  expect(sentTo('/audit-webhook')).toEqual([])
})

it('a page that is open shows what others did to tokens and webhook', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open()
  await screen.findByRole('button', { name: 'Add webhook' })
  answers[webhookOf] = webhook
  answers['POST /rest/v1/rpc/list_audit_tokens'] = [
    {
      id: 4,
      name: 'Of somebody else',
      access_token_prefix: 'wmaudit_1',
      creator: { user_id: 2, display_name: 'Grace Hopper' },
      last_used: null,
      created_at: '2026-11-21T10:00:00Z',
    },
  ]
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await screen.findByText(webhook.url)
  await screen.findByText('Of somebody else')
})

it('a test says what was answered', async () => {
  answers[webhookOf] = webhook
  answers['POST /api/v1/workspaces/d2s6Nw/audit-webhook/test'] = {
    success: false,
    message: 'siem.acme.example answered 500.',
  }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('siem.acme.example answered 500.')).toBeTruthy()
})

it('an audit token is made and shown once', async () => {
  answers['POST /rest/v1/rpc/create_audit_token'] = { id: 4, name: 'SIEM', access_token: 'wmaudit_once' }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Create audit token' }))
  await user.type(await screen.findByLabelText(/Name/), 'SIEM')
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  expect(await screen.findByDisplayValue('wmaudit_once')).toBeTruthy()
  expect(sentTo('/create_audit_token')).toEqual([{ p_workspace_id: acme.id, p_name: 'SIEM' }])
})
