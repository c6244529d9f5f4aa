import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type NavigateFunction, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { createRefresher } from '../../../shared/data/realtime/refresh.ts'
import { adoptToken, stopSession } from '../../../shared/data/session.ts'
import { connection, graphAnswer, node } from '../../../shared/testing/graph.ts'
import { receiveToasts } from '../../../shared/ui/toast.ts'
import type { DocsNode } from '../model/types.ts'
import type { AnalysisTask, Branch, Project } from '../queries.ts'
import DocsRoutes from '../routes.tsx'
import SharedRoutes from '../shared-routes.tsx'
import { aModel, anOperation, renderDocs, stubView } from '../testing.tsx'
import { isGroup, type TocEntry } from '../toc/types.ts'

// What the server holds in a test, and who asks.
const server = {
  project: null as Project | null,
  toc: [] as TocEntry[],
  nodes: [] as DocsNode[],
  task: null as AnalysisTask | null,
  /** What the database answers of a slug that a project had. */
  slugNow: [] as { project: { slug: string } }[],
  rulesets: [] as { slug: string }[],
  repository: null as object | null,
  releases: [] as object[],
  link: null as { token: string; opens: object } | null,
  imports: [] as string[],
  /** Addresses of images with the link that came along. */
  images: [] as string[],
  requests: [] as string[],
  /** Whether contents come by level, and what was asked for of them. */
  isLong: false,
  parts: [] as object[],
  /** What the first call of somebody who is signed in answers. */
  page: null as object | null,
}

/** Groups, all of the outermost level, that hold the page or are named. */
function partOf(toc: TocEntry[], { p_slug, p_ways = [] }: { p_slug?: string; p_ways?: string[] }) {
  return toc.map((entry, index) => {
    const isShown =
      !isGroup(entry) || p_ways.includes(String(index)) || JSON.stringify(entry).includes(`"${p_slug}"`)
    return isShown ? entry : { ...entry, items: [], left: entry.items.length }
  })
}
const visitor = { signedIn: true, permissions: [] as string[], hidden: false }

vi.mock('../../../shared/data/workspace.tsx', () => ({
  useWorkspace: () => ({ id: 1, name: 'Acme', slug: 'acme', hide_powered_by: false }),
  useSite: () => ({ kind: 'workspace', workspace: { logo_url: null, hide_sign_in: visitor.hidden } }),
  useSessionState: () =>
    visitor.signedIn ? { status: 'signed-in', authId: 'u' } : { status: 'signed-out', reason: 'none' },
  useScope: () => ({ workspace: 1, viewer: visitor.signedIn ? 'u' : null }),
}))
vi.mock('../../../shared/data/me.ts', () => ({
  useMe: () => ({ data: { id: 1 } }),
  usePermissions: () => ({ can: () => true, isPending: false }),
  useProjectPermissions: () => ({
    can: (name: string) => visitor.permissions.includes(name),
    isPending: false,
  }),
}))

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : String(input), 'http://x.test')
  const args = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
  server.requests.push(url.pathname)
  if (url.pathname === '/graphql/v1')
    return Response.json(graphAnswer('projectsCollection', projectsOf(args.variables.slug)))
  if (url.pathname.endsWith('/project_slugs')) return Response.json(server.slugNow)
  if (url.pathname.endsWith('/shared_branch')) {
    const link = new Headers(init?.headers).get('X-Waymark-Share')
    return Response.json(link === server.link?.token ? [server.link?.opens] : [])
  }
  if (url.pathname.includes('/images/')) {
    server.images.push(`${url.pathname} ${new Headers(init?.headers).get('X-Waymark-Share')}`)
    return Response.json({}, { status: 404 })
  }
  if (url.pathname.endsWith('/project_repositories')) return Response.json(server.repository ?? [])
  if (url.pathname.endsWith('/releases')) return Response.json(server.releases)
  if (url.pathname.endsWith('/task_logs')) return Response.json(server.task ? [server.task] : [])
  if (url.pathname.endsWith('/branch_nodes')) return Response.json(server.rulesets)
  if (url.pathname.endsWith('/branch_toc')) return Response.json(server.toc)
  if (url.pathname.endsWith('/branch_contents')) {
    server.parts.push(args)
    return Response.json(server.isLong ? partOf(server.toc, args) : server.toc)
  }
  if (url.pathname.endsWith('/docs_page')) return Response.json(server.page)
  if (url.pathname.endsWith('/branch_node'))
    return Response.json(server.nodes.find((node) => args.p_slug.startsWith(node.slug)) ?? null)
  if (url.pathname.endsWith('/branch_changelog'))
    return Response.json({ state: 'current', total: 0, major: 0, minor: 0, patch: 0, items: [] })
  if (url.pathname.endsWith('/branch_node_by_uri'))
    return Response.json(server.nodes.find((node) => node.uri === args.p_uri) ?? null)
  if (url.pathname.endsWith('/import')) {
    server.imports.push(url.pathname)
    return Response.json({ job_id: 'j' }, { status: 202 })
  }
  return Response.json({}, { status: 404 })
}

function projectsOf(slug: string) {
  return server.project && server.project.slug === slug ? [projectNode(server.project)] : []
}

function projectNode({ branches, ...project }: Project) {
  return { ...node(project), branchesCollection: connection(branches.map((branch) => node({ ...branch }))) }
}

function aBranch(id: number, name: string, extra: Partial<Branch> = {}): Branch {
  const counts = { article_count: 0, schema_count: 0, api_count: 0, operation_count: 0 }
  const flags = { is_default: false, is_published: true, last_analyzed_at: '2026-01-01', commit_hash: null }
  return { id, name, slug: name, ...flags, ...counts, ...extra }
}

const aProject = (...branches: Branch[]): Project => ({
  id: 7,
  name: 'Pets',
  slug: 'pets',
  description: null,
  icon_name: null,
  icon_color: null,
  type: 'web',
  flavor: 'design',
  visibility: 'public',
  workspace_id: 1,
  default_branch_id: 1,
  branches,
})
const aTask = (status: AnalysisTask['status'], payload: AnalysisTask['payload'] = null): AnalysisTask => ({
  job_id: 'j',
  status,
  started_at: null,
  created_at: '2026-01-01',
  branch_ref: 'refs/heads/main',
  payload,
})

let cache: QueryClient
let go: NavigateFunction

function Where() {
  cache = useQueryClient()
  go = useNavigate()
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

const open = (at: string) =>
  renderDocs(
    <>
      <Routes>
        <Route path="/docs/:projectSlug/*" element={<DocsRoutes />} />
        <Route path="/shared" element={<SharedRoutes />} />
        <Route path="*" element={null} />
      </Routes>
      <Where />
    </>,
    { at },
  )
const where = () => screen.getByTestId('where').textContent
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

const said: string[] = []
let stopToasts = (): void => undefined

beforeEach(() => {
  Object.assign(server, {
    repository: null,
    task: null,
    rulesets: [],
    imports: [],
    images: [],
    requests: [],
    isLong: false,
    parts: [],
    page: null,
    slugNow: [],
    link: null,
  })
  Object.assign(visitor, { signedIn: true, permissions: [] })
  server.nodes = [anOperation('List', {}), aModel('Pet', { type: 'object', properties: { id: {} } })]
  server.toc = server.nodes.map((node) => ({
    id: node.slug,
    slug: node.slug,
    title: node.name,
    type: node.type,
    meta: 'get',
  }))
  server.project = aProject(
    aBranch(1, 'main', { is_default: true }),
    aBranch(2, 'v2'),
    aBranch(3, 'wip', { is_published: false }),
  )
  said.length = 0
  stopToasts = receiveToasts((toast) => said.push(toast.message))
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('scrollTo', () => undefined)
  stubView()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: !query.includes('print'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  vi.useRealTimers()
  stopToasts()
  vi.unstubAllGlobals()
})

describe('the docs of a project', () => {
  it('open at the first page of the default branch', async () => {
    open('/docs/pets')
    await heading('List')
    expect(where()).toBe('/docs/pets/branches/main/o-List')
  })
  it('load one node for a page', async () => {
    open('/docs/pets/branches/main/o-List')
    await heading('List')
    expect(server.requests.filter((path) => path.includes('branch_node'))).toHaveLength(1)
  })
  it('lead on to the next page', async () => {
    open('/docs/pets/branches/main/o-List')
    await heading('List')
    await userEvent.click(await screen.findByRole('link', { name: /Next/ }))
    await heading('Pet')
    expect(where()).toBe('/docs/pets/branches/main/m-Pet')
  })
  it('offer the versions, the listed ones first', async () => {
    open('/docs/pets/branches/main/o-List')
    await heading('List')
    const groups = [...screen.getByLabelText('Version').querySelectorAll('optgroup')]
    expect(
      groups.map((group) => `${group.label}: ${[...group.children].map((option) => option.textContent)}`),
    ).toEqual(['Versions: main (Default),v2', 'Unlisted: wip'])
    await userEvent.selectOptions(screen.getByLabelText('Version'), 'v2')
    expect(where()).toBe('/docs/pets/branches/v2/o-List')
  })
  it('lead to the newest release, where the reader may read its version', async () => {
    server.releases = [{ version: '2.1.0', notes: 'Cats', created_at: '2026-01-01', branch_id: 2 }]
    open('/docs/pets')
    await heading('List')
    const link = await screen.findByRole('link', { name: /Latest release 2\.1\.0/ })
    expect(link.getAttribute('href')).toBe('/docs/pets/branches/v2')
    server.releases = []
  })
  it('lead from a branch that does not exist to the project', async () => {
    open('/docs/pets/branches/gone/o-List')
    await heading('List')
    expect(where()).toBe('/docs/pets/branches/main/o-List')
  })
  it('lead from an old title and from a URI to the page', async () => {
    const first = open('/docs/pets/branches/main/o-List-as-it-was-called')
    await heading('List')
    await waitFor(() => expect(where()).toBe('/docs/pets/branches/main/o-List'))
    first.unmount()
    open('/docs/pets/branches/main/~%2Fa.yaml%2Fcomponents%2Fschemas%2FPet')
    await heading('Pet')
    expect(where()).toBe('/docs/pets/branches/main/m-Pet')
  })
  it('open at the heading that the address names', async () => {
    const seen: string[] = []
    Element.prototype.scrollIntoView = function () {
      seen.push(this.id)
    }
    const article = {
      ...aModel('Guide', {}),
      type: 'article' as const,
      slug: 'guide',
      data: { markdown: '# Guide\n\nWords\n\n## Second part\n\nMore\n' },
    }
    server.nodes = [article]
    server.toc = [{ id: 'guide', slug: 'guide', title: 'Guide', type: 'article' }]
    open('/docs/pets/branches/main/guide#second-part')
    await waitFor(() => expect(seen).toEqual(['second-part']))
  })
  it.each([
    ['#second-part', 'Second part'],
    ['#Second-Part', 'Second part'],
    ['#section/Second-Part', 'Second part'],
    ['#second-part-1', 'Second part, once more'],
    ['#größe', 'Größe'],
    ['#gr%C3%B6%C3%9Fe', 'Größe'],
    ['#%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82-%D0%BC%D0%B8%D1%80', 'Привет, мир'],
    ['#100%', '100%'],
    ['#authorization', 'Authorization'],
    ['#limits', 'place of the author'],
  ])('show what %s names in any of their texts', async (hash, words) => {
    const seen: (string | null)[] = []
    Element.prototype.scrollIntoView = function () {
      const doubles = [...document.querySelectorAll('h2')].filter(
        (one) => one.textContent === this.textContent,
      )
      seen.push(`${this.textContent}${doubles.indexOf(this as HTMLHeadingElement) > 0 ? ', once more' : ''}`)
    }
    const description =
      '## Second part\n\n## Größe\n\n## Привет, мир\n\n## 100%\n\n## Second part\n\n<b id="limits">place of the author</b>'
    server.nodes = [
      anOperation('List', {
        description,
        security: [[{ key: 'k', type: 'apiKey', name: 'k', in: 'query' }]],
      }),
    ]
    server.toc = [{ id: 'o-List', slug: 'o-List', title: 'List', type: 'http_operation' }]
    open(`/docs/pets/branches/main/o-List${hash}`)
    await waitFor(() => expect(seen).toEqual([words]))
  })
  it('keep the contents when one page holds nonsense', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    server.nodes = [anOperation('List', { responses: 'none' as never })]
    open('/docs/pets/branches/main/o-List')
    await screen.findByText(/This page could not be shown/)
    expect(screen.getByRole('tree')).toBeTruthy()
  })
  it('show what was analysed again while they are read, and stay where their reader is', async () => {
    const scroll = vi.fn()
    vi.stubGlobal('scrollTo', scroll)
    open('/docs/pets')
    await heading('List')
    await waitFor(() => expect(scroll).toHaveBeenCalledOnce())
    server.project = aProject(aBranch(1, 'main', { is_default: true, last_analyzed_at: '2026-02-02' }))
    server.nodes = [anOperation('List', { path: '/animals' }), aModel('Cat', { type: 'object' })]
    server.toc = server.nodes.map(({ slug, name, type }) => ({ id: slug, slug, title: name, type }))
    const refresher = createRefresher(cache)
    refresher.changed({
      topic: 'project:7',
      event: 'change',
      table: 'branches',
      operation: 'UPDATE',
      ids: [1],
    })
    expect((await screen.findAllByText(/\/animals/)).length).toBeGreaterThan(0)
    await screen.findByRole('link', { name: /Next.*Cat/ })
    expect(scroll).toHaveBeenCalledOnce()
    refresher.stop()
  })
  it.each([
    ['of somebody whose channel is not open', true, 5_000],
    ['of a visitor', false, 30_000],
  ])('show it %s, too, who looks for it', async (_who, signedIn, ms) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    visitor.signedIn = signedIn
    open('/docs/pets')
    await heading('List')
    server.project = aProject(aBranch(1, 'main', { is_default: true, last_analyzed_at: '2026-02-02' }))
    server.nodes = [anOperation('List', { path: '/animals' })]
    await act(() => vi.advanceTimersByTimeAsync(ms))
    expect((await screen.findAllByText(/\/animals/)).length).toBeGreaterThan(0)
  })
  it('lead to the changelog of a page beside the contents, and stay there on another version', async () => {
    open('/docs/pets/branches/main/o-List')
    await heading('List')
    await userEvent.click(await screen.findByRole('link', { name: 'Changelog' }))
    await heading('Changelog')
    expect(where()).toBe('/docs/pets/branches/main/~changelog/o-List')
    expect(screen.getByRole('treeitem', { name: /List/ }).getAttribute('aria-current')).toBe('page')
    await userEvent.selectOptions(screen.getByLabelText('Version'), 'v2')
    expect(where()).toBe('/docs/pets/branches/v2/~changelog/o-List')
    await userEvent.click(screen.getByRole('link', { name: 'Changelog of v2' }))
    expect(where()).toBe('/docs/pets/branches/v2/~changelog')
  })
  it('say inside the frame that a page does not exist', async () => {
    open('/docs/pets/branches/main/zzz')
    await heading('Page not found')
    screen.getByText('This page does not exist or you do not have sufficient permission')
    expect(screen.getByRole('tree')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  })
  it('offer a visitor to sign in where a page does not exist', async () => {
    visitor.signedIn = false
    open('/docs/pets/branches/main/zzz')
    await heading('Page not found')
    const link = screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')
    expect(link).toBe(`/auth?r=${encodeURIComponent('/docs/pets/branches/main/zzz')}`)
  })
})

describe('long contents', () => {
  const entry = (one: DocsNode) => ({ id: one.slug, slug: one.slug, title: one.name, type: one.type })
  const item = (name: string) => screen.findByRole('treeitem', { name })

  beforeEach(() => {
    window.localStorage.clear()
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
    const names = ['List', 'Add', 'Find', 'Drop']
    server.nodes = names.map((name) => anOperation(name, {}))
    const [list, add, find, drop] = server.nodes.map(entry)
    server.toc = [
      { title: 'Pets', items: [list, add].filter((one) => one !== undefined) },
      { title: 'Toys', items: [find].filter((one) => one !== undefined) },
      { title: 'Old', items: [drop].filter((one) => one !== undefined) },
    ]
    server.isLong = true
  })

  it('come around the page first, and a group when it is opened, once', async () => {
    open('/docs/pets/branches/main/o-List')
    await item('Add')
    expect(screen.getByRole('treeitem', { name: 'Toys' }).getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(await item('Old'))
    await item('Drop')
    await userEvent.click(await item('Old'))
    await userEvent.click(await item('Old'))
    await item('Drop')
    expect(server.parts).toEqual([
      { p_branch_id: 1, p_slug: 'o-List' },
      { p_branch_id: 1, p_ways: ['2'] },
    ])
    expect(server.requests).not.toContain('/rest/v1/rpc/branch_toc')
  })
  it('lead from the last page of a group to the first of the next', async () => {
    open('/docs/pets/branches/main/o-Add')
    await userEvent.click(await screen.findByRole('link', { name: /Next.*Find/ }))
    await heading('Find')
    expect((await item('Find')).getAttribute('aria-current')).toBe('page')
  })
  it('show the way to a page that is opened from elsewhere', async () => {
    open('/docs/pets/branches/main/o-List')
    await heading('List')
    await act(async () => go('/docs/pets/branches/main/o-Drop'))
    expect((await item('Drop')).getAttribute('aria-current')).toBe('page')
    await item('Add')
  })
  it('are searched as a whole', async () => {
    open('/docs/pets/branches/main/o-List')
    await item('Add')
    await userEvent.type(screen.getByRole('searchbox'), 'drop')
    await item('Drop')
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.type(screen.getByRole('searchbox'), 'zebra')
    await screen.findByText('No page matches.')
    expect(server.requests.filter((path) => path.endsWith('/branch_toc'))).toHaveLength(1)
  })
  it('are asked for again where the network failed, when the group is opened again', async () => {
    open('/docs/pets/branches/main/o-List')
    await item('Add')
    vi.stubGlobal('fetch', async () => Response.json({ message: 'No.' }, { status: 400 }))
    await userEvent.click(await item('Old'))
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    vi.stubGlobal('fetch', answer)
    await userEvent.click(await item('Old'))
    await userEvent.click(await item('Old'))
    await item('Drop')
  })
})

describe('the first page of somebody who is signed in', () => {
  it('comes in one call, with all that it shows', async () => {
    const claims = btoa(JSON.stringify({ sub: 'u', iat: 0, exp: 3600 }))
    adoptToken(`x.${claims}.x`)
    server.page = { project: server.project, branch_id: 1, contents: server.toc, node: server.nodes[0] }
    open('/docs/pets/branches/main/o-List')
    await heading('List')
    const read = () => server.requests.filter((path) => /docs|branch|projects/.test(path))
    expect(read()).toEqual(['/rest/v1/rpc/docs_page'])
    await userEvent.click(await screen.findByRole('link', { name: /Next/ }))
    await heading('Pet')
    expect(read().slice(1)).toEqual(['/rest/v1/rpc/branch_node'])
    stopSession()
  })
})

describe('a project that cannot be shown', () => {
  it('offers a visitor to sign in and come back', async () => {
    server.project = null
    visitor.signedIn = false
    open('/docs/pets/branches/main/o-List?x=1')
    await heading('Project not found')
    const link = screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')
    expect(link).toBe(`/auth?r=${encodeURIComponent('/docs/pets/branches/main/o-List?x=1')}`)
  })
  it('offers nobody to sign in where the workspace hides that', async () => {
    server.project = null
    visitor.hidden = true
    visitor.signedIn = false
    open('/docs/pets')
    await heading('Project not found')
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the workspace' })).toBeTruthy()
  })
  it('leads from a slug that it had before to the page by the one of now', async () => {
    server.slugNow = [{ project: { slug: 'pets' } }]
    open('/docs/animals/branches/v2/o-List?x=1')
    await heading('List')
    expect(where()).toBe('/docs/pets/branches/v2/o-List?x=1')
  })
  it('leads a member home', async () => {
    server.project = null
    open('/docs/pets')
    await heading('Project not found')
    expect(screen.getByRole('link', { name: 'Back to the workspace' })).toBeTruthy()
  })
})

describe('a project without content', () => {
  const empty = aBranch(1, 'main', { is_default: true, last_analyzed_at: null })
  beforeEach(() => {
    server.project = aProject(empty)
  })
  it('says so, and takes a file from who may import', async () => {
    visitor.permissions = ['project_contents_update']
    open('/docs/pets')
    await heading('No Data Yet!')
    await userEvent.upload(screen.getByLabelText('Import a description'), new File(['{}'], 'a.json'))
    await waitFor(() => expect(server.imports).toHaveLength(1))
    expect(server.imports[0]).toMatch(/\/api\/v1\/projects\/[\w-]+\/branches\/main\/import$/)
  })
  it.each([
    ['was not analysed yet', null],
    ['has no pages', '2026-01-01'],
  ])('leads to the other versions where this one %s', async (_why, last_analyzed_at) => {
    const pages = server.toc
    server.toc = []
    server.project = aProject({ ...empty, last_analyzed_at }, aBranch(2, 'v2'))
    open('/docs/pets')
    await heading('No Data Yet!')
    server.toc = pages
    expect(screen.getByLabelText<HTMLSelectElement>('Version').value).toBe('main')
    await userEvent.selectOptions(screen.getByLabelText('Version'), 'v2')
    await heading('List')
    expect(where()).toBe('/docs/pets/branches/v2/o-List')
  })
  it('leads to the other versions while it is analysed, and where that failed', async () => {
    server.project = aProject(empty, aBranch(2, 'v2'))
    server.task = aTask('running')
    const first = open('/docs/pets')
    await heading('Reading Pets')
    expect(screen.getByLabelText('Version')).toBeTruthy()
    first.unmount()
    server.task = aTask('failed', { error: { message: 'Unexpected token' } })
    open('/docs/pets')
    await heading('This file could not be read')
    expect(screen.getByLabelText('Version')).toBeTruthy()
  })
  it('offers a reader nothing to import', async () => {
    open('/docs/pets')
    await heading('No Data Yet!')
    // There is no other version.
    expect(screen.queryByLabelText('Version')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Import a description' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Open in Studio to Publish' })).toBeNull()
  })
  it('leads who may write it to the Studio, and nobody else', async () => {
    visitor.permissions = ['project_contents_update']
    open('/docs/pets')
    const link = await screen.findByRole('link', { name: 'Open in Studio to Publish' })
    expect(link.getAttribute('href')).toBe('/studio/pets')
  })
  it('shows who may push to it the command, and where its token is', async () => {
    visitor.permissions = ['project_contents_update', 'project_settings_view']
    server.project = { ...aProject(empty), type: 'cli' }
    open('/docs/pets')
    await heading('Waiting for data...')
    expect(document.body.textContent).toContain(
      `/cli/waymark.tgz' \\\n  push --url '${window.location.origin}' --branch 'main'`,
    )
    const link = screen.getByRole('link', { name: 'Show the token that it needs' })
    expect(link.getAttribute('href')).toBe('/settings/pets/automation')
  })
  it('takes a push to its repository, but no file, where it comes from Git', async () => {
    visitor.permissions = ['project_contents_update', 'project_settings_view']
    server.project = { ...aProject(empty), type: 'vcs' }
    server.repository = {
      remote_url_http: 'https://git.test/acme/pets.git',
      default_branch: 'main',
      webhook_installed_at: null,
    }
    open('/docs/pets')
    await heading('Waiting for data...')
    await screen.findByText(/^No webhook is installed/)
    expect(document.body.textContent).toContain(
      "git push 'https://git.test/acme/pets.git' 'HEAD:refs/heads/main'",
    )
    expect(screen.queryByLabelText('Import a description')).toBeNull()
  })
  it('shows readers of it no command', async () => {
    server.project = { ...aProject(empty), type: 'vcs' }
    open('/docs/pets')
    await heading('Waiting for data...')
    expect(document.body.textContent).not.toMatch(/(waymark.tgz|git) push/)
  })
  it('shows how far the analysis is, and the pages as soon as they are there', async () => {
    server.task = aTask('running', { progress: { phase: 'nodes', done: 3, total: 4 } })
    open('/docs/pets')
    await heading('Reading Pets')
    expect(screen.getByText('Making the pages, 75 %')).toBeTruthy()
    server.project = aProject({ ...empty, last_analyzed_at: '2026-02-02' })
    await screen.findByRole('heading', { level: 1, name: 'List' }, { timeout: 15_000 })
    expect(said).toContain('Data received! Bravo. Reloading...')
  })
  it('names file, line and column of a file that cannot be read', async () => {
    visitor.permissions = ['project_contents_update']
    const error = { message: 'Unexpected token', file: 'openapi.yaml', line: 12, column: 3 }
    server.task = aTask('failed', { error })
    open('/docs/pets')
    await heading('This file could not be read')
    expect(screen.getByText('Unexpected token')).toBeTruthy()
    expect(screen.getByText('openapi.yaml, line 12, column 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Replace file' })).toBeTruthy()
  })
})

describe('a repository that cannot be read', () => {
  it('is waited for where its host wants credentials', async () => {
    server.project = {
      ...aProject(aBranch(1, 'main', { is_default: true, last_analyzed_at: null })),
      type: 'vcs',
    }
    server.task = aTask('failed', { error: { message: 'Waits for an account.', waits_for: 'credentials' } })
    open('/docs/pets')
    await heading('Waiting for credentials')
    screen.getByText('Waits for an account.')
  })
  it.each([
    [aBranch(1, 'main', { is_default: true, last_analyzed_at: null }), 'This repository could not be read'],
    [aBranch(1, 'main', { is_default: true }), 'List'],
  ])('takes no file', async (branch, title) => {
    visitor.permissions = ['project_contents_update', 'project_automation_logs_read']
    server.project = { ...aProject(branch), type: 'vcs' }
    server.task = aTask('failed', { error: { message: 'The Git host could not be reached.' } })
    open('/docs/pets')
    await heading(title)
    await screen.findByText('The Git host could not be reached.')
    const log = await screen.findByRole('link', { name: 'Show the log' })
    expect(log.getAttribute('href')).toBe('/settings/pets/automation?task=j')
    expect(screen.queryByRole('button', { name: 'Replace file' })).toBeNull()
  })
})

describe('a style guide', () => {
  beforeEach(() => {
    server.project = { ...aProject(aBranch(1, 'main', { is_default: true })), flavor: 'style_guide' }
    server.toc = []
    server.nodes = [
      { ...aModel('house.yaml', { rules: { 'info-contact': 'error' } }), type: 'spectral_ruleset' },
    ]
  })
  it('opens at its rules', async () => {
    server.rulesets = [{ slug: 'm-house.yaml' }]
    open('/docs/pets')
    await heading('house.yaml')
    await waitFor(() => expect(document.body.textContent).toContain('info-contact'))
    expect(where()).toBe('/docs/pets/branches/main/m-house.yaml')
  })
  it('leads from its articles to its rules, which no contents list', async () => {
    server.rulesets = [{ slug: 'm-house.yaml' }]
    server.nodes.push({ ...aModel('Naming', {}), type: 'article', data: { markdown: 'Words' } })
    server.toc = [{ title: 'Naming', slug: 'm-Naming', type: 'article', meta: '' }]
    open('/docs/pets')
    await heading('Naming')
    await userEvent.click(await screen.findByRole('link', { name: 'Rules' }))
    await heading('house.yaml')
    expect(where()).toBe('/docs/pets/branches/main/m-house.yaml')
  })
  it('without rules waits for some', async () => {
    open('/docs/pets')
    await heading('No Data Yet!')
  })
})

describe('what the last analysis warns of', () => {
  beforeEach(() => {
    server.task = aTask('success', { warnings: 2 })
  })
  it('is told to who edits the project, with the way to it', async () => {
    visitor.permissions = ['project_contents_update']
    open('/docs/pets')
    await screen.findByText('The last analysis has 2 warnings.')
    const link = screen.getByRole('link', { name: 'Show log' })
    expect(link.getAttribute('href')).toBe('/admin/automation?task=j')
  })
  it('tells errors from warnings', async () => {
    visitor.permissions = ['project_contents_update']
    server.task = aTask('success', { errors: 1, warnings: 0 })
    open('/docs/pets')
    await screen.findByText('The last analysis has 1 error.')
  })
  it('is not told to readers', async () => {
    open('/docs/pets')
    await heading('List')
    expect(server.requests.filter((path) => path.endsWith('/task_logs'))).toEqual([])
  })
})

describe('a share link', () => {
  const token = `wms_${'a'.repeat(43)}`
  const opens = {
    workspace_id: 1,
    workspace_slug: 'acme',
    project_id: 7,
    project_slug: 'pets',
    project_name: 'Pets',
    project_description: null,
    icon_name: null,
    icon_color: null,
    branch_id: 3,
    branch_slug: 'wip',
    branch_name: 'wip',
    last_analyzed_at: '2026-01-01',
    expires_at: null,
  }
  const notShared = 'This project is no longer shared, or the share URL may have changed.'
  beforeEach(() => {
    visitor.signedIn = false
    server.project = null
    server.link = { token, opens }
  })

  it('is refused where it does not hold, and where it is none', async () => {
    server.link = null
    const { unmount } = open(`/shared#${token}`)
    await screen.findByText(notShared)
    unmount()
    open('/shared#nonsense')
    await screen.findByText(notShared)
  })
  it('opens the one branch, whose address does not hold it', async () => {
    open(`/shared#${token}`)
    await heading('List')
    expect(where()).toBe('/docs/pets/branches/wip/o-List')
    expect(document.body.textContent).not.toContain('main')
  })
  it('loads the images of the branch', async () => {
    const scroll = stubView()
    server.nodes = [anOperation('List', { description: '![The logo](img/a%20b.png)' })]
    open(`/shared#${token}`)
    await screen.findByRole('img', { name: 'The logo' })
    scroll()
    await screen.findByText('The logo')
    const address = `/api/v1/projects/${encodeId('prj', 7)}/branches/wip/images/img/a%20b.png`
    expect(server.images).toEqual([`${address} ${token}`])
  })
  it('adds the branch to those that its reader sees by right', async () => {
    server.project = aProject(aBranch(1, 'main', { is_default: true }))
    open(`/shared#${token}`)
    await heading('List')
    expect(where()).toBe('/docs/pets/branches/wip/o-List')
    await waitFor(() => expect(document.body.textContent).toContain('main'))
  })
})
