import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import type { StudioBranch } from '../model.ts'
import { useCommitDocuments } from './queries.ts'

interface Props {
  branch: StudioBranch
  onCreated: (commitId: string) => void
  onClose: () => void
}

/** Begins a branch at the Git host where the one that is open stands. */
export function CreateBranchDialog({ branch, onCreated, onClose }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const create = useCommitDocuments(branch.id)
  const newBranch = name.trim()
  const submit = () => {
    if (newBranch === '' || create.isPending) return
    create.mutate(
      { message: `Begin ${newBranch}`, ids: [], newBranch },
      {
        onSuccess: (commitId) => {
          onCreated(commitId)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={submit}>
        <DialogTitle id={id}>New branch</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            It begins at the Git host with the last commit of {branch.name}. What you changed and did not
            commit stays in {branch.name}; to take it along, commit it on a new branch.
          </DialogContentText>
          <TextField
            label="Name"
            placeholder="feature/pets"
            value={name}
            autoFocus
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
          <FormError>{create.error ? messageOf(create.error) : null}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending} disabled={newBranch === ''}>
            Create
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
