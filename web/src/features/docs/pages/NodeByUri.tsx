import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useRead } from '../../../shared/data/read.ts'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { type Branch, nodeByUriQuery, type Project } from '../queries.ts'
import { NodeNotFound } from './NodeNotFound.tsx'

/** Leads from a node's URI to its page. */
export function NodeByUri({ project, branch, uri }: { project: Project; branch: Branch; uri: string }) {
  const { hash } = useLocation()
  const query = useRead(nodeByUriQuery(branch, uri))
  if (query.isPending) return <Spinner />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <NodeNotFound project={project} branch={branch} />
  return <Navigate to={paths.docs(project.slug, branch.slug, query.data.slug, hash.slice(1))} replace />
}
