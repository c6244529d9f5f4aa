import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useSite } from '../data/workspace.tsx'
import { PoweredBy } from './PoweredBy.tsx'
import { usePageTitle } from './page-title.ts'
import { widePage } from './sizes.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { typeSizes } from './type-sizes.ts'
import { WorkspaceMark } from './WorkspaceMark.tsx'

interface Props {
  title: string
  /** A line above the title, such as the step of a wizard. */
  eyebrow?: string
  intro?: ReactNode
  children: ReactNode
  /** What stands beside the form on wide screens. */
  aside?: ReactNode
  footer?: ReactNode
  width?: 'page'
}

/** Frame of the pages in front of a workspace: sign-in, sign-up, finding a workspace. */
export function EntryLayout({ title, eyebrow, intro, children, aside, footer, width }: Props) {
  usePageTitle(title)
  const site = useSite()
  return (
    <Box sx={{ flex: 1, minHeight: '100dvh', display: 'flex' }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Box
          component="header"
          sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: { xs: 2, md: 4 }, py: 2 }}
        >
          <WorkspaceMark size="row" />
          <Typography
            component="span"
            noWrap
            sx={{ flex: 1, minWidth: 0, fontWeight: 650, fontSize: typeSizes.h3, letterSpacing: '-0.01em' }}
          >
            {site.kind === 'workspace' ? site.workspace.name : 'Waymark'}
          </Typography>
          <ThemeSwitch />
        </Box>
        <Box
          component="main"
          id="main"
          sx={{ flex: 1, display: 'grid', placeItems: 'center', px: 2, pb: 6, pt: 2 }}
        >
          <Box
            sx={{
              width: '100%',
              maxWidth: width ? widePage : 420,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 3,
              overflowWrap: 'anywhere',
            }}
          >
            <Box sx={{ display: 'grid', gap: 1 }}>
              {eyebrow ? (
                <Typography variant="body2" color="primary" sx={{ fontWeight: 600 }}>
                  {eyebrow}
                </Typography>
              ) : null}
              <Typography variant="h1">{title}</Typography>
              {intro ? (
                <Typography component="div" color="textSecondary">
                  {intro}
                </Typography>
              ) : null}
            </Box>
            {children}
            {footer ? (
              <Typography component="div" variant="body2" color="textSecondary">
                {footer}
              </Typography>
            ) : null}
          </Box>
        </Box>
        <Box component="footer" sx={{ px: { xs: 2, md: 4 }, pb: 2, '&:empty': { display: 'none' } }}>
          <PoweredBy />
        </Box>
      </Box>
      {aside}
    </Box>
  )
}
