import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A short form below a row, on one line where there is room. */
export function RowForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}
    >
      {children}
    </Box>
  )
}
