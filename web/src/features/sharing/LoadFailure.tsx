import Button from '@mui/material/Button'
import { messageOf } from '../../shared/data/api.ts'
import { Callout } from '../../shared/ui/Callout.tsx'

/** A part of the dialog that could not be read, with the way to try again. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Callout
      severity="error"
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {messageOf(error)}
    </Callout>
  )
}
