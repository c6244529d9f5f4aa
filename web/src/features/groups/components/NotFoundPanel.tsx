import Typography from '@mui/material/Typography'
import { messageOf } from '../../../shared/data/api.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'

interface Props {
  title: 'Group Not Found' | 'Project Not Found'
  error: Error | null
  onClose: () => void
}

/** Details that do not exist, or could not be read. */
export function NotFoundPanel({ title, error, onClose }: Props) {
  if (error) {
    return (
      <SidePanel open title="Details" onClose={onClose}>
        <Callout severity="error">{messageOf(error)}</Callout>
      </SidePanel>
    )
  }
  return (
    <SidePanel open title={title} onClose={onClose}>
      <Typography variant="body2" color="textSecondary">
        It may have been deleted or renamed, or you do not have access to it.
      </Typography>
    </SidePanel>
  )
}
