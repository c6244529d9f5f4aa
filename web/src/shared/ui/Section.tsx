import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  actions?: ReactNode
  /** A topic of a whole page; without it a part of a panel or a dialog. */
  isTopic?: boolean
  /** Which heading it has where that is not what it looks like: right below the title of a page. */
  heading?: 'h2' | undefined
  children: ReactNode
}

/** A titled part of a screen. */
export function Section({ title, actions, isTopic = false, heading, children }: Props) {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        minWidth: 0,
        ...(isTopic ? { gap: 2, mb: 5 } : { gap: 1 }),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ...(isTopic ? {} : { minHeight: 32 }) }}>
        <Typography
          variant={isTopic ? 'h2' : 'h3'}
          component={heading ?? (isTopic ? 'h2' : 'h3')}
          id={id}
          sx={{ flex: 1 }}
        >
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  )
}
