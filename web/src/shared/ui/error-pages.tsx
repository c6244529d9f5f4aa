import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../config/paths.ts'
import { ApiProblem } from '../data/api.ts'
import { useSite } from '../data/workspace.tsx'
import { MessagePage } from './MessagePage.tsx'
import { SignInButton } from './SignInButton.tsx'

/** What is said where something is not there, or not for who asks: which of the two it is nobody learns. */
export const notFoundText = 'This page does not exist or you do not have sufficient permission'

/** Nothing lives at this address, or the visitor may not know that it does. */
export function NotFoundPage() {
  const inWorkspace = useSite().kind === 'workspace'
  return (
    <MessagePage
      title="Page not found"
      actions={
        <>
          <SignInButton variant="contained" />
          <Button component={Link} to={paths.home} variant="outlined">
            {inWorkspace ? 'Back to the workspace' : 'Go to the start page'}
          </Button>
        </>
      }
    >
      {notFoundText}
    </MessagePage>
  )
}

/** The server failed. */
export function ServerErrorPage({ onRetry }: { onRetry?: () => void }) {
  return (
    <MessagePage
      title="500 | Something went wrong"
      actions={
        <Button variant="contained" onClick={onRetry ?? (() => window.location.reload())}>
          Try again
        </Button>
      }
    >
      Please try again in a few moments and contact support if the problem persists.
    </MessagePage>
  )
}

/** The page for a failed query: not found for NOT_FOUND, otherwise the 500 page. */
export function QueryErrorPage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiProblem && error.status === 404) return <NotFoundPage />
  return onRetry ? <ServerErrorPage onRetry={onRetry} /> : <ServerErrorPage />
}
