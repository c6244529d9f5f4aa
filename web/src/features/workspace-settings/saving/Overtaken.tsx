import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { Version } from './Version.tsx'

interface Props {
  /** Who it was, in the server's words. */
  said: string
  onTakeTheirs: () => void
  /** What they made of it. */
  children: ReactNode
}

/** Says in a dialog that somebody else was faster, with what they saved: whose is to stay is for the reader to say. */
export function Overtaken({ said, onTakeTheirs, children }: Props) {
  return (
    <FormError>
      {said} Save again to keep yours, or take theirs.
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', mt: 1 }}>
        <Version whose="Theirs">{children}</Version>
        <Button size="small" color="inherit" variant="outlined" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </Box>
    </FormError>
  )
}
