// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { RemovalSection } from './RemovalSection.tsx'

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    [rpc('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [rpc('me')]: ada,
    [rpc('my_permissions')]: [{ role: 'owner', permission: 'WorkspaceDelete' }],
    [rpc('workspace_removal')]: { delete_at: null, obstacle: null, days: 7 },
    'GET /rest/v1/workspaces': { name: 'Acme' },
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/admin/settings',
    <OnWorkspace>
      <RemovalSection />
      <ToastLog />
    </OnWorkspace>,
  )
const removals = () => received.filter(({ path }) => path === '/rest/v1/rpc/delete_workspace')
const button = () => screen.findByRole('button', { name: 'Remove workspace…' })
type User = ReturnType<typeof open>['user']

async function ask(user: User) {
  await user.click(await button())
  return within(await screen.findByRole('dialog'))
}

describe('removing the workspace', () => {
  it('takes its name, typed', async () => {
    answers[rpc('delete_workspace')] = '2026-12-04T10:00:00Z'
    const { user } = open()
    const dialog = await ask(user)
    const confirm = dialog.getByRole('button', { name: 'Remove workspace' })
    await user.type(dialog.getByLabelText('Confirmation'), 'acme')
    expect(confirm.matches(':disabled')).toBe(true)
    await user.clear(dialog.getByLabelText('Confirmation'))
    await user.type(dialog.getByLabelText('Confirmation'), 'Acme')
    answers[rpc('workspace_removal')] = { delete_at: '2026-12-04T10:00:00Z', obstacle: null, days: 7 }
    await user.click(confirm)
    await screen.findByText('Your workspace will be deleted soon.')
    expect(removals().map(({ body }) => body)).toEqual([{ p_workspace_id: acme.id, p_name: 'Acme' }])
    await screen.findByText(/will be deleted on/)
    expect((await button()).matches(':disabled')).toBe(true)
  })

  it('says in the dialog why it is refused', async () => {
    answers[rpc('delete_workspace')] = () =>
      json(409, {
        code: 'PT409',
        message: 'The plan of Acme is still paid for.',
        hint: 'CONFLICT',
        details: '',
      })
    const { user } = open()
    const dialog = await ask(user)
    await user.type(dialog.getByLabelText('Confirmation'), 'Acme')
    await user.click(dialog.getByRole('button', { name: 'Remove workspace' }))
    await dialog.findByText('The plan of Acme is still paid for.')
  })

  it('is switched off while its plan is paid for, with the reason', async () => {
    answers[rpc('workspace_removal')] = { delete_at: null, obstacle: 'Please cancel it first.', days: 7 }
    open()
    await screen.findByText('Please cancel it first.')
    expect((await button()).matches(':disabled')).toBe(true)
  })

  it('is not there for who does not own it', async () => {
    answers[rpc('my_permissions')] = [{ role: 'admin', permission: 'WorkspaceSettingsRead' }]
    open()
    await waitFor(() => expect(received.some(({ path }) => path.endsWith('/my_permissions'))).toBe(true))
    expect(screen.queryByRole('heading', { name: 'Danger zone' })).toBeNull()
    expect(received.some(({ path }) => path.endsWith('/workspace_removal'))).toBe(false)
  })
})
