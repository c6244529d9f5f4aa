import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatch } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { rememberProject } from '../../shared/data/recent.ts'
import { useRedirect } from '../../shared/data/redirects.ts'
import { useScope, useSessionState, useSite } from '../../shared/data/workspace.tsx'
import { ErrorBoundary } from '../../shared/ui/ErrorBoundary.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { SearchContext } from '../../shared/ui/search-context.ts'
import { DigestFromAddress } from './DigestFromAddress.tsx'
import { MobileGate } from './MobileGate.tsx'
import { Sidebar } from './Sidebar.tsx'
import { SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import { TypedAhead } from './TypedAhead.tsx'
import { UnfinishedAccount } from './UnfinishedAccount.tsx'
import { useLeaveOnLogout } from './use-leave-on-logout.ts'
import { useSearchKey } from './use-search-key.ts'
import { WorkspaceBanners } from './WorkspaceBanners.tsx'

const SearchOverlay = lazy(() => import('../../features/search/SearchOverlay.tsx'))

/** Frame of a workspace's screens: sidebar (or top bar on small screens), search, the screen itself. */
export default function Shell() {
  const site = useSite()
  if (site.kind !== 'workspace') return <WithoutWorkspace />
  return <WorkspaceShell />
}

/** There is no workspace here: whoever is signed in chooses one of theirs, others make one. */
function WithoutWorkspace() {
  const session = useSessionState()
  const { pathname } = useLocation()
  if (pathname === paths.home && session.status === 'loading') return <Spinner />
  const chooses = pathname === paths.home && session.status === 'signed-in'
  return <Navigate to={chooses ? paths.auth() : paths.welcome.start} replace />
}

function WorkspaceShell() {
  const wide = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true })
  const { pathname, search } = useLocation()
  const session = useSessionState()
  const scope = useScope()
  const addingProject = useMatch('/add/projects') !== null
  const inStudio = useMatch('/studio/*') !== null
  const isBare = addingProject || inStudio
  const project = useMatch('/docs/:projectSlug/*')?.params.projectSlug
  const version = useMatch('/docs/:projectSlug/branches/:branchSlug/*')?.params.branchSlug
  const [searching, setSearching] = useState(false)
  const typed = useRef('')
  const openSearch = useCallback(() => {
    typed.current = ''
    setSearching(true)
  }, [])
  const closeSearch = useCallback(() => setSearching(false), [])
  const typeAhead = useCallback((change: (text: string) => string) => {
    typed.current = change(typed.current)
  }, [])
  useSearchKey(openSearch)
  useLeaveOnLogout()
  const remembered = useRef('')
  useEffect(() => {
    // Once: whoever signs out becomes a visitor, who has not opened it.
    if (!project || session.status === 'loading' || remembered.current === project) return
    remembered.current = project
    rememberProject(scope, project)
  }, [project, scope, session.status])

  const led = useRedirect(pathname, search.slice(1))
  if (led) return <Navigate to={led} replace />

  const sidebar = !isBare && wide
  return (
    <SearchContext value={openSearch}>
      <SkipLink />
      <Box
        sx={{
          display: 'flex',
          flex: 1,
          minHeight: '100dvh',
          flexDirection: sidebar ? 'row' : 'column',
          // What lies on a desk scrolls for itself.
          ...(inStudio && { flex: 'none', height: '100dvh' }),
        }}
      >
        {sidebar ? <Sidebar /> : null}
        {!isBare && !wide ? <TopBar /> : null}
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            outline: 'none',
            ...(inStudio && { minHeight: 0 }),
          }}
        >
          <WorkspaceBanners />
          <UnfinishedAccount />
          <ErrorBoundary key={pathname.split('/')[1]}>
            <MobileGate>
              <Outlet />
            </MobileGate>
          </ErrorBoundary>
        </Box>
      </Box>
      <DigestFromAddress />
      {searching ? (
        <Suspense fallback={<TypedAhead onType={typeAhead} onEscape={closeSearch} />}>
          <SearchOverlay
            {...(project ? { projectSlug: project } : {})}
            {...(version ? { branchSlug: version } : {})}
            typed={() => typed.current}
            onClose={closeSearch}
          />
        </Suspense>
      ) : null}
    </SearchContext>
  )
}
