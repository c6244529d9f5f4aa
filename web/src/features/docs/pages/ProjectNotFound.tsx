import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'

/** There is no such project, or the visitor may not know of it; signing in may help. */
export function ProjectNotFound({ signedIn }: { signedIn: boolean }) {
  const { pathname, search, hash } = useLocation()
  const actions = signedIn ? (
    <Button component={Link} to={paths.home} variant="contained">
      Back to the workspace
    </Button>
  ) : (
    <Button component={Link} to={paths.auth(`${pathname}${search}${hash}`)} variant="contained">
      Sign in
    </Button>
  )
  return (
    <MessagePage title="Project not found" actions={actions}>
      You might not have permission to view it, or it might not exist at all.
    </MessagePage>
  )
}
