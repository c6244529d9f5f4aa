import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import { WorkspaceMark } from './WorkspaceMark.tsx'

interface Props {
  title: string
  children?: ReactNode
  /** Buttons or links that lead on. */
  actions?: ReactNode
}

/** A page that says one thing: not found, failed, nothing here. */
export function MessagePage({ title, children, actions }: Props) {
  usePageTitle(title)
  return (
    <Box component="section" sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 3, minHeight: '60vh' }}>
      <Box sx={{ maxWidth: 460, textAlign: 'center', display: 'grid', gap: 2, justifyItems: 'center' }}>
        <WorkspaceMark size="title" />
        <Typography variant="h1" sx={{ textWrap: 'balance' }}>
          {title}
        </Typography>
        {children ? (
          <Typography component="div" color="textSecondary">
            {children}
          </Typography>
        ) : null}
        {actions ? (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>{actions}</Box>
        ) : null}
      </Box>
    </Box>
  )
}
