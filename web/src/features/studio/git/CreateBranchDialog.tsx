import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import type { StudioBranch } from '../model.ts'
import { commitChanges, commitDocuments } from './queries.ts'

interface Props {
  branch: StudioBranch
  onCreated: (commitId: string) => void
  onClose: () => void
}

/** Begins a branch at the Git host where the one that is open stands. */
export function CreateBranchDialog({ branch, onCreated, onClose }: Props) {
  const id = useId()
  const form = useForm({ defaultValues: { new_branch: '' } })
  const { control, formState } = form
  const isEmpty = useWatch({ control, name: 'new_branch' }).trim() === ''
  const submit = useSubmit(form, {
    run: ({ new_branch }) => {
      const newBranch = new_branch.trim()
      return commitDocuments(branch.id, { message: `Begin ${newBranch}`, ids: [], newBranch })
    },
    changes: commitChanges,
    onDone: (commitId) => {
      onCreated(commitId)
      onClose()
    },
    fields: ['new_branch'],
  })
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={() => void submit()}>
        <DialogTitle id={id}>New branch</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            It begins at the Git host with the last commit of {branch.name}. What you changed and did not
            commit stays in {branch.name}; to take it along, commit it on a new branch.
          </DialogContentText>
          <FormTextField
            control={control}
            name="new_branch"
            label="Name"
            placeholder="feature/pets"
            autoFocus
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
          <FormError>{formState.errors.root?.message}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit" disabled={formState.isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={formState.isSubmitting} disabled={isEmpty}>
            Create
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
