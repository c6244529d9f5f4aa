// What the callback screen shows once it is known how the sign-in ended.
import Button from '@mui/material/Button'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useSite } from '../../../shared/data/workspace.tsx'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import type { LoginResult } from '../queries.ts'
import { JoinNotice } from './JoinNotice.tsx'

/** A sign-in that ended: on to where it leads, or what is still to do. */
export function Done({ result }: { result: LoginResult }) {
  const { token, return_to: target, join_request_status: joining } = result
  const entered = token !== null && joining === null
  useEffect(() => {
    // A whole load: the session of the target's host begins with it.
    if (entered) window.location.replace(target ?? paths.home)
  }, [entered, target])
  if (entered) return <Redirecting />
  if (result.confirmation_required) return <Confirm result={result} />
  return (
    <EntryLayout title="Sign in">
      <JoinNotice status={joining} />
      <BackToSignIn />
    </EntryLayout>
  )
}

/** The confirmation screen is the workspace's: from the base host it takes a whole load. */
function Confirm({ result }: { result: LoginResult }) {
  const site = useSite()
  const page = `${paths.authPage('confirm-workspace-member-email')}?email=${encodeURIComponent(result.email ?? '')}`
  const origin = result.return_to ? new URL(result.return_to, window.location.href).origin : ''
  const away = site.kind !== 'workspace' && origin !== ''
  useEffect(() => {
    if (away) window.location.replace(`${origin}${page}`)
  }, [away, origin, page])
  return away ? <Redirecting /> : <Navigate to={page} replace />
}

/** While the browser is on its way. */
export function Redirecting() {
  return <MessagePage title="Redirecting..." />
}

/** A sign-in that failed, and the way back. */
export function Failed({ children }: { children: ReactNode }) {
  return (
    <EntryLayout title="Sign in">
      <FormError>{children}</FormError>
      <BackToSignIn />
    </EntryLayout>
  )
}

function BackToSignIn() {
  return (
    <Button component={Link} to={paths.auth()} variant="outlined" size="large">
      Back to sign in
    </Button>
  )
}
