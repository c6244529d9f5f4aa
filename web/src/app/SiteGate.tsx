import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { baseOrigin, paths } from '../shared/config/paths.ts'
import { rememberWorkspace } from '../shared/data/recent.ts'
import type { WorkspaceLock } from '../shared/data/session.ts'
import { useSessionState, useSite } from '../shared/data/workspace.tsx'
import { ServerErrorPage } from '../shared/ui/error-pages.tsx'
import { MessagePage } from '../shared/ui/MessagePage.tsx'
import { Spinner } from '../shared/ui/Spinner.tsx'

const LockedDialog = lazy(() => import('./LockedDialog.tsx'))

/** Shows nothing of the app before it is known whose host this is. */
export function SiteGate() {
  const site = useSite()
  const slug = site.kind === 'workspace' ? site.workspace.slug : null
  useEffect(() => {
    if (slug) rememberWorkspace(slug)
  }, [slug])
  if (site.kind === 'loading') return <Spinner />
  if (site.kind === 'error' || site.kind === 'unknown') {
    return (
      <Box component="main" sx={{ flex: 1, display: 'flex' }}>
        {site.kind === 'error' ? (
          <ServerErrorPage onRetry={site.retry} />
        ) : (
          <UnknownWorkspace slug={site.slug} />
        )}
      </Box>
    )
  }
  return (
    <>
      <Outlet />
      <LockNotice />
    </>
  )
}

function LockNotice() {
  const session = useSessionState()
  const lock = session.status === 'signed-out' ? session.lock : undefined
  const [closed, setClosed] = useState<WorkspaceLock>()
  if (!lock || lock === closed) return null
  return (
    <Suspense fallback={null}>
      <LockedDialog lock={lock} onClose={() => setClosed(lock)} />
    </Suspense>
  )
}

function UnknownWorkspace({ slug }: { slug: string }) {
  return (
    <MessagePage
      title="Workspace does not exist"
      actions={
        <>
          <Button variant="contained" href={`${baseOrigin()}${paths.welcome.start}`}>
            Create a workspace
          </Button>
          <Button href={`${baseOrigin()}${paths.links}`}>Go to another workspace</Button>
        </>
      }
    >
      There is no workspace at <strong>{slug}</strong>. Check the address, or create it.
    </MessagePage>
  )
}
