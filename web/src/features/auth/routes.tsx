import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom'
import { safeReturnPath } from '../../../../supabase/functions/_shared/domain/slugs.ts'
import { paths } from '../../shared/config/paths.ts'
import { useSession, useSite } from '../../shared/data/workspace.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { LoginPage } from './pages/LoginPage.tsx'

/** Sign-in below /auth. Whoever is signed in is led on to `r`, a path of this origin. */
export default function AuthRoutes() {
  const site = useSite()
  const session = useSession()
  const [query] = useSearchParams()
  const target = safeReturnPath(query.get('r'))
  if (site.kind !== 'workspace') return <Navigate to={paths.login} replace />
  if (session.status === 'loading') return <Spinner />
  // The sign-in pages themselves are no place to return to.
  if (session.status === 'signed-in')
    return <Navigate to={/^\/auth(\/|$|\?)/.test(target) ? '/' : target} replace />
  return (
    <Routes>
      {/* The built-in integration is the only one there is: no list to choose from. */}
      <Route index element={<Navigate to={paths.emailLogin(target)} replace />} />
      <Route path="email" element={<Navigate to={paths.emailLogin(target)} replace />} />
      <Route path="email/login" element={<LoginPage />} />
      <Route path="*" element={<Navigate to={paths.auth(target)} replace />} />
    </Routes>
  )
}
