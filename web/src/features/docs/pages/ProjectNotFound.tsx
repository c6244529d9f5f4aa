import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import { SignInButton, useOffersSignIn } from '../../../shared/ui/SignInButton.tsx'

/** There is no such project, or the visitor may not know of it; signing in may help. */
export function ProjectNotFound() {
  const actions = useOffersSignIn() ? (
    <SignInButton variant="contained" />
  ) : (
    <Button component={Link} to={paths.home} variant="contained">
      Back to the workspace
    </Button>
  )
  return (
    <MessagePage title="Project not found" actions={actions}>
      You might not have permission to view it, or it might not exist at all.
    </MessagePage>
  )
}
