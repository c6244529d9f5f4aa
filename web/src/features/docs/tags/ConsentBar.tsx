import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { config } from '../../../shared/config/config.ts'
import type { Consent } from './consent.ts'
import type { Tags } from './which.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Asks a visitor, calmly: the page can be read without an answer, and both answers weigh the same. */
export function ConsentBar({ tags, onDecide }: { tags: Tags; onDecide: (consent: Consent) => void }) {
  const named = [
    tags.google_tag_manager ? 'Google Tag Manager' : '',
    tags.localizejs ? 'Localize' : '',
    tags.show_userway ? 'UserWay' : '',
  ].filter(Boolean)
  return (
    <Paper
      component="section"
      aria-label="Cookies"
      elevation={8}
      sx={{
        position: 'fixed',
        insetInline: { xs: 8, sm: 24 },
        bottom: { xs: 8, sm: 24 },
        zIndex: 'snackbar',
        maxWidth: 640,
        mx: 'auto',
        p: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1.5,
        overflowWrap: 'anywhere',
        '@media print': { display: 'none' },
      }}
    >
      <Typography variant="body2" sx={{ flex: '1 1 320px' }}>
        {tags.name} would like to load {list.format(named)} into its documentation. They may set cookies and
        see which pages you read.{' '}
        {config.privacyUrl ? (
          <Link href={config.privacyUrl} target="_blank" rel="noopener">
            Privacy
          </Link>
        ) : null}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onDecide('refused')}>
          Decline
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={() => onDecide('allowed')}>
          Allow
        </Button>
      </Box>
    </Paper>
  )
}
