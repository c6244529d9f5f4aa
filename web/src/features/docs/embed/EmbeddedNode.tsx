import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { type DocsSource, DocsSourceProvider } from '../components/docs-source.tsx'
import { PreviousNext } from '../components/PreviousNext.tsx'
import { usePagePlace } from '../components/page-place.ts'
import { ShownNode } from '../components/ShownNode.tsx'
import { showFragment } from '../components/show-fragment.ts'
import { imageQuery } from '../images.ts'
import type { DocsNode } from '../model/types.ts'
import { NodeNotFound } from '../pages/NodeNotFound.tsx'
import { uriPath } from '../pages/uri-path.ts'
import { type Branch, nodeByUriQuery, nodeQuery, type Project } from '../queries.ts'
import { neighbours } from '../toc/toc.ts'
import type { TocEntry, TocNode } from '../toc/types.ts'
import { tryItSource } from '../try-it/source.ts'
import { useEmbedding } from './embedding.ts'

interface Props {
  project: Project
  branch: Branch
  slug: string
  toc: readonly TocEntry[]
  nodes: readonly TocNode[]
  /** Brings the contents that are not there yet. */
  onAll?: () => void
}

/** One page. The one before stays until the next is there. */
export function EmbeddedNode({ project, branch, slug, toc, nodes, onAll }: Props) {
  const { layout } = useEmbedding()
  const { hash } = useLocation()
  const query = useRead({ ...nodeQuery(branch, slug), placeholderData: keepPreviousData })
  const node = query.data
  const source = useSource(project, branch, node)
  // The page of an API lists all of its operations.
  const listsAll = node?.type === 'http_service'
  useEffect(() => {
    if (listsAll) onAll?.()
  }, [listsAll, onAll])
  useArrival(branch, node && !query.isPlaceholderData ? node : undefined)

  if (query.isPending) return <Spinner label="Loading the page" />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (!node) return <NodeNotFound project={project} branch={branch} />
  if (!query.isPlaceholderData && node.slug !== slug)
    return <Navigate to={paths.docs(project.slug, branch.slug, node.slug, hash.slice(1))} replace />
  return (
    <DocsSourceProvider value={source}>
      <div aria-busy={query.isPlaceholderData}>
        <ShownNode key={node.slug} node={node} toc={toc} />
        {layout === 'single' ? null : <PreviousNext {...neighbours(nodes, node.slug)} />}
      </div>
    </DocsSourceProvider>
  )
}

function useSource(project: Project, branch: Branch, node: DocsNode | null | undefined): DocsSource {
  const { uri = '/', slug = '' } = node ?? {}
  const { hideTryIt, site } = useEmbedding()
  const mayTry = useWorkspace().show_tryit && !hideTryIt
  return useMemo(
    () => ({
      uri,
      hrefOf: (slug) => paths.docs(project.slug, branch.slug, slug),
      hrefOfUri: (target) => uriPath(project.slug, branch.slug, target),
      nodeByUri: (target) => nodeByUriQuery(branch, target),
      imageAt: (path) => imageQuery(project.id, branch, path),
      exports: null,
      overrides: null,
      related: null,
      tryIt: mayTry ? tryItSource(project, branch, slug, uri, site) : null,
    }),
    [project, branch, uri, slug, mayTry, site],
  )
}

/** Tells the page around, and shows the heading that the address names; else the top, once somebody turns pages. */
function useArrival(branch: Branch, node: DocsNode | undefined): void {
  const { report, toTop } = useEmbedding()
  const { hash } = useLocation()
  const place = usePagePlace()
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (!node || shown.current === node.slug) return
    const isFirst = shown.current === undefined
    shown.current = node.slug
    report('navigate', { slug: node.slug, title: node.name, type: node.type, branch: branch.slug })
    if (hash) return showFragment(place, hash)
    if (!isFirst) toTop()
  }, [node, hash, branch, report, toTop, place])
}
