import { keepPreviousData } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { usePermissions, useProjectPermissions } from '../../../shared/data/me.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { Deferred } from '../components/Deferred.tsx'
import { type DocsSource, DocsSourceProvider } from '../components/docs-source.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { PreviousNext } from '../components/PreviousNext.tsx'
import { usePagePlace } from '../components/page-place.ts'
import { ShownNode } from '../components/ShownNode.tsx'
import { showFragment } from '../components/show-fragment.ts'
import { fileQuery } from '../exports.ts'
import { imageQuery } from '../images.ts'
import type { DocsNode } from '../model/types.ts'
import type { OverrideSource } from '../overrides/layers.ts'
import { type Branch, nodeByUriQuery, nodeQuery, type Project } from '../queries.ts'
import { graphQuery } from '../related/queries.ts'
import { neighbours } from '../toc/toc.ts'
import type { TocEntry, TocNode } from '../toc/types.ts'
import { tryItSource } from '../try-it/source.ts'
import { appPath } from './app-path.ts'
import { uriPath } from './uri-path.ts'

const RelatedSection = lazyPart(() =>
  import('../related/RelatedSection.tsx').then((module) => module.RelatedSection),
)

const NodeNotFound = lazyPart(() => import('./NodeNotFound.tsx').then((module) => module.NodeNotFound))

const NodeProblems = lazyPart(() =>
  import('../problems/NodeProblems.tsx').then((module) => module.NodeProblems),
)

interface Props {
  project: Project
  branch: Branch
  slug: string
  toc: readonly TocEntry[]
  nodes: readonly TocNode[]
  /** Brings the rest of the contents, where they are not all here. */
  onAll?: () => void
}

/** One node. The one before stays until the next is there, so that turning pages does not flash. */
export function NodePage({ project, branch, slug, toc, nodes, onAll }: Props) {
  const query = useRead({ ...nodeQuery(branch, slug), placeholderData: keepPreviousData })
  const node = query.data
  usePageTitle(node ? `${node.name} · ${project.name}` : project.name)
  const source = useSource(project, branch, node)
  // The page of an API lists all of its operations.
  const listsAll = node?.type === 'http_service'
  useEffect(() => {
    if (listsAll) onAll?.()
  }, [listsAll, onAll])

  if (query.isPending) return <Spinner label="Loading the page" />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (!node) {
    return (
      <Suspense>
        <NodeNotFound project={project} branch={branch} />
      </Suspense>
    )
  }
  if (!query.isPlaceholderData && node.slug !== slug)
    return <RenamedNode project={project} branch={branch} node={node} />
  return (
    <DocsSourceProvider value={source}>
      {/* All of it at once: what stands below would move when the page comes. */}
      <Deferred fallback={<Spinner label="Loading the page" />}>
        <div
          aria-busy={query.isPlaceholderData}
          // Only a wait that can be noticed is shown.
          style={
            query.isPlaceholderData ? { opacity: 0.45, transition: 'opacity 150ms linear 200ms' } : undefined
          }
        >
          <ShownNode key={node.slug} node={node} toc={toc} />
          <ScrollTarget slug={query.isPlaceholderData ? undefined : node.slug} />
          {source.overrides ? (
            <Suspense>
              <NodeProblems key={node.uri} projectSlug={project.slug} branch={branch} uri={node.uri} />
            </Suspense>
          ) : null}
          {source.related ? (
            <Suspense>
              <RelatedSection
                key={node.uri}
                source={source.related}
                nodeId={node.id}
                uri={node.uri}
                type={node.type}
              />
            </Suspense>
          ) : null}
          <PreviousNext {...neighbours(nodes, node.slug)} />
        </div>
      </Deferred>
    </DocsSourceProvider>
  )
}

/** A node keeps its id when its title changes: an old link leads to the new address. */
function RenamedNode({ project, branch, node }: { project: Project; branch: Branch; node: DocsNode }) {
  const { hash } = useLocation()
  return <Navigate to={paths.docs(project.slug, branch.slug, node.slug, hash.slice(1))} replace />
}

function useSource(project: Project, branch: Branch, node: DocsNode | null | undefined): DocsSource {
  const { uri = '/', slug = '' } = node ?? {}
  const mayExport = usePermissions().can('WorkspaceFullMember')
  const mayOverride = useProjectPermissions(project.id).can('project_contents_update')
  const { show_tryit: mayTry } = useWorkspace()
  return useMemo(
    () => ({
      uri,
      hrefOf: (slug) => paths.docs(project.slug, branch.slug, slug),
      hrefOfUri: (target) => uriPath(project.slug, branch.slug, target),
      appPath,
      nodeByUri: (target) => nodeByUriQuery(branch, target),
      imageAt: (path) => imageQuery(project.id, branch, path),
      exports: mayExport
        ? {
            file: fileQuery(project.id, branch, uri),
            read: (path, form) => exporting().then((of) => of.readExport(project.id, branch, path, form)),
          }
        : null,
      overrides: mayOverride ? overridesOf(project, branch, uri) : null,
      tryIt: mayTry ? tryItSource(project, branch, slug, uri) : null,
      related: {
        usedBy: graphQuery(branch, uri, 'in'),
        changelog: paths.docsView(project.slug, branch.slug, 'changelog', slug),
        dependencies: paths.docsView(project.slug, branch.slug, 'dependencies', slug),
      },
    }),
    [project, branch, uri, slug, mayExport, mayOverride, mayTry],
  )
}

// What few readers do, and only by a button.
const exporting = () => import('../../../shared/data/exports.ts')
const overriding = () => import('../overrides/layers.ts')

function overridesOf(project: Project, branch: Branch, uri: string): OverrideSource {
  const source = async () => (await overriding()).overrideSource(project, branch, uri)
  return {
    branch: project.branches.length > 1 ? branch.name : null,
    read: async () => (await source()).read(),
    lay: async (scope, changes) => (await source()).lay(scope, changes),
  }
}

/**
 * Where the page stands when it opens: at the heading in the address, else at its top; going back stays put. Stands behind what it
 * looks for, which may be rendered later than the page around it.
 */
function ScrollTarget({ slug }: { slug: string | undefined }) {
  const { hash } = useLocation()
  const navigation = useNavigationType()
  const place = usePagePlace()
  const shown = useRef('')
  useEffect(() => {
    // A page that was analysed again under its reader stays where it is.
    if (!slug || shown.current === slug + hash) return
    shown.current = slug + hash
    if (hash) return showFragment(place, hash)
    if (navigation !== 'POP') window.scrollTo(0, 0)
  }, [slug, hash, navigation, place])
  return null
}
