import { lazy, Suspense } from 'react'
import { config } from '../../shared/config/config.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { useWorkspaceState } from '../../shared/data/workspace-state.ts'

const BillingBanner = lazy(() => import('../../features/billing/BillingBanner.tsx'))
const WorkspaceWarnings = lazy(() => import('./WorkspaceWarnings.tsx'))

/** What members must know of the workspace, which most never have to: hence loaded when there is something to say. */
export function WorkspaceBanners() {
  const state = useWorkspaceState().data
  const paysHere = usePermissions().can('WorkspaceBilling') && config.mode === 'multi_tenant'
  const isWarned = state && (state.lock_at || state.locked || state.delete_at)
  return (
    <Suspense fallback={null}>
      {isWarned ? <WorkspaceWarnings state={state} /> : null}
      {paysHere ? <BillingBanner /> : null}
    </Suspense>
  )
}
