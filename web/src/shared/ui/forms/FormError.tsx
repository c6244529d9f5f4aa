import Alert from '@mui/material/Alert'
import type { ReactNode } from 'react'

/** What went wrong with a form as a whole; read out as soon as it appears. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Alert severity="error" role="alert">
      {children}
    </Alert>
  )
}
