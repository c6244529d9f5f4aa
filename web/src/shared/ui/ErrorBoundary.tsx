import Button from '@mui/material/Button'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { MessagePage } from './MessagePage.tsx'

interface Props {
  children: ReactNode
}

interface State {
  failed: boolean
  unloaded: boolean
}

/** Catches what a screen throws, and offers to load the page again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, unloaded: false }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, unloaded: isUnloadedPart(error) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    return this.state.failed ? <Oops unloaded={this.state.unloaded} /> : this.props.children
  }
}

/** Whether a part of the app did not arrive, in the words of Chromium, Firefox, Safari and Vite. */
function isUnloadedPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}

/** The generic screen of an unexpected failure; `unloaded` when a part of the app did not arrive. */
export function Oops({ unloaded = false }: { unloaded?: boolean }) {
  return (
    <MessagePage
      title="Oops, something went wrong!"
      actions={
        <Button variant="contained" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      {unloaded
        ? 'This part of the app could not be loaded. Check your connection, then reload the page.'
        : 'The page ran into a problem that it could not recover from.'}
    </MessagePage>
  )
}
