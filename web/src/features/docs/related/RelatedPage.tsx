import { Navigate } from 'react-router-dom'
import { type DocsView, paths } from '../../../shared/config/paths.ts'
import { useRead } from '../../../shared/data/read.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { NodeNotFound } from '../pages/NodeNotFound.tsx'
import { ProblemsPage } from '../problems/ProblemsPage.tsx'
import { type Branch, nodeQuery, type Project } from '../queries.ts'
import { ChangelogPage } from './ChangelogPage.tsx'
import { DependenciesPage } from './DependenciesPage.tsx'

interface Props {
  project: Project
  branch: Branch
  view: DocsView
  /** The page that it is about; undefined for the whole branch. */
  slug: string | undefined
}

/** The changelog of a branch or a page, the dependencies of a page, or the problems of a branch. */
export function RelatedPage({ slug, ...props }: Props) {
  if (slug !== undefined && props.view !== 'problems') return <OfNode {...props} slug={slug} />
  if (props.view === 'changelog') return <ChangelogPage {...props} key={props.branch.id} />
  if (props.view === 'problems') return <ProblemsPage {...props} key={props.branch.id} />
  return <NodeNotFound project={props.project} branch={props.branch} />
}

function OfNode({ project, branch, view, slug }: Props & { slug: string }) {
  const { data: node, isPending, isError, error, refetch } = useRead(nodeQuery(branch, slug))
  if (isPending) return <Spinner label="Loading the page" />
  if (isError) return <QueryErrorPage error={error} onRetry={() => void refetch()} />
  if (!node) return <NodeNotFound project={project} branch={branch} />
  // An old link leads to the address of now.
  if (node.slug !== slug)
    return <Navigate to={paths.docsView(project.slug, branch.slug, view, node.slug)} replace />
  const View = view === 'changelog' ? ChangelogPage : DependenciesPage
  return <View key={`${branch.id} ${node.uri}`} project={project} branch={branch} node={node} />
}
