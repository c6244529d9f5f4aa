import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { slugAfter } from '../../../shared/data/projects.ts'
import { useRead } from '../../../shared/data/read.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { ProjectNotFound } from './ProjectNotFound.tsx'

/** No project has this slug: one that had it before is shown by the slug that it has now. */
export function MissingProject({ slug }: { slug: string }) {
  const workspace = useWorkspace()
  const { pathname, search, hash } = useLocation()
  const query = useRead({
    key: ['slug-after', { slug }],
    read: () => slugAfter(workspace.id, slug),
    staleTime: 0,
  })
  if (query.isPending) return <Spinner label="Loading the docs" />
  if (!query.data) return <ProjectNotFound />
  const below = pathname.slice(paths.docs(slug).length)
  return <Navigate to={`${paths.docs(query.data)}${below}${search}${hash}`} replace />
}
