import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { baseOrigin } from '../config/paths.ts'
import { useSite } from '../data/workspace.tsx'

/** Whose product it is, below pages of workspaces that do not hide it. */
export function PoweredBy() {
  const site = useSite()
  if (site.kind !== 'workspace' || site.workspace.hide_powered_by) return null
  return (
    <Typography variant="caption" color="textSecondary" sx={{ px: 0.5 }}>
      Powered by{' '}
      <Link href={baseOrigin()} color="inherit" underline="always">
        Waymark
      </Link>
    </Typography>
  )
}
