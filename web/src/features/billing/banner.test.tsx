// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../../shared/testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paidAccount } from '../../shared/testing/billing.ts'
import { OnWorkspace, renderAt } from '../../shared/testing/render.tsx'
import { fakeServer } from '../../shared/testing/server.ts'
import BillingBanner from './BillingBanner.tsx'
import { answersFor } from './testing.tsx'

const overLimit =
  'Your Workspace is over the project limit for your current billing plan. Please upgrade your plan.'

function open(status: string, used: number, most: number | null) {
  const projects = { name: 'projects', type: 'limit', max_quantity: most, usage: used, pending: null }
  const received = fakeServer({
    ...answersFor(paidAccount()),
    'GET /rest/v1/billing_accounts': { status },
    'POST /rest/v1/rpc/workspace_features': [{ ...projects, allowed: true, in_plan: true }],
  })
  renderAt(
    '/',
    <OnWorkspace>
      <BillingBanner />
    </OnWorkspace>,
  )
  return (path: string) => received.some((one) => one.path.startsWith(path))
}

it('asks for what the account needs before anything else, and leads to billing', async () => {
  open('action_required', 9, 1)
  await screen.findByText(
    'Your billing account requires some action(s). Please resolve them to continue using Waymark.',
  )
  expect(screen.getByRole('link', { name: 'Go to billing' }).getAttribute('href')).toBe('/admin/billing')
  expect(screen.queryByText(overLimit)).toBeNull()
})

it('tells that there are more projects than the plan holds, and leads to the plans', async () => {
  open('active', 9, 1)
  await screen.findByText(overLimit)
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/admin/billing/plans')
})

it.each([
  ['as many as the plan holds', 3, 3],
  ['no limit', 900, null],
])('is not there with %s', async (_what, used, most) => {
  const asked = open('active', used, most)
  await waitFor(() => expect(asked('/rest/v1/billing_accounts')).toBe(true))
  await waitFor(() => expect(asked('/rest/v1/rpc/workspace_features')).toBe(true))
  expect(screen.queryByRole('status')).toBeNull()
})
