import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiProblem } from '../../../shared/data/api.ts'
import { useMe } from '../../../shared/data/me.ts'
import { shareToken } from '../../../shared/data/share-token.ts'
import { useSessionState, useWorkspace } from '../../../shared/data/workspace.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { StudioAddress } from '../address.ts'
import type { StudioOpening } from '../model.ts'
import { KeptTexts } from '../offline/KeptTexts.tsx'
import { type Kept, useKeptDesk } from '../offline/use-kept-desk.ts'
import { useOpening } from '../queries.ts'
import {
  CannotEdit,
  Connect,
  LoadFailure,
  NoLongerShared,
  NothingKept,
  ProjectNotFound,
} from './AccessScreens.tsx'

const Workbench = lazy(() => import('../desk/Workbench.tsx'))

/** Opens a project: each access mode has its screen, and two of them are the Studio itself. */
export function StudioPage({ projectSlug, branchSlug }: StudioAddress) {
  const session = useSessionState()
  const workspace = useWorkspace()
  const query = useOpening(projectSlug, branchSlug)
  const [search] = useSearchParams()
  const isAway = session.status === 'loading' || query.fetchStatus === 'paused' || isUnanswered(query.error)
  const isWritable = query.data?.mode === 'readWrite' || query.data?.mode === 'readOnly'
  const kept = useKeptDesk(
    isAway || (query.data !== undefined && !isWritable),
    workspace.id,
    projectSlug,
    branchSlug,
  )
  // While nobody answers, and until somebody does.
  const isRefused = query.error !== null && !isUnanswered(query.error)
  const opening = query.data ?? (isRefused ? undefined : kept?.opening)
  usePageTitle(opening?.project ? `${opening.project.name} · Studio` : 'Studio')
  const retry = () => void query.refetch()

  if (!opening) {
    if (isAway && kept === null) return <NothingKept />
    if (query.isPending || (isAway && kept === undefined)) return <Spinner label="Opening the Studio" />
    const isGone = query.error instanceof ApiProblem && query.error.code === 'BRANCH_NOT_FOUND'
    return isGone ? <NoLongerShared /> : <LoadFailure onRetry={retry} />
  }
  const { mode, reason, message, project, branch } = opening
  if (mode === 'connect' && project) {
    return <Connect project={project} message={message} onConnected={retry} />
  }
  const isOpen = project && branch && (mode === 'readWrite' || mode === 'readOnly')
  if (!isOpen || reason === 'branch_not_found') {
    return (
      <>
        <Refused opening={opening} />
        <Unsendable kept={kept} />
      </>
    )
  }
  return (
    <Suspense fallback={<Spinner label="Opening the Studio" />}>
      <Workbench
        key={branch.id}
        opening={opening}
        project={project}
        branch={branch}
        readOnly={mode === 'readOnly' || search.has('yjs-snapshot')}
        branchSlug={branchSlug}
        kept={query.data ? null : (kept ?? null)}
      />
    </Suspense>
  )
}

function Refused({ opening: { mode, reason, message, project } }: { opening: StudioOpening }) {
  if (!project) return shareToken() === null ? <ProjectNotFound /> : <NoLongerShared />
  if (mode !== 'notEditable' && reason === 'branch_not_found') return <NoLongerShared project={project} />
  return <CannotEdit project={project} message={message} />
}

/** What somebody wrote here before they were refused. */
function Unsendable({ kept }: { kept: Kept | null | undefined }) {
  const me = useMe()
  const among = useMemo(() => kept && new Set(kept.files.map(({ id }) => id)), [kept])
  if (!me.data || kept === undefined) return null
  return <KeptTexts userId={me.data.id} among={among ?? null} />
}

/** Whether no answer came, rather than one that says no. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 0
}
