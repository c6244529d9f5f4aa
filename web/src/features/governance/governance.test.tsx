// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/admin/governance" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, renderAt, ToastLog } from '../../shared/testing/render.tsx'
import {
  type Answers,
  failed,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import GovernanceRoutes from './routes.tsx'

const guide = (id: number, name: string, more: object = {}) => ({
  id,
  workspace_id: 1,
  workspace_slug: 'acme',
  workspace_domain: null,
  name,
  slug: name.toLowerCase(),
  description: '',
  icon_name: 'cabinet-filing',
  icon_color: '#2ea44e',
  flavor: 'style_guide',
  visibility: 'internal',
  latest_release: null,
  is_default: false,
  ...more,
})
const project = (id: number, name: string, style_guide_ids: number[] = [], flavor = 'design') => ({
  id,
  slug: name.toLowerCase(),
  name,
  icon_name: 'cabinet-filing',
  icon_color: '#7F8197',
  flavor,
  visibility: 'internal',
  style_guide_ids,
  style_guide_versions: style_guide_ids.map((id) => (id === 8 ? '1.2.0' : null)),
})
const done = { results: [], succeeded: 1, failed: 0 }

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'POST /rest/v1/rpc/my_permissions': [],
    'POST /rest/v1/rpc/workspace_features': [],
    'POST /rest/v1/rpc/list_style_guides': [guide(7, 'House'), guide(8, 'Security', { is_default: true })],
    'POST /rest/v1/rpc/list_governed_projects': {
      items: [project(1, 'Pets', [7]), project(2, 'Shop', []), project(3, 'Parts', [7, 8], 'design_library')],
      next: null,
    },
    'POST /rest/v1/rpc/enable_style_guide': done,
    'POST /rest/v1/rpc/disable_style_guide': done,
    'POST /rest/v1/rpc/set_default_style_guide': null,
  }
  received = fakeServer(answers)
})

const open = () =>
  renderAt(
    '/admin/governance',
    <OnWorkspace>
      <Routes>
        <Route path="/admin/governance/*" element={<GovernanceRoutes />} />
      </Routes>
      <ToastLog />
    </OnWorkspace>,
  )
const rowOf = (cell: HTMLElement) => cell.closest<HTMLElement>('[role="row"]') as HTMLElement
const sent = (name: string) =>
  received.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)

describe('governance', () => {
  it('shows which style guides each project extends, and asks for those with or without any', async () => {
    open()
    const row = within(rowOf(await screen.findByText('Parts')))
    row.getByText('Component Library')
    await row.findByText('Security 1.2.0')
    row.getByText('House')
    await userEvent.click(screen.getByRole('combobox', { name: 'Style guides' }))
    await userEvent.click(screen.getByRole('option', { name: 'Disabled' }))
    await waitFor(() =>
      expect(sent('list_governed_projects').at(-1)).toMatchObject({ p_has_style_guides: false }),
    )
  })

  it('enables style guides for many at once; what is mixed stays so, and comes back by a third click', async () => {
    open()
    const user = userEvent.setup()
    for (const name of ['Pets', 'Shop'])
      await user.click(within(rowOf(await screen.findByText(name))).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Manage Style Guides' }))
    const dialog = await screen.findByRole('dialog', { name: 'Manage Style Guides' })
    const house = await within(dialog).findByRole('checkbox', { name: 'House' })
    const security = within(dialog).getByRole('checkbox', { name: 'Security' })
    const save = within(dialog).getByRole('button', { name: 'Save' })
    expect(house.getAttribute('aria-checked')).toBe('mixed')
    expect(security.getAttribute('aria-checked')).toBe('false')
    for (const state of ['true', 'false', 'mixed']) {
      await user.click(house)
      expect(house.getAttribute('aria-checked')).toBe(state)
    }
    expect(save).toHaveProperty('disabled', true)
    await user.click(security)
    await user.click(save)
    await screen.findByText('Style Guides updated')
    expect(sent('enable_style_guide')).toEqual([{ p_style_guide_id: 8, p_project_ids: [1, 2] }])
    expect(sent('disable_style_guide')).toEqual([])
  })

  it('says where some could not be changed', async () => {
    answers['POST /rest/v1/rpc/disable_style_guide'] = {
      results: [
        { key: 3, ok: false, code: 'X', status: 404, message: 'Project not found', field: null, value: null },
      ],
      succeeded: 0,
      failed: 1,
    }
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByText('Parts'))
    const dialog = await screen.findByRole('dialog', { name: 'Manage Style Guides' })
    await user.click(await within(dialog).findByRole('checkbox', { name: 'House' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await screen.findByText('Some errors occurred updating your Style Guides: Project not found')
  })

  it('finds style guides whatever the case, and by whether they are on', async () => {
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByText('Pets'))
    const dialog = await screen.findByRole('dialog', { name: 'Manage Style Guides' })
    await user.type(await within(dialog).findByRole('searchbox'), 'SECU')
    await waitFor(() => expect(within(dialog).queryByRole('checkbox', { name: 'House' })).toBeNull())
    await user.clear(within(dialog).getByRole('searchbox'))
    await within(dialog).findByRole('checkbox', { name: 'House' })
    await user.click(within(dialog).getByRole('combobox', { name: 'Show' }))
    await user.click(screen.getByRole('option', { name: 'Enabled' }))
    expect(within(dialog).queryByRole('checkbox', { name: 'Security' })).toBeNull()
    within(dialog).getByRole('checkbox', { name: 'House' })
  })

  it('chooses what new projects extend, by visibility; says which list could not be had', async () => {
    answers['POST /rest/v1/rpc/list_style_guides'] = ({ body }: ReceivedRequest) => {
      const { p_visibility } = body as { p_visibility: string | null }
      return p_visibility === 'public'
        ? failed()
        : json(200, [guide(7, 'House'), guide(8, 'Security', { is_default: true })])
    }
    answers['POST /rest/v1/rpc/set_default_style_guide'] = ({ body }: ReceivedRequest) =>
      (body as { p_project_id: number }).p_project_id === 8 ? failed() : json(200, null)
    open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Default Style Guide Settings' }))
    const dialog = await screen.findByRole('dialog', { name: 'Default Style Guide Settings' })
    await user.click(await within(dialog).findByRole('checkbox', { name: 'House' }))
    await screen.findByText('Error getting Public styleguides', undefined, { timeout: 15_000 })
    await user.click(within(dialog).getByRole('checkbox', { name: 'Security' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await screen.findByText(/^Some errors occurred updating your Default Style Guides/)
    expect(sent('set_default_style_guide')).toEqual([
      { p_project_id: 7, p_is_enabled: true },
      { p_project_id: 8, p_is_enabled: false },
    ])
  })
})
