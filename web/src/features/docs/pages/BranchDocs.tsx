import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import { readOptions } from '../../../shared/data/read.ts'
import { useScope } from '../../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { DocsFrame } from '../components/DocsFrame.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { ChangelogLink } from '../components/sidebar/ChangelogLink.tsx'
import { DocsSidebar } from '../components/sidebar/DocsSidebar.tsx'
import { ProblemsLink } from '../components/sidebar/ProblemsLink.tsx'
import { type Branch, nodeQuery, type Project } from '../queries.ts'
import type { TocNode } from '../toc/types.ts'
import { useContents } from '../toc/use-contents.ts'
import { NodePage } from './NodePage.tsx'
import { uriOfPath } from './uri-path.ts'
import { useFollowed } from './use-followed.ts'
import { viewOfPath } from './view-path.ts'

const RulesOrSetup = lazyPart(() => import('./RulesOrSetup.tsx').then((module) => module.RulesOrSetup))

const LatestRelease = lazyPart(() =>
  import('../components/sidebar/LatestRelease.tsx').then((module) => module.LatestRelease),
)

const RulesLink = lazyPart(() =>
  import('../components/sidebar/RulesLink.tsx').then((module) => module.RulesLink),
)

// For members, whose page is there before these are.
const ProjectActions = lazyPart(() =>
  import('../components/sidebar/ProjectActions.tsx').then((module) => module.ProjectActions),
)
const UpdateNotice = lazyPart(() => import('./UpdateNotice.tsx').then((module) => module.UpdateNotice))

const NodeByUri = lazyPart(() => import('./NodeByUri.tsx').then((module) => module.NodeByUri))
const RelatedPage = lazyPart(() => import('../related/RelatedPage.tsx').then((module) => module.RelatedPage))

// Passing over a row on the way to another is not yet a wish to read it.
const intentMs = 60

interface Props {
  project: Project
  branch: Branch
  /** What the address names below the branch: a slug, `~` and a URI or a view, or nothing. */
  nodePath: string
}

/** The docs of one branch: contents at the side, one node beside it. */
export function BranchDocs({ project, branch, nodePath }: Props) {
  const navigate = useNavigate()
  const prefetch = usePrefetch(branch)
  useFollowed(project)
  const uri = uriOfPath(nodePath)
  const view = useMemo(() => viewOfPath(nodePath), [nodePath])
  const slug = view ? view.slug : nodePath
  const { toc, nodes, isPart, load } = useContents(branch, (uri ? undefined : slug) ?? '')
  const loadAll = useCallback(() => void load('all'), [load])
  const loadGroups = useCallback((ways: string[]) => void load({ ways }), [load])
  const client = useQueryClient()
  const scope = useScope()
  const { can } = useProjectPermissions(project.id)
  // The page and the contents around it are asked for at the same time.
  useEffect(() => {
    if (slug && !uri) void client.prefetchQuery(readOptions(scope, nodeQuery(branch, slug)))
  }, [client, branch, slug, uri, scope])
  const openBranch = useCallback(
    (to: string) =>
      navigate(
        view
          ? paths.docsView(project.slug, to, view.view, view.slug)
          : paths.docs(project.slug, to, nodePath || undefined),
      ),
    [navigate, project.slug, nodePath, view],
  )
  const hrefOf = useCallback(
    (slug: string) => paths.docs(project.slug, branch.slug, slug),
    [project.slug, branch.slug],
  )

  // A page that the address names need not wait for the contents beside it.
  if (toc.isPending && !nodePath) return <Spinner label="Loading the table of contents" />
  if (toc.isError) return <QueryErrorPage error={toc.error} onRetry={() => void toc.refetch()} />
  const first = nodes[0]
  if (!nodePath && first) return <Navigate to={paths.docs(project.slug, branch.slug, first.slug)} replace />
  if (!first && !nodePath && toc.data) {
    return (
      <Suspense fallback={<Spinner />}>
        <RulesOrSetup project={project} branch={branch} />
      </Suspense>
    )
  }
  const sidebar = (close: () => void) => (
    <DocsSidebar
      project={project}
      branch={branch}
      toc={toc.data}
      activeSlug={slug}
      onBranch={openBranch}
      {...(isPart && { onGroups: loadGroups, onAll: loadAll })}
      onIntent={prefetch}
      onPick={close}
      release={
        <Suspense>
          <LatestRelease project={project} />
          {project.flavor === 'style_guide' ? <RulesLink project={project} branch={branch} /> : null}
        </Suspense>
      }
      views={
        <>
          {can('project_contents_update') ? <ProblemsLink project={project} branch={branch} /> : null}
          <ChangelogLink project={project} branch={branch} />
        </>
      }
      actions={
        can('project_read') ? (
          <Suspense>
            <ProjectActions project={project} branch={branch} node={slug || undefined} />
          </Suspense>
        ) : null
      }
    />
  )
  return (
    <DocsFrame title={project.name} sidebar={sidebar} hrefOf={hrefOf}>
      {can('project_contents_update') ? (
        <Suspense>
          <UpdateNotice project={project} branch={branch} />
        </Suspense>
      ) : null}
      {uri ? (
        <Suspense fallback={<Spinner />}>
          <NodeByUri project={project} branch={branch} uri={uri} />
        </Suspense>
      ) : view ? (
        <Suspense fallback={<Spinner />}>
          <RelatedPage project={project} branch={branch} view={view.view} slug={view.slug} />
        </Suspense>
      ) : (
        <NodePage
          project={project}
          branch={branch}
          slug={nodePath}
          toc={toc.data ?? []}
          nodes={nodes}
          {...(isPart && { onAll: loadAll })}
        />
      )}
    </DocsFrame>
  )
}

function usePrefetch(branch: Branch): (node: TocNode) => void {
  const client = useQueryClient()
  const scope = useScope()
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    return (node) => {
      clearTimeout(timer)
      timer = setTimeout(
        () => void client.prefetchQuery(readOptions(scope, nodeQuery(branch, node.slug))),
        intentMs,
      )
    }
  }, [client, branch, scope])
}
