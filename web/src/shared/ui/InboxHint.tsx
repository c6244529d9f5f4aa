import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { config } from '../config/config.ts'

/** Where mail lands on an installation that keeps it to itself; nothing elsewhere. */
export function InboxHint() {
  if (!config.inboxUrl) return null
  return (
    <Typography variant="body2" color="textSecondary">
      This installation delivers mail to its{' '}
      <Link href={config.inboxUrl} target="_blank" rel="noreferrer">
        local inbox
      </Link>
      .
    </Typography>
  )
}
