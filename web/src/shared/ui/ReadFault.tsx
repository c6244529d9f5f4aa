import Button from '@mui/material/Button'
import { messageOf } from '../data/api.ts'
import { Callout } from './Callout.tsx'

interface Props {
  error: unknown
  onRetry: () => void
}

/** A part of a page that could not be read, while the rest stands; it can be tried again. */
export function ReadFault({ error, onRetry }: Props) {
  const again = (
    <Button size="small" variant="outlined" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Callout severity="error" action={again}>
      {messageOf(error, 'Something went wrong, no data to display')}
    </Callout>
  )
}
