import { useCallback, useMemo } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { type DocsSource, DocsSourceProvider, detached } from '../components/docs-source.tsx'
import { DocsSidebar } from '../components/sidebar/DocsSidebar.tsx'
import { NodeByUri } from '../pages/NodeByUri.tsx'
import { uriOfPath } from '../pages/uri-path.ts'
import type { Branch, Project } from '../queries.ts'
import { useContents } from '../toc/use-contents.ts'
import { EmbeddedNode } from './EmbeddedNode.tsx'
import { useEmbedding } from './embedding.ts'
import { Frame } from './Frame.ts'

interface Props {
  project: Project
  branch: Branch
  /** What the address names below the branch: a slug, `~` and a URI, or nothing. */
  nodePath: string
}

/** One branch: contents where the layout has them, and a page. */
export function EmbeddedBranch({ project, branch, nodePath }: Props) {
  const { layout } = useEmbedding()
  const navigate = useNavigate()
  const uri = uriOfPath(nodePath)
  const { toc, nodes, isPart, load } = useContents(branch, uri ? '' : nodePath)
  const loadAll = useCallback(() => void load('all'), [load])
  const loadGroups = useCallback((ways: string[]) => void load({ ways }), [load])
  const hrefOf = useCallback(
    (slug: string) => paths.docs(project.slug, branch.slug, slug),
    [project.slug, branch.slug],
  )
  const source = useMemo((): DocsSource => ({ ...detached, hrefOf }), [hrefOf])
  const [first] = nodes

  if (toc.isPending && !nodePath) return <Spinner label="Loading the table of contents" />
  if (toc.isError) return <QueryErrorPage error={toc.error} onRetry={() => void toc.refetch()} />
  if (!nodePath && first) return <Navigate to={hrefOf(first.slug)} replace />
  if (!nodePath) return <MessagePage title="Nothing to read yet">{project.name} has no pages.</MessagePage>
  return (
    <DocsSourceProvider value={source}>
      <Frame data-layout={layout}>
        <div className="parts">
          {layout === 'single' ? null : (
            <div className="contents">
              <DocsSidebar
                project={project}
                branch={branch}
                toc={toc.data}
                activeSlug={nodePath}
                {...(isPart && { onGroups: loadGroups, onAll: loadAll })}
                onBranch={(slug) => navigate(paths.docs(project.slug, slug, nodePath))}
              />
            </div>
          )}
          <div className="page">
            {uri ? (
              <NodeByUri project={project} branch={branch} uri={uri} />
            ) : (
              <EmbeddedNode
                project={project}
                branch={branch}
                slug={nodePath}
                toc={toc.data ?? []}
                nodes={nodes}
                {...(isPart && { onAll: loadAll })}
              />
            )}
          </div>
        </div>
      </Frame>
    </DocsSourceProvider>
  )
}
