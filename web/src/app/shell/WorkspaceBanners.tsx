import { lazy, Suspense } from 'react'
import { useWorkspaceState } from '../../shared/data/workspace-state.ts'

const WorkspaceWarnings = lazy(() => import('./WorkspaceWarnings.tsx'))

/** What members must know of the workspace, which most never have to: hence loaded when there is something to say. */
export function WorkspaceBanners() {
  const state = useWorkspaceState().data
  if (!state || !(state.lock_at || state.locked || state.delete_at)) return null
  return (
    <Suspense fallback={null}>
      <WorkspaceWarnings state={state} />
    </Suspense>
  )
}
