// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/add/projects" }
import '../../shared/testing/host.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { config } from '../../shared/config/config.ts'
import { products } from '../../shared/testing/billing.ts'
import { graphAnswer, node } from '../../shared/testing/graph.ts'
import { acme, place } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { openAddProject } from './testing.tsx'

let answers: Answers
let received: ReceivedRequest[]

const create = 'POST /rest/v1/rpc/create_project'
const permissions = 'POST /rest/v1/rpc/my_permissions'
const features = 'POST /rest/v1/rpc/workspace_features'
const grants = (...names: string[]) => names.map((permission) => ({ role: 'owner', permission }))
const toggle = (name: string, allowed = true) => ({
  name,
  type: 'toggle',
  max_quantity: null,
  usage: null,
  allowed,
})
const projects = (usage: number, max: number | null) => ({
  name: 'projects',
  type: 'limit',
  max_quantity: max,
  usage,
  allowed: true,
})
const group = (id: number, name: string, visibility: string) =>
  node({ id, name, slug: name.toLowerCase(), icon: 'cube', icon_color: '#0F766E', visibility })

beforeEach(() => {
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    [permissions]: grants('WorkspaceProjectsCreate', 'WorkspaceStyleGuideProjectsCreate', 'WorkspaceBilling'),
    [features]: [
      projects(1, 10),
      toggle('private_projects'),
      toggle('style_guides'),
      toggle('design_library'),
    ],
    'GET /rest/v1/workspaces': { allow_public_projects: true, allow_web_projects: true },
    'GraphQL GroupList': graphAnswer('groupsCollection', [
      group(5, 'Payments', 'internal'),
      group(6, 'Partners', 'public'),
    ]),
    [create]: made('made'),
  }
  received = fakeServer(answers)
})
afterEach(() => {
  delete config.flags
})

function made(slug: string) {
  return { project: { id: 1, name: 'Made', slug }, branch: { id: 1, slug: 'main' }, job_id: null }
}

const menu = async () => within(await screen.findByRole('navigation', { name: 'Kind of project' }))
const kinds = async () => (await menu()).getAllByRole('link').map((link) => link.textContent)
const tab = (name: string) => screen.findByRole('link', { name })
const button = () => screen.findByRole('button', { name: 'Create project' })
const sent = () => received.find(({ path }) => path === '/rest/v1/rpc/create_project')?.body

describe('what can be added', () => {
  it('offers each flavour the kinds it has, and keeps the group of the address', async () => {
    const { user } = openAddProject('?group=partners')
    expect(await kinds()).toEqual([
      expect.stringMatching(/^Blank web project/),
      expect.stringMatching(/^Import OpenAPI file/),
      expect.stringMatching(/^Import Postman collection/),
      expect.stringMatching(/^Git blank project/),
      expect.stringMatching(/^Add from a Git provider/),
      expect.stringMatching(/^CLI project/),
      ...['SwaggerHub', 'Postman', 'Stoplight'].map((name) =>
        expect.stringMatching(new RegExp(`^Import from ${name}`)),
      ),
    ])
    await user.click(await tab('Style Guide'))
    expect(await kinds()).toEqual([
      expect.stringMatching(/^Create style guide/),
      expect.stringMatching(/^Import Spectral file/),
      expect.stringMatching(/^Git blank project/),
    ])
    await user.click(await tab('Design Library'))
    expect(await kinds()).toEqual([
      expect.stringMatching(/^Blank web project/),
      expect.stringMatching(/^Git blank project/),
    ])
    expect(place.current).toBe('/add/projects?group=partners&flavor=design_library')
    await waitFor(() => expect(screen.getByLabelText('Group').textContent).toBe('Partners'))
  })

  it('offers what is no web project where the workspace has switched those off', async () => {
    answers['GET /rest/v1/workspaces'] = { allow_public_projects: true, allow_web_projects: false }
    answers['POST /rest/v1/rpc/connected_accounts'] = []
    const { user } = openAddProject()
    await waitFor(async () =>
      expect(await kinds()).toEqual([
        expect.stringMatching(/^Git blank project/),
        expect.stringMatching(/^Add from a Git provider/),
        expect.stringMatching(/^CLI project/),
      ]),
    )
    const blank = (await menu()).getByRole('link', { name: /^Git blank project/ })
    expect(blank.getAttribute('aria-current')).toBe('page')
    await user.click(await tab('Style Guide'))
    expect(await kinds()).toEqual([expect.stringMatching(/^Git blank project/)])
  })

  it('says at its field what the database has against a name', async () => {
    const sentence =
      'Must have something to read, and no characters that nobody sees or that turn the reading direction.'
    const details = JSON.stringify({ field: 'name' })
    answers[create] = () => json(400, { code: 'PT400', message: sentence, details, hint: 'VALIDATION_ERROR' })
    const { user } = openAddProject()
    await user.type(await screen.findByLabelText('Name'), 'Pets\u200b')
    await user.click(await button())
    await screen.findByText(sentence)
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  })

  it('makes a group in its field, for who may, and puts the project into it', async () => {
    answers[permissions] = grants('WorkspaceProjectsCreate', 'WorkspaceGroupsCreate')
    answers['POST /rest/v1/rpc/create_group'] = () =>
      json(409, {
        code: '23505',
        message: 'duplicate key value violates unique constraint "groups_workspace_id_name_key"',
        details: '',
        hint: '',
      })
    const { user } = openAddProject()
    await user.type(await screen.findByLabelText('Name'), 'Parcels')
    await user.click(await screen.findByLabelText('Group'))
    await user.click(await screen.findByRole('option', { name: 'Create New Group' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Group' }))
    await user.type(dialog.getByLabelText(/Name/), 'Shipping')
    const save = dialog.getByRole('button', { name: 'Create Group' })
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await dialog.findByText(/A group with this name already exists/)
    answers['POST /rest/v1/rpc/create_group'] = () => {
      answers['GraphQL GroupList'] = graphAnswer('groupsCollection', [group(9, 'Shipping 2', 'internal')])
      return json(200, { id: 9, slug: 'shipping-2' })
    }
    await user.type(dialog.getByLabelText(/Name/), ' 2')
    await waitFor(() => expect(save).toHaveProperty('disabled', false))
    await user.click(save)
    await waitFor(() => expect(screen.getByLabelText('Group').textContent).toBe('Shipping 2'))
    expect(sent()).toBeUndefined()
    await user.click(await button())
    await waitFor(() => expect(sent()).toMatchObject({ p_name: 'Parcels', p_group_id: 9 }))
  })

  it('offers no new group to who may make none', async () => {
    const { user } = openAddProject()
    await user.click(await screen.findByLabelText('Group'))
    await screen.findByRole('option', { name: 'Payments' })
    expect(screen.queryByRole('option', { name: 'Create New Group' })).toBeNull()
  })

  it('offers another plan where this one has no groups', async () => {
    answers[permissions] = grants('WorkspaceProjectsCreate', 'WorkspaceGroupsCreate')
    answers[features] = [projects(1, 10), toggle('groups', false)]
    answers['GraphQL GroupList'] = graphAnswer('groupsCollection', [])
    const { user } = openAddProject()
    await user.click(await screen.findByLabelText('Group'))
    await user.click(await screen.findByRole('option', { name: 'Create New Group' }))
    await screen.findByRole('dialog', { name: 'Unlock the power of your workspace' })
  })

  it('leads to who has access, as far as the caller may look there', async () => {
    answers[permissions] = grants('WorkspaceProjectsCreate', 'WorkspaceMembersRead', 'WorkspaceProjectsView')
    openAddProject()
    const links = within(await screen.findByRole('navigation', { name: 'Who has access' })).getAllByRole(
      'link',
    )
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/members', '/admin/projects'])
  })

  it('shows style guides only to who may create them', async () => {
    answers[permissions] = grants('WorkspaceProjectsCreate')
    openAddProject('?flavor=style_guide')
    await screen.findByText('You do not have sufficient permission to view this page')
    await tab('Design Library')
    expect(screen.queryByRole('link', { name: 'Style Guide' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create project' })).toBeNull()
  })

  it.each([
    ['the installation has', ['ssg_disabled'], {}],
    ['the workspace alone has', [], { ssg_disabled: true }],
  ] as const)('shows no style guides where %s switched them off', async (_who, installed, own) => {
    config.flags = [...installed]
    answers['POST /rest/v1/rpc/workspace_by_slug'] = { ...acme, flags: own }
    openAddProject('?flavor=style_guide')
    await tab('Design Library')
    expect(screen.queryByRole('link', { name: 'Style Guide' })).toBeNull()
    expect((await kinds())[0]).toMatch(/^Blank web project/)
  })

  it.each([
    ['who pays', ['WorkspaceBilling'], /Pro Team has it, from \$332\.50 a month\./],
    ['others', [], /Please contact your workspace admin to upgrade\./],
  ])('says to %s what the plan lacks', async (_whom, more, advice) => {
    answers[permissions] = grants('WorkspaceProjectsCreate', ...more)
    answers[features] = [projects(1, 10), toggle('design_library', false)]
    answers['GET /api/v1/billing/products'] = { products }
    openAddProject('?flavor=design_library')
    await screen.findByText(advice)
    expect(screen.queryByRole('button', { name: 'Create project' })).toBeNull()
  })
})

describe('an empty project', () => {
  it.each([
    ['', 'web', 'design', 'API Project successfully created 🚀'],
    ['?kind=cli', 'cli', 'design', 'API Project successfully created 🚀'],
    ['?flavor=style_guide', 'web', 'style_guide', 'Style Guide Project successfully created 🚀'],
    ['?flavor=design_library', 'web', 'design_library', 'Component Library Project successfully created 🚀'],
  ])('%s is made and opens', async (query, type, flavor, message) => {
    const { user } = openAddProject(query)
    await user.type(await screen.findByLabelText('Name'), 'Über Pets')
    await user.click(await button())
    await waitFor(() => expect(place.current).toBe(type === 'cli' ? '/docs/made' : '/studio/made'))
    await screen.findByText(message)
    expect(sent()).toMatchObject({
      p_name: 'Über Pets',
      p_slug: 'uber-pets',
      p_type: type,
      p_flavor: flavor,
      p_visibility: 'internal',
      p_group_id: null,
      p_icon_name: expect.stringMatching(/^[a-z-]+$/),
      p_icon_color: expect.stringMatching(/^#[0-9A-F]{6}$/),
    })
  })

  it('refuses a name that somebody has, at the name', async () => {
    const sentence =
      'There is another project in this workspace with the same name. Please choose another one.'
    const detail = JSON.stringify({ code: 'CONFLICT', status: 409, field: 'name' })
    answers[create] = () => json(409, { code: 'PT409', message: sentence, details: detail, hint: null })
    const { user } = openAddProject()
    await user.type(await screen.findByLabelText('Name'), 'Pets')
    await user.click(await button())
    await screen.findByText(sentence)
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Pets')
  })

  it('wants 2 to 30 characters for the name of a CLI project', async () => {
    const { user } = openAddProject('?kind=cli')
    const name = await screen.findByLabelText('Name')
    await user.type(name, 'a'.repeat(31))
    await user.tab()
    await screen.findByText('Must be no more than 30 characters')
    await user.clear(name)
    await user.type(name, 'a')
    await screen.findByText('Must be at least two characters')
    await user.click(await button())
    expect(sent()).toBeUndefined()
  })
})

describe('visibility', () => {
  it('takes a public project into a public group alone', async () => {
    const { user } = openAddProject()
    await user.type(await screen.findByLabelText('Name'), 'Pets')
    await user.click(await screen.findByLabelText('Visibility'))
    await user.click(await screen.findByRole('option', { name: /Public/ }))
    await user.click(await screen.findByLabelText('Group'))
    await user.click(await screen.findByRole('option', { name: 'Payments' }))
    await screen.findByText('A public project can only be added to a public group.')
    expect(await button()).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('Group'))
    await user.click(await screen.findByRole('option', { name: 'Partners' }))
    await waitFor(async () => expect(await button()).toHaveProperty('disabled', false))
    await user.click(await button())
    await waitFor(() => expect(sent()).toMatchObject({ p_visibility: 'public', p_group_id: 6 }))
  })

  it('leads to the plan that has private projects, where this one lacks them', async () => {
    answers[features] = [projects(1, 10), { ...toggle('private_projects'), allowed: false, in_plan: false }]
    answers['GET /api/v1/billing/products'] = { products }
    const { user } = openAddProject()
    const way = await screen.findByRole('link', { name: 'See plans' })
    await waitFor(() => expect(way.getAttribute('href')).toBe('/admin/billing/plans?plan=basic'))
    await user.click(await screen.findByLabelText('Visibility'))
    const choice = await screen.findByRole('option', { name: /Private/ })
    expect(choice.getAttribute('aria-disabled')).toBe('true')
  })

  it('makes no private style guide', async () => {
    const { user } = openAddProject('?flavor=style_guide')
    await user.click(await screen.findByLabelText('Visibility'))
    const choice = await screen.findByRole('option', { name: /Private/ })
    expect(choice.textContent).toContain('Unable to create a private project')
    expect(choice.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the projects of a plan', () => {
  const said = () => screen.findByText(/^This workspace has/)

  it.each([
    [9, 1, 'This workspace has 9 projects, and your plan includes 1 project.', true, 'startup'],
    [1, 1, 'This workspace has 1 project, and your plan includes 1 project.', true, 'basic'],
    [9, 10, 'This workspace has 9 projects, and your plan includes 10 projects.', false, 'pro_team'],
  ])('%i of %i', async (used, cap, sentence, full, next) => {
    answers[features] = [projects(used, cap)]
    answers['GET /api/v1/billing/products'] = { products }
    openAddProject()
    expect((await said()).textContent?.startsWith(sentence)).toBe(true)
    await screen.findByText(/ has it, from \$/)
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(`${used} of ${cap}`)
    expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe(
      `/admin/billing/plans?plan=${next}`,
    )
    expect(await button()).toHaveProperty('disabled', full)
  })

  it('says nothing below nine tenths, and shows no bar without a limit', async () => {
    answers[features] = [projects(8, 10)]
    openAddProject()
    await screen.findByRole('progressbar')
    expect(screen.queryByText(/^This workspace has/)).toBeNull()
  })

  it('leads who cannot upgrade to who can', async () => {
    answers[permissions] = grants('WorkspaceProjectsCreate')
    answers[features] = [projects(1, 1)]
    openAddProject()
    expect((await said()).textContent).toMatch(/Please contact your workspace admin to upgrade\.$/)
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
  })
})
