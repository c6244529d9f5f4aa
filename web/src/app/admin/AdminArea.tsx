import Box from '@mui/material/Box'
import { Suspense, useEffect } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { isOn } from '../../shared/data/flags.ts'
import { usePermissions } from '../../shared/data/me.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { ErrorBoundary } from '../../shared/ui/ErrorBoundary.tsx'
import { QueryErrorPage } from '../../shared/ui/error-pages.tsx'
import { MessagePage } from '../../shared/ui/MessagePage.tsx'
import { DataBlockSlot } from '../../shared/ui/markdown/data-block-slot.tsx'
import { NavTabs } from '../../shared/ui/NavTabs.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { Refused } from '../guards.tsx'
import { LandingBlock } from '../landing-block.ts'
import { useMigratedFromNext } from './migrated.ts'
import { type AdminPage, adminPages, preloadAdmin } from './pages.ts'

/** The page itself comes first. */
const preloadAfterMs = 300

const below = (path: string) => `${path.slice(paths.admin.root.length + 1)}/*`

/** The administration of a workspace, /admin/*: each page for those with its permission. */
export default function AdminArea() {
  const { can, isPending, error, retry } = usePermissions()
  const workspace = useWorkspace()
  if (isPending) return <Spinner />
  if (error) return <QueryErrorPage error={error} onRetry={retry} />
  const permitted = adminPages.filter(
    ({ permission, unless }) => can(permission) && !(unless && isOn(unless, workspace)),
  )
  return permitted.some(({ isForMigrated }) => isForMigrated) ? (
    <PagesOfMigrated permitted={permitted} />
  ) : (
    <Pages allowed={permitted} />
  )
}

/** Where one of the pages depends on where the workspace came from, that is asked first. */
function PagesOfMigrated({ permitted }: { permitted: AdminPage[] }) {
  const { data, error, refetch } = useMigratedFromNext()
  if (error && data === undefined) return <QueryErrorPage error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Spinner />
  return <Pages allowed={permitted.filter(({ isForMigrated }) => !isForMigrated || data)} />
}

function Pages({ allowed }: { allowed: AdminPage[] }) {
  const [first] = allowed
  return (
    <Routes>
      <Route element={<AdminLayout pages={allowed} />}>
        {adminPages.map((page) => (
          <Route
            key={page.path}
            path={below(page.path)}
            element={allowed.includes(page) ? <page.Part /> : <PermissionDenied />}
          />
        ))}
      </Route>
      <Route index element={first ? <Navigate to={first.path} replace /> : <Refused />} />
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  )
}

function AdminLayout({ pages }: { pages: AdminPage[] }) {
  const allowed = pages.map(({ path }) => path).join(' ')
  useEffect(() => {
    const timer = setTimeout(() => preloadAdmin(allowed.split(' ')), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [allowed])
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        px: { xs: 2, md: 4 },
        pt: 2,
        pb: 3,
      }}
    >
      {pages.length > 0 ? <NavTabs label="Administration" tabs={pages} /> : null}
      <ErrorBoundary>
        <Suspense fallback={<Spinner />}>
          <DataBlockSlot value={LandingBlock}>
            <Outlet />
          </DataBlockSlot>
        </Suspense>
      </ErrorBoundary>
    </Box>
  )
}

function PermissionDenied() {
  return <MessagePage title="Permission Denied">Contact the Workspace administrators for access.</MessagePage>
}
