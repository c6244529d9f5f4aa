import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface Props {
  severity: 'info' | 'warning' | 'error' | 'success'
  title?: string | undefined
  action?: ReactNode
  children: ReactNode
}

/** A box that tells something about the page, with what can be done about it. */
export function Callout({ severity, title, action, children }: Props) {
  return (
    <Alert
      severity={severity}
      variant="outlined"
      role={severity === 'error' ? 'alert' : 'note'}
      sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {title ? <AlertTitle sx={{ typography: 'subtitle2', mb: 0.25 }}>{title}</AlertTitle> : null}
          {children}
        </Box>
        {action}
      </Box>
    </Alert>
  )
}
