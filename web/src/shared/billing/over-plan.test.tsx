// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
// Projects that the plan no longer holds: marked, with the reason and the way to another plan for who may change it.
import '../testing/host.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { products } from '../testing/billing.ts'
import { acme, ada, OnWorkspace, renderAt } from '../testing/render.tsx'
import { fakeServer, json, tokenFor } from '../testing/server.ts'
import { OverPlanChip } from './OverPlanChip.tsx'
import OverPlanMark from './OverPlanMark.tsx'
import { OverPlanNotice } from './OverPlanNotice.tsx'

afterEach(() => vi.unstubAllGlobals())

function open(permission: string) {
  fakeServer({
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [{ role: 'owner', permission }],
    'POST /rest/v1/rpc/workspace_features': [],
    'GET /api/v1/billing/products': { products },
    'GET /rest/v1/projects': [{ id: 7 }],
  })
  renderAt(
    '/',
    <OnWorkspace>
      <OverPlanChip projectId={7} />
      <OverPlanMark projectId={7} />
      <OverPlanNotice projectId={7} />
      <div data-testid="other">
        <OverPlanChip projectId={8} />
        <OverPlanMark projectId={8} />
        <OverPlanNotice projectId={8} />
      </div>
    </OnWorkspace>,
  )
}

it('leads who pays to the plan that holds more projects, and leaves the other projects alone', async () => {
  open('WorkspaceBilling')
  await screen.findByText('Read-only', { ignore: 'title' })
  await screen.findByTitle('Read-only')
  await screen.findByText(/the workspace has more projects than its plan holds/)
  const way = await screen.findByRole('link', { name: 'Go to Billing' })
  await waitFor(() => expect(way.getAttribute('href')).toContain('/admin/billing/plans?plan='))
  expect(screen.getByTestId('other').textContent).toBe('')
})

it('tells everybody else whom to ask', async () => {
  open('WorkspaceProjectsCreate')
  await screen.findByText(/Please contact your workspace admin to upgrade\./)
  expect(screen.queryByRole('link', { name: 'Go to Billing' })).toBeNull()
})
