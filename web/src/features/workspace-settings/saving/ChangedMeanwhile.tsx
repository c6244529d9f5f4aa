import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { WorkspaceSettings } from '../../../shared/data/settings.ts'
import { Version } from './Version.tsx'
import { inWords } from './words.ts'

interface Props {
  /** Who it was, in the server's words. */
  said: string
  setting: string
  mine: Partial<WorkspaceSettings>
  theirs: WorkspaceSettings
  isBusy: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows what somebody else made of a setting meanwhile, and asks whose value is to stay. */
export function ChangedMeanwhile({ said, setting, mine, theirs, isBusy, ...does }: Props) {
  const id = useId()
  const names = settingNames(mine)
  return (
    <Dialog open onClose={does.onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{`${setting} was changed`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{said} What you changed is not saved yet.</Typography>
        {names.map((name) => (
          <Box key={name} sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            <Version whose="Theirs">{inWords(name, theirs)}</Version>
            <Version whose="Yours">{inWords(name, mine)}</Version>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={does.onTakeTheirs} disabled={isBusy}>
          Take theirs
        </Button>
        <Button variant="contained" onClick={does.onKeepMine} loading={isBusy}>
          Keep mine
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function settingNames(changes: Partial<WorkspaceSettings>): (keyof WorkspaceSettings)[] {
  return Object.keys(changes) as (keyof WorkspaceSettings)[]
}
