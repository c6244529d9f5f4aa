// Frame for component tests: router and cache. Only tests import this.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, vi } from 'vitest'
import { type DocsSource, DocsSourceProvider } from './components/docs-source.tsx'
import type { DocsNode, Operation } from './model/types.ts'

afterEach(cleanup)

/** A window in which nothing is in view until the answer is called, and from then on everything. */
export function stubView(): () => void {
  const waiting = new Set<() => void>()
  let isScrolled = false
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #show: () => void
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#show = () => report([{ isIntersecting: true }])
      }
      observe() {
        // What is drawn only afterwards is in view, too.
        if (isScrolled) this.#show()
        else waiting.add(this.#show)
      }
      disconnect() {
        waiting.delete(this.#show)
      }
    },
  )
  return () =>
    act(() => {
      isScrolled = true
      for (const show of waiting) show()
    })
}

/** A docs page's surroundings; `nodes` can be found by URI, `imageAt` is asked for images. */
export function testSource(
  nodes: DocsNode[] = [],
  uri = '/docs/guide/intro.md',
  imageAt: (path: string) => Blob | null = () => null,
): DocsSource {
  return {
    uri,
    hrefOf: (slug) => `/docs/p/branches/main/${slug}`,
    hrefOfUri: (target) => `/docs/p/branches/main/~${target}`,
    nodeByUri: (target) => ({
      key: ['by-uri', { target }],
      read: async () => nodes.find((node) => node.uri === target) ?? null,
    }),
    imageAt: (path) => ({ key: ['image', { path }], read: async () => imageAt(path) }),
    exports: null,
    overrides: null,
    tryIt: null,
    related: null,
  }
}

/** Renders a part of the docs as it stands on a page. */
export function renderDocs(ui: ReactElement, { source = testSource(), at = '/' } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 3_600_000 } } })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <DocsSourceProvider value={source}>{ui}</DocsSourceProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const plain = {
  id: 1,
  summary: '',
  tags: [],
  method: null,
  path: null,
  version: null,
  is_internal: false,
  is_hidden: false,
  is_deprecated: false,
}

/** A model node. */
export function aModel(name: string, data: Record<string, unknown>): DocsNode {
  return { ...plain, type: 'model', name, slug: `m-${name}`, uri: `/a.yaml/components/schemas/${name}`, data }
}

/** An operation node. */
export function anOperation(name: string, data: Partial<Operation>): DocsNode {
  const operation = { method: 'get', path: '/pets', ...data }
  return {
    ...plain,
    type: 'http_operation',
    name,
    slug: `o-${name}`,
    uri: `/a.yaml/paths/${name}`,
    data: operation,
  }
}
