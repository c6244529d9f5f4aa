// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/settings/pets" }
import '../../shared/testing/host.ts'
import '../../shared/testing/table.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, fakeServer, type ReceivedRequest } from '../../shared/testing/server.ts'
import { answersFor, asEditor, grants, openSettings, pets, rpc } from './testing.tsx'

const guide = (id: number, name: string, is_default = false) => ({
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
  is_default,
})
const version = (text: string, more: object = {}) => ({
  style_guide_id: 7,
  version: text,
  notes: `Notes of ${text}`,
  released_at: '2026-11-22T10:00:00Z',
  is_prerelease: false,
  is_pinned: false,
  is_applied: false,
  ...more,
})

let answers: Answers
let received: ReceivedRequest[]

beforeEach(() => {
  answers = {
    ...answersFor(pets),
    [rpc('list_style_guides')]: [guide(7, 'House', true), guide(8, 'Security')],
    'GET /rest/v1/project_style_guides': [{ style_guide_project_id: 7 }],
    [rpc('project_style_guide_versions')]: [version('2.0.0', { is_applied: true }), version('1.0.0')],
    [rpc('set_project_style_guides')]: null,
    [rpc('pin_style_guide')]: null,
  }
  received = fakeServer(answers)
})
const sent = (name: string) =>
  received.filter(({ path }) => path === `/rest/v1/rpc/${name}`).map(({ body }) => body)
const section = async () => within(await screen.findByRole('region', { name: 'Style Guides' }))

it('extends style guides behind those that it has, and stays at a version of one', async () => {
  const { user } = openSettings()
  const guides = await section()
  guides.getByText(/Add existing Style Guide rules to your project!/)
  await user.click(await guides.findByRole('checkbox', { name: 'Security' }))
  await user.click(guides.getByRole('button', { name: 'Update Style Guides' }))
  await waitFor(() =>
    expect(sent('set_project_style_guides')).toEqual([{ p_project_id: 5, p_style_guide_ids: [7, 8] }]),
  )
  await user.click(await guides.findByRole('combobox', { name: 'House' }))
  await user.click(screen.getByRole('option', { name: 'Stay at 1.0.0' }))
  await waitFor(() =>
    expect(sent('pin_style_guide')).toEqual([{ p_project_id: 5, p_style_guide_id: 7, p_version: '1.0.0' }]),
  )
})

it('keeps the default ones where the workspace does', async () => {
  answers[rpc('my_project_permissions')] = grants(asEditor)
  answers['GET /rest/v1/workspaces'] = { disable_default_styleguide_editing: true }
  openSettings()
  const guides = await section()
  const house = await guides.findByRole('checkbox', { name: 'House' })
  await waitFor(() => expect(house.getAttribute('aria-disabled')).toBe('true'))
  guides.getByText('Only administrators of this workspace take its default style guides from projects.')
})

it('puts style guides into the order in which they hold', async () => {
  answers['GET /rest/v1/project_style_guides'] = [
    { style_guide_project_id: 7 },
    { style_guide_project_id: 8 },
  ]
  const { user } = openSettings()
  const guides = await section()
  await user.click(await guides.findByRole('button', { name: 'Move House down' }))
  expect(guides.getByRole('button', { name: 'Move House down' })).toHaveProperty('disabled', true)
  await user.click(guides.getByRole('button', { name: 'Update Style Guides' }))
  await waitFor(() =>
    expect(sent('set_project_style_guides')).toEqual([{ p_project_id: 5, p_style_guide_ids: [8, 7] }]),
  )
})

it('makes the address of the ruleset, and shows it once', async () => {
  const url = 'http://acme.waymark.localhost:3000/api/v1/projects/cHJqOjU/spectral.json?token=wmsp_a'
  answers['PUT /api/v1/projects/cHJqOjU/spectral-access-token'] = { ruleset_url: url }
  const { user } = openSettings()
  const guides = await section()
  await user.click(await guides.findByRole('button', { name: 'Make an address…' }))
  await user.click(await screen.findByRole('button', { name: 'Make it' }))
  expect(await guides.findByRole('textbox', { name: 'Address of the ruleset' })).toHaveProperty('value', url)
  await user.click(guides.getByRole('button', { name: 'Copy the address' }))
  await guides.findByRole('button', { name: 'Copied' })
})
