// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/members" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { paidAccount } from '../../shared/testing/billing.ts'
import { fakeServer, json, problem, type ReceivedRequest } from '../../shared/testing/server.ts'
import {
  answersOf,
  aRequest,
  feature,
  grants,
  openMembers,
  paymentRequired,
  rowOf,
  rpcPath,
} from './testing.tsx'

const billing = '/api/v1/workspaces/d2s6Nw/billing'
const quote = { included: 15, paid: 2, used: 17, add: 2, extra: 2, amount_now: 3_200, amount_next: 4_800 }

let answers: ReturnType<typeof answersOf>
let received: ReceivedRequest[]
let isBought: boolean

beforeEach(() => {
  isBought = false
  answers = answersOf()
  const done = { results: [{ key: 'mary@example.com', ok: true, message: null }] }
  answers[rpcPath('workspace_features')] = [feature('members', 17, 16, 1), feature('guests', 10, 1)]
  answers[rpcPath('invite_members')] = () => (isBought ? json(200, done) : paymentRequired())
  answers[rpcPath('decide_join_requests')] = () =>
    isBought ? json(200, { results: [{ key: 8, ok: true, message: null }] }) : paymentRequired()
  answers[`GET ${billing}`] = paidAccount()
  answers[`GET ${billing}/seats`] = quote
  answers[`PUT ${billing}/seats`] = () => {
    isBought = true
    return json(200, paidAccount())
  }
  received = fakeServer(answers)
})

const sent = (method: string, path: string) =>
  received.filter((one) => one.method === method && one.path.startsWith(path))

async function invite() {
  const { user } = openMembers()
  await screen.findByText('Grace Hopper')
  await user.click(await screen.findByRole('button', { name: 'Invite Members' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByLabelText('E-mail addresses'))
  await user.paste('mary@example.com')
  const send = dialog.getByRole('button', { name: 'Send Invites' })
  return { user, dialog, send }
}

it('shows the price of another user, and invites once it is agreed to', async () => {
  const { user, dialog, send } = await invite()
  await dialog.findByText(/^Your plan has 17 users\. More are added to your bill/)
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  await user.click(send)
  const question = within(await screen.findByRole('dialog', { name: 'Add 2 users to your plan?' }))
  question.getByText('Your plan has 17 users, and 19 are needed, open invitations included.')
  question.getByText('$32.00')
  await question.findByText('More each month from the next renewal')
  question.getByText('$48.00')
  expect(sent('PUT', `${billing}/seats`)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Add 2 users' }))
  await screen.findByText('Invites sent')
  // The open invitation has a seat already.
  expect(sent('GET', `${billing}/seats`)[0]?.path).toBe(`${billing}/seats?add=2`)
  expect(sent('PUT', `${billing}/seats`).map(({ body }) => body)).toEqual([{ paid: 4 }])
})

it('charges and invites nobody where it is declined', async () => {
  const { user, dialog, send } = await invite()
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  await user.click(send)
  const question = within(await screen.findByRole('dialog', { name: 'Add 2 users to your plan?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await dialog.findByText('Nobody was added, and nothing was charged.')
  expect(sent('PUT', `${billing}/seats`)).toEqual([])
})

it('stays with the question, and the reason, where the card is declined', async () => {
  answers[`PUT ${billing}/seats`] = () => problem(402, 'PAYMENT_REQUIRED', 'Your card was declined.')
  const { user, send } = await invite()
  await waitFor(() => expect(send).toHaveProperty('disabled', false))
  await user.click(send)
  const question = within(await screen.findByRole('dialog', { name: 'Add 2 users to your plan?' }))
  await user.click(question.getByRole('button', { name: 'Add 2 users' }))
  await question.findByText('Your card was declined.')
})

it('lets in who asked to join in the same way', async () => {
  answers[rpcPath('workspace_join_requests')] = [aRequest()]
  answers[`GET ${billing}/seats`] = { ...quote, add: 1, extra: 1 }
  const { user } = openMembers('?role=pending')
  const row = await rowOf('Joan Clarke')
  await user.click(row.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Approve/ }))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await user.click(await screen.findByRole('button', { name: 'Add 1 user' }))
  await screen.findByText('The request was approved.')
  expect(sent('GET', `${billing}/seats`)[0]?.path).toBe(`${billing}/seats?add=1`)
})

it('sends who may not pay to those who do', async () => {
  answers[rpcPath('my_permissions')] = grants('admin', ['WorkspaceMembersRead', 'WorkspaceMembersInvite'])
  const { dialog, send } = await invite()
  await dialog.findByText(/Please contact your workspace admin to upgrade\.$/)
  expect(send).toHaveProperty('disabled', true)
  expect(received.some(({ path }) => path.startsWith(billing))).toBe(false)
})
