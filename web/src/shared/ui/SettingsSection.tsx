import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Callout } from './Callout.tsx'

interface Props {
  title: string
  description?: ReactNode
  action?: ReactNode
  /** The reader sees the topic and may not change it. */
  isReadOnly?: boolean
  children: ReactNode
}

/** One topic of a page of settings. */
export function SettingsSection({ title, description, action, isReadOnly = false, children }: Props) {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, mb: 5, maxWidth: 820 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 280px' }}>
          <Typography id={id} variant="h2">
            {title}
          </Typography>
          {description ? (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
              {description}
            </Typography>
          ) : null}
        </Box>
        {action}
      </Box>
      {isReadOnly ? (
        <Callout severity="info">Administrative access is needed to change these settings.</Callout>
      ) : null}
      {children}
    </Box>
  )
}
