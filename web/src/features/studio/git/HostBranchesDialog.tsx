import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import { useId } from 'react'
import { HostFault } from '../../../shared/connections/HostFault.tsx'
import { useHostBranchNames, useTrackBranch } from '../../../shared/connections/host-branches.ts'
import { useConnections } from '../../../shared/connections/queries.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { StudioProject } from '../model.ts'
import { useBranches } from '../queries.ts'

/** Branches of the repository that are not here yet: one that is followed can be opened once it is analysed. */
export function HostBranchesDialog({ project, onClose }: { project: StudioProject; onClose: () => void }) {
  const id = useId()
  const there = useHostBranchNames(project.id)
  const here = useBranches(project.id)
  const host = useConnections().data?.find(
    (one) => one.workspace_integration_id === project.workspace_integration_id,
  )
  const track = useTrackBranch(project.id)
  const followed = new Set(here.data?.map(({ name }) => name))
  const names = there.data?.filter((name) => !followed.has(name))
  const retry = () => void there.refetch()
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogTitle id={id}>Branches at the Git host</DialogTitle>
      <DialogContent>
        {there.isError ? (
          <HostFault integration={host} error={there.error} onRetry={retry} onConnected={retry} />
        ) : !names || here.isPending ? (
          <Spinner label="Asking the Git host" />
        ) : names.length === 0 ? (
          <DialogContentText>All branches of the repository are here.</DialogContentText>
        ) : (
          <>
            <DialogContentText>These are in the repository and not followed here yet.</DialogContentText>
            <List dense aria-label="Branches that are not followed">
              {names.map((name) => (
                <ListItem
                  key={name}
                  disableGutters
                  secondaryAction={
                    <Button
                      size="small"
                      aria-label={`Track ${name}`}
                      disabled={track.isPending}
                      onClick={() => track.mutate(name, { onSuccess: onClose })}
                    >
                      Track
                    </Button>
                  }
                >
                  <ListItemText primary={name} sx={{ overflowWrap: 'anywhere', pr: 6 }} />
                </ListItem>
              ))}
            </List>
          </>
        )}
        <FormError>{track.error ? messageOf(track.error) : null}</FormError>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
