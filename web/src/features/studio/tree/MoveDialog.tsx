import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { FormTextField } from '../../../shared/ui/forms/FormTextField.tsx'
import { useSubmit } from '../../../shared/ui/forms/use-submit.ts'
import type { TreeItem } from './FileTree.tsx'
import { pathProblem } from './tree-rows.ts'

interface Props {
  item: TreeItem
  /** Moves it there; rejects with what is refused. */
  onMove: (path: string) => Promise<unknown>
  onClose: () => void
}

/** Gives a file or a folder another path: another name, another folder, or both. */
export function MoveDialog({ item, onMove, onClose }: Props) {
  const id = useId()
  const form = useForm({ defaultValues: { path: item.path } })
  const { control, formState } = form
  const path = useWatch({ control, name: 'path' })
  const isInside = item.kind === 'folder' && path.startsWith(`${item.path}/`)
  const invalid = isInside ? 'A folder cannot be moved into itself.' : pathProblem(path)
  const submit = useSubmit(form, {
    run: async (typed) => {
      if (typed.path.trim() !== item.path) await onMove(typed.path.trim())
    },
    onDone: onClose,
    fields: ['path'],
  })
  return (
    <Dialog open onClose={formState.isSubmitting ? undefined : onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={() => invalid === null && void submit()}>
        <DialogTitle id={id}>Rename or move</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <FormTextField
            control={control}
            name="path"
            label="Path"
            autoFocus
            autoComplete="off"
            problem={invalid ?? undefined}
            helperText="Another folder moves it there."
            onFocus={({ target }) => {
              const name = item.path.lastIndexOf('/') + 1
              const dot = item.kind === 'file' ? item.path.lastIndexOf('.') : -1
              target.setSelectionRange(name, dot > name ? dot : item.path.length)
            }}
            slotProps={{ htmlInput: { spellCheck: false } }}
            sx={{ mt: 1 }}
          />
          <FormError>{formState.errors.root?.message}</FormError>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit" disabled={formState.isSubmitting}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={formState.isSubmitting}
            disabled={invalid !== null}
          >
            Move
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
