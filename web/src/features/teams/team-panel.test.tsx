// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/teams" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import type { TeamMember } from './member-queries.ts'
import type { Team } from './queries.ts'
import { admin, aMember, asReader, aTeam, aWorkspace, called, open, refusal, viewer } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

const ada = aMember('Ada', { user_id: 1, role: 'admin', workspace_role: 'admin' })
const vera = aMember('Vera', { user_id: 30, workspace_role: 'viewer', may_change: false })
const grace = aMember('Grace', { user_id: 20 })
const invited = aMember('new@example.com', {
  type: 'invitation',
  user_id: null,
  invitation_id: 5,
  email: 'new@example.com',
})

function given(team: Partial<Team>, members: TeamMember[] = [], permissions: string[] = admin): void {
  answers = aWorkspace([aTeam(1, 'Alpha', team)], permissions)
  answers[called('team_members_list')] = { items: members, total: members.length }
  received = fakeServer(answers)
}

const calls = (name: string) => received.filter(({ path }) => path === `/rest/v1/rpc/${name}`)
const last = (name: string) => calls(name).at(-1)?.body
const chooseRole = async (user: ReturnType<typeof open>['user'], who: string, role: RegExp) => {
  await user.click(await screen.findByRole('combobox', { name: `Role of ${who}` }))
  await user.click(await screen.findByRole('option', { name: role }))
}

beforeEach(() => given({}, [ada, grace, vera, invited]))

describe('the overview', () => {
  it('tells what the team is for, its projects with roles, its admins and why one may what one may', async () => {
    given({
      description: 'Everything about payments',
      projects: [{ id: 3, slug: 'orders-api', name: 'Orders API', role: 'editor' }],
      project_count: 1,
      admins: [{ user_id: 1, display_name: 'Ada Lovelace', avatar_url: null }],
      admins_count: 4,
    })
    const { user } = open('/alpha')
    const panel = within(await screen.findByRole('complementary', { name: 'Alpha' }))
    panel.getByText('Everything about payments')
    expect(panel.getByRole('link', { name: 'Orders API' }).getAttribute('href')).toBe('/docs/orders-api')
    panel.getByText('Editor')
    panel.getByText('Ada Lovelace')
    await panel.findByText('Admin, because workspace admins administer everything.')
    await user.click(panel.getByRole('button', { name: 'and 3 more' }))
    expect(place.current).toBe('/admin/teams/alpha?tab=members')
  })

  it('shows the rest of many projects on request', async () => {
    const projects = [1, 2].map((id) => ({
      id,
      slug: `p${id}`,
      name: `Project ${id}`,
      role: 'viewer' as const,
    }))
    given({ projects: projects.slice(0, 1), project_count: 2 })
    answers['GET /rest/v1/project_teams'] = projects.map(({ role, ...project }) => ({ role, project }))
    const { user } = open('/alpha')
    await user.click(await screen.findByRole('button', { name: 'Show all 2' }))
    await screen.findByRole('link', { name: 'Project 2' })
    expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull()
  })

  it('of a team that is not there says so', async () => {
    const { user } = open('/nowhere')
    await screen.findByRole('complementary', { name: 'Team Not Found' })
    await user.click(screen.getByRole('button', { name: 'Back to the teams' }))
    expect(place.current).toBe('/admin/teams')
  })

  it('says what went wrong and tries again', async () => {
    answers['GET /rest/v1/teams'] = refusal(403, 'WORKSPACE_IS_LOCKED', 'This workspace is locked.')
    answers[called('list_teams')] = { items: [], total: 0 }
    const { user } = open('/alpha')
    await screen.findByText('This workspace is locked.')
    answers['GET /rest/v1/teams'] = [{ id: 1 }]
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('complementary', { name: 'Alpha' })
  })
})

describe('members', () => {
  it('are only shown to whoever may not change them', async () => {
    given(asReader, [{ ...grace, may_remove: false }], viewer)
    open('/alpha?tab=members')
    await screen.findByText('Grace')
    expect(screen.queryByRole('combobox', { name: /Role of|Add members/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Remove|Leave/ })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull()
  })

  it('get another role', async () => {
    answers[called('set_team_member')] = {}
    const { user } = open('/alpha?tab=members')
    await chooseRole(user, 'Grace', /^Admin/)
    await waitFor(() =>
      expect(last('set_team_member')).toEqual({ p_team_id: 1, p_user_id: 20, p_role: 'admin' }),
    )
  })

  it('who is the last admin steps down only after a question', async () => {
    given({ admins_count: 1 }, [ada, grace])
    answers[called('set_team_member')] = {}
    const { user } = open('/alpha?tab=members')
    await chooseRole(user, 'Ada', /^Member/)
    const question = within(await screen.findByRole('dialog', { name: 'Leave the team without an admin?' }))
    expect(calls('set_team_member')).toHaveLength(0)
    await user.click(question.getByRole('button', { name: 'Make Member' }))
    await waitFor(() =>
      expect(last('set_team_member')).toEqual({ p_team_id: 1, p_user_id: 1, p_role: 'member' }),
    )
  })

  it('who are viewers can only be members: the choice says why', async () => {
    const { user } = open('/alpha?tab=members')
    await user.click(await screen.findByRole('combobox', { name: 'Role of Vera' }))
    const option = await screen.findByRole('option', { name: /Admin/ })
    expect(option.getAttribute('aria-disabled')).toBe('true')
    within(option).getByText('Viewers and guests can only be members of a team.')
  })

  it('keep their role when the server refuses, and it is said why', async () => {
    answers[called('set_team_member')] = refusal(403, 'INSUFFICIENT_PERMISSIONS', 'Not here.')
    const { user } = open('/alpha?tab=members')
    await chooseRole(user, 'Grace', /^Admin/)
    await screen.findByText('Unable to update Grace role to Admin: Not here.')
    expect(screen.getByRole('combobox', { name: 'Role of Grace' }).textContent).toContain('Member')
  })

  it('are removed once that was confirmed; invitations by their address', async () => {
    answers[called('remove_team_member')] = () => new Response(null, { status: 204 })
    const { user } = open('/alpha?tab=members')
    await screen.findByText('Invited')
    await user.click(screen.getByRole('button', { name: 'Remove new@example.com' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(last('remove_team_member')).toEqual({ p_team_id: 1, p_email: 'new@example.com' }),
    )
  })

  it('that could not be removed stay, and it is said why', async () => {
    answers[called('remove_team_member')] = refusal(404, 'NOT_FOUND', 'Member not found.')
    const { user } = open('/alpha?tab=members')
    await user.click(await screen.findByRole('button', { name: 'Remove Grace' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await screen.findByText('Unable to remove Grace from Alpha: Member not found.')
  })

  it('are searched by the server', async () => {
    const { user } = open('/alpha?tab=members')
    await screen.findByText('Grace')
    answers[called('team_members_list')] = { items: [], total: 0 }
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'zoe')
    await screen.findByText('No items match your filters.')
    expect(last('team_members_list')).toMatchObject({ p_team_id: 1, p_search: 'zoe' })
  })
})

describe('adding', () => {
  const pick = async (user: ReturnType<typeof open>['user'], address: string) => {
    const box = await screen.findByRole('combobox', { name: 'Add members' })
    await user.click(box)
    await user.click(await screen.findByRole('option', { name: /Zoe/ }))
    await user.type(box, `${address},`)
  }
  const answer = (...results: object[]) => ({ results, succeeded: 0, failed: 0 })

  beforeEach(() => {
    answers[called('team_assignable_members')] = [
      {
        user_id: 40,
        display_name: 'Zoe',
        email: 'zoe@example.com',
        avatar_url: null,
        workspace_role: 'guest',
      },
    ]
  })

  it('takes members by name and invites addresses', async () => {
    answers[called('set_team_members')] = answer(
      { ok: true, message: null, value: { type: 'member' } },
      { ok: true, message: null, value: { type: 'invitation' } },
    )
    const { user } = open('/alpha?tab=members')
    await pick(user, 'someone@example.com')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('1 member added to Alpha. 1 invitation sent.')
    expect(last('set_team_members')).toEqual({
      p_team_id: 1,
      p_members: [
        { user_id: 40, role: 'member' },
        { email: 'someone@example.com', role: 'member' },
      ],
    })
  })

  it('keeps whom the server refused, and says why', async () => {
    const why = 'Your current plan does not allow for this. Please upgrade your plan.'
    answers[called('set_team_members')] = answer(
      { ok: true, message: null, value: { type: 'member' } },
      { ok: false, message: why, value: null },
    )
    const { user } = open('/alpha?tab=members')
    await pick(user, 'someone@example.com')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText(`someone@example.com: ${why}`)
    screen.getByText('1 member added to Alpha.')
    expect(screen.getAllByText('someone@example.com')).toHaveLength(1)
  })

  it('does not make a guest an admin', async () => {
    const { user } = open('/alpha?tab=members')
    await pick(user, 'someone@example.com')
    await user.click(screen.getByRole('combobox', { name: /^Role$/ }))
    expect(screen.getByRole('option', { name: /^Admin/ }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('leaving', () => {
  const leave = async () => {
    const { user } = open('/alpha')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave Team' }))
  }

  beforeEach(() => given({ my_role: 'member', my_permissions: ['team_view', 'team_leave'] }))

  it('gives up the own place', async () => {
    answers[called('leave_team')] = () => new Response(null, { status: 204 })
    await leave()
    await screen.findByText('You have left Alpha.')
    expect(last('leave_team')).toEqual({ p_team_id: 1 })
  })

  it('may be refused', async () => {
    answers[called('leave_team')] = refusal(404, 'NOT_FOUND', 'You are not a member of this team.')
    await leave()
    await screen.findByText('Error leaving team')
    await screen.findByText('You are not a member of this team.')
  })

  it('may fail altogether', async () => {
    answers[called('leave_team')] = () => json(500, { code: 'XX000', message: 'x', details: '', hint: '' })
    await leave()
    await screen.findByText('Unexpected error leaving team')
  })
})

describe('the settings', () => {
  it('are saved when valid and changed', async () => {
    answers[called('update_team')] = aTeam(1, 'Alpha', { name: 'Omega' })
    const { user } = open('/alpha?tab=settings')
    const name = await screen.findByLabelText(/Name/)
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save).toHaveProperty('disabled', true)
    await user.clear(name)
    await user.type(name, 'Omega')
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await screen.findByText('Save Successful')
    expect(last('update_team')).toEqual({ p_team_id: 1, p_name: 'Omega', p_seen: { name: 'Alpha' } })
  })

  it('are not saved over what somebody else saved meanwhile', async () => {
    answers[called('update_team')] = () => {
      answers[called('team_details')] = aTeam(1, 'Alpha', { name: 'Beta' })
      const message = 'Grace Hopper changed this meanwhile.'
      return json(409, { code: 'PT409', message, details: '{"field": "name"}', hint: 'CONFLICT' })
    }
    const { user } = open('/alpha?tab=settings')
    await user.type(await screen.findByLabelText(/Name/), '!')
    const save = screen.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await screen.findByText('Meanwhile “Name” was changed to “Beta”. Save again to replace it.')
    answers[called('update_team')] = aTeam(1, 'Alpha', { name: 'Alpha!' })
    await user.click(save)
    await screen.findByText('Save Successful')
    expect(last('update_team')).toEqual({ p_team_id: 1, p_name: 'Alpha!', p_seen: { name: 'Beta' } })
  })

  it('are saved after one change, such as a name that was pasted', async () => {
    answers[called('update_team')] = aTeam(1, 'Alpha', { name: 'AlphaOmega' })
    const { user } = open('/alpha?tab=settings')
    await user.click(await screen.findByLabelText(/Name/))
    await user.paste('Omega')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false),
    )
  })

  it('show a name that another team has at its field', async () => {
    const message = 'duplicate key value violates unique constraint "teams_workspace_id_name_key"'
    answers[called('update_team')] = () => json(409, { code: '23505', message, details: '', hint: '' })
    const { user } = open('/alpha?tab=settings')
    await user.type(await screen.findByLabelText(/Name/), ' two')
    const save = screen.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await screen.findByText(/A team with this name already exists/)
  })

  it('delete the team once its name was typed', async () => {
    answers[called('delete_team')] = () => new Response(null, { status: 204 })
    const { user } = open('/alpha?tab=settings')
    await user.click(await screen.findByRole('button', { name: 'Delete Team' }))
    const dialog = within(screen.getByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: 'Delete Team' })
    await user.type(dialog.getByRole('textbox'), 'Alph')
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), 'a')
    await user.click(confirm)
    await waitFor(() => expect(place.current).toBe('/admin/teams'))
    expect(last('delete_team')).toEqual({ p_team_id: 1 })
  })

  it('keep a team that could not be deleted', async () => {
    answers[called('delete_team')] = refusal(403, 'INSUFFICIENT_PERMISSIONS', 'Not here.')
    const { user } = open('/alpha?tab=settings')
    await user.click(await screen.findByRole('button', { name: 'Delete Team' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Alpha')
    await user.click(dialog.getByRole('button', { name: 'Delete Team' }))
    await screen.findByText('Error deleting team')
    expect(place.current).toBe('/admin/teams/alpha?tab=settings')
  })
})
