import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { useProjectPermissions } from '../../shared/data/me.ts'
import { ShareProject } from './ShareProject.tsx'

/** Teams listed before "Show all". */
const teamsShown = 3

interface Props {
  open: boolean
  onClose: () => void
  projectId: number
  projectName: string
}

/** Sharing a project, over the page one is on. */
export function ShareDialog({ open, onClose, projectId, projectName }: Props) {
  const titleId = useId()
  const { can } = useProjectPermissions(projectId)
  const isSmall = useMediaQuery((theme) => theme.breakpoints.down('md'), { noSsr: true })
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullScreen={isSmall} maxWidth="md">
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {can('project_members_add') ? `Share ${projectName}` : projectName}
      </DialogTitle>
      <DialogContent dividers>
        <ShareProject
          projectId={projectId}
          projectName={projectName}
          teamsShown={teamsShown}
          onLeft={onClose}
        />
      </DialogContent>
      <DialogActions sx={{ pt: 2 }}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
