// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/activity/audit" }
import '../../../shared/testing/host.ts'
import '../../../shared/testing/table.ts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
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
  expect(sentTo('/audit-webhook')).toEqual([{ url: webhook.url }])
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
