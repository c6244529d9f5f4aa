// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
// Ctrl K without a server: what is offered before anything is typed, and to whom.
import '../../shared/testing/host.ts'
import '../../shared/testing/all-rows.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberProject, rememberSearch } from '../../shared/data/recent.ts'
import { graphAnswer, node } from '../../shared/testing/graph.ts'
import { acme, ada, OnWorkspace, place, renderAt } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { split } from '../../shared/ui/Marked.tsx'
import { matching } from './commands.ts'
import SearchOverlay from './SearchOverlay.tsx'

it('marks words where they begin, and the long ones within others', () => {
  expect(split('Get a widget', ['get'])).toEqual(['', 'Get', ' a wid', 'get', ''])
  expect(split('id of a widget', ['id'])).toEqual(['', 'id', ' of a widget'])
  expect(split('<b>Pets</b>', ['pet', '<b>', '('])).toEqual(['<b>', 'Pet', 's</b>'])
  expect(split('plain', [])).toEqual(['plain'])
})

it('finds commands by the beginnings of their words', () => {
  const commands = [
    { title: 'Add project', words: 'new import' },
    { title: 'Dark theme', words: 'switch' },
  ]
  const found = (text: string) => matching(commands, text).map(({ title }) => title)
  expect(found('proj ad')).toEqual(['Add project'])
  expect(found('IMP')).toEqual(['Add project'])
  expect(found('roject')).toEqual([])
  expect(found(' ')).toEqual([])
})

describe('the overlay', () => {
  let received: ReceivedRequest[]
  let answers: Answers
  beforeEach(() => {
    window.localStorage.clear()
    answers = {
      'POST /rest/v1/rpc/workspace_by_slug': acme,
      'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
      'POST /rest/v1/rpc/me': ada,
      'POST /rest/v1/rpc/my_permissions': [{ role: 'maker', permission: 'WorkspaceProjectsCreate' }],
      'POST /rest/v1/rpc/search': { nodes: [], projects: [], people: [], groups: [], teams: [] },
    }
    received = fakeServer(answers)
  })
  const asAda = { workspace: acme.id, viewer: 'auth-ada' }
  const open = (within: { projectSlug?: string; branchSlug?: string } = {}) =>
    renderAt(
      '/',
      <OnWorkspace>
        <SearchOverlay {...within} typed={() => ''} onClose={() => undefined} />
      </OnWorkspace>,
    )
  const asked = () => received.filter(({ path }) => path.endsWith('/search_nodes')).at(-1)?.body

  it('offers what the caller may do, and goes there', async () => {
    const { user } = open()
    await screen.findByRole('option', { name: /Add project/ })
    expect(screen.queryByRole('option', { name: /Workspace settings/ })).toBeNull()
    await user.type(screen.getByRole('combobox'), 'a')
    await screen.findByText('Type at least 3 characters.')
    await user.keyboard('dd{Enter}')
    await waitFor(() => expect(place.current).toBe('/add/projects'))
  })

  it('leads back to the projects that were read last, until something is typed', async () => {
    for (const slug of ['cats', 'gone', 'pets']) rememberProject(asAda, slug)
    answers['GraphQL ProjectPage'] = graphAnswer(
      'projectsCollection',
      ['cats', 'pets'].map((slug, index) => node({ id: index + 1, slug, name: `All ${slug}` })),
    )
    const { user } = open()
    await screen.findByRole('option', { name: /All pets/ })
    const shown = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(shown.slice(0, 2)).toEqual(['projectAll pets', 'projectAll cats'])
    await user.type(screen.getByRole('combobox'), 'xyz')
    await screen.findByText('No results. Try another search term.')
    expect(screen.queryByRole('option', { name: /All pets/ })).toBeNull()
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(place.current).toBe('/docs/pets'))
  })

  it('repeats a recent search', async () => {
    rememberSearch(asAda, 'narwhal')
    const { user } = open()
    await user.click(await screen.findByRole('option', { name: /narwhal/ }))
    expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('narwhal')
    await screen.findByText('No results. Try another search term.')
  })

  it.each(['auth-bob', null])(
    'offers nothing of what another looked for on this device (%s)',
    async (viewer) => {
      rememberSearch({ workspace: acme.id, viewer }, 'acquisition')
      rememberProject({ workspace: acme.id, viewer }, 'secret')
      rememberSearch(asAda, 'narwhal')
      rememberProject(asAda, 'pets')
      answers['GraphQL ProjectPage'] = graphAnswer(
        'projectsCollection',
        ['secret', 'pets'].map((slug, index) => node({ id: index + 1, slug, name: `All ${slug}` })),
      )
      open()
      await screen.findByRole('option', { name: /narwhal/ })
      await screen.findByRole('option', { name: /All pets/ })
      expect(screen.queryByRole('option', { name: /acquisition|All secret/ })).toBeNull()
    },
  )

  it('asks for the pages of one kind', async () => {
    const { user } = open()
    await user.type(await screen.findByRole('combobox'), 'pets')
    await user.click(screen.getByRole('button', { name: 'Models' }))
    await waitFor(() =>
      expect(received.filter(({ path }) => path.endsWith('/search')).at(-1)?.body).toMatchObject({
        p_types: ['model'],
      }),
    )
  })

  describe('in a version of a project', () => {
    const hit = {
      node_id: 5,
      project_id: 3,
      project_slug: 'pets',
      project_name: 'Pets',
      branch_slug: 'v2',
      slug: 'o-list',
      name: 'List pets',
      type: 'http_operation',
      method: 'get',
      path: '/pets',
      summary: '',
      tags: ['Pets', 'Public'],
      words: [],
    }
    beforeEach(() => {
      answers['GET /rest/v1/projects'] = { id: 3, slug: 'pets', name: 'Pets', default_branch_id: 30 }
      answers['GET /rest/v1/branches'] = [
        { id: 30, slug: 'main', name: 'main', is_default: true },
        { id: 31, slug: 'v2', name: 'v2', is_default: false },
      ]
      answers['POST /rest/v1/rpc/branch_toc'] = ({ body }: ReceivedRequest) =>
        json(200, [
          {
            slug: 'a-intro',
            title: `Intro of ${(body as { p_branch_id: number }).p_branch_id}`,
            type: 'article',
          },
        ])
      answers['POST /rest/v1/rpc/search_nodes'] = [hit]
    })

    it('lists its contents and leads to its pages, until all is searched', async () => {
      const { user } = open({ projectSlug: 'pets', branchSlug: 'v2' })
      await screen.findByRole('option', { name: /Intro of 31/ })
      await user.type(screen.getByRole('combobox', { name: 'Search within the project' }), 'list')
      await screen.findByRole('option', { name: /List pets/ })
      expect(asked()).toMatchObject({ p_project_ids: [3], p_branch_slug: 'v2' })
      await user.keyboard('{Enter}')
      expect(place.current).toBe('/docs/pets/branches/v2/o-list')
      await user.click(screen.getByRole('button', { name: 'This version', pressed: true }))
      screen.getByRole('combobox', { name: 'Search...' })
      await waitFor(() => expect(received.some(({ path }) => path.endsWith('/rpc/search'))).toBe(true))
    })

    it('finds nothing of others where the project cannot be seen', async () => {
      answers['GET /rest/v1/projects'] = () => json(200, null)
      const { user } = open({ projectSlug: 'gone', branchSlug: 'v2' })
      await user.type(await screen.findByRole('combobox', { name: 'Search within the project' }), 'list')
      await waitFor(() => expect(asked()).toMatchObject({ p_project_ids: [0], p_branch_slug: 'v2' }))
    })

    it('narrows by project, version and tag', async () => {
      const { user } = open()
      answers['GET /rest/v1/projects'] = ({ headers }: ReceivedRequest) =>
        headers.get('accept')?.includes('object')
          ? json(200, { id: 3, slug: 'pets', name: 'Pets', default_branch_id: 30 })
          : json(200, [{ id: 3, slug: 'pets', name: 'Pets' }])
      await user.click(await screen.findByRole('button', { name: 'More filters' }))
      await user.click(await screen.findByRole('combobox', { name: 'Project' }))
      await user.click(await screen.findByRole('option', { name: 'Pets' }))
      await user.click(screen.getByRole('combobox', { name: 'Version' }))
      await user.click(await screen.findByRole('option', { name: 'v2' }))
      // Without words all that has the tag is meant.
      await user.type(screen.getByRole('combobox', { name: 'Tag' }), 'Public{Enter}')
      await waitFor(() =>
        expect(asked()).toMatchObject({
          p_search: 'Public',
          p_tags: ['Public'],
          p_branch_slug: 'v2',
          p_project_ids: [3],
        }),
      )
      await screen.findByRole('option', { name: /List pets/ })
      screen.getByRole('button', { name: 'More filters (3)' })
    })
  })
})
