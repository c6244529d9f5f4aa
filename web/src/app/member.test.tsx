// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
import '../shared/testing/host.ts'
import '../shared/testing/all-rows.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { graphAnswer, node } from '../shared/testing/graph.ts'
import { acme, ada, place } from '../shared/testing/render.tsx'
import { type Answers, fakeServer, json, type ReceivedRequest, tokenFor } from '../shared/testing/server.ts'
import { noState, open, refresh, viewersAnswers } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

const project = (n: number) => ({
  id: n,
  name: `Project ${n}`,
  slug: `project-${n}`,
  description: '',
  icon_name: 'cube',
  icon_color: '#0F766E',
  visibility: 'internal',
  flavor: 'design',
  type: 'web',
  group_id: null,
  updated_at: '2026-01-01T00:00:00Z',
})

beforeEach(() => {
  answers = viewersAnswers()
  received = fakeServer(answers)
})

describe('a member', () => {
  it('never sees the sign-in page while the session loads', async () => {
    let answer: (response: Response) => void = () => undefined
    answers[refresh] = () => new Promise<Response>((resolve) => (answer = resolve))
    open('/')
    await waitFor(() => expect(received.some(({ path }) => path.includes('access-token'))).toBe(true))
    expect(screen.queryByText('Sign in to Acme')).toBeNull()
    answer(json(200, { token: tokenFor(3600) }))
    await screen.findByText('Welcome, Ada')
  })

  it('is warned and led home from a page without permission', async () => {
    open('/add/projects')
    await screen.findByText('You do not have sufficient permission to view this page')
    await screen.findByText('Welcome, Ada')
    expect(place.current).toBe('/')
    expect(screen.queryByRole('link', { name: 'Add project' })).toBeNull()
  })

  it('is warned and led home from an administration of which no page is theirs', async () => {
    answers['POST /rest/v1/rpc/my_permissions'] = [{ role: 'guest', permission: null }]
    open('/admin')
    await screen.findByText('You do not have sufficient permission to view this page')
    await screen.findByText('Welcome, Ada')
    expect(place.current).toBe('/')
  })

  it.each([
    ['finds Governance', {}, 1],
    ['finds no Governance where its operator has switched it off', { ssg_disabled: true }, 0],
  ])('who manages style guides %s', async (_what, flags, found) => {
    answers['POST /rest/v1/rpc/workspace_by_slug'] = { ...acme, flags }
    answers['POST /rest/v1/rpc/my_permissions'] = [
      'WorkspaceDefaultStyleGuidesCreate',
      'WorkspaceMembersRead',
    ].map((permission) => ({ role: 'admin', permission }))
    open('/admin/members')
    const tabs = within(await screen.findByRole('navigation', { name: 'Administration' }))
    await tabs.findByRole('link', { name: 'Members' })
    expect(tabs.queryAllByRole('link', { name: 'Governance' })).toHaveLength(found)
  })

  it.each(['/add/projects', '/admin/members'])(
    'is not called short of a permission at %s when the server fails to say which there are',
    async (path) => {
      const permissions = answers['POST /rest/v1/rpc/my_permissions']
      answers['POST /rest/v1/rpc/my_permissions'] = () =>
        json(500, { code: 'XX000', message: 'boom', details: '', hint: '' })
      open(path)
      const main = within(await screen.findByRole('main'))
      await main.findByText('500 | Something went wrong')
      expect(screen.queryByText(/permission/i)).toBeNull()
      expect(place.current).toBe(path)
      answers['POST /rest/v1/rpc/my_permissions'] = permissions
      screen.getByRole('button', { name: 'Try again' }).click()
      await screen.findByText(/permission/i)
    },
  )

  it('says at every door who asks, in which release', async () => {
    open('/')
    await screen.findByText('Welcome, Ada')
    const doors = ['/api/v1/', '/rest/v1/', '/graphql/v1']
    for (const door of doors) {
      const calls = received.filter(({ path }) => path.startsWith(door))
      expect(calls.length).toBeGreaterThan(0)
      for (const { path, headers } of calls) {
        const consumer = [headers.get('waymark-consumer'), headers.get('waymark-consumer-version')]
        expect([path, ...consumer]).toEqual([path, 'web', '0.0.0'])
      }
    }
  })

  it('switches workspaces in the account menu', async () => {
    const membership = { logo_url: null, role: 'viewer', receive_daily_summary: true }
    answers['POST /rest/v1/rpc/me'] = {
      ...ada,
      memberships: [
        { ...membership, workspace_id: 7, slug: 'acme', name: 'Acme' },
        { ...membership, workspace_id: 8, slug: 'zeta', name: 'Zeta Works' },
      ],
    }
    const { user } = open('/')
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }))
    const zeta = await screen.findByRole('menuitem', { name: 'Zeta Works' })
    expect(zeta.getAttribute('href')).toBe('http://zeta.waymark.localhost:3000')
    expect(screen.queryByRole('menuitem', { name: 'Acme' })).toBeNull()
    screen.getByRole('menuitem', { name: 'Create a workspace' })
  })

  it.each([
    [
      'left sign-up before the password',
      'owner',
      { has_password: false },
      /has no password yet/,
      '/welcome/account',
    ],
    ['left sign-up before the questions', 'owner', {}, /is not set up yet/, '/welcome/account'],
    ['has no name', 'viewer', { first_name: null, last_name: null }, /sees you as ada/, '/account/basics'],
  ])('who %s is reminded of it, until later', async (_who, role, more, words, href) => {
    const membership = {
      workspace_id: 7,
      slug: 'acme',
      name: 'Acme',
      logo_url: null,
      receive_daily_summary: true,
    }
    answers['POST /rest/v1/rpc/me'] = {
      ...ada,
      is_account_info_collected: false,
      memberships: [{ ...membership, role }],
      ...more,
    }
    const { user } = open('/')
    const reminder = within(
      (await screen.findByText(words)).closest<HTMLElement>('[role=status]') ?? document.body,
    )
    expect(reminder.getByRole('link').getAttribute('href')).toBe(href)
    await user.click(reminder.getByRole('button', { name: 'Later' }))
    expect(screen.queryByText(words)).toBeNull()
  })

  it.each([
    '/?daily_summary=unsubscribe',
    '/admin/projects?q=x&daily_summary=unsubscribe',
    '/nowhere?daily_summary=unsubscribe#end',
  ])('is unsubscribed by the link of a mail to %s, once, and the address forgets it', async (path) => {
    answers['POST /rest/v1/rpc/set_daily_summary'] = false
    answers['POST /rest/v1/rpc/list_groups'] = { items: [], total: 0 }
    open(path)
    await screen.findByText('You have unsubscribed from the daily summary')
    await waitFor(() => expect(place.current).not.toContain('daily_summary'))
    const [change, ...more] = received.filter((one) => one.path === '/rest/v1/rpc/set_daily_summary')
    expect(change?.body).toEqual({ p_workspace_id: 7, p_receive: false })
    expect(more).toEqual([])
  })

  it('finds projects a page at a time', async () => {
    answers['GraphQL ProjectPage'] = ({ body }: ReceivedRequest) => {
      const { after } = (body as { variables: { after: string | null } }).variables
      const rows = Array.from({ length: after ? 2 : 30 }, (_, n) => node(project((after ? 30 : 0) + n + 1)))
      return json(200, graphAnswer('projectsCollection', rows, after ? null : 'cursor-30'))
    }
    const { user } = open('/')
    const sidebar = await screen.findByRole('navigation', { name: 'Workspace' })
    await within(sidebar).findByRole('link', { name: /Project 30/ })
    expect(within(sidebar).queryByText('Project 31')).toBeNull()
    await user.click(within(sidebar).getByRole('button', { name: 'Show more' }))
    await within(sidebar).findByText('Project 32')
    await waitFor(() => expect(within(sidebar).queryByRole('button', { name: 'Show more' })).toBeNull())
  })

  it('asks for no list of a group that is folded', async () => {
    const group = { id: 5, name: 'Payments', slug: 'payments', icon: 'cube', icon_color: '#0F766E' }
    answers['GraphQL GroupList'] = graphAnswer('groupsCollection', [
      node({ ...group, visibility: 'internal' }),
    ])
    window.localStorage.setItem('sidebar-folded:group-5', 'true')
    const { user } = open('/')
    const fold = await screen.findByRole('button', { name: 'Payments' })
    const lists = () =>
      received.filter(({ body }) => JSON.stringify(body ?? '').includes('"groupId":{"eq":"5"}'))
    expect(lists()).toHaveLength(0)
    await user.click(fold)
    await waitFor(() => expect(lists()).toHaveLength(1))
  })

  it('pins a project at once, and sees it roll back when the server refuses', async () => {
    answers['GraphQL ProjectPage'] = graphAnswer('projectsCollection', [node(project(1))])
    answers['POST /rest/v1/rpc/pin_project'] = () =>
      json(403, { code: 'PT403', message: 'You may not.', details: '', hint: 'INSUFFICIENT_PERMISSIONS' })
    const { user } = open('/')
    await user.click(await screen.findByRole('button', { name: 'Pin Project 1' }))
    await screen.findByText('error during setting project pin: You may not.')
    expect(screen.queryByText('Pinned')).toBeNull()
  })

  it('confirms before unpinning', async () => {
    const pin = { project: { ...node(project(1)), workspaceId: '7' } }
    answers['GraphQL PinnedProjects'] = graphAnswer('projectPinsCollection', [pin])
    answers['POST /rest/v1/rpc/unpin_project'] = null
    const { user } = open('/')
    await user.click(await screen.findByRole('button', { name: 'Unpin Project 1' }))
    answers['GraphQL PinnedProjects'] = graphAnswer('projectPinsCollection', [])
    await user.click(await screen.findByRole('button', { name: 'Unpin' }))
    await screen.findByText('Project unpinned from your sidebar')
  })

  it('is told when the workspace will be locked, and why', async () => {
    answers['POST /rest/v1/rpc/workspace_state'] = {
      ...noState,
      lock_at: '2030-01-31T12:00:00Z',
      lock_reason: 'failed_payment',
    }
    open('/')
    await screen.findByText(
      /^The payment method associated with this workspace has failed\. All members other than the oldest owner will lose access to this workspace on .*2030\.$/,
    )
  })

  it('is told when the workspace will be deleted; an owner can cancel that', async () => {
    answers['POST /rest/v1/rpc/workspace_state'] = { ...noState, delete_at: '2030-01-31T12:00:00Z' }
    answers['POST /rest/v1/rpc/my_permissions'] = [{ role: 'owner', permission: 'WorkspaceDelete' }]
    const { user } = open('/')
    await screen.findByText(/will be deleted on .*2030/)
    answers['POST /rest/v1/rpc/cancel_workspace_deletion'] = null
    answers['POST /rest/v1/rpc/workspace_state'] = noState
    await user.click(screen.getByRole('button', { name: 'Cancel deletion' }))
    await waitFor(() => expect(screen.queryByText(/will be deleted/)).toBeNull())
  })

  it('reads the landing page the workspace wrote, links inside staying inside', async () => {
    answers['GET /rest/v1/workspaces'] = {
      home_content:
        '# Hello\n\n[inside](/docs/todos) [outside](https://example.com) [below](#part) [write](mailto:a@b.test) <img src=x onerror=alert(1)>',
    }
    open('/')
    await screen.findByRole('heading', { name: 'Hello' })
    const targetOf = (name: string) => screen.getByRole('link', { name }).getAttribute('target')
    expect(targetOf('inside')).toBeNull()
    for (const name of ['outside', 'below', 'write']) expect(targetOf(name)).toBe('_blank')
    expect(document.querySelector('img[src="x"]')).toBeNull()
  })

  it('hears what to do next where no project is shared with them', async () => {
    open('/')
    const next = within(await screen.findByRole('region', { name: 'Getting started' }))
    next.getByText('There are no projects that you can see in this workspace yet.')
    next.getByRole('link', { name: 'Complete your account' })
    next.getByRole('link', { name: 'Your other workspaces' })
  })

  it('signs out to the sign-in page, without a way back to where they were', async () => {
    answers['POST /api/v1/auth/logout'] = () => new Response(null, { status: 204 })
    const { user } = open('/')
    await user.click(await screen.findByRole('button', { name: /Account menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await screen.findByText('Sign in to Acme')
    expect(place.current).toBe('/auth/email/login')
  })

  it('stays signed in, and hears of it, when signing out does not reach the server', async () => {
    const { user } = open('/')
    await user.click(await screen.findByRole('button', { name: /Account menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await screen.findByText('The server could not be reached. Check your connection and try again.')
    expect(place.current).toBe('/')
  })

  it('loses no letter that is typed before the search is there', async () => {
    answers['GET /rest/v1/branches'] = []
    const { user } = open('/')
    await screen.findByText('Welcome, Ada')
    await user.keyboard('{Control>}k{/Control}tpo{Backspace}{Backspace}o')
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search...' })
    expect(box.value).toBe('to')
    await user.keyboard('d')
    expect(box.value).toBe('tod')
  })

  it('opens the search by keyboard and goes where it points', async () => {
    const hit = {
      node_id: 1,
      project_id: 1,
      project_slug: 'todos',
      project_name: 'To-dos',
      branch_slug: 'main',
    }
    const nodes = [
      {
        ...hit,
        slug: 'a-list',
        name: 'List',
        type: 'http_operation',
        method: 'get',
        path: '/todos',
        summary: '',
        words: ['todo'],
      },
      {
        ...hit,
        node_id: 2,
        slug: 'b-todo',
        name: 'Todo <img src=x>',
        type: 'model',
        method: null,
        path: null,
        summary: 'A to-do',
        words: ['todo'],
      },
    ]
    const projects = [{ id: 3, slug: 'todos', name: 'Todos', icon: 'x', icon_color: '#fff' }]
    answers['POST /rest/v1/rpc/search'] = { nodes, projects, people: [], groups: [], teams: [] }
    answers['GET /rest/v1/branches'] = []
    const { user } = open('/')
    await screen.findByText('Welcome, Ada')
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('combobox', { name: 'Search...' })
    await user.type(box, 'to')
    await screen.findByText('Type at least 3 characters.')
    await user.type(box, 'd')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3))
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-description'))).toEqual([
      'Projects',
      'Pages',
      'Pages',
    ])
    await screen.findByText('3 results')
    await user.keyboard('{End}')
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Todo <img src=x>')
    await user.keyboard('{Home}{ArrowUp}')
    expect(screen.getByRole('option', { name: /Todo A to-do|Todo/, selected: true }).textContent).toContain(
      'Todo',
    )
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place.current).toBe('/docs/todos/b-todo'))
  })

  it('hears when the search fails', async () => {
    answers['POST /rest/v1/rpc/search'] = () =>
      json(400, { code: '22023', message: 'no', details: '', hint: '' })
    const { user } = open('/')
    await screen.findByText('Welcome, Ada')
    await user.keyboard('{Meta>}k{/Meta}')
    await user.type(await screen.findByRole('combobox'), 'todo')
    await screen.findByText('Error while loading search results.')
  })
})
