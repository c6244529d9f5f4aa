// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/docs/pets" }
import '../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, place, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { inWords } from '../../shared/ui/in-words.ts'
import { ShareDialog } from './ShareDialog.tsx'

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`
const refusal = (status: number, code: string, message: string) =>
  json(status, { code: `PT${status}`, message, hint: code, details: null })

const toAdmin = [
  'project_read',
  'project_members_add',
  'project_viewer_add',
  'project_editor_add',
  'project_admin_add',
  'project_member_delete',
  'project_update',
]
const as = (role: string, permissions: string[]) => permissions.map((permission) => ({ role, permission }))

const person = (id: number, name: string, more: object = {}) => ({
  user_id: id,
  display_name: name,
  username: name.toLowerCase(),
  avatar_url: null,
  email: `${name.toLowerCase()}@example.com`,
  workspace_role: 'maker',
  role: 'editor',
  effective_role: 'editor',
  explanation: 'editor, because the project was shared by name',
  sources: [],
  may_change: true,
  may_remove: true,
  ...more,
})

const team = (id: number, name: string) => ({
  team_id: id,
  name,
  slug: name.toLowerCase(),
  icon: 'cube',
  icon_color: '#2ea44e',
  role: 'editor',
  member_count: 2,
  has_read_only_workspace_roles: false,
})

const access = (items: object[], more: object = {}) => ({
  items,
  total: items.length,
  invitations: [],
  everyone: [],
  visibility: 'internal',
  ...more,
})

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    [rpc('workspace_by_slug')]: acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [rpc('me')]: ada,
    [rpc('my_permissions')]: as('owner', [
      'WorkspaceMembersInvite',
      'WorkspaceFullMember',
      'WorkspaceBilling',
    ]),
    [rpc('my_project_permissions')]: as('owner', [...toAdmin, 'project_ownership_update']),
    [rpc('workspace_features')]: [
      { name: 'teams', type: 'limit', max_quantity: 20, usage: 4, pending: 0, allowed: true, in_plan: true },
      { name: 'private_projects', type: 'toggle', allowed: false, in_plan: false },
      { name: 'members', type: 'limit', max_quantity: 5, usage: 2, pending: 0, allowed: true, in_plan: true },
    ],
    [rpc('project_access_list')]: access([
      person(1, 'Ada', { role: 'owner', may_change: false, may_remove: false }),
      person(2, 'Milo'),
      person(3, 'Vera', {
        workspace_role: 'viewer',
        role: null,
        effective_role: 'viewer',
        explanation: 'viewer, because of the team Payments',
        may_remove: false,
      }),
    ]),
    [rpc('project_teams_list')]: ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name, index) =>
      team(index + 1, name),
    ),
    [rpc('project_assignable_members')]: [person(9, 'Nora')],
    [rpc('project_assignable_teams')]: [team(9, 'Zeta')],
    [rpc('assignable_roles')]: [
      { role: 'maker', allowed: true, reason: null, needs_upgrade: false },
      { role: 'guest', allowed: true, reason: null, needs_upgrade: true },
    ],
    [rpc('explain_access')]: {
      user: { user_id: 1, display_name: 'Ada' },
      summary: 'owner, because the project belongs to them',
      reasons: [{ sentence: 'owner, because the project belongs to them', counts: true }],
      cannot: [{ permission: 'project_leave', sentence: 'cannot leave: the ownership has to pass on first' }],
    },
    'GET /rest/v1/project_members': [],
    'GET /rest/v1/projects': { slug: 'pets', visibility: 'internal', flavor: 'design', group_id: null },
    'GET /rest/v1/workspaces': { allow_public_projects: false },
    'GraphQL GroupList': { data: { groupsCollection: { edges: [] } } },
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/docs/pets',
    <OnWorkspace>
      <ShareDialog open onClose={() => undefined} projectId={5} projectName="Pets" />
      <ToastLog />
    </OnWorkspace>,
  )
const sentTo = (name: string) =>
  received.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)
const rowOf = async (name: string) => within(await screen.findByRole('listitem', { name }))

describe('the members of a project', () => {
  it('are listed with the reason for their access', async () => {
    open()
    expect((await rowOf('Milo')).getByText('editor, because the project was shared by name')).toBeDefined()
    const vera = await rowOf('Vera')
    expect(vera.getByText('viewer, because of the team Payments')).toBeDefined()
    expect(vera.queryByRole('combobox')).toBeNull()
  })

  it('get another role, at once', async () => {
    answers[rpc('set_project_member')] = null
    const { user } = open()
    await user.click((await rowOf('Milo')).getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: /^Admin/ }))
    await screen.findByText('Role updated.')
    expect(sentTo('set_project_member')).toEqual([{ p_project_id: 5, p_user_id: 2, p_role: 'admin' }])
  })

  it('become the owner only after a question, and it is told when that fails', async () => {
    answers[rpc('transfer_project_ownership')] = () => refusal(403, 'ACTION_PROHIBITED', 'Not now.')
    const { user } = open()
    await user.click((await rowOf('Milo')).getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: /^Owner/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Transfer Ownership?' }))
    expect(question.getByText(/The previous owner becomes an admin/)).toBeDefined()
    expect(sentTo('transfer_project_ownership')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Transfer' }))
    await screen.findByText('Could not transfer the ownership: Not now.')
  })

  it('cannot be given more than the caller has', async () => {
    answers[rpc('my_project_permissions')] = as('viewer', ['project_members_add', 'project_viewer_add'])
    const { user } = open()
    await user.click((await rowOf('Milo')).getByRole('combobox'))
    const admin = await screen.findByRole('option', { name: /^Admin/ })
    expect(admin.getAttribute('aria-disabled')).toBe('true')
    expect(admin.textContent).toContain('You can only give roles up to your own.')
  })

  it('are removed after a question', async () => {
    answers[rpc('remove_project_member')] = null
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Remove Milo' }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await screen.findByText('Member Removed')
  })
})

describe('sharing', () => {
  const share = async (user: ReturnType<typeof open>['user'], text: string) => {
    await user.type(await screen.findByLabelText('Members or e-mail addresses'), text)
  }

  it('invites an address at a project and a workspace role', async () => {
    answers[rpc('add_project_members')] = {
      results: [{ key: 'new@example.com', ok: true, status: null, message: null }],
    }
    const { user } = open()
    await share(user, 'new@example.com,')
    await screen.findByLabelText('Workspace role of those invited')
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await screen.findByText('Member(s) Added Successfully!')
    expect(sentTo('add_project_members')).toEqual([
      { p_project_id: 5, p_members: [{ email: 'new@example.com', role: 'editor', workspace_role: 'maker' }] },
    ])
    expect(screen.queryByText('new@example.com')).toBeNull()
  })

  it('keeps whom the plan has no seat for, and leads to billing', async () => {
    answers[rpc('add_project_members')] = {
      results: [{ key: 'new@example.com', ok: false, status: 402, message: 'Please upgrade your plan.' }],
    }
    const { user } = open()
    await share(user, 'new@example.com,')
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await screen.findByText(/The limit for this role has been reached/)
    expect(screen.getByRole('link', { name: 'Go to Billing' }).getAttribute('href')).toBe('/admin/billing')
    expect(screen.getByText('new@example.com')).toBeDefined()
  })

  it('gives a member the project by name', async () => {
    answers[rpc('add_project_members')] = { results: [{ key: 9, ok: true, status: null, message: null }] }
    const { user } = open()
    await share(user, 'Nor')
    await user.click(await screen.findByRole('option', { name: /Nora/ }))
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await screen.findByText('Member(s) Added Successfully!')
    expect(sentTo('add_project_members')).toEqual([
      { p_project_id: 5, p_members: [{ user_id: 9, role: 'editor' }] },
    ])
  })
})

describe('the teams of a project', () => {
  it('are three in a dialog until all are wanted', async () => {
    const { user } = open()
    await rowOf('Gamma')
    expect(screen.queryByRole('listitem', { name: 'Delta' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all 4' }))
    await rowOf('Delta')
  })

  it('are not there where the plan has no teams', async () => {
    answers[rpc('workspace_features')] = [{ name: 'teams', type: 'limit', in_plan: false, allowed: false }]
    open()
    await rowOf('Milo')
    expect(screen.queryByRole('heading', { name: 'Teams' })).toBeNull()
    expect(sentTo('project_teams_list')).toEqual([])
  })

  it('grow by another one', async () => {
    answers[rpc('set_project_team')] = {}
    const { user } = open()
    await user.click(await screen.findByLabelText('Team'))
    await user.click(await screen.findByRole('option', { name: 'Zeta' }))
    await user.click(screen.getByRole('button', { name: 'Add Team' }))
    await waitFor(() =>
      expect(sentTo('set_project_team')).toEqual([{ p_project_id: 5, p_team_id: 9, p_role: 'editor' }]),
    )
  })
})

describe('the visibility', () => {
  it('says why some cannot be had', async () => {
    const { user } = open()
    await screen.findByText(/Everybody in the workspace but guests can read it/)
    await waitFor(() =>
      expect(received.some(({ path }) => path.startsWith('/rest/v1/workspaces'))).toBe(true),
    )
    await user.click(screen.getByRole('combobox', { name: /Visibility/ }))
    const option = async (name: RegExp) => (await screen.findByRole('option', { name })).textContent
    await waitFor(async () =>
      expect(await option(/^Public/)).toContain('Unable to set project visibility to public'),
    )
    expect(await option(/^Private/)).toContain('Unable to create a private project')
  })

  it('changes after a question, and stays when the server refuses', async () => {
    answers['GET /rest/v1/workspaces'] = { allow_public_projects: true }
    answers['PATCH /rest/v1/projects'] = () =>
      refusal(400, 'VALIDATION_ERROR', 'Unable to set project visibility to public')
    const { user } = open()
    await user.click(await screen.findByRole('combobox', { name: /Visibility/ }))
    await user.click(await screen.findByRole('option', { name: /^Public/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Change Visibility?' }))
    await user.click(question.getByRole('button', { name: 'Change' }))
    await screen.findByText('Error changing the visibility: Unable to set project visibility to public')
    expect((await screen.findByRole('combobox', { name: /Visibility/ })).textContent).toBe('Internal')
  })
})

describe('a reader who may not share', () => {
  it('sees why they have access, and leaves', async () => {
    answers[rpc('my_project_permissions')] = as('guest', ['project_read', 'project_leave'])
    answers['GET /rest/v1/project_members'] = [{ role: 'guest' }]
    answers[rpc('explain_access')] = {
      user: { user_id: 1, display_name: 'Ada' },
      summary: 'guest, because the project was shared by name',
      reasons: [],
      cannot: [
        { permission: 'project_contents_update', sentence: 'cannot edit: workspace guests are read-only' },
        { permission: 'project_delete', sentence: 'cannot delete: workspace guests are read-only' },
      ],
    }
    answers[rpc('leave_project')] = null
    answers['GET /rest/v1/projects'] = []
    const { user } = open()
    await screen.findByText('guest, because the project was shared by name')
    expect(screen.queryByRole('heading', { name: 'Members' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Why? Your access' }))
    await screen.findByText('cannot edit or delete: workspace guests are read-only')
    await user.click(await screen.findByRole('button', { name: 'Leave Project' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByText('You are no longer a member of the project')
    // Home, instead of a page that is not found.
    await waitFor(() => expect(place.current).toBe('/'))
  })
})

it('what somebody cannot do is told reason by reason', () => {
  expect(inWords(['cannot edit: no', 'cannot share: no', 'cannot delete: never', 'odd'])).toEqual([
    'cannot edit or share: no',
    'cannot delete: never',
    'odd',
  ])
})
