// What surrounds a page: who uses it, what it needs, and how it changed.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Branch, Project } from '../queries.ts'
import { aModel, renderDocs, stubView } from '../testing.tsx'
import { layoutOf } from './layout.ts'
import type { Change, Changelog, GraphNode, NodeGraph } from './queries.ts'
import { RelatedPage } from './RelatedPage.tsx'
import { RelatedSection } from './RelatedSection.tsx'

const branch = (id: number, name: string): Branch => ({
  id,
  name,
  slug: name,
  is_default: id === 1,
  is_published: true,
  last_analyzed_at: '2026-01-01',
  commit_hash: null,
  article_count: 0,
  schema_count: 0,
  api_count: 0,
  operation_count: 0,
})
const [main, next] = [branch(1, 'main'), branch(2, 'next')]
const project: Project = {
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
  branches: [main, next],
}
const pet = aModel('Pet', { type: 'object', description: 'A *tame* animal' })
const newPet = { type: 'object', properties: { breed: { type: 'string' } }, description: 'A **wild** animal' }

const server = {
  log: null as Changelog | null,
  /** Pages by their offset, in place of the one log. */
  pages: {} as Record<number, Changelog | undefined>,
  graph: null as NodeGraph | null,
  commits: [] as object[],
  /** Whether the reader has starred the page. */
  isStarred: false,
  calls: [] as Record<string, unknown>[],
  failing: false,
}

vi.mock('../../../shared/data/workspace.tsx', () => ({
  useScope: () => ({ workspace: 1, viewer: 'u' }),
  useWorkspace: () => ({ id: 1, name: 'Acme', slug: 'acme', hide_powered_by: false }),
  useSite: () => ({ kind: 'base' }),
  useSessionState: () => ({ status: 'signed-in', authId: 'u' }),
}))

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), 'http://x.test')
  const args = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
  if (pathname.endsWith('/rpc/me')) return Response.json({ id: 3 })
  if (pathname.endsWith('/node_stars')) {
    if (init?.method === 'POST' || init?.method === 'DELETE') server.isStarred = init.method === 'POST'
    return Response.json(server.isStarred ? [{ node_id: 9 }] : [])
  }
  if (pathname.endsWith('/commits')) return Response.json(server.commits)
  if (pathname.endsWith('/branch_node_by_uri'))
    return Response.json(args.p_branch_id === 1 ? pet : { ...pet, data: newPet, slug: 'm-Pet-new' })
  if (pathname.endsWith('/branch_node')) return Response.json(args.p_slug === 'gone' ? null : pet)
  server.calls.push(args)
  if (server.failing) return Response.json({ message: 'No' }, { status: 400 })
  if (pathname.endsWith('/branch_node_edges')) return Response.json(server.graph)
  if (pathname.endsWith('/branch_changelog'))
    return Response.json(server.pages[args.p_offset as number] ?? server.log)
  return Response.json({}, { status: 404 })
}

beforeEach(() => {
  Object.assign(server, {
    log: null,
    pages: {},
    graph: null,
    commits: [],
    isStarred: false,
    calls: [],
    failing: false,
  })
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

let counter = 0
function change(message: string, more: Partial<Change> = {}): Change {
  counter += 1
  return {
    id: counter,
    node_uri: pet.uri,
    node_type: 'model',
    node_name: 'Pet',
    slug: 'm-Pet',
    operation: 'updated',
    semver: 'patch',
    rule: 'a-rule',
    message,
    commit_hash: null,
    created_at: '2026-11-02T10:00:00+00:00',
    value_before: null,
    value_after: null,
    ...more,
  }
}
const changelog = (items: Change[], more: Partial<Changelog> = {}): Changelog => ({
  state: 'current',
  total: items.length,
  major: 0,
  minor: 0,
  patch: items.length,
  items,
  ...more,
})
const near = (name: string, more: Partial<GraphNode> = {}): GraphNode => ({
  uri: `/a.yaml/components/schemas/${name}`,
  slug: `m-${name}`,
  name,
  type: 'model',
  method: null,
  path: null,
  is_internal: false,
  is_deprecated: false,
  direction: 'in',
  depth: 1,
  ...more,
})
const arrow = (from: string, to: string) => ({
  from_uri: `/a.yaml/components/schemas/${from}`,
  to_uri: `/a.yaml/components/schemas/${to}`,
})

const open = (view: 'changelog' | 'dependencies', { slug = '', on = main, at = '/' } = {}) =>
  renderDocs(<RelatedPage project={project} branch={on} view={view} slug={slug || undefined} />, { at })

describe('below a page', () => {
  const below = (graph: NodeGraph | null, type = 'model') => {
    const read = vi.fn(async () => graph)
    const show = stubView()
    const source = {
      usedBy: { key: ['used-by', { graph }] as const, read },
      changelog: '/log',
      dependencies: '/deps',
    }
    renderDocs(<RelatedSection source={source} nodeId={9} uri={pet.uri} type={type} />)
    return { read, show }
  }

  it('stands who refers to it, in which file or at which path', async () => {
    const list = near('List pets', { type: 'http_operation', method: 'get', path: '/pets', slug: 'list' })
    const guide = near('Guide', { type: 'article', uri: '/docs/guide.md', slug: 'guide' })
    below({ nodes: [list, guide, near('Owner')], edges: [], is_cut: false }).show()
    const section = await screen.findByRole('region', { name: 'Used by' })
    const rows = within(section).getAllByRole('link')
    expect(rows.map((row) => row.textContent)).toEqual([
      'getList pets/pets',
      'ArticleGuidedocs/guide.md',
      'ModelOwner',
    ])
    expect(rows[0]?.getAttribute('href')).toBe('/docs/p/branches/main/list')
  })

  it('stands a star, of who is signed in alone', async () => {
    below({ nodes: [], edges: [], is_cut: false }).show()
    await userEvent.click(await screen.findByRole('button', { name: 'Star', pressed: false }))
    await userEvent.click(await screen.findByRole('button', { name: 'Starred', pressed: true }))
    await screen.findByRole('button', { name: 'Star', pressed: false })
  })

  it('is asked for when it comes into view, and not before', async () => {
    const { read, show } = below({ nodes: [], edges: [], is_cut: false })
    expect(screen.getByRole('link', { name: 'Changelog' }).getAttribute('href')).toBe('/log')
    expect(read).not.toHaveBeenCalled()
    show()
    await screen.findByText('No page of this branch refers to this model.')
    expect(read).toHaveBeenCalledOnce()
  })

  it('stands nothing of an operation that nobody refers to', async () => {
    const { read, show } = below({ nodes: [], edges: [], is_cut: false }, 'http_operation')
    show()
    await waitFor(() => expect(read).toHaveBeenCalled())
    expect(screen.queryByRole('region', { name: 'Used by' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Dependencies' })).toBeTruthy()
  })

  it('stand the first ten, then all that there are', async () => {
    const nodes = Array.from({ length: 300 }, (_, n) => near(`M${n}`))
    below({ nodes, edges: [], is_cut: true }).show()
    const section = await screen.findByRole('region', { name: 'Used by' })
    expect(within(section).getAllByRole('link')).toHaveLength(10)
    await userEvent.click(screen.getByRole('button', { name: 'Show all 300+' }))
    expect(within(section).getAllByRole('link', { name: /^Model/ })).toHaveLength(300)
    expect(section.textContent).toContain('More pages refer to it than are listed here.')
  })
})

describe('a changelog', () => {
  it('tells analysis by analysis what changed, with who did it and what stood there before', async () => {
    server.commits = [{ sha: 'abcdef0123', message: 'Rename things\n\nAll of them.', author_name: 'Ada' }]
    server.log = changelog(
      [
        change('The type changed.', {
          semver: 'major',
          value_before: '“string”',
          value_after: '“integer”',
          commit_hash: 'abcdef0123',
        }),
        change('A tag was added.', { commit_hash: 'abcdef0123' }),
        change('It was removed.', {
          node_uri: '/gone',
          node_name: 'Cat',
          slug: null,
          operation: 'removed',
          created_at: '2026-11-01T10:00:00+00:00',
        }),
      ],
      { major: 1, patch: 2 },
    )
    open('changelog')
    await screen.findByText(/Rename things/)
    const groups = screen.getAllByRole('region')
    expect(groups).toHaveLength(2)
    expect(groups[0]?.querySelector('header')?.textContent).toMatch(
      /November 2, 2026.*abcdef0AdaRename things$/,
    )
    const [of] = groups as [HTMLElement]
    expect(within(of).getAllByRole('heading', { level: 3 })).toHaveLength(1)
    expect(within(of).getByRole('link', { name: 'Pet' }).getAttribute('href')).toBe(
      '/docs/p/branches/main/m-Pet',
    )
    expect([of.querySelector('del')?.textContent, of.querySelector('ins')?.textContent]).toEqual([
      '“string”',
      '“integer”',
    ])
    // What is gone has no page.
    expect(screen.queryByRole('link', { name: 'Cat' })).toBeNull()
    expect(groups[1]?.textContent).toContain('Removed')
    expect(screen.getByRole('list', { name: 'In total' }).textContent).toBe('1 major2 patch')
  })

  it('comes a page at a time', async () => {
    server.pages = {
      0: changelog([change('first')], { total: 2 }),
      1: changelog([change('second')], { total: 2 }),
    }
    open('changelog')
    await screen.findByText('first')
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('second')
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('of one page names neither it nor others, and leads back', async () => {
    server.log = changelog([change('The type changed.')])
    open('changelog', { slug: 'm-Pet' })
    await screen.findByText('The type changed.')
    expect(server.calls[0]).toMatchObject({ p_uri: pet.uri, p_compared_with: 'previous' })
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
    expect(screen.getByRole('link', { name: 'Pet' }).getAttribute('href')).toBe('/docs/p/branches/main/m-Pet')
  })

  it.each([
    ['current', 'No changes.'],
    ['outdated', 'next or main has changed since they were compared. They are being compared anew.'],
    ['unknown', 'next and main could not be compared.'],
  ] as const)('against the default branch that is %s says so', async (state, text) => {
    server.log = changelog([], { state })
    open('changelog', { on: next, at: '/?against=default' })
    await screen.findByText(text)
    expect(server.calls[0]).toMatchObject({ p_compared_with: 'default' })
    expect(screen.getByRole('link', { name: 'Against main' }).getAttribute('aria-current')).toBe('page')
  })

  it('of the default branch is compared with nothing else, whatever the address says', async () => {
    server.log = changelog([])
    open('changelog', { at: '/?against=default' })
    await screen.findByText('Nothing has changed since this branch was first published.')
    expect(server.calls[0]).toMatchObject({ p_compared_with: 'previous' })
    expect(screen.queryByRole('link', { name: 'Against main' })).toBeNull()
  })

  it('of two versions shows a changed page as it reads on both, once somebody asks', async () => {
    server.log = changelog([
      change('The description changed', { operation: 'updated' }),
      change('It is new', { node_uri: '/b.yaml', node_name: 'Cat', operation: 'added' }),
    ])
    open('changelog', { on: next, at: '/?against=default' })
    const asked = await screen.findAllByRole('button', { name: /^Show before and after/ })
    expect(asked.map(({ textContent }) => textContent)).toEqual(['Show before and after of Pet'])
    await userEvent.click(asked[0] as HTMLElement)
    const [before, after] = ['Before, on main', 'After, on next'].map((name) =>
      screen.getByRole('region', { name }),
    ) as [HTMLElement, HTMLElement]
    expect((await within(before).findByText('tame')).tagName).toBe('EM')
    expect((await within(after).findByText('wild')).tagName).toBe('STRONG')
    within(after).getByText('breed')
    expect(within(before).queryByText('breed')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Hide before and after/ }))
    expect(screen.queryByRole('region', { name: 'Before, on main' })).toBeNull()
  })

  it.each([
    ['that the reader may not see', 'changelog', ''],
    ['of a page that is not there', 'changelog', 'gone'],
    ['of no page', 'dependencies', ''],
  ] as const)('%s is not found', async (_what, view, slug) => {
    open(view, { slug })
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
  })

  it('that could not be read can be tried again', async () => {
    server.failing = true
    open('changelog')
    await screen.findByRole('heading', { name: '500 | Something went wrong' })
    Object.assign(server, { failing: false, log: changelog([change('there')]) })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('there')
  })
})

describe('dependencies', () => {
  // List → Pet → Owner → Address, and Address → Pet closes a circle.
  const circle: NodeGraph = {
    nodes: [
      near('List'),
      near('Address'),
      near('Owner', { direction: 'out' }),
      near('Address', { direction: 'out', depth: 2 }),
    ],
    edges: [arrow('List', 'Pet'), arrow('Pet', 'Owner'), arrow('Owner', 'Address'), arrow('Address', 'Pet')],
    is_cut: false,
  }

  it('are a tree each way, over as many steps as are asked for', async () => {
    server.graph = circle
    open('dependencies', { slug: 'm-Pet' })
    const out = await screen.findByRole('region', { name: 'Refers to' })
    expect(within(out).getAllByRole('list')[1]?.textContent).toBe('ModelAddress')
    expect(within(screen.getByRole('region', { name: 'Used by' })).getAllByRole('link')).toHaveLength(2)
    await userEvent.selectOptions(screen.getByLabelText('How far'), 'Up to 5 steps')
    await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ p_depth: 5, p_direction: 'both' }))
  })

  it('are a graph of links, whose arrows lead to the right but where they close a circle', async () => {
    server.graph = circle
    open('dependencies', { slug: 'm-Pet', at: '/?view=graph&steps=2' })
    const graph = await screen.findByRole('group', { name: 'Graph of what surrounds Pet' })
    expect(
      within(graph)
        .getAllByRole('link')
        .map((link) => link.title),
    ).toEqual(['List', 'Address', 'Owner', 'Address'])
    expect(graph.querySelectorAll('svg > path')).toHaveLength(4)
    expect(graph.querySelectorAll('svg > path[data-back]')).toHaveLength(0)
    await userEvent.tab()
    while (document.activeElement?.getAttribute('title') !== 'Owner') await userEvent.tab()
    expect(graph.querySelectorAll('svg > path[data-active]')).toHaveLength(2)
  })

  it('keep the page in sight when more steps are drawn', async () => {
    const left = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get')
    left.mockImplementation(function (this: HTMLElement) {
      return Number.parseFloat(this.style.left) || 0
    })
    server.graph = { ...circle, nodes: [near('List')], edges: [arrow('List', 'Pet')] }
    open('dependencies', { slug: 'm-Pet', at: '/?view=graph' })
    const graph = await screen.findByRole('group', { name: 'Graph of what surrounds Pet' })
    const here = () => Number.parseFloat(within(graph).getByTitle('Pet').style.left)
    const before = here()
    expect(graph.scrollLeft).toBe(before)
    server.graph = {
      ...circle,
      nodes: [near('List'), near('First', { depth: 2 })],
      edges: [arrow('List', 'Pet'), arrow('First', 'List')],
    }
    await userEvent.selectOptions(screen.getByLabelText('How far'), 'Up to 5 steps')
    await waitFor(() => expect(here()).toBeGreaterThan(before))
    expect(graph.scrollLeft).toBe(here())
    left.mockRestore()
  })

  it('of a node that hundreds use are drawn in part, and say so', () => {
    const nodes = Array.from({ length: 300 }, (_, n) => near(`M${n}`))
    const layout = layoutOf(
      { nodes, edges: nodes.map(({ name }) => arrow(name, 'Pet')), is_cut: true },
      pet.uri,
    )
    expect([layout.boxes.length, layout.left, layout.arrows.length]).toEqual([25, 276, 24])
    expect(layout.height).toBeLessThan(2000)
  })

  it('of what nothing surrounds say so', async () => {
    server.graph = { nodes: [], edges: [], is_cut: false }
    open('dependencies', { slug: 'm-Pet' })
    await screen.findByText('This page refers to no other.')
    await screen.findByText('No other page refers to this one.')
  })
})
