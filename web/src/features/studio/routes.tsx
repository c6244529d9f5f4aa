import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { shareToken } from '../../shared/data/share-token.ts'
import { useSessionState } from '../../shared/data/workspace.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { readAddress } from './address.ts'
import { StudioPage } from './pages/StudioPage.tsx'
import { isSupported, UnsupportedBrowser } from './pages/UnsupportedBrowser.tsx'

/** The Studio at /studio/{project}[/edit][:{branch}]. Who has a branch's link reads it there without an account. */
export default function StudioRoutes() {
  const { pathname, search, hash } = useLocation()
  const session = useSessionState()
  const address = readAddress(pathname)
  if (!address) return <Navigate to={paths.home} replace />
  // Without a server the Studio opens from what this browser keeps.
  if (session.status === 'loading' && !session.unreachable) return <Spinner label="Opening the Studio" />
  if (session.status === 'signed-out' && shareToken() === null) {
    const here = session.reason === 'logged-out' ? undefined : `${pathname}${search}${hash}`
    return <Navigate to={paths.auth(here)} replace />
  }
  if (!isSupported()) return <UnsupportedBrowser />
  return <StudioPage {...address} />
}
