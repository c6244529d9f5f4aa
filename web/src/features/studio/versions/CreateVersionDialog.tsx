import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import type { StudioBranch, StudioProject } from '../model.ts'
import { createVersion, versionLists } from '../queries.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  onClose: () => void
}

/** Makes a version with all that is written in the one that is open. */
export function CreateVersionDialog({ project, branch, onClose }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { name: '' } })
  const { control, formState } = form
  const isEmpty = useWatch({ control, name: 'name' }).trim() === ''
  const submit = useSubmit(form, {
    run: ({ name }) => createVersion(project.id, name.trim(), branch.id),
    changes: versionLists,
    onDone: ({ slug }) => {
      onClose()
      void navigate(paths.studio(project.slug, slug))
    },
    fields: ['name'],
  })
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={() => void submit()}>
        <DialogTitle id={id}>New version</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>
            It begins with everything that is written in {branch.name}, published or not, and goes its own way
            from there.
          </DialogContentText>
          <FormTextField
            control={control}
            name="name"
            label="Name"
            placeholder="2.0"
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
