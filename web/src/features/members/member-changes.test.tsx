// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/members" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import {
  aMember,
  answersOf,
  aRequest,
  feature,
  openMembers,
  paymentRequired,
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
const dialog = async () => within(await screen.findByRole('dialog'))
type User = ReturnType<typeof open>['user']
const choose = async (
  user: User,
  inside: Awaited<ReturnType<typeof dialog>>,
  label: string,
  role: RegExp,
) => {
  await user.click(await inside.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: role }))
}
const select = async (user: User, ...names: string[]) => {
  for (const name of names) await user.click((await rowOf(name)).getByRole('checkbox'))
}
const act = async (user: User, name: string, action: string) => {
  await user.click((await rowOf(name)).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('changing a role', () => {
  it('asks first, then tells', async () => {
    answers[rpcPath('change_member_roles')] = { results: [{ key: 2, ok: true, message: null }] }
    const { user } = open()
    await choose(user, await rowOf('Grace Hopper'), 'Role of Grace Hopper', /^Viewer/)
    const asks = await dialog()
    expect(asks.getByText('Change Role?')).toBeTruthy()
    expect(bodyOf('change_member_roles')).toBeUndefined()
    await user.click(asks.getByRole('button', { name: 'Change Role' }))
    await screen.findByText('Role updated.')
    expect(bodyOf('change_member_roles')).toEqual({ p_workspace_id: 7, p_user_ids: [2], p_role: 'viewer' })
  })

  it('shows why a role cannot be given', async () => {
    const { user } = open()
    await user.click(
      await (await rowOf('Grace Hopper')).findByRole('combobox', { name: 'Role of Grace Hopper' }),
    )
    const owner = await screen.findByRole('option', { name: /^Owner/ })
    expect(owner.getAttribute('aria-disabled')).toBe('true')
    expect(owner.textContent).toContain('Only owners can give the owner role.')
  })

  it('stays open with the sentence of a refusal', async () => {
    const message = 'You cannot change a member who outranks you.'
    answers[rpcPath('change_member_roles')] = { results: [{ key: 2, ok: false, message }] }
    const { user } = open()
    await choose(user, await rowOf('Grace Hopper'), 'Role of Grace Hopper', /^Viewer/)
    await user.click((await dialog()).getByRole('button', { name: 'Change Role' }))
    await (await dialog()).findByText(`Could not update role: ${message}`)
  })

  it('leads to the plan for guests where it holds none', async () => {
    answers[rpcPath('workspace_features')] = [feature('members', 15, 4), feature('guests', 0, 0)]
    const { user } = open()
    await choose(user, await rowOf('Grace Hopper'), 'Role of Grace Hopper', /^Guest/)
    const upsell = await dialog()
    expect(upsell.getByText('Unlock the power of your workspace')).toBeTruthy()
    await user.click(upsell.getByRole('link', { name: 'Go to Billing' }))
    await screen.findByText('The plan')
  })

  it('of many is refused past the plan, and cannot be confirmed again', async () => {
    answers[rpcPath('change_member_roles')] = paymentRequired
    const { user } = open()
    await select(user, 'Grace Hopper', 'Karen Jones')
    await user.click(await screen.findByRole('button', { name: 'Change Role' }))
    const asks = await dialog()
    const confirm = asks.getByRole('button', { name: 'Change Role' })
    expect(confirm).toHaveProperty('disabled', true)
    await choose(user, asks, 'New role', /^Admin/)
    await user.click(confirm)
    await asks.findByText('Upgrade Required')
    expect(asks.getByText(/The limit for this role has been reached/).textContent).toContain(
      'The limit for this role has been reached. This workspace will need to be upgraded to complete this.',
    )
    expect(asks.getByRole('link', { name: 'Go to Billing' })).toBeTruthy()
    expect(confirm).toHaveProperty('disabled', true)
  })

  it('of many counts those who could not be updated and leaves them selected', async () => {
    answers[rpcPath('change_member_roles')] = {
      results: [
        { key: 2, ok: true, message: null },
        { key: 3, ok: false, message: 'No.' },
      ],
    }
    const { user } = open()
    await select(user, 'Grace Hopper', 'Karen Jones')
    await user.click(await screen.findByRole('button', { name: 'Change Role' }))
    const asks = await dialog()
    await choose(user, asks, 'New role', /^Admin/)
    await user.click(asks.getByRole('button', { name: 'Change Role' }))
    await screen.findByText('1 member could not be updated.')
    expect(screen.getByText('1 item selected:')).toBeTruthy()
    expect((await rowOf('Karen Jones')).getByRole('checkbox')).toHaveProperty('checked', true)
  })
})

describe('deleting and denying', () => {
  it('warns when nothing valid is selected', async () => {
    const { user } = open()
    await select(user, 'Grace Hopper')
    await user.click(await screen.findByRole('button', { name: 'Deny' }))
    const asks = await dialog()
    expect(asks.getByText('No request that waits for an answer is selected.')).toBeTruthy()
    expect(asks.getByRole('button', { name: 'Deny' })).toHaveProperty('disabled', true)
  })

  it('never lets one select oneself', async () => {
    open()
    expect((await rowOf('Ada Lovelace (you)')).getByRole('checkbox')).toHaveProperty('disabled', true)
  })

  it('asks before a member leaves', async () => {
    answers[rpcPath('remove_members')] = { results: [{ key: 2, ok: true, message: null }] }
    const { user } = open()
    await act(user, 'Grace Hopper', 'Delete Member')
    const asks = await dialog()
    expect(asks.getByText('Are you sure?')).toBeTruthy()
    await asks.findByText('They own no projects.')
    await user.click(asks.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Member Removed')
    expect(bodyOf('remove_members')).toMatchObject({ p_user_ids: [2], p_heir_id: null })
  })

  it('says how many projects pass on, and to whom the remover wants them', async () => {
    answers[rpcPath('projects_left_behind')] = 3
    answers[rpcPath('remove_members')] = { results: [{ key: 2, ok: true, message: null }] }
    const list = answers[rpcPath('list_members')] as { items: unknown[]; total: number }
    list.items.push(aMember(4, 'Joan Heir', 'maker'))
    const { user } = open()
    await act(user, 'Grace Hopper', 'Delete Member')
    const asks = await dialog()
    await asks.findByText('3 projects of theirs will belong to you.')
    await user.click(asks.getByRole('combobox', { name: 'Somebody else' }))
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    // Neither oneself, who leaves, nor who can own nothing.
    expect(offered).toEqual(['Joan Heir'])
    await user.click(screen.getByRole('option', { name: 'Joan Heir' }))
    await asks.findByText('3 projects of theirs will belong to Joan Heir.')
    await user.click(asks.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Member Removed')
    expect(bodyOf('remove_members')).toMatchObject({ p_user_ids: [2], p_heir_id: 4 })
  })

  it('selects all who match, beyond those that are loaded', async () => {
    const everybody = [2, 3, 4].map((id) => aMember(id, `Person ${id}`, 'maker'))
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    answers[rpcPath('list_members')] = async ({ body }: ReceivedRequest) => {
      const { p_offset } = body as { p_offset: number }
      // The rest is on its way, as it is for who has not scrolled there.
      if (p_offset > 0) await isAsked
      return json(200, { items: everybody.slice(p_offset, p_offset + 2), total: 3 })
    }
    answers['GET /rest/v1/workspace_invitations'] = []
    answers[rpcPath('workspace_join_requests')] = []
    const { user } = open()
    await select(user, 'Person 2', 'Person 3')
    await screen.findByText('2 items selected:')
    await user.click(screen.getByRole('button', { name: 'Select all 3' }))
    ask()
    await screen.findByText('3 items selected:')
    expect(screen.queryByRole('button', { name: /^Select all \d/ })).toBeNull()
  })

  it('says whose removal failed', async () => {
    answers[rpcPath('remove_members')] = {
      results: [{ key: 2, ok: false, message: 'The last owner stays.' }],
    }
    const { user } = open()
    await act(user, 'Grace Hopper', 'Delete Member')
    await user.click((await dialog()).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Error occurred while removing member grace@example.com: The last owner stays.')
  })

  it('withdraws an invitation', async () => {
    answers[rpcPath('revoke_invitations')] = {
      results: [{ key: 5, ok: false, message: 'Invitation not found.' }],
    }
    const { user } = open()
    await act(user, 'hedy@example.com', 'Delete Invitation')
    const asks = await dialog()
    await user.click(asks.getByRole('button', { name: 'Delete' }))
    await asks.findByText('Error on removeWorkspaceInvitation for Request:[5]: Invitation not found.')
    answers[rpcPath('revoke_invitations')] = { results: [{ key: 5, ok: true, message: null }] }
    await user.click(asks.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Invitation Removed')
  })

  it('denies a request', async () => {
    answers[rpcPath('decide_join_requests')] = {
      results: [{ key: 8, ok: false, message: 'Join request not found.' }],
    }
    const { user } = open()
    await act(user, 'Joan Clarke', 'Deny')
    const asks = await dialog()
    expect(asks.getByText('Are you sure?')).toBeTruthy()
    await user.click(asks.getByRole('button', { name: 'Deny' }))
    await asks.findByText('Error on DenyWorkspaceJoinRequest: Join request not found.')
    answers[rpcPath('decide_join_requests')] = { results: [{ key: 8, ok: true, message: null }] }
    await user.click(asks.getByRole('button', { name: 'Deny' }))
    await screen.findByText('Workspace Join Request denied')
    expect(bodyOf('decide_join_requests')).toEqual({
      p_workspace_id: 7,
      p_decisions: [{ user_id: 8, action: 'deny' }],
    })
  })

  it('sends an invitation again', async () => {
    answers[rpcPath('resend_invitations')] = {
      results: [{ key: 5, ok: false, message: 'This invitation was sent a moment ago.' }],
    }
    const { user } = open()
    await act(user, 'hedy@example.com', 'Resend Invitation')
    await screen.findByText('Error sending one or more invites: This invitation was sent a moment ago.')
  })
})

describe('approving', () => {
  const approve = async (user: User) => {
    await user.click(await screen.findByRole('button', { name: 'Approve Joan Clarke' }))
    const asks = await dialog()
    await user.click(asks.getByRole('button', { name: 'Approve' }))
    return asks
  }

  it('lets somebody in at the role chosen', async () => {
    answers[rpcPath('decide_join_requests')] = { results: [{ key: 8, ok: true, message: null }] }
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Approve Joan Clarke' }))
    const asks = await dialog()
    await choose(user, asks, 'Role', /^Viewer/)
    await user.click(asks.getByRole('button', { name: 'Approve' }))
    await screen.findByText('The request was approved.')
    expect(bodyOf('decide_join_requests')).toMatchObject({ p_decisions: [{ user_id: 8, action: 'viewer' }] })
  })

  it('says what failed', async () => {
    answers[rpcPath('decide_join_requests')] = {
      results: [{ key: 8, ok: false, message: 'Join request not found.' }],
    }
    const { user } = open()
    await (await approve(user)).findByText('Error approving join request: Join request not found.')
  })

  it('past the limit leads to the plan', async () => {
    answers[rpcPath('decide_join_requests')] = paymentRequired
    const { user } = open()
    await approve(user)
    await screen.findByText('Unlock the power of your workspace')
  })

  it('past the limit of an enterprise plan says whom to ask', async () => {
    answers[rpcPath('decide_join_requests')] = paymentRequired
    answers[rpcPath('workspace_features')] = [
      feature('members', 4, 4),
      feature('guests', null, 0),
      { ...feature('account_manager', null, null), type: 'toggle' },
    ]
    const { user } = open()
    await (await approve(user)).findByText(
      'This workspace has reached its member limit. Contact your account manager to add more seats.',
    )
  })

  it('of many is refused past the plan', async () => {
    answers[rpcPath('decide_join_requests')] = paymentRequired
    answers[rpcPath('workspace_join_requests')] = [
      aRequest(),
      aRequest({ id: 4, user_id: 9, full_name: 'Mary Ross' }),
    ]
    const { user } = open()
    await select(user, 'Joan Clarke', 'Mary Ross')
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const asks = await dialog()
    await user.click(asks.getByRole('button', { name: 'Approve' }))
    await asks.findByText('Upgrade Required')
    expect(asks.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true)
  })
})
