import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { canInGroup, counted, type Group, type Project } from '../model.ts'
import type { Move } from '../use-moves.ts'

interface Props {
  projects: Project[]
  groups: Group[]
  /** Rejects with what to show. */
  onMove: (move: Move) => Promise<unknown>
  onClose: () => void
}

/** Asks for the group that projects go to; one must be chosen. */
export function MoveDialog({ projects, groups, onMove, onClose }: Props) {
  const [group, setGroup] = useState<Group | null>(null)
  const [only] = projects
  const title =
    projects.length === 1 && only ? `Move ${only.name}` : `Move ${counted(projects.length, 'project')}`
  const here = projects.length === 1 ? only?.group?.id : undefined
  const targets = groups.filter((one) => one.id !== here && canInGroup(one, 'group_projects_add'))
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel="Move"
      isDisabled={group === null}
      onConfirm={() => onMove({ projects, group })}
      onClose={onClose}
    >
      {targets.length === 0 ? (
        <Typography variant="body2">There is no other group that you can add projects to.</Typography>
      ) : (
        <Autocomplete
          sx={{ pt: 1 }}
          options={targets}
          value={group}
          onChange={(_, next) => setGroup(next)}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No group of this name"
          renderInput={(params) => <TextField {...params} label="Group" required autoFocus />}
        />
      )}
    </ConfirmDialog>
  )
}
