import Button, { type ButtonProps } from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../config/paths.ts'
import { useSessionState, useSite } from '../data/workspace.tsx'

/** The way to sign in and come back here: for visitors of a workspace, where it does not hide it from them. */
export function SignInButton(props: Pick<ButtonProps, 'variant' | 'size'>) {
  const isOffered = useOffersSignIn()
  const { pathname, search, hash } = useLocation()
  if (!isOffered) return null
  return (
    <Button component={Link} to={paths.auth(`${pathname}${search}${hash}`)} {...props}>
      Sign in
    </Button>
  )
}

/** Whether who looks is shown ways to sign in. */
export function useOffersSignIn(): boolean {
  const site = useSite()
  const { status } = useSessionState()
  return status === 'signed-out' && site.kind === 'workspace' && !site.workspace.hide_sign_in
}
