import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { WorkspacePermission } from '../../../supabase/functions/_shared/domain/roles.ts'
import { paths } from '../shared/config/paths.ts'
import { usePermissions } from '../shared/data/me.ts'
import { useSessionState } from '../shared/data/workspace.tsx'
import { QueryErrorPage } from '../shared/ui/error-pages.tsx'
import { Spinner } from '../shared/ui/Spinner.tsx'
import { useToast } from '../shared/ui/toast.ts'

/** Lets signed-in people through; others go to sign in and come back afterwards. */
export function RequireSession() {
  const session = useSessionState()
  const { pathname, search, hash } = useLocation()
  if (session.status === 'loading') return <Spinner />
  if (session.status === 'signed-in') return <Outlet />
  // Whoever signed out is not led back to where they were.
  const here = session.reason === 'logged-out' ? undefined : `${pathname}${search}${hash}`
  return <Navigate to={paths.auth(here)} replace />
}

/** Lets through who holds a workspace permission; others go home with a warning. */
export function RequirePermission({ permission }: { permission: WorkspacePermission }) {
  const { can, isPending, error, retry } = usePermissions()
  if (isPending) return <Spinner />
  if (error) return <QueryErrorPage error={error} onRetry={retry} />
  return can(permission) ? <Outlet /> : <Refused />
}

/** Home, with the warning. */
export function Refused() {
  const toast = useToast()
  useEffect(() => toast.warning('You do not have sufficient permission to view this page'), [toast])
  return <Navigate to={paths.home} replace />
}
