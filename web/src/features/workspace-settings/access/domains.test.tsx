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
import { DomainsSection } from './DomainsSection.tsx'

const change = 'POST /rest/v1/rpc/update_approved_domain'
const list = 'GET /rest/v1/approved_domains'
const domain = { id: 4, domain: 'acme.example', role: 'viewer' }

let answers: Answers
let received: ReceivedRequest[]
beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [
      { role: 'admin', permission: 'WorkspaceEmailDomainCreateUpdateDelete' },
    ],
    'POST /rest/v1/rpc/workspace_features': [
      { name: 'whitelisted_domains', type: 'toggle', allowed: true, in_plan: true },
    ],
    'POST /rest/v1/rpc/assignable_roles': ['viewer', 'maker', 'admin'].map((role) => ({
      role,
      allowed: true,
      reason: null,
      needs_upgrade: false,
    })),
    [list]: [domain],
    [change]: {},
  }
  received = fakeServer(answers)
})

const changes = () =>
  received.filter(({ path }) => path === '/rest/v1/rpc/update_approved_domain').map(({ body }) => body)

/** Opens the domain as it was when the page was loaded. */
async function edit() {
  const { user } = renderAt(
    '/admin/settings',
    <OnWorkspace>
      <DomainsSection />
      <ToastLog />
    </OnWorkspace>,
  )
  await user.click(await screen.findByRole('button', { name: 'Edit acme.example' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'acme.example' }))
  return {
    user,
    dialog,
    choose: async (role: string) => {
      await user.click(dialog.getByRole('combobox', { name: 'Role' }))
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${role}`) }))
    },
    save: async () => {
      const button = dialog.getByRole('button', { name: 'Save' })
      await waitFor(() => expect(button.matches(':enabled')).toBe(true))
      await user.click(button)
    },
  }
}

describe('a domain that somebody else changes meanwhile', () => {
  it('keeps what they made of the one field, where the other one was changed here', async () => {
    const { user, dialog, save } = await edit()
    expect(dialog.getByRole('button', { name: 'Save' }).matches(':disabled')).toBe(true)
    const name = dialog.getByLabelText(/^Domain/)
    await user.clear(name)
    await user.type(name, 'acme.test')
    answers[list] = [{ ...domain, role: 'maker' }]
    await save()
    await screen.findByText('Domain Updated')
    expect(changes()).toEqual([{ p_id: 4, p_domain: 'acme.test', p_seen: { domain: 'acme.example' } }])
  })

  it('is replaced in the same field only by who has seen what they made of it', async () => {
    const { dialog, choose, save } = await edit()
    await choose('Maker')
    answers[list] = [{ ...domain, role: 'admin' }]
    answers[change] = () =>
      json(409, {
        code: 'PT409',
        message: 'Grace Hopper changed this meanwhile.',
        details: '{"field": "role"}',
        hint: 'CONFLICT',
      })
    await save()
    await dialog.findByText('Meanwhile “Role” was changed to “Admin”. Save again to replace it.')
    await screen.findByText('Error on updating domain whitelist: Grace Hopper changed this meanwhile.')
    answers[change] = {}
    await save()
    await screen.findByText('Domain Updated')
    expect(changes()).toEqual([
      { p_id: 4, p_role: 'maker', p_seen: { role: 'viewer' } },
      { p_id: 4, p_role: 'maker', p_seen: { role: 'admin' } },
    ])
  })

  it('says that it was removed', async () => {
    const { dialog, choose, save } = await edit()
    await choose('Maker')
    answers[list] = []
    answers[change] = () =>
      json(404, { code: 'PT404', message: 'There is no such domain.', details: '', hint: 'NOT_FOUND' })
    await save()
    await dialog.findByText('This domain was removed meanwhile.')
  })
})
