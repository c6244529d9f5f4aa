// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/settings" }
import '../../../shared/testing/host.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, tokenFor } from '../../../shared/testing/server.ts'
import { ScimSection } from './ScimSection.tsx'

const scim = {
  enabled: true,
  default_role: 'viewer',
  tokens: [],
  people: 0,
  waiting: 0,
  deactivated: 0,
  groups: 0,
  last_synced_at: null,
  last_changed_at: null,
  errors: [],
}
const overview = 'POST /rest/v1/rpc/scim_overview'

it('a role that somebody else chose meanwhile is shown before it is replaced', async () => {
  const answers: Answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [
      { role: 'admin', permission: 'WorkspaceIntegrationCreateUpdateDelete' },
    ],
    'POST /rest/v1/rpc/workspace_features': [],
    'POST /rest/v1/rpc/update_scim': scim,
    [overview]: scim,
  }
  const received = fakeServer(answers)
  const { user } = renderAt(
    '/admin/settings',
    <OnWorkspace>
      <ScimSection />
      <ToastLog />
    </OnWorkspace>,
  )
  const choose = async (role: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Role of provisioned people' }))
    await user.click(await screen.findByRole('option', { name: role }))
  }
  const sent = () =>
    received.filter(({ path }) => path === '/rest/v1/rpc/update_scim').map(({ body }) => body)
  await screen.findByRole('combobox', { name: 'Role of provisioned people' })
  answers[overview] = { ...scim, default_role: 'maker' }
  const save = 'POST /rest/v1/rpc/update_scim'
  answers[save] = () =>
    json(409, {
      code: 'PT409',
      message: 'Grace Hopper changed this meanwhile.',
      details: '{"field": "default_role"}',
      hint: 'CONFLICT',
    })
  await choose('Admin')
  await screen.findByText(/Meanwhile the role was changed to “Maker”\. Choose again to replace it\.$/)
  answers[save] = scim
  const role = await screen.findByRole('combobox', { name: 'Role of provisioned people' })
  await expect.poll(() => role.textContent).toBe('Maker')
  await choose('Admin')
  await screen.findByText('Save Successful')
  expect(sent()).toEqual([
    { p_workspace_id: 7, p_default_role: 'admin', p_seen: { default_role: 'viewer' } },
    { p_workspace_id: 7, p_default_role: 'admin', p_seen: { default_role: 'maker' } },
  ])
})
