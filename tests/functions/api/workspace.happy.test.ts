import { describe, expect, it } from 'vitest'
import { sharedStack } from '../../support/stack.ts'
import { call } from '../support/call.ts'
import { aMember, aWorkspace } from '../support/people.ts'

const stack = sharedStack()

const counts = [
  'member_count',
  'all_guest_count',
  'all_owner_count',
  'all_admin_count',
  'all_billing_admin_count',
  'all_maker_count',
  'all_viewer_count',
  'project_count',
  'team_count',
] as const

describe('a workspace', () => {
  it('is, to its owner, everything that the specification names', async () => {
    const workspace = await aWorkspace(stack)
    await aMember(stack, workspace, 'guest')
    const { id } = workspace
    const { token } = workspace.owner
    const answer = await call(stack, `/workspaces/${id}`, { token })
    expect(answer.json()).toMatchObject({
      id,
      member_count: 1,
      billing_product: { name: 'pro_team', label: 'Pro Team' },
      features: expect.arrayContaining([
        { name: 'projects', type: 'limit', max_quantity: 100 },
        { name: 'groups', type: 'toggle', max_quantity: null },
      ]),
      workspace_roles: ['owner', 'billing', 'admin', 'maker', 'viewer', 'guest'].map((role) => ({
        role,
        can_add: true,
      })),
      integrations: [{ kind: 'builtin', enabled: true, has_secrets: false, config: expect.any(Object) }],
      migrated_from_next: false,
      google_tag_manager: null,
      localizejs: null,
      redirects: null,
      idle_timeout_seconds: null,
      delete_at: null,
      guests_receive_daily_digest: false,
      show_userway: false,
    })
    const summary = await call(stack, `/workspaces/${id}/summary`, { token })
    expect(summary.json()).toMatchObject({
      billing_account: { status: 'active', included_member_count: 15 },
      member_count: 1,
      all_owner_count: 1,
      all_guest_count: 1,
      all_maker_count: 0,
      project_count: 0,
      team_count: 0,
      my_permissions: expect.arrayContaining([{ role: 'owner', permission: 'WorkspaceBilling' }]),
    })
  })

  it('keeps from a guest what guests may not see', async () => {
    const workspace = await aWorkspace(stack)
    const guest = await aMember(stack, workspace, 'guest')
    const answer = await call(stack, `/workspaces/${workspace.id}`, { token: guest.token })
    expect(answer.json()).toMatchObject({ member_count: null, integrations: null })
    const roles = answer.json<{ workspace_roles: { can_add: boolean }[] }>().workspace_roles
    expect(roles.map(({ can_add }) => can_add)).toEqual(roles.map(() => false))
    const summary = (await call(stack, `/workspaces/${workspace.id}/summary`, { token: guest.token })).json<
      Record<string, unknown>
    >()
    expect(summary).toMatchObject({
      billing_account: null,
      my_permissions: [{ role: 'guest', permission: null }],
    })
    expect(counts.map((name) => [name, summary[name]])).toEqual(counts.map((name) => [name, null]))
  })

  it('is nothing to a stranger', async () => {
    const [workspace, stranger] = await Promise.all([aWorkspace(stack), aWorkspace(stack)])
    for (const path of [`/workspaces/${workspace.id}`, `/workspaces/${workspace.id}/summary`])
      expect((await call(stack, path, { token: stranger.owner.token })).status).toBe(404)
  })
})
