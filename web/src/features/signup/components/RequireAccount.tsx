import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { type Me, useMe } from '../../../shared/data/me.ts'
import { useSessionState, useSite } from '../../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'

/** The steps after the code need a workspace host and somebody signed in. */
export function RequireAccount({ children }: { children: (me: Me) => ReactNode }) {
  const site = useSite()
  const session = useSessionState()
  const me = useMe()
  const { pathname, search } = useLocation()
  if (site.kind !== 'workspace') return <Navigate to={paths.welcome.start} replace />
  if (session.status === 'loading') return <Spinner />
  if (session.status === 'signed-out') return <Navigate to={paths.auth(pathname + search)} replace />
  if (me.isError) return <QueryErrorPage error={me.error} onRetry={() => void me.refetch()} />
  return me.data ? children(me.data) : <Spinner />
}
