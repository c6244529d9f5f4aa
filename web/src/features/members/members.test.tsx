// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/members" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../../shared/testing/render.tsx'
import { fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import {
  aMember,
  anInvitation,
  answersOf,
  aRequest,
  feature,
  grants,
  openMembers,
  rowOf,
  rpcPath,
} from './testing.tsx'

let answers: ReturnType<typeof answersOf>
let received: ReceivedRequest[]
beforeEach(() => {
  answers = answersOf()
  received = fakeServer(answers)
})

const open = openMembers
const bodyOf = (name: string) =>
  received.findLast(({ path }) => path === rpcPath(name).slice('POST '.length))?.body

describe('the list', () => {
  it('shows who waits before who belongs', async () => {
    open()
    await screen.findByText('Grace Hopper')
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Joan Clarke'),
      expect.stringContaining('hedy@example.com'),
      expect.stringContaining('Ada Lovelace (you)'),
      expect.stringContaining('Grace Hopper'),
      expect.stringContaining('Karen Jones'),
    ])
  })

  it('is filtered and sorted by the server, and says so in the address', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('combobox', { name: 'Role' }))
    await user.click(await screen.findByRole('option', { name: 'Billing Admin' }))
    await waitFor(() =>
      expect(bodyOf('list_members')).toMatchObject({ p_roles: ['billing'], p_order: 'name' }),
    )
    await user.click(await screen.findByText('Last Seen'))
    await waitFor(() => expect(bodyOf('list_members')).toMatchObject({ p_order: 'last_seen_at' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'gra')
    await waitFor(() => expect(bodyOf('list_members')).toMatchObject({ p_search: 'gra', p_limit: 500 }))
    expect(place.current).toBe('/admin/members?role=billing&sort=last_seen_at&q=gra')
  })

  it('holds who was denied only for who looks for the pending', async () => {
    answers[rpcPath('workspace_join_requests')] = [aRequest({ is_denied: true })]
    open('?role=pending')
    const row = await rowOf('Joan Clarke')
    expect(row.getByText('Denied')).toBeTruthy()
    expect(screen.queryByText('Grace Hopper')).toBeNull()
  })

  it('says when nothing matches, and resets the filters', async () => {
    const { user } = open('?role=pending&q=nobody')
    await screen.findByText('No items match your filters.')
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }))
    await screen.findByText('Grace Hopper')
  })

  it('can be asked for again when it failed', async () => {
    const list = answers[rpcPath('list_members')]
    answers[rpcPath('list_members')] = () => json(500, { code: 'XX000', message: 'broken', details: null })
    const { user } = open('?role=maker')
    const retry = await screen.findByRole('button', { name: /try again|retry/i })
    answers[rpcPath('list_members')] = list
    await user.click(retry)
    await screen.findByText('Grace Hopper')
  })

  it('lets a maker invite but change nobody', async () => {
    answers[rpcPath('my_permissions')] = grants('maker', ['WorkspaceMembersRead', 'WorkspaceMembersInvite'])
    const reason = 'Your role does not let you change roles or remove members.'
    const fixed = { may_change_role: false, may_remove: false, reason }
    answers[rpcPath('list_members')] = { items: [aMember(2, 'Grace Hopper', 'maker', fixed)], total: 1 }
    open()
    const row = await rowOf('Grace Hopper')
    expect(row.getByRole('note', { name: `Role of Grace Hopper: Maker. ${reason}` })).toBeTruthy()
    expect(row.queryByRole('checkbox')).toBeNull()
    expect(screen.getByRole('button', { name: 'Invite Members' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve Joan Clarke' })).toBeNull()
  })
})

describe('the panel', () => {
  it('tells role, last seen, and why somebody may or may not do things', async () => {
    answers[rpcPath('explain_access')] = {
      summary: 'maker of the workspace',
      reasons: [
        {
          source: 'membership',
          role: 'maker',
          counts: true,
          sentence: 'maker, because that is their role in the workspace',
        },
      ],
      cannot: [
        { permission: 'WorkspaceBilling', sentence: 'cannot manage billing: it needs billing or owner' },
      ],
    }
    const { user } = open()
    await user.click(await screen.findByText('Grace Hopper'))
    const panel = within(await screen.findByRole('complementary'))
    await panel.findByText(
      'Maker, because that is their role in the workspace: create, edit and share projects',
    )
    expect(panel.getByText('Cannot manage billing: it needs billing or owner')).toBeTruthy()
    expect(bodyOf('explain_access')).toEqual({ p_user_id: 2, p_kind: 'workspace', p_object_id: 7 })
    expect(place.current).toBe('/admin/members?open=member-2')
    await user.click(panel.getByRole('button', { name: 'Close' }))
    expect(place.current).toBe('/admin/members')
  })

  it('of an invitation tells who invited', async () => {
    answers['GET /rest/v1/workspace_invitations'] = [anInvitation({ expires_at: '2020-01-01T00:00:00Z' })]
    open('?open=invitation-5')
    const panel = within(await screen.findByRole('complementary'))
    expect(panel.getByText('Grace Hopper')).toBeTruthy()
    expect(panel.getAllByText('Expired').length).toBeGreaterThan(0)
    expect(panel.getByRole('button', { name: 'Resend Invitation' })).toBeTruthy()
  })
})

describe('the limits', () => {
  it('are said when they are reached, with the way to the plan', async () => {
    answers[rpcPath('workspace_features')] = [feature('members', 4, 4), feature('guests', 10, 9)]
    open()
    await screen.findByText('Member Limit Reached')
    expect(
      screen.getByText('You have reached your member limit of 4. Upgrade your plan to add more members.'),
    ).toBeTruthy()
    expect(screen.getByText('Close to the limit')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Billing' })).toBeTruthy()
  })

  it('are agreed on with the account manager where the plan has one', async () => {
    answers[rpcPath('workspace_features')] = [
      feature('members', 4, 4),
      feature('guests', 10, 9),
      { ...feature('account_manager', null, null), type: 'toggle' },
    ]
    open()
    await screen.findByText('Please contact your account manager to update the member limit.')
    expect(screen.queryByRole('link', { name: 'Go to Billing' })).toBeNull()
  })
})
