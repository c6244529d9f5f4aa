import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiProblem } from '../../../shared/data/api.ts'
import { shareToken } from '../../../shared/data/share-token.ts'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { StudioAddress } from '../address.ts'
import { useOpening } from '../queries.ts'
import { CannotEdit, Connect, LoadFailure, NoLongerShared, ProjectNotFound } from './AccessScreens.tsx'

const Workbench = lazy(() => import('../desk/Workbench.tsx'))

/** Opens a project: each access mode has its screen, and two of them are the Studio itself. */
export function StudioPage({ projectSlug, branchSlug }: StudioAddress) {
  const query = useOpening(projectSlug, branchSlug)
  const [search] = useSearchParams()
  const opening = query.data
  usePageTitle(opening?.project ? `${opening.project.name} · Studio` : 'Studio')
  const retry = () => void query.refetch()

  if (query.isPending) return <Spinner label="Opening the Studio" />
  if (!opening) {
    const isGone = query.error instanceof ApiProblem && query.error.code === 'BRANCH_NOT_FOUND'
    return isGone ? <NoLongerShared /> : <LoadFailure onRetry={retry} />
  }
  const { mode, reason, message, project, branch } = opening
  if (!project) return shareToken() === null ? <ProjectNotFound /> : <NoLongerShared />
  if (mode === 'connect') return <Connect project={project} message={message} onConnected={retry} />
  if (mode === 'notEditable') return <CannotEdit project={project} message={message} />
  if (reason === 'branch_not_found') return <NoLongerShared project={project} />
  if (mode === 'none' || !branch) return <CannotEdit project={project} message={message} />
  return (
    <Suspense fallback={<Spinner label="Opening the Studio" />}>
      <Workbench
        key={branch.id}
        opening={opening}
        project={project}
        branch={branch}
        readOnly={mode === 'readOnly' || search.has('yjs-snapshot')}
      />
    </Suspense>
  )
}
