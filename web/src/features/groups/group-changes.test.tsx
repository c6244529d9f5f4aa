// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/projects" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { OnWorkspace, place, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import type { Group } from './model.ts'
import ProjectsRoutes from './routes.tsx'
import { aGroup, aWorkspaceFor } from './testing.ts'

let groups: Group[]
let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  groups = [aGroup({ visibility: 'public', is_admin: true })]
  answers = aWorkspaceFor(
    'owner',
    () => groups,
    () => [],
  )
  received = fakeServer(answers)
})

const open = (query = '') =>
  renderAt(
    `/admin/projects${query}`,
    <OnWorkspace>
      <ProjectsRoutes />
      <ToastLog />
    </OnWorkspace>,
  )

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`
const sent = (name: string) =>
  received.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)

const conflict = {
  code: '23505',
  message: 'duplicate key value violates unique constraint "groups_workspace_id_name_key"',
  details: '',
  hint: '',
}

describe('a new group', () => {
  it('needs a name that no other has, and opens once made', async () => {
    answers[rpc('create_group')] = () => json(409, conflict)
    const { user } = open()
    const create = await screen.findByRole('button', { name: 'Create Group' })
    await waitFor(() => expect(create).toHaveProperty('disabled', false))
    await user.click(create)
    const dialog = await screen.findByRole('dialog', { name: 'Create Group' })
    const save = within(dialog).getByRole('button', { name: 'Create Group' })
    await waitFor(() => expect(save).toHaveProperty('disabled', true))
    await user.type(within(dialog).getByLabelText(/Name/), 'Shipping')
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await within(dialog).findByText(/A group with this name already exists/)
    answers[rpc('create_group')] = () => {
      groups = [...groups, aGroup({ id: 2, name: 'Shipping 2', slug: 'shipping-2' })]
      return json(200, { id: 2, slug: 'shipping-2' })
    }
    await user.type(within(dialog).getByLabelText(/Name/), ' 2')
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await screen.findByText('Group Created Successfully!')
    await waitFor(() => expect(place.current).toContain('group=shipping-2'))
  })

  it('is offered with another plan where this one has none', async () => {
    answers[rpc('workspace_features')] = [
      {
        name: 'groups',
        type: 'toggle',
        max_quantity: null,
        usage: null,
        pending: null,
        allowed: false,
        in_plan: false,
      },
    ]
    const { user } = open()
    const create = await screen.findByRole('button', { name: 'Create Group' })
    await waitFor(() => expect(create).toHaveProperty('disabled', false))
    await user.click(create)
    const upsell = await screen.findByRole('dialog', { name: 'Unlock the power of your workspace' })
    within(upsell).getByRole('link', { name: 'Go to Billing' })
  })
})

describe("a group's settings", () => {
  it('ask before public projects become internal', async () => {
    answers[rpc('update_group')] = ({ body }: ReceivedRequest) => {
      const isConfirmed = (body as { p_confirm: boolean }).p_confirm
      if (isConfirmed) groups = [aGroup({ visibility: 'internal' })]
      return json(200, { confirmation_required: !isConfirmed, public_projects: 3 })
    }
    answers['GET /rest/v1/groups'] = groups[0]
    const { user } = open('?group=payments&tab=settings')
    const settings = await screen.findByRole('form', { name: 'Group settings' })
    await user.click(within(settings).getByRole('combobox', { name: 'Visibility' }))
    await user.click(await screen.findByRole('option', { name: /^Internal/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const question = await screen.findByRole('dialog', { name: 'Make the group internal?' })
    within(question).getByText(/3 public projects become internal/)
    await user.click(within(question).getByRole('button', { name: 'Make internal' }))
    await screen.findByText('Save Successful')
    expect(sent('update_group')).toEqual([
      { p_group_id: 1, p_confirm: false, p_visibility: 'internal', p_seen: { visibility: 'public' } },
      { p_group_id: 1, p_confirm: true, p_visibility: 'internal', p_seen: { visibility: 'public' } },
    ])
  })
})

describe('deleting a group', () => {
  it('needs its name', async () => {
    answers[rpc('delete_group')] = () => {
      groups = []
      return json(200, { projects_released: 2 })
    }
    const { user } = open('?group=payments')
    await user.click(await screen.findByRole('button', { name: 'Delete group…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete group' })
    within(dialog).getByText(/2 projects stay, without a group/)
    const button = within(dialog).getByRole('button', { name: 'Delete group' })
    expect(button).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByRole('textbox'), 'Payments')
    await user.click(button)
    await screen.findByText('Group has been deleted')
    expect(place.current).toBe('/admin/projects')
  })
})

describe('the admins of a group', () => {
  const grace = {
    user_id: 2,
    display_name: 'Grace Hopper',
    username: 'grace',
    avatar_url: null,
    email: 'grace@example.com',
    workspace_role: 'maker',
  }
  const self = {
    ...grace,
    user_id: 1,
    display_name: 'Ada Lovelace',
    username: 'ada',
    email: 'ada@example.com',
  }

  beforeEach(() => {
    groups = [aGroup({ is_admin: true, my_permissions: [...aGroup({}).my_permissions, 'group_leave'] })]
    answers[rpc('group_members')] = { items: [self, grace], total: 2 }
    answers[rpc('group_invitations')] = []
    answers[rpc('group_assignable_members')] = []
  })

  it('are removed by name', async () => {
    answers[rpc('remove_group_admin')] = () => json(200, null)
    const { user } = open('?group=payments&tab=admins')
    await user.click(await screen.findByRole('button', { name: 'Remove Grace Hopper' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove admin' })
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await screen.findByText('Member Removed')
    expect(sent('remove_group_admin')).toEqual([{ p_group_id: 1, p_user_id: 2 }])
  })

  it('leave by themselves, but never the last one', async () => {
    answers[rpc('leave_group')] = () => {
      answers[rpc('group_members')] = { items: [grace], total: 1 }
      return json(200, null)
    }
    const { user } = open('?group=payments&tab=admins')
    await user.click(await screen.findByRole('button', { name: 'Leave group' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave group' })
    await user.click(within(dialog).getByRole('button', { name: 'Leave group' }))
    await screen.findByText('You have left the group')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Remove Grace Hopper' })).toHaveProperty('disabled', true),
    )
  })

  it('are invited by their address', async () => {
    answers[rpc('add_group_admin')] = { type: 'invitation' }
    answers[rpc('group_invitations')] = [
      { invitation_id: 5, email: 'mary@example.com', expires_at: '2026-12-01T00:00:00Z' },
    ]
    const { user } = open('?group=payments&tab=admins')
    const list = await screen.findByRole('list', { name: 'Invited' })
    within(list).getByText('mary@example.com')
    await user.type(screen.getByRole('combobox', { name: /Members or e-mail/ }), 'joan@example.com,')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('1 admin added or invited')
    expect(sent('add_group_admin')).toEqual([{ p_group_id: 1, p_email: 'joan@example.com' }])
  })
})
