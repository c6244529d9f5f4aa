import Box from '@mui/material/Box'
import type { FormEventHandler, ReactNode } from 'react'

interface Props {
  onSubmit: FormEventHandler
  children: ReactNode
  label?: string
}

/** A form's fields under each other; the browser's own validation stays out of the way. */
export function FormStack({ onSubmit, children, label }: Props) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={onSubmit}
      aria-label={label}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {children}
    </Box>
  )
}
