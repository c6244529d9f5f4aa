// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/activity" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from '../../shared/data/realtime/refresh.ts'
import { acme, ada, OnWorkspace, place, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import type { ActivityEvent } from './queries.ts'
import ActivityRoutes from './routes.tsx'

const trail = 'POST /rest/v1/rpc/workspace_activity'
const event = (id: number, type: string, metadata: object, more: object = {}): ActivityEvent => ({
  id,
  type,
  actor_id: 1,
  actor_name: 'Ada Lovelace',
  actor_email: 'ada@example.com',
  metadata: { ...metadata },
  ip_address: '203.0.113.9',
  created_at: '2026-11-21T10:00:00Z',
  origin: {},
  ...more,
})
const shared = event(2, 'project.member.added', {
  project_id: 5,
  project: 'Pets',
  slug: 'pets',
  user: 'Milo',
  role: 'editor',
})
const feature = (allowed: boolean) => [
  { name: 'activity_logs', type: 'toggle', allowed, in_plan: allowed, max_quantity: null, usage: null },
]
const asOwner = ['WorkspaceActivityRead', 'WorkspaceBilling'].map((permission) => ({
  role: 'owner',
  permission,
}))

/** Answers like the database: a page before or after an id, of the asked groups. */
function serveTrail(events: ActivityEvent[]) {
  return ({ body }: ReceivedRequest) => {
    const { p_before, p_after, p_limit, p_types } = body as Record<string, number | null> & {
      p_types: string[] | null
    }
    const found = events.filter(
      ({ id, type }) =>
        (p_before === null || id < Number(p_before)) &&
        (p_after === null || id > Number(p_after)) &&
        (p_types === null || p_types.includes(type.split('.')[0] ?? '')),
    )
    return json(200, found.slice(0, Number(p_limit)))
  }
}

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': asOwner,
    'POST /rest/v1/rpc/workspace_features': feature(true),
    [trail]: serveTrail([shared, event(1, 'workspace.updated', { changed: ['show_tryit'] })]),
  }
  received = fakeServer(answers)
})

const open = (path = '/admin/activity') =>
  renderAt(
    path,
    <OnWorkspace>
      <Routes>
        <Route path="/admin/activity/*" element={<ActivityRoutes />} />
      </Routes>
      <ToastLog />
    </OnWorkspace>,
  )
const sentence = (text: string) => screen.findByTitle(text)

describe('the activity of a workspace', () => {
  it('is told in sentences that lead to what they are about', async () => {
    open()
    await sentence('Ada Lovelace shared the project Pets with Milo as Editor')
    expect(screen.getByRole('link', { name: 'Pets' }).getAttribute('href')).toBe('/docs/pets')
    await sentence('Ada Lovelace changed the workspace settings: show tryit')
  })

  it('tells of who left, and of what a move changed besides', async () => {
    const pets = { project_id: 5, project: 'Pets', slug: 'pets' }
    answers[trail] = serveTrail([
      event(5, 'project.member.removed', { ...pets, user_id: 1, user: 'Ada Lovelace' }),
      event(4, 'project.member.removed', { ...pets, user_id: 2, user: 'Milo' }),
      event(3, 'project.moved', { ...pets, group_id: 1, group: 'Commerce', visibility: 'internal' }),
    ])
    open()
    await sentence('Ada Lovelace left the project Pets')
    await sentence('Ada Lovelace removed Milo from the project Pets')
    await sentence('Ada Lovelace moved the project Pets to the group Commerce, visibility now internal')
  })

  it('does not lead to what was deleted since', async () => {
    const deleted = event(3, 'project.deleted', { project_id: 5, project: 'Pets', slug: 'pets' })
    answers[trail] = serveTrail([deleted, shared])
    open()
    await sentence('Ada Lovelace deleted the project Pets')
    expect(screen.queryByRole('link', { name: 'Pets' })).toBeNull()
  })

  it('unfolds to all that is known of an event', async () => {
    const { user } = open()
    await sentence('Ada Lovelace shared the project Pets with Milo as Editor')
    const [first] = await screen.findAllByRole('button', { name: /expand|details|show/i })
    if (first) await user.click(first)
    await screen.findByText('Ada Lovelace (ada@example.com)')
    const facts = Object.fromEntries(
      screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(facts).toMatchObject({
      What: 'Project member added',
      Project: 'Pets',
      Person: 'Milo',
      Role: 'Editor',
    })
    // Numbers of rows say nothing to people.
    expect(Object.keys(facts).join()).not.toMatch(/_| id/i)
  })

  it('is narrowed in the address', async () => {
    const { user } = open('/admin/activity?events=group,nonsense')
    await screen.findByText('No items match your filters.')
    await user.click(screen.getByRole('button', { name: 'Project events' }))
    await sentence('Ada Lovelace shared the project Pets with Milo as Editor')
    expect(place.current).toBe('/admin/activity?events=group%2Cproject')
    await user.click(screen.getByRole('button', { name: 'Group events' }))
    await waitFor(() => expect(place.current).toBe('/admin/activity?events=project'))
  })

  it('says that nothing happened, and that it could not be read', async () => {
    answers[trail] = []
    const { unmount } = open()
    await screen.findByText('No events to show here yet')
    unmount()
    answers[trail] = () => json(500, { message: 'no' })
    open()
    await screen.findByText('Something went wrong, no data to display')
  })

  it('shows what happens meanwhile on top', async () => {
    const events = [shared]
    answers[trail] = serveTrail(events)
    const { client } = open()
    await sentence('Ada Lovelace shared the project Pets with Milo as Editor')
    events.unshift(event(9, 'team.created', { team_id: 3, team: 'Payments', slug: 'payments' }))
    const notice = {
      topic: 'workspace:7',
      event: 'change',
      table: 'teams',
      operation: 'INSERT',
      ids: [3],
    } as const
    act(() => createRefresher(client).changed({ ...notice, ids: [...notice.ids] }))
    await sentence('Ada Lovelace created the team Payments')
    expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/admin/teams/payments')
  })

  it('is an upsell where the plan does not hold it', async () => {
    answers['POST /rest/v1/rpc/workspace_features'] = feature(false)
    open()
    await screen.findByText('Unlock the power of your workspace')
    expect((await screen.findByRole('link', { name: 'Go to Billing' })).getAttribute('href')).toBe(
      '/admin/billing',
    )
    expect(received.some(({ path }) => path.endsWith('workspace_activity'))).toBe(false)
  })
})

describe('the export', () => {
  it('holds every event of the filter', async () => {
    const many = Array.from({ length: 501 }, (_, index) =>
      event(600 - index, 'group.deleted', { group: 'G' }),
    )
    // The screen itself asks for 50 at a time and gets one: rows are dear here.
    answers[trail] = (request: ReceivedRequest) =>
      (request.body as { p_limit: number }).p_limit === 50
        ? json(200, many.slice(0, 1))
        : serveTrail(many)(request)
    const files: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          files.push(blob)
          return 'blob:file'
        },
        revokeObjectURL: () => undefined,
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = open('/admin/activity?events=group')
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Export as JSON' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const exported = JSON.parse((await files[0]?.text()) ?? '[]') as ActivityEvent[]
    expect(exported.map(({ id }) => id)).toEqual(many.map(({ id }) => id))
  })
})
