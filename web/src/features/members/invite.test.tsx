// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/members" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer, type ReceivedRequest } from '../../shared/testing/server.ts'
import { answersOf, aRequest, feature, openMembers, paymentRequired, rpcPath } from './testing.tsx'

let answers: ReturnType<typeof answersOf>
let received: ReceivedRequest[]
beforeEach(() => {
  answers = answersOf()
  received = fakeServer(answers)
})

const bodyOf = (name: string) =>
  received.findLast(({ path }) => path === rpcPath(name).slice('POST '.length))?.body

async function openDialog() {
  const { user } = openMembers()
  await screen.findByText('Grace Hopper')
  await user.click(await screen.findByRole('button', { name: 'Invite Members' }))
  const dialog = within(await screen.findByRole('dialog'))
  const paste = async (text: string) => {
    await user.click(dialog.getByLabelText('E-mail addresses'))
    await user.paste(text)
  }
  const choose = async (role: RegExp) => {
    await user.click(dialog.getByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: role }))
  }
  const send = dialog.getByRole('button', { name: 'Send Invites' })
  return { user, dialog, paste, choose, send }
}

it('sends what was pasted, each address once, as makers unless chosen otherwise', async () => {
  answers[rpcPath('invite_members')] = {
    results: [
      { key: 'mary@example.com', ok: true, message: null },
      { key: 'dorothy@example.com', ok: true, message: null },
    ],
  }
  const { user, paste, send } = await openDialog()
  expect(send).toHaveProperty('disabled', true)
  await paste('mary@example.com, dorothy@example.com,mary@example.com')
  await user.click(send)
  await screen.findByText('Invites sent')
  expect(bodyOf('invite_members')).toEqual({
    p_workspace_id: 7,
    p_invitations: [
      { email: 'mary@example.com', role: 'maker' },
      { email: 'dorothy@example.com', role: 'maker' },
    ],
  })
})

it('cannot be sent while an entry is invalid, and names at most three', async () => {
  const { dialog, paste, send } = await openDialog()
  await paste('mary@example.com, a, b, c, d')
  await dialog.findByText(/^Invalid e-mail address/)
  await dialog.findByText('Cannot send form due to invalid entries: a, b, c and 1 more')
  expect(send).toHaveProperty('disabled', true)
})

it('leaves out all invalid entries in one step', async () => {
  const { user, dialog, paste, send } = await openDialog()
  await paste('mary@example.com, a, b, grace@example.com, dorothy@example.com')
  await user.click(await dialog.findByRole('button', { name: 'Leave out the 3 invalid entries' }))
  expect(dialog.queryByText(/^Cannot send form/)).toBeNull()
  expect(dialog.getByText('mary@example.com')).toBeTruthy()
  expect(dialog.getByText('dorothy@example.com')).toBeTruthy()
  expect(dialog.queryByText('grace@example.com')).toBeNull()
  expect(send).toHaveProperty('disabled', false)
})

it('knows members and pending invitations', async () => {
  const { dialog, paste, send } = await openDialog()
  await paste('Grace@example.com, hedy@example.com')
  await dialog.findByText(
    /^This e-mail has pending invitation or already a member: Grace@example.com, hedy@example.com/,
  )
  expect(send).toHaveProperty('disabled', true)
})

it('counts current, pending and new seats, and stops at the maximum', async () => {
  answers[rpcPath('workspace_features')] = [feature('members', 5, 3, 1), feature('guests', 10, 1)]
  const { dialog, paste, send } = await openDialog()
  await paste('mary@example.com')
  await dialog.findByText('3 current, 1 pending, 1 new')
  expect(send).toHaveProperty('disabled', false)
  await paste('dorothy@example.com,')
  await dialog.findByText(
    'Your plan allows a maximum of 5 Members, including current members, pending and new invitations: 3 current, 1 pending and 2 new.',
  )
  expect(dialog.getByRole('link', { name: 'Go to Billing' })).toBeTruthy()
  expect(send).toHaveProperty('disabled', true)
})

it('says what guests are', async () => {
  const { dialog, choose } = await openDialog()
  await choose(/^Guest/)
  await dialog.findByText('Guests are external, read-only members.')
})

it('leads to the plan for guests where it holds none', async () => {
  answers[rpcPath('workspace_features')] = [feature('members', 15, 3), feature('guests', 0, 0)]
  const { choose } = await openDialog()
  await choose(/^Guest/)
  await screen.findByText('Unlock the power of your workspace')
})

it('keeps what could not be sent, with its reason', async () => {
  answers[rpcPath('invite_members')] = {
    results: [
      { key: 'mary@example.com', ok: true, message: null },
      {
        key: 'dorothy@example.com',
        ok: false,
        message: 'This e-mail has pending invitation or already a member',
      },
    ],
  }
  const { user, dialog, paste, send } = await openDialog()
  await paste('mary@example.com, dorothy@example.com')
  await user.click(send)
  await dialog.findByText(
    'Error sending one or more invites: This e-mail has pending invitation or already a member',
  )
  expect(dialog.queryByText('mary@example.com')).toBeNull()
  expect(dialog.getByText('dorothy@example.com')).toBeTruthy()
  expect(send).toHaveProperty('disabled', true)
})

it('shows what the plan refuses', async () => {
  answers[rpcPath('invite_members')] = paymentRequired
  const { user, dialog, paste, send } = await openDialog()
  await paste('mary@example.com, dorothy@example.com')
  await user.click(send)
  await dialog.findByText(/Your current plan does not allow for this/)
})

it('invites who was denied directly', async () => {
  answers[rpcPath('workspace_join_requests')] = [aRequest({ is_denied: true })]
  const { user } = openMembers('?role=pending')
  const row = (await screen.findByText('Joan Clarke')).closest<HTMLElement>('[role="row"]') as HTMLElement
  await user.click(within(row).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Invite Instead' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('joan@example.com')).toBeTruthy()
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Send Invites' })).toHaveProperty('disabled', false),
  )
})
