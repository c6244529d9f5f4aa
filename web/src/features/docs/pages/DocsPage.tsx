import { Suspense } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useRead } from '../../../shared/data/read.ts'
import { projectTopic, useTopic } from '../../../shared/data/realtime.ts'
import { useSessionState, useWorkspace } from '../../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { Deferred } from '../components/Deferred.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { branchOf } from '../model/project.ts'
import { projectQuery } from '../queries.ts'
import { BranchDocs } from './BranchDocs.tsx'
import { useArrival } from './use-arrival.ts'

const MissingProject = lazyPart(() => import('./MissingProject.tsx').then((module) => module.MissingProject))
const WaitingPage = lazyPart(() => import('./WaitingPage.tsx').then((module) => module.WaitingPage))

/** The docs of a project: finds project and branch, and says so where there is nothing to read yet. */
export function DocsPage() {
  const { projectSlug = '', branchSlug, '*': nodePath = '' } = useParams()
  const workspace = useWorkspace()
  const session = useSessionState()
  const query = useRead({
    ...projectQuery(workspace.id, projectSlug, {
      workspace: workspace.slug,
      project: projectSlug,
      branch: branchSlug,
      // Of what is not a page itself the contents are enough.
      slug: nodePath.startsWith('~') ? undefined : nodePath,
    }),
    enabled: session.status !== 'loading',
  })
  const project = query.data
  useTopic(projectTopic(project?.id))
  const branch = project ? branchOf(project, branchSlug) : undefined
  useArrival(project?.id, branch !== undefined && branch.last_analyzed_at !== null)

  if (query.isPending) return <Spinner label="Loading the docs" />
  if (query.isError && !project)
    return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (!project) {
    return (
      <Suspense fallback={<Spinner label="Loading the docs" />}>
        <MissingProject slug={projectSlug} />
      </Suspense>
    )
  }
  if (!branch && branchSlug) return <Navigate to={paths.docs(project.slug)} replace />
  if (!branch?.last_analyzed_at) {
    return (
      <Suspense fallback={<Spinner />}>
        <WaitingPage project={project} branch={branch} />
      </Suspense>
    )
  }
  return (
    <Deferred fallback={<Spinner label="Loading the docs" />}>
      <BranchDocs project={project} branch={branch} nodePath={nodePath} />
    </Deferred>
  )
}
