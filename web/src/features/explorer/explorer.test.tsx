// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/" }
// The explorer in the address: what a node's uri leads to, and what is said where nothing fits.
import '../../shared/testing/host.ts'
import '../../shared/testing/all-rows.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { acme, ada, OnWorkspace, place, renderAt } from '../../shared/testing/render.tsx'
import {
  type Answers,
  fakeServer,
  json,
  type ReceivedRequest,
  tokenFor,
} from '../../shared/testing/server.ts'
import { BranchNodeSlot, type ShowBranchNodeProps } from '../../shared/ui/branch-node-slot.tsx'
import ExplorerRoutes from './routes.tsx'

// In place of the docs, which the app puts there.
const ShownNode = ({ project, branch, node }: ShowBranchNodeProps) => (
  <p>
    {node.name} of {project.slug} on {branch.slug}
  </p>
)

const project = {
  ...{
    id: 3,
    slug: 'pets',
    name: 'Pets',
    description: 'All about pets',
    icon_name: 'cube',
    icon_color: '#fff',
  },
  default_branch_id: 5,
}
const node = {
  id: 11,
  ...{
    slug: 'n-list',
    name: 'List pets',
    type: 'http_operation',
    method: 'get',
    path: '/pets',
    summary: '',
    tags: [],
  },
  data: { description: 'Lists <img src=x onerror=alert(1)> **all** pets' },
}
let answers: Answers
let received: ReceivedRequest[]
let stars: number[]

beforeEach(() => {
  stars = []
  answers = {
    'POST /rest/v1/rpc/workspace_by_slug': acme,
    'POST /api/v1/auth/access-token/d2s6Nw': () => json(200, { token: tokenFor(3600) }),
    'POST /rest/v1/rpc/me': ada,
    'GET /rest/v1/projects': ({ headers }: ReceivedRequest) =>
      json(200, headers.get('accept')?.includes('object') ? project : [project]),
    'POST /rest/v1/rpc/branch_toc': [
      { id: 'x', slug: 'n-list', title: 'List pets', type: 'http_operation', meta: 'get' },
      { id: 'y', slug: 'n-pet', title: 'Pet', type: 'model' },
      { id: 'z', slug: 'n-new', title: 'New pet', type: 'http_webhook', meta: 'post' },
    ],
    'GET /rest/v1/branches': ({ path }: ReceivedRequest) => {
      const versions = ['main', 'v2'].map((slug, index) => ({
        ...{ id: 30 + index, slug, name: slug, is_default: index === 0, last_analyzed_at: null },
      }))
      const meant = (one: { id: number; slug: string }) =>
        path.includes('slug=eq.') ? path.includes(`slug=eq.${one.slug}`) : one.slug === 'main'
      return json(200, /[?&](id|slug)=eq/.test(path) ? versions.filter(meant) : versions)
    },
    'POST /rest/v1/rpc/branch_node': node,
    'POST /rest/v1/rpc/branch_node_by_uri': ({ body }: ReceivedRequest) =>
      json(200, (body as { p_uri: string }).p_uri === '/reference/pets.yaml/paths/~1pets/get' ? node : null),
    'POST /rest/v1/rpc/search_nodes': [],
    'GET /rest/v1/branch_nodes': { node_id: 11 },
    'GET /rest/v1/node_stars': () =>
      json(
        200,
        stars.map((node_id) => ({ node_id, nodes: { branch_nodes: [{ slug: 'n-list' }] } })),
      ),
    'POST /rest/v1/node_stars': ({ body }: ReceivedRequest) => {
      stars.push((body as { node_id: number }).node_id)
      return json(201, null)
    },
    'DELETE /rest/v1/node_stars': () => {
      stars = []
      return json(200, null)
    },
  }
  received = fakeServer(answers)
})

const open = (path: string) =>
  renderAt(
    path,
    <OnWorkspace>
      <Routes>
        <Route
          path="explore/*"
          element={
            <BranchNodeSlot value={ShownNode}>
              <ExplorerRoutes />
            </BranchNodeSlot>
          }
        />
      </Routes>
    </OnWorkspace>,
  )

it('opens a project, narrows its nodes by type and shows one beside them', async () => {
  const { user } = open('/explore')
  await user.click(await screen.findByRole('button', { name: 'Expand Pets' }))
  await screen.findByRole('link', { name: /Pet.*Model/ })
  await user.click(screen.getByRole('button', { name: 'HTTP Operation' }))
  expect(screen.queryByRole('link', { name: /Pet.*Model/ })).toBeNull()
  // What is called by others is an operation, too.
  screen.getByRole('link', { name: /New pet/ })
  await user.click(screen.getByRole('link', { name: /List pets/ }))
  await waitFor(() => expect(place.current).toBe('/explore/pets/n-list?types=http_operation'))
  await screen.findByRole('region', { name: 'List pets' })
  screen.getByText('List pets of pets on main')
})

it('leads from the uri of a node to its slug, and home from any other', async () => {
  open('/explore/pets/nodes/reference/pets.yaml/paths/~1pets/get')
  await waitFor(() => expect(place.current).toBe('/explore/pets/n-list'))
})

it('leads on from what a project was called before', async () => {
  answers['GET /rest/v1/projects'] = ({ headers, path }: ReceivedRequest) => {
    if (!headers.get('accept')?.includes('object')) return json(200, [project])
    return path.includes('slug=eq.pets') ? json(200, project) : json(200, null)
  }
  answers['GET /rest/v1/project_slugs'] = ({ path }: ReceivedRequest) =>
    json(200, path.includes('slug=eq.dogs') ? { project: { slug: 'pets' } } : null)
  open('/explore/dogs/n-list?version=v2')
  await waitFor(() => expect(place.current).toBe('/explore/pets/n-list?version=v2'))
  await screen.findByText('List pets of pets on v2')
  cleanup()
  open('/explore/dogs/nodes/reference/pets.yaml/paths/~1pets/get')
  await waitFor(() => expect(place.current).toBe('/explore/pets/n-list'))
})

it('leads from an unknown uri to the tree', async () => {
  open('/explore/pets/nodes/none')
  await waitFor(() => expect(place.current).toBe('/explore'))
})

it('searches from the third letter on, and says when nothing fits', async () => {
  const { user } = open('/explore')
  const box = await screen.findByRole('searchbox', { name: 'Search' })
  await user.type(box, 'zz')
  await user.type(box, 'z')
  await screen.findByText('No Results')
  screen.getByText('Try updating the active search and/or filters.')
  const asked = received.filter(({ path }) => path.endsWith('/search_nodes'))
  expect(asked.map(({ body }) => (body as { p_search: string }).p_search)).toEqual(['zzz'])
})

it('stars a node, takes the star back, and lists what is starred', async () => {
  const { user } = open('/explore/pets/n-list')
  await user.click(await screen.findByRole('button', { name: 'Star' }))
  await user.click(await screen.findByRole('button', { name: 'Remove star' }))
  await screen.findByRole('button', { name: 'Star' })
  await user.click(screen.getByRole('button', { name: 'Starred' }))
  await screen.findByText('No Results')
  expect(received.filter(({ path }) => path.endsWith('/search_nodes')).at(-1)?.body).toMatchObject({
    p_search: '',
    p_starred: true,
  })
})

it('stars a node in its row, which the tree then marks', async () => {
  const { user } = open('/explore')
  await user.click(await screen.findByRole('button', { name: 'Expand Pets' }))
  await user.click(await screen.findByRole('button', { name: 'Star: List pets' }))
  await screen.findByRole('button', { name: 'Remove star: List pets' })
  screen.getByRole('button', { name: 'Star: Pet' })
  expect(
    received.find(({ method, path }) => method === 'POST' && path.endsWith('/node_stars'))?.body,
  ).toEqual({ node_id: 11, user_id: ada.id })
  expect(place.current).toBe('/explore')
})

const searched = () => received.filter(({ path }) => path.endsWith('/search_nodes')).map(({ body }) => body)

it('keeps in its address what it is narrowed by', async () => {
  const { user } = open('/explore')
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'pets ')
  await user.click(screen.getByRole('button', { name: 'Model' }))
  await user.click(screen.getByRole('button', { name: 'Article' }))
  await user.click(screen.getByRole('button', { name: 'Starred' }))
  await waitFor(() => expect(place.current).toBe('/explore?search=pets&types=article%2Cmodel&starred=true'))
  await waitFor(() =>
    expect(searched().at(-1)).toMatchObject({
      p_search: 'pets',
      p_types: ['article', 'model'],
      p_starred: true,
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Starred' }))
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }))
  await waitFor(() => expect(place.current).toBe('/explore?types=article%2Cmodel'))
})

it('is narrowed by all that its address says together, also beside a node', async () => {
  const { user } = open(
    '/explore/pets/n-list?version=v2&search=dogs&types=http_operation,none&project=pets&branch=v2&tag=Public',
  )
  const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  expect(box.value).toBe('dogs')
  screen.getByRole('button', { name: 'HTTP Operation', pressed: true })
  screen.getByRole('button', { name: 'More filters (3)' })
  await waitFor(() =>
    expect(searched()).toEqual([
      expect.objectContaining({
        p_search: 'dogs',
        p_types: ['http_operation', 'http_webhook', 'http_callback'],
        p_project_ids: [3],
        p_branch_slug: 'v2',
        p_tags: ['Public'],
      }),
    ]),
  )
  await user.click(await screen.findByRole('link', { name: 'Close' }))
  expect(place.current).toBe('/explore?search=dogs&types=http_operation&project=pets&branch=v2&tag=Public')
})

it('shows another version of one project, and finds pages by a tag', async () => {
  const { user } = open('/explore')
  await user.click(await screen.findByRole('button', { name: 'More filters' }))
  await user.click(screen.getByRole('combobox', { name: 'Project' }))
  await user.click(await screen.findByRole('option', { name: 'Pets' }))
  await user.click(screen.getByRole('combobox', { name: 'Version' }))
  await user.click(await screen.findByRole('option', { name: 'v2' }))
  await user.click(await screen.findByRole('button', { name: 'Expand Pets' }))
  await user.click(await screen.findByRole('link', { name: /List pets/ }))
  await waitFor(() => expect(place.current).toBe('/explore/pets/n-list?version=v2&project=pets&branch=v2'))
  await screen.findByText('List pets of pets on v2')
  const tocs = received.filter(({ path }) => path.endsWith('/branch_toc'))
  expect(tocs.map(({ body }) => (body as { p_branch_id: number }).p_branch_id)).toEqual([31])
  expect(screen.getByRole('link', { name: 'Open in docs' }).getAttribute('href')).toBe(
    '/docs/pets/branches/v2/n-list',
  )
  await user.type(screen.getByRole('combobox', { name: 'Tag' }), 'Public{Enter}')
  await screen.findByText('No Results')
  expect(received.filter(({ path }) => path.endsWith('/search_nodes')).at(-1)?.body).toMatchObject({
    p_search: 'Public',
    p_tags: ['Public'],
    p_branch_slug: 'v2',
    p_project_ids: [3],
  })
})
