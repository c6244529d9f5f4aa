// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { ExportSection } from './ExportSection.tsx'

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`
const made = (status: string, more: object = {}) => ({
  id: '7d0c0f3e-0000-4000-8000-000000000001',
  status,
  size: 0,
  checksum: null,
  created_at: '2026-11-27T10:00:00Z',
  finished_at: null,
  expires_at: '2026-11-28T10:00:00Z',
  ...more,
})

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    [rpc('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [rpc('me')]: ada,
    [rpc('my_permissions')]: [{ role: 'owner', permission: 'WorkspaceDelete' }],
    [rpc('workspace_exports')]: [],
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/admin/settings',
    <OnWorkspace>
      <ExportSection />
      <ToastLog />
    </OnWorkspace>,
  )
const start = () => screen.findByRole('button', { name: 'Export everything' })

describe('exporting the workspace', () => {
  it('begins one, and begins no second while it is made', async () => {
    answers[rpc('export_workspace')] = made('queued')
    const { user } = open()
    await waitFor(async () => expect((await start()).matches(':enabled')).toBe(true))
    answers[rpc('workspace_exports')] = [made('running')]
    await user.click(await start())
    await screen.findByText('Being made. You can leave this page.')
    expect((await start()).matches(':disabled')).toBe(true)
  })

  it('downloads what was made, by a link of its own', async () => {
    answers[rpc('workspace_exports')] = [
      made('success', { size: 2_400_000 }),
      made('failed', { id: 'other' }),
    ]
    answers[rpc('link_to_workspace_export')] = () => json(200, 'a'.repeat(32))
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.getAttribute('href') ?? '')
    })
    const { user } = open()
    await screen.findByText(/^2.4 MB, to be downloaded until/)
    await screen.findByText('This export failed. Please try again.')
    await user.click(screen.getByRole('button', { name: /^Download the export of/ }))
    await waitFor(() => expect(clicked).toEqual([`/api/v1/workspace-exports/${'a'.repeat(32)}`]))
  })

  it('says why it is refused', async () => {
    answers[rpc('export_workspace')] = () =>
      json(429, { code: 'PT429', message: 'Often enough today.', hint: 'TOO_MANY_REQUESTS', details: '' })
    const { user } = open()
    await waitFor(async () => expect((await start()).matches(':enabled')).toBe(true))
    await user.click(await start())
    await screen.findByText('Error exporting the workspace: Often enough today.')
  })

  it('is not there for who does not own the workspace', async () => {
    answers[rpc('my_permissions')] = [{ role: 'admin', permission: 'WorkspaceSettingsRead' }]
    open()
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/my_permissions'))).toBe(true))
    expect(screen.queryByRole('heading', { name: 'Export' })).toBeNull()
  })
})
