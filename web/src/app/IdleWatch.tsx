import { useEffect, useRef } from 'react'
import { forgetActivity, watchIdle } from '../shared/data/idle.ts'
import { logout } from '../shared/data/session.ts'
import { useSessionState, useSite } from '../shared/data/workspace.tsx'
import { useWorkspaceState } from '../shared/data/workspace-state.ts'

/** Signs out after the workspace's idle time-out; without one nothing is watched. */
export function IdleWatch() {
  return useSite().kind === 'workspace' ? <WorkspaceIdleWatch /> : null
}

function WorkspaceIdleWatch() {
  const session = useSessionState()
  const seconds = useWorkspaceState().data?.idle_timeout_seconds
  const signedIn = session.status === 'signed-in'
  const reason = session.status === 'signed-out' ? session.reason : null
  const met = useRef(false)
  useEffect(() => {
    // A sign-out that did not reach the server is made up for on the next load: until then the old activity counts.
    if (reason !== null && reason !== 'idle') forgetActivity()
    if (reason !== null) met.current = true
  }, [reason])
  useEffect(() => {
    if (!signedIn || !seconds) return
    // Who signed in on this very page is active now.
    if (met.current) forgetActivity()
    met.current = false
    return watchIdle(seconds * 1000, () => void logout('idle'))
  }, [signedIn, seconds])
  return null
}
