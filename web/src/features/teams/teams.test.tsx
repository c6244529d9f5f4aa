// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/teams" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { place } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import type { Team } from './queries.ts'
import {
  admin,
  asReader,
  aTeam,
  aWorkspace,
  called,
  maker,
  open,
  refusal,
  theFeature,
  viewer,
} from './testing.tsx'

let teams: Team[]
let answers: Answers
let received: ReceivedRequest[]

function given(list: Team[], permissions: string[] = admin): void {
  teams = list
  answers = aWorkspace(teams, permissions)
  received = fakeServer(answers)
}

const calls = (name: string) => received.filter(({ path }) => path === `/rest/v1/rpc/${name}`)
const last = (name: string) => calls(name).at(-1)?.body
const select = (name: string) =>
  within(screen.getByText(name).closest<HTMLElement>('[role="row"]') as HTMLElement).getByRole('checkbox')

beforeEach(() => given([aTeam(1, 'Alpha'), aTeam(2, 'Beta'), aTeam(3, 'Gamma')]))

describe('the list', () => {
  it('is sorted and searched by the server, and keeps both in the address', async () => {
    const { user } = open()
    await screen.findByText('Alpha')
    expect(last('list_teams')).toMatchObject({ p_order: 'name', p_my_teams: false, p_limit: 50, p_offset: 0 })
    await user.click(screen.getByText('Last Edit'))
    await waitFor(() => expect(last('list_teams')).toMatchObject({ p_order: 'updated_at' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search teams' }), 'bet')
    await waitFor(() => expect(last('list_teams')).toMatchObject({ p_search: 'bet', p_order: 'updated_at' }))
    expect(place.current).toBe('/admin/teams?sort=updated_at&q=bet')
  })

  it('shows only the own teams on request', async () => {
    const { user } = open()
    await screen.findByText('Alpha')
    await user.click(screen.getByRole('combobox', { name: 'Show' }))
    await user.click(screen.getByRole('option', { name: 'My Teams' }))
    await waitFor(() => expect(last('list_teams')).toMatchObject({ p_my_teams: true }))
  })

  it('offers to forget filters that nothing matches', async () => {
    answers[called('list_teams')] = { items: [], total: 0 }
    const { user } = open('?q=nothing&show=mine')
    await screen.findByText('No items match your filters.')
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }))
    await waitFor(() => expect(last('list_teams')).toMatchObject({ p_search: '', p_my_teams: false }))
  })

  it('says what went wrong and tries again', async () => {
    answers[called('list_teams')] = refusal(403, 'WORKSPACE_IS_LOCKED', 'This workspace is locked.')
    const { user } = open()
    await screen.findByText('This workspace is locked.')
    answers[called('list_teams')] = { items: teams, total: 3 }
    await user.click(screen.getByRole('button', { name: /again|retry/i }))
    await screen.findByText('Alpha')
  })

  it('opens a team beside it', async () => {
    const { user } = open('?q=a')
    await user.click(await screen.findByText('Alpha'))
    await screen.findByRole('complementary', { name: 'Alpha' })
    expect(place.current).toBe('/admin/teams/alpha?q=a')
  })
})

describe('a new team', () => {
  it('is made, announced and opened where its members are added', async () => {
    answers[called('create_team')] = ({ body }: ReceivedRequest) => {
      const made = aTeam(4, (body as { p_name: string }).p_name)
      teams.push(made)
      return json(200, made)
    }
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Create Team' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Create Team' }))
    await user.type(dialog.getByLabelText(/Name/), 'Delta')
    await user.type(dialog.getByLabelText('Description'), 'Everybody else')
    const create = dialog.getByRole('button', { name: 'Create Team' })
    await waitFor(() => expect(create).toHaveProperty('disabled', false))
    await user.click(create)
    await screen.findByText('Team Created Successfully!')
    expect(last('create_team')).toMatchObject({
      p_workspace_id: 7,
      p_name: 'Delta',
      p_description: 'Everybody else',
    })
    await screen.findByRole('complementary', { name: 'Delta' })
    expect(place.current).toBe('/admin/teams/delta?tab=members')
  })

  it('cannot have the name of another: the field says so', async () => {
    const message = 'duplicate key value violates unique constraint "teams_workspace_id_name_key"'
    answers[called('create_team')] = () => json(409, { code: '23505', message, details: '', hint: '' })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Create Team' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText(/Name/), 'Alpha')
    const create = dialog.getByRole('button', { name: 'Create Team' })
    await waitFor(() => expect(create).toHaveProperty('disabled', false))
    await user.click(create)
    await dialog.findByText(
      'A team with this name already exists in this workspace. Please choose a different value.',
    )
    expect(dialog.getByLabelText(/Name/).getAttribute('aria-invalid')).toBe('true')
  })

  it('has a name and a description of limited length', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Create Team' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByLabelText('Description'))
    await user.paste('x'.repeat(301))
    await dialog.findByText('Must be no more than 300 characters.')
    await user.click(dialog.getByLabelText(/Name/))
    await user.paste('x'.repeat(101))
    await dialog.findByText('Must be no more than 100 characters')
    expect(dialog.getByRole('button', { name: 'Create Team' })).toHaveProperty('disabled', true)
  })

  it('is not offered to a viewer', async () => {
    given([aTeam(1, 'Alpha', asReader)], viewer)
    open()
    await screen.findByText('Alpha')
    expect(screen.queryByRole('button', { name: 'Create Team' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('the plan', () => {
  it('has a team limit, which leads to the plan once it is reached', async () => {
    answers[called('workspace_features')] = [theFeature({ usage: 3, max_quantity: 3 })]
    const { user } = open()
    await screen.findByText('Team Limit Reached')
    const sentence = 'You have reached your team limit of 3. Upgrade your plan to create more teams.'
    screen.getByText(sentence)
    expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/admin/billing')
    await user.click(screen.getByRole('button', { name: 'Create Team' }))
    within(screen.getByRole('dialog')).getByText(sentence)
  })

  it('tells a maker at the limit whom to ask', async () => {
    given([aTeam(1, 'Alpha', asReader)], maker)
    answers[called('workspace_features')] = [theFeature({ usage: 1, max_quantity: 1 })]
    const { user } = open()
    await screen.findByText('Team Limit Reached')
    await user.click(screen.getByRole('button', { name: 'Upgrade' }))
    await screen.findByText('Please contact your workspace admin to upgrade.')
  })

  it('may have no teams at all', async () => {
    given([])
    answers[called('workspace_features')] = [theFeature({ usage: 0, max_quantity: 0, in_plan: false })]
    const { user } = open()
    await screen.findByText('Unlock the power of your workspace')
    await user.click(screen.getByRole('button', { name: 'Create Team' }))
    await within(screen.getByRole('dialog')).findByText('Unlock the power of your workspace')
    expect(calls('create_team')).toEqual([])
  })

  it('without a limit says nothing', async () => {
    answers[called('workspace_features')] = [theFeature({ usage: 300, max_quantity: null })]
    open()
    await screen.findByText('Alpha')
    expect(screen.queryByText('Team Limit Reached')).toBeNull()
  })
})

describe('deleting selected teams', () => {
  const confirm = async (user: ReturnType<typeof open>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(screen.getByRole('dialog'))
    dialog.getByText(/Are you sure\?/)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
  }

  it('leaves those selected that could not be deleted, and says how it went', async () => {
    answers[called('delete_teams')] = () => {
      teams.splice(0, 1)
      return json(200, {
        results: [
          { key: 1, ok: true, message: null },
          { key: 3, ok: false, message: 'You do not have permission to do this in this team.' },
        ],
      })
    }
    const { user } = open()
    await screen.findByText('Alpha')
    await user.click(select('Alpha'))
    await user.click(select('Gamma'))
    await screen.findByText('2 items selected:')
    await confirm(user)
    await screen.findByText(
      '1 team deleted, 1 team could not be deleted: You do not have permission to do this in this team.',
    )
    expect(last('delete_teams')).toEqual({ p_team_ids: [1, 3] })
    await waitFor(() => expect(screen.queryByText('Alpha')).toBeNull())
    await screen.findByText('1 item selected:')
    expect(select('Gamma')).toHaveProperty('checked', true)
    expect(select('Beta')).toHaveProperty('checked', false)
  })

  it('keeps the question open when nothing came through', async () => {
    answers[called('delete_teams')] = refusal(403, 'WORKSPACE_IS_LOCKED', 'This workspace is locked.')
    const { user } = open()
    await screen.findByText('Alpha')
    await user.click(select('Alpha'))
    await confirm(user)
    await screen.findByText('Error deleting team')
    within(screen.getByRole('dialog')).getByText('This workspace is locked.')
  })

  it('closes the panel of a team that is gone', async () => {
    answers[called('delete_teams')] = () => {
      teams.splice(1, 1)
      return json(200, { results: [{ key: 2, ok: true, message: null }] })
    }
    const { user } = open('/beta')
    await screen.findByRole('complementary', { name: 'Beta' })
    await user.click(within(screen.getByRole('grid')).getAllByRole('checkbox')[2] as HTMLElement)
    await confirm(user)
    await waitFor(() => expect(place.current).toBe('/admin/teams'))
    await screen.findByText('1 team deleted.')
  })
})
