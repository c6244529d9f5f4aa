import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { DialogForm } from '../../../shared/ui/forms/DialogForm.tsx'
import { pathProblem } from './tree-rows.ts'

interface Props {
  /** Where it is asked for. */
  folder: string
  /** Paths that are taken, in small letters. */
  taken: ReadonlySet<string>
  onMake: (path: string) => void
  onClose: () => void
}

/** Makes a folder, which is there for who made it until a file is in it. */
export function FolderDialog({ folder, taken, onMake, onClose }: Props) {
  const id = useId()
  const [path, setPath] = useState(folder ? `${folder}/` : '')
  const [isTyped, setTyped] = useState(false)
  const wanted = path.trim()
  const invalid =
    pathProblem(wanted) ?? (taken.has(wanted.toLowerCase()) ? 'This name is taken already.' : null)
  const submit = () => {
    if (invalid) return setTyped(true)
    onMake(wanted)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs">
      <DialogForm onSubmit={submit}>
        <DialogTitle id={id}>New folder</DialogTitle>
        <DialogContent>
          <TextField
            label="Path"
            value={path}
            autoFocus
            autoComplete="off"
            error={invalid !== null && isTyped}
            helperText={(isTyped && invalid) || 'It is saved with the first file in it.'}
            onChange={(event) => {
              setTyped(true)
              setPath(event.target.value)
            }}
            slotProps={{ htmlInput: { spellCheck: false } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={invalid !== null}>
            Create
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
