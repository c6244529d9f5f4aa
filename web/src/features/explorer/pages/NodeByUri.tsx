import { Navigate, useParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useNodeByUri, useProjectAt } from '../queries.ts'

/** /explore/{project}/nodes/{uri}: goes on to the node's slug, or to the explorer where there is no such node. */
export function NodeByUri() {
  const { projectSlug = '', '*': rest = '' } = useParams()
  const project = useProjectAt(projectSlug)
  const branchId = project.data?.default_branch_id
  const node = useNodeByUri(branchId, `/${rest}`)
  const failed = [project, node].find(({ isError }) => isError)
  if (failed?.error) return <QueryErrorPage error={failed.error} onRetry={() => void failed.refetch()} />
  if (project.isPending || (branchId && node.isPending)) return <Spinner />
  const to = project.data && node.data ? paths.explore(project.data.slug, node.data.slug) : paths.explore()
  return <Navigate to={to} replace />
}
