import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import type { StudioBranch, StudioProject } from '../model.ts'
import { useCreateVersion } from '../queries.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  onClose: () => void
}

/** Makes a version with all that is written in the one that is open. */
export function CreateVersionDialog({ project, branch, onClose }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const create = useCreateVersion(project.id)
  const submit = () => {
    if (name.trim() === '') return
    create.mutate(
      { name: name.trim(), from: branch.id },
      {
        onSuccess: ({ slug }) => {
          onClose()
          void navigate(paths.studio(project.slug, slug))
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={submit}>
        <DialogTitle id={id}>New version</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            It begins with everything that is written in {branch.name}, published or not, and goes its own way
            from there.
          </DialogContentText>
          <TextField
            label="Name"
            placeholder="2.0"
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
          <Button type="submit" variant="contained" loading={create.isPending} disabled={name.trim() === ''}>
            Create
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
