import Box from '@mui/material/Box'
import type { FormEvent, ReactNode } from 'react'

/**
 * The form that fills a dialog, whose content scrolls between title and actions. A submit stays here: dialogs open
 * out of other forms, and React would tell those too.
 */
export function DialogForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit()
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      {children}
    </Box>
  )
}
