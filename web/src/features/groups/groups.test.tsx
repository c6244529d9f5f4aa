// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/projects" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import Button from '@mui/material/Button'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { OnWorkspace, place, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest } from '../../shared/testing/server.ts'
import type { Group, Project } from './model.ts'
import ProjectsRoutes from './routes.tsx'
import { aGroup, aProject, aWorkspaceFor, payments } from './testing.ts'
import { useTableRows } from './use-table-rows.ts'
import type { View } from './use-view.ts'

let groups: Group[]
let projects: Project[]
let answers: Answers
let received: ReceivedRequest[]

function serve(role: string) {
  answers = aWorkspaceFor(
    role,
    () => groups,
    () => projects,
  )
  received = fakeServer(answers)
}

beforeEach(() => {
  groups = [
    aGroup({ id: 1 }),
    aGroup({ id: 2, name: 'Shipping', slug: 'shipping', visibility: 'public', projects_count: 0 }),
  ]
  projects = [
    aProject({ id: 1, group: payments }),
    aProject({ id: 2, name: 'Refunds', slug: 'refunds', group: payments, flavor: 'style_guide' }),
    aProject({ id: 3, name: 'Weather', slug: 'weather', visibility: 'public' }),
  ]
  serve('owner')
})

const open = (query = '') =>
  renderAt(
    `/admin/projects${query}`,
    <OnWorkspace>
      <ProjectsRoutes />
      <ToastLog />
    </OnWorkspace>,
  )

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const row = (name: string | RegExp) => screen.getByRole('row', { name: new RegExp(name) })
const rpc = (name: string) => `POST /rest/v1/rpc/${name}`
const sent = (name: string) =>
  received.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)

type User = ReturnType<typeof open>['user']

async function choose(user: User, name: string, action: string) {
  await user.click(within(row(name)).getByRole('button', { name: /More actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the list', () => {
  it('shows projects under their groups, those without one last', async () => {
    open()
    await screen.findByText('Cards')
    await screen.findByText('Weather')
    expect(names()).toEqual([
      'Payments2 projects',
      'Cards',
      'Refunds',
      'Shipping0 projects',
      'No group1 project',
      'Weather',
    ])
  })

  it('folds a group', async () => {
    const { user } = open()
    await screen.findByText('Cards')
    await user.click(screen.getByRole('button', { name: 'Collapse Payments' }))
    expect(screen.queryByText('Cards')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Expand Payments' }))
    await screen.findByText('Cards')
  })

  it('finds by name, in all groups', async () => {
    const { user } = open()
    await screen.findByText('Cards')
    await user.type(screen.getByRole('searchbox', { name: 'Search projects and groups' }), 'weath')
    await waitFor(() => expect(names()).toEqual(['No group1 project', 'Weather']))
    expect(place.current).toContain('search=weath')
  })

  it('says when nothing matches, and takes the filters back', async () => {
    const { user } = open('?visibility=private')
    await screen.findByText('No items match your filters.')
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }))
    await screen.findByText('Cards')
  })

  it('lets the server sort', async () => {
    const { user } = open()
    await screen.findByText('Cards')
    await user.click(screen.getByText('Last Edit'))
    await waitFor(() => expect(sent('list_projects').at(-1)).toMatchObject({ p_order: 'updated_at' }))
    await user.click(screen.getByText('Last Edit'))
    await waitFor(() => expect(sent('list_projects').at(-1)).toMatchObject({ p_order: '-updated_at' }))
  })

  it('reads the next page of a group when its end is seen', async () => {
    const all = Array.from({ length: 3 }, (_, n) =>
      aProject({ id: n + 10, name: `Part ${n}`, slug: `part-${n}`, group: payments }),
    )
    answers[rpc('list_projects')] = ({ body }: ReceivedRequest) => {
      const { p_group_id, p_after } = body as { p_group_id?: number; p_after?: string | null }
      if (p_group_id !== 1) return json(200, { items: [], next: null })
      const from = Number(p_after ?? 0)
      return json(200, { items: all.slice(from, from + 1), next: from < 2 ? String(from + 1) : null })
    }
    open()
    await screen.findByText('Part 2')
    expect(screen.getAllByText(/^Part /)).toHaveLength(3)
  })
})

describe('moving', () => {
  it('goes to the chosen group', async () => {
    answers[rpc('move_project')] = { moved: true, confirmation_required: false }
    const { user } = open()
    await screen.findByText('Cards')
    await choose(user, 'Cards', 'Move to group…')
    const move = await screen.findByRole('button', { name: 'Move' })
    expect(move).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('combobox', { name: /Group/ }))
    await user.click(await screen.findByRole('option', { name: 'Shipping' }))
    await user.click(move)
    await screen.findByText('Successfully moved the project!')
    expect(sent('move_project')).toEqual([{ p_project_id: 1, p_group_id: 2, p_confirm: false }])
  })

  it('asks before a public project becomes internal', async () => {
    answers[rpc('move_project')] = ({ body }: ReceivedRequest) =>
      json(200, { confirmation_required: !(body as { p_confirm: boolean }).p_confirm })
    const { user } = open()
    await screen.findByText('Weather')
    fireEvent.dragStart(row('Weather'), { dataTransfer: { setData: () => undefined } })
    fireEvent.dragOver(row('Payments'), { dataTransfer: {} })
    fireEvent.drop(row('Payments'), { dataTransfer: {} })
    const question = await screen.findByRole('dialog', { name: 'Change visibility to internal?' })
    await user.click(within(question).getByRole('button', { name: 'Move' }))
    await screen.findByText('Successfully moved the project!')
    expect(sent('move_project')).toHaveLength(2)
  })

  it('says why a project stays in its group', async () => {
    answers[rpc('move_project')] = () => json(403, refused('You may not.'))
    const { user } = open()
    await screen.findByText('Cards')
    await choose(user, 'Cards', 'Remove from group')
    await screen.findByText('Error removing project from the group: You may not.')
  })

  it('tells how many of many could not be moved, and leaves them ticked', async () => {
    answers[rpc('move_projects')] = {
      results: [
        { key: 1, ok: true, message: null },
        { key: 2, ok: false, message: 'It is gone.' },
      ],
      succeeded: 1,
      failed: 1,
      confirmation_required: false,
      public_projects: 0,
    }
    const { user } = open()
    await screen.findByText('Cards')
    await user.click(within(row('Cards')).getByRole('checkbox'))
    await user.click(within(row('Refunds')).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Move to group…' }))
    await user.click(await screen.findByRole('combobox', { name: /Group/ }))
    await user.click(await screen.findByRole('option', { name: 'Shipping' }))
    await user.click(screen.getByRole('button', { name: 'Move' }))
    await screen.findByText('1 of 2 projects could not be moved: It is gone.')
    await waitFor(() => expect(within(row('Cards')).getByRole('checkbox')).toHaveProperty('checked', false))
    expect(within(row('Refunds')).getByRole('checkbox')).toHaveProperty('checked', true)
  })
})

describe('selecting what a search found', () => {
  /** The server's pages of a search; the first says how many there are in all. */
  function find(count: number, perPage: number) {
    const all = Array.from({ length: count }, (_, n) =>
      aProject({ id: n + 10, name: `Part ${n}`, slug: `part-${n}`, group: n % 2 ? payments : null }),
    )
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
    answers[rpc('list_projects')] = async ({ body }: ReceivedRequest) => {
      const { p_search, p_after, p_total } = body as Record<'p_search' | 'p_after' | 'p_total', unknown>
      // The rest is on its way, as it is for who has not scrolled there.
      if (p_after) await isLetGo
      if (p_search !== 'part') return json(200, { items: [], next: null, total: null })
      const end = Number(p_after ?? 0) + perPage
      const next = end < count ? String(end) : null
      return json(200, { items: all.slice(end - perPage, end), next, total: p_total ? count : null })
    }
    return letGo
  }

  it('takes all of it, those of folded groups too', async () => {
    const letGo = find(7, 3)
    answers[rpc('delete_projects')] = { results: [], succeeded: 7, failed: 0 }
    const { user } = open('?search=part')
    await screen.findByText('Part 0')
    await user.click(screen.getByRole('button', { name: 'Collapse Payments' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    await user.click(screen.getByRole('button', { name: 'Select all 7' }))
    letGo()
    await screen.findByText('7 items selected:')
    expect(screen.queryByRole('button', { name: /^Select all \d/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete…' }))
    const question = await screen.findByRole('dialog', { name: 'Delete 7 projects' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await screen.findByText('7 projects deleted')
    const [{ p_project_ids: ids }] = sent('delete_projects') as [{ p_project_ids: number[] }]
    expect(ids.toSorted()).toEqual([10, 11, 12, 13, 14, 15, 16])
  })

  it('takes no more than can be changed at once', async () => {
    find(1_234, 100)()
    const filter = { search: 'part', visibility: null, flavor: null }
    function Found() {
      const { rest } = useTableRows({ filter, isFiltered: true, sorting: 'name' } as View)
      const [taken, setTaken] = useState(0)
      if (taken > 0) return `${taken} taken, ${rest === null ? 'no more' : 'more'} offered`
      if (!rest) return null
      const take = async () => setTaken((await rest.load()).length)
      return <Button onClick={() => void take()}>{`${rest.most} of ${rest.total}`}</Button>
    }
    const { user } = renderAt(
      '/admin/projects',
      <OnWorkspace>
        <Found />
      </OnWorkspace>,
    )
    await user.click(await screen.findByRole('button', { name: '500 of 1234' }))
    await screen.findByText('500 taken, no more offered')
  })
})

describe('deleting a project', () => {
  it('needs its slug, and says what went wrong', async () => {
    answers[rpc('delete_project')] = () => json(403, refused('You may not.'))
    const { user } = open('?project=cards')
    await user.click(await screen.findByRole('button', { name: 'Delete project…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete project' })
    const button = within(dialog).getByRole('button', { name: 'Delete project' })
    expect(button).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByRole('textbox'), 'cards')
    await user.click(button)
    await within(dialog).findByText('Error deleting project "cards": You may not.')
    answers[rpc('delete_project')] = () => json(200, null)
    await user.click(button)
    await waitFor(() => expect(place.current).toBe('/admin/projects'))
  })
})

describe('a viewer', () => {
  beforeEach(() => {
    groups = groups.map((group) => aGroup({ ...group, my_permissions: ['group_view'], admins_count: null }))
    projects = projects.map((project) => aProject({ ...project, my_permissions: ['project_read'] }))
    serve('viewer')
  })

  it('reads, and is offered nothing else', async () => {
    const { user } = open('?group=payments&tab=settings')
    await screen.findByRole('tab', { name: 'Overview' })
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull()
    expect(screen.queryByRole('tab', { name: 'Admins' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Delete group|Create Group/ })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click((await screen.findAllByText('Refunds'))[0] as HTMLElement)
    await screen.findByRole('link', { name: 'Open Docs' })
    expect(screen.queryByRole('tab', { name: 'Members' })).toBeNull()
  })
})

describe('details that are not there', () => {
  it('say so', async () => {
    const { unmount } = open('?project=nothing')
    await screen.findByText('Project Not Found')
    unmount()
    open('?group=nothing')
    await screen.findByText('Group Not Found')
  })
})

/** A refusal as the database makes it. */
function refused(message: string) {
  return { code: 'PT403', message, details: '', hint: 'INSUFFICIENT_PERMISSIONS' }
}
