// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import '../../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../../shared/testing/server.ts'
import { TokensSection } from './TokensSection.tsx'

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`
const token = {
  id: 4,
  name: 'Nightly export',
  access_token_prefix: 'wmk_Ab12',
  creator: { user_id: 1, display_name: 'Ada Lovelace' },
  last_used: null,
  created_at: '2026-11-21T10:00:00Z',
}
const made = { ...token, id: 5, name: 'CI', access_token: 'wmk_Ab12secretsecret' }
const permissions = ['WorkspaceOauthClientCreateUpdateDelete', 'WorkspaceBilling']

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    [rpc('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [rpc('me')]: ada,
    [rpc('my_permissions')]: permissions.map((permission) => ({ role: 'owner', permission })),
    [rpc('list_workspace_tokens')]: [token],
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/admin/settings',
    <OnWorkspace>
      <TokensSection />
      <ToastLog />
    </OnWorkspace>,
  )
const sentTo = (name: string) =>
  received.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)
type User = ReturnType<typeof open>['user']

const create = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/Name/), name)
  const save = dialog.getByRole('button', { name: 'Create' })
  await waitFor(() => expect(save.matches(':enabled')).toBe(true))
  await user.click(save)
}
const choose = async (user: User, action: string) => {
  await user.click(await screen.findByRole('button', { name: /More actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('workspace tokens', () => {
  it('are listed under the name of the API, without what they open', async () => {
    open()
    await screen.findByText('Nightly export')
    expect(screen.getByRole('heading', { name: 'Waymark API' })).toBeDefined()
    expect(screen.getByText('Ada Lovelace')).toBeDefined()
    expect(screen.getByText('Never')).toBeDefined()
    expect(screen.getByLabelText('Begins with wmk_Ab12')).toBeDefined()
  })

  it('are shown once, to be copied', async () => {
    const copied: string[] = []
    answers[rpc('create_workspace_token')] = made
    const { user } = open()
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    await create(user, ' CI ')
    expect(await screen.findByDisplayValue('wmk_Ab12secretsecret')).toBeDefined()
    expect(sentTo('create_workspace_token')).toEqual([{ p_workspace_id: 7, p_name: 'CI' }])
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByText('Copied to clipboard!')
    expect(copied).toEqual(['wmk_Ab12secretsecret'])
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByDisplayValue('wmk_Ab12secretsecret')).toBeNull())
  })

  it('say at the name that another has it', async () => {
    answers[rpc('create_workspace_token')] = () =>
      json(409, {
        code: '23505',
        message: 'duplicate key value violates unique constraint "machine_principals_workspace_id_name_key"',
        details: '',
        hint: '',
      })
    const { user } = open()
    await create(user, 'Nightly export')
    await screen.findByText(
      'A token with this name already exists in this workspace. Please choose a different value.',
    )
  })

  it('lead to billing where the plan has none, with the form as it was', async () => {
    answers[rpc('create_workspace_token')] = () =>
      json(402, {
        code: 'PT402',
        message: 'Your current plan does not allow for this. Please upgrade your plan.',
        details: 'oauth_client_apps',
        hint: 'PAYMENT_REQUIRED',
      })
    const { user } = open()
    await create(user, 'CI')
    await screen.findByText(/Your current plan does not allow for this/)
    expect(screen.getByRole('link', { name: 'Go to Billing' }).getAttribute('href')).toBe('/admin/billing')
    expect(screen.getByLabelText(/Name/)).toHaveProperty('value', 'CI')
  })

  it('tell in a notice what else goes wrong', async () => {
    answers[rpc('create_workspace_token')] = () =>
      json(403, { code: 'PT403', message: 'You may not.', details: null, hint: 'INSUFFICIENT_PERMISSIONS' })
    const { user } = open()
    await create(user, 'CI')
    await screen.findByText('Unable to save CI: You may not.')
  })

  it('have names of at most 200 characters', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    await user.click(await screen.findByLabelText(/Name/))
    await user.paste('x'.repeat(201))
    await screen.findByText('Must be no more than 200 characters.')
    expect(screen.getByRole('button', { name: 'Create' }).matches(':disabled')).toBe(true)
  })

  it('are renamed', async () => {
    answers[rpc('rename_workspace_token')] = { ...token, name: 'Export' }
    const { user } = open()
    await choose(user, 'Rename')
    const name = await screen.findByLabelText(/Name/)
    await user.clear(name)
    await user.type(name, 'Export')
    const save = screen.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save.matches(':enabled')).toBe(true))
    await user.click(save)
    await screen.findByText('Save Successful')
    expect(sentTo('rename_workspace_token')).toEqual([
      { p_id: 4, p_name: 'Export', p_seen: { name: 'Nightly export' } },
    ])
  })

  it('that somebody else renamed meanwhile say so first', async () => {
    answers[rpc('rename_workspace_token')] = () =>
      json(409, {
        code: 'PT409',
        message: 'Grace Hopper changed this meanwhile.',
        details: '{"field": "name"}',
        hint: 'CONFLICT',
      })
    const { user } = open()
    await choose(user, 'Rename')
    const name = await screen.findByLabelText(/Name/)
    await user.clear(name)
    await user.type(name, 'Export')
    answers[rpc('list_workspace_tokens')] = [{ ...token, name: 'Weekly export' }]
    const save = screen.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save.matches(':enabled')).toBe(true))
    await user.click(save)
    await screen.findByText('Meanwhile “Name” was changed to “Weekly export”. Save again to replace it.')
    answers[rpc('rename_workspace_token')] = { ...token, name: 'Export' }
    await user.click(save)
    await screen.findByText('Save Successful')
    expect(sentTo('rename_workspace_token')).toEqual([
      { p_id: 4, p_name: 'Export', p_seen: { name: 'Nightly export' } },
      { p_id: 4, p_name: 'Export', p_seen: { name: 'Weekly export' } },
    ])
  })

  it('are revoked after a question', async () => {
    answers[rpc('delete_workspace_token')] = null
    const { user } = open()
    await choose(user, 'Revoke')
    expect(sentTo('delete_workspace_token')).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Revoke' }))
    await screen.findByText('Nightly export was revoked.')
    expect(sentTo('delete_workspace_token')).toEqual([{ p_id: 4 }])
  })

  it('are for owners and admins', async () => {
    answers[rpc('my_permissions')] = [{ role: 'billing', permission: 'WorkspaceSettingsRead' }]
    open()
    await screen.findByText('Owners and admins of the workspace manage its tokens.')
    expect(sentTo('list_workspace_tokens')).toEqual([])
  })
})
