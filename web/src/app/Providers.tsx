import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createQueryClient, refreshAfterAbsence } from '../shared/data/query.ts'
import { SupabaseProvider } from '../shared/data/supabase-context.tsx'
import { SiteProvider, useSessionState } from '../shared/data/workspace.tsx'
import { ErrorBoundary } from '../shared/ui/ErrorBoundary.tsx'
import { SharingSlot } from '../shared/ui/sharing-slot.tsx'
import { ProofArea } from './ProofArea.tsx'
import { sharingParts } from './sharing-parts.ts'
import { ToastArea } from './ToastArea.tsx'
import { UnreachableNotice } from './UnreachableNotice.tsx'
import { WorkspaceLook } from './WorkspaceLook.tsx'

// Nobody is idle before the first paint, and what is read then is new.
const Live = lazy(() => import('./Live.tsx').then((module) => ({ default: module.Live })))
const IdleWatch = lazy(() => import('./IdleWatch.tsx').then((module) => ({ default: module.IdleWatch })))

/** Everything screens rely on: client and session, cache, host, theme, toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  useEffect(() => refreshAfterAbsence(client), [client])
  return (
    <SupabaseProvider>
      <QueryClientProvider client={client}>
        <SiteProvider>
          <ForgetOnSignOut client={client} />
          <Suspense>
            <Live />
            <IdleWatch />
          </Suspense>
          <WorkspaceLook>
            <SharingSlot value={sharingParts}>
              <ErrorBoundary>{children}</ErrorBoundary>
            </SharingSlot>
            <ProofArea />
            <UnreachableNotice />
            <ToastArea />
          </WorkspaceLook>
        </SiteProvider>
      </QueryClientProvider>
    </SupabaseProvider>
  )
}

/** What one person has read must not be there for the next. */
function ForgetOnSignOut({ client }: { client: QueryClient }) {
  const session = useSessionState()
  const left = session.status === 'signed-out' && session.reason !== 'none'
  useEffect(() => {
    if (!left) return
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'workspace' })
    // Where the part does not come, the next who works in the Studio makes the browser forget it.
    void import('../features/studio/offline/known.ts')
      .then(({ forgetMe }) => forgetMe())
      .catch(() => undefined)
  }, [left, client])
  return null
}
