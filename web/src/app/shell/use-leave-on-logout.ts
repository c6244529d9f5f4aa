import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import type { SignedOutReason } from '../../shared/data/session.ts'
import { useSessionState } from '../../shared/data/workspace.tsx'

const leaving: SignedOutReason[] = ['logged-out', 'idle', 'reused']

/** Signing out, here or in another tab, leads to the sign-in page, also from pages that visitors may read. */
export function useLeaveOnLogout(): void {
  const session = useSessionState()
  const navigate = useNavigate()
  const signedIn = useRef(false)
  useEffect(() => {
    const left = session.status === 'signed-out' && leaving.includes(session.reason)
    if (left && signedIn.current)
      void import('../../shared/data/private-storage.ts').then(({ forgetPrivate }) => forgetPrivate())
    if (left && signedIn.current) navigate(paths.auth(), { replace: true })
    signedIn.current = session.status === 'signed-in'
  }, [session, navigate])
}
