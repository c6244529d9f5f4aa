import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  /** How many there are, beside the title. */
  count?: number | undefined
  actions?: ReactNode
  /** What all of it is for, in a line. */
  hint?: string
  /** Within another part of the form. */
  isInner?: boolean
  children: ReactNode
}

/** A titled part of a form. */
export function FormSection({ title, count, actions, hint, isInner = false, children }: Props) {
  const id = useId()
  return (
    <Box
      // Not every group of fields is a landmark to jump to.
      {...(isInner ? { role: 'group' } : { component: 'section' as const })}
      aria-labelledby={id}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 32 }}>
        <Typography
          id={id}
          component={isInner ? 'h4' : 'h3'}
          variant={isInner ? 'subtitle2' : 'h3'}
          sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {title}
          {count ? (
            <>
              {' '}
              <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 0.5 }}>
                {count.toLocaleString('en')}
              </Typography>
            </>
          ) : null}
        </Typography>
        {actions}
      </Box>
      {hint ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: -1 }}>
          {hint}
        </Typography>
      ) : null}
      {children}
    </Box>
  )
}
