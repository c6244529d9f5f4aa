import Button from '@mui/material/Button'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { MessagePage } from './MessagePage.tsx'

interface Props {
  children: ReactNode
}

/** Catches what a screen throws, and offers to load the page again (spec 1 §8). */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    return this.state.failed ? <Oops /> : this.props.children
  }
}

/** The generic screen of an unexpected failure. */
export function Oops() {
  return (
    <MessagePage
      title="Oops, something went wrong!"
      actions={
        <Button variant="contained" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      The page ran into a problem that it could not recover from.
    </MessagePage>
  )
}
